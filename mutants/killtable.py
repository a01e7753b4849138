# SPDX-License-Identifier: GPL-2.0-only
"""The kill table: mutants/KILLED.md for people, mutants/killed.json for scripts."""
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
JSON = os.path.join(HERE, "killed.json")


def verdict(mutant, record):
    """One word for what became of a mutant."""
    if not record:
        return "not run"
    if record["killed_by"]:
        return "killed"
    if mutant.equivalent:
        return "equivalent"
    if record["end"] != "ended":
        return "guest " + record["end"]
    return "noticed" if record["also"] else "survived"


def one_line(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.split("\n")[0].strip()


def environment(kernel):
    with open(os.path.join(kernel, "release"), encoding="utf-8") as release:
        return {
            "kernel": release.read().strip(),
            "compiler": one_line(["aarch64-linux-gnu-gcc", "--version"]),
            "qemu": one_line(["qemu-system-aarch64", "--version"]),
            "project": one_line(["git", "-C", ROOT, "describe", "--always", "--dirty"])}


def finish(table, chosen, results, kind, kernel, options, whole, say):
    """Print the outcome, write the tables of a whole run, return the exit status."""
    records = {m.name: results.get(m.name) for m in chosen}
    words = {m.name: verdict(m, records[m.name]) for m in chosen}
    alive = [m for m in chosen if words[m.name] not in ("killed", "equivalent")
             and not (m.hangs and words[m.name] == "guest hung")]
    wrong = [m for m in chosen if m.equivalent and words[m.name] == "killed"]
    for mutant in alive:
        say("%s  %s: %s, %s" % (mutant.name, words[mutant.name].upper(), mutant.where, mutant.sees))
        for name in (records[mutant.name] or {}).get("also", [])[:5]:
            say("         noticed by " + name)
    for mutant in wrong:
        say("%s  is called equivalent and was killed" % mutant.name)
    count = list(words.values()).count
    say("%d mutants of kind %s: %d killed, %d equivalent, %d hung the guest, %d alive" % (
        len(chosen), kind, count("killed"), count("equivalent"), count("guest hung"), len(alive)))
    if whole:
        save(table, chosen, records, kind, environment(kernel))
    return 1 if alive or wrong else 0


def save(table, chosen, records, kind, where):
    try:
        with open(JSON, encoding="utf-8") as file:
            content = json.load(file)
    except FileNotFoundError:
        content = {}
    content[kind] = {"environment": where, "mutants": {
        m.name: {"where": m.where, "rows": m.rows, "verdict": verdict(m, records[m.name]),
                 "killed_by": (records[m.name] or {}).get("killed_by", []),
                 "proven": (records[m.name] or {}).get("proven", [])} for m in chosen}}
    with open(JSON, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1, sort_keys=True)
        file.write("\n")
    with open(os.path.join(HERE, "KILLED.md"), "w", encoding="utf-8") as file:
        file.write(markdown(table, content))


def markdown(table, content):
    lines = ["# Which tests kill which mutants", "",
             "Written by `make mutants`; [docs/mutants.md](../docs/mutants.md) says how to read it.", ""]
    for kind in sorted(content):
        lines += ["## " + kind, ""]
        lines += ["- %s: %s" % item for item in sorted(content[kind]["environment"].items())]
        lines += ["", "| Mutant | Row | Where | What user space sees | Verdict | Killed by |",
                  "|---|---|---|---|---|---|"]
        for name, record in sorted(content[kind]["mutants"].items()):
            mutant = table.get(int(name[1:]))
            killers = record["killed_by"]
            lines.append("| %s | %s | %s | %s | %s | %s |" % (
                name, " ".join(record["rows"]) or "none", record["where"],
                (mutant.equivalent or mutant.sees) if mutant else "", record["verdict"],
                "; ".join(killers[:3]) + ("; and %d more" % (len(killers) - 3)
                                          if len(killers) > 3 else "")))
        lines.append("")
    return "\n".join(lines)
