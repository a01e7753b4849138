# SPDX-License-Identifier: GPL-2.0-only
#
# Included by each folder's Makefile before lib.mk: which of TEST_GEN_PROGS and
# TEST_GEN_PROGS_EXTENDED can be built here.  A foreign architecture or a
# missing library drops programs, with a line that says so, and never fails a
# build.
#
#   NEED_ARM64    programs that exist on arm64 only
#   NEED_SECCOMP  programs that use libseccomp
#   NEED_AUDIT    programs that use libaudit
#   DYNAMIC       programs that are linked dynamically
#   NEED_AARCH32  programs that use elf32.h
#   STUBS         assembly files of the folder (NAME.ARCH.S), without .ARCH.S

ENTRY_TRIPLE := $(or $(notdir $(CROSS_COMPILE:%-=%)),$(ARCH),$(shell uname -m))
ENTRY_ARCH := $(strip \
	$(if $(filter aarch64% arm64,$(ENTRY_TRIPLE)),arm64) \
	$(if $(filter x86_64% x86 amd64,$(ENTRY_TRIPLE)),x86_64))
ENTRY_CC := $(if $(LLVM),clang --target=$(if $(filter arm64,$(ENTRY_ARCH)),aarch64,x86_64)-linux-gnu,$(CROSS_COMPILE)gcc)

# To stderr: emit_tests writes the list of tests to stdout.
entry-say = $(if $(filter emit_tests clean,$(MAKECMDGOALS)),,$(shell echo 'entry: $(1)' >&2))
comma := ,

ENTRY_ALL := $(TEST_GEN_PROGS) $(TEST_GEN_PROGS_EXTENDED)
ENTRY_DYNAMIC := $(DYNAMIC)

ifeq ($(ENTRY_ARCH),)
override TEST_GEN_PROGS :=
override TEST_GEN_PROGS_EXTENDED :=
$(call entry-say,nothing to build for $(ENTRY_TRIPLE)$(comma) only arm64 and x86_64)
else
# $(call entry-drop,PROGRAMS,REASON)
entry-drop = $(foreach list,TEST_GEN_PROGS TEST_GEN_PROGS_EXTENDED,$(call entry-drop-from,$(list),$(1),$(2)))
entry-drop-from = $(foreach p,$(filter $(2),$($(1))),$(info entry: $(p) dropped: $(3)))$(eval $(1) := $(filter-out $(2),$($(1))))
# $(call entry-links,HEADER,LIBRARY): whether a static program links with it
entry-links = $(shell printf '%s\n' '$(hash)include <$(1)>' 'int main(void) { return 0; }' | \
	$(ENTRY_CC) -x c - -static -l$(2) -o /dev/null 2>/dev/null && echo yes)
hash := \#

ifneq ($(ENTRY_ARCH),arm64)
$(call entry-drop,$(NEED_ARM64),only on arm64)
endif
ifneq ($(filter $(NEED_SECCOMP),$(TEST_GEN_PROGS)),)
ifneq ($(call entry-links,seccomp.h,seccomp),yes)
$(call entry-drop,$(NEED_SECCOMP),libseccomp is missing)
endif
endif
ifneq ($(filter $(NEED_AUDIT),$(TEST_GEN_PROGS) $(TEST_GEN_PROGS_EXTENDED)),)
ifneq ($(call entry-links,libaudit.h,audit -lcap-ng),yes)
$(call entry-drop,$(NEED_AUDIT),libaudit is missing)
endif
endif
endif
