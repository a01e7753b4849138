/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an instrument (tracefs, audit) recorded of one task: a text per record,
 * taken in order by expect_line() until expect_no_more_lines().
 */
#ifndef ENTRY_LINES_H
#define ENTRY_LINES_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LINES_MAX 24
#define LINE_TEXT 256

struct lines {
	int count;		/* of all records, also those that had no room */
	int next;		/* the one that expect_line() looks at */
	char text[LINES_MAX][LINE_TEXT];
};

static inline void lines_clear(struct lines *lines)
{
	memset(lines, 0, sizeof(*lines));
}

static inline void lines_add(struct lines *lines, const char *text)
{
	if (lines->count < LINES_MAX)
		snprintf(lines->text[lines->count], LINE_TEXT, "%s", text);
	lines->count++;
}

/* The text at which the reader is; there is a text for the end, too. */
static inline const char *lines_here(const struct lines *lines)
{
	if (lines->next >= lines->count)
		return "(no more)";
	return lines->next < LINES_MAX ? lines->text[lines->next] : "(too many)";
}

/* Whether it is this text, or begins like this one before its "...". */
static inline bool lines_match(const struct lines *lines, const char *want)
{
	size_t len = strlen(want);
	const char *seen = lines_here(lines);

	if (len >= 3 && !strcmp(want + len - 3, "..."))
		return !strncmp(seen, want, len - 3);
	return !strcmp(seen, want);
}

/* From where on it is not this text: the word of the text. */
static inline const char *lines_differ(const struct lines *lines, const char *want)
{
	const char *seen = lines_here(lines), *word = want;
	size_t i;

	for (i = 0; want[i] && want[i] == seen[i]; i++)
		if (want[i] == ' ')
			word = want + i + 1;
	return word;
}

static inline void lines_print(const struct lines *lines)
{
	int i;

	for (i = 0; i < lines->count && i < LINES_MAX; i++)
		fprintf(stderr, "#   record %d: %s\n", i + 1, lines->text[i]);
}

#endif
