# SPDX-License-Identifier: GPL-2.0-only
#
# Included by each folder's Makefile after lib.mk: flags, and the objects of
# entry-lib, built into the folder's own OUTPUT.

ENTRY_LIB := $(selfdir)/entry-lib
ENTRY_HDRS := $(wildcard $(ENTRY_LIB)/*.h $(ENTRY_LIB)/arch/*.h) $(wildcard *.h)
LOCAL_HDRS += $(ENTRY_HDRS)

# The harness as a system header: its macros are not ours to warn about.
ENTRY_CFLAGS := -std=gnu11 -O2 -Wall -Wextra -I$(ENTRY_LIB) -I. \
	-isystem $(selfdir) $(KHDR_INCLUDES)
CFLAGS := $(ENTRY_CFLAGS) $(CFLAGS)

ENTRY_OBJS := page task stop tracee filter kernel trace
ENTRY_OBJS := $(ENTRY_OBJS:%=$(OUTPUT)/lib-%.o) \
	$(OUTPUT)/lib-$(ENTRY_ARCH).o $(OUTPUT)/lib-$(ENTRY_ARCH)-stubs.o \
	$(patsubst %.$(ENTRY_ARCH).S,$(OUTPUT)/lib-%-stubs.o,$(wildcard $(STUBS:%=%.$(ENTRY_ARCH).S)))

ifneq ($(ENTRY_ARCH),)
$(TEST_GEN_PROGS) $(TEST_GEN_PROGS_EXTENDED): $(ENTRY_OBJS)
$(addprefix $(OUTPUT)/,$(filter-out $(ENTRY_DYNAMIC),$(ENTRY_ALL))): LDFLAGS += -static
$(addprefix $(OUTPUT)/,$(NEED_SECCOMP)): LDLIBS += -lseccomp
# A static libaudit needs libcap-ng, and the linker warns of what it would load for names of users.
$(addprefix $(OUTPUT)/,$(NEED_AUDIT)): LDLIBS += -laudit -lcap-ng -Wl,--no-warnings
$(addprefix $(OUTPUT)/,$(filter $(NEED_AUDIT),$(notdir $(TEST_GEN_PROGS) $(TEST_GEN_PROGS_EXTENDED)))): $(OUTPUT)/lib-audit.o
$(addprefix $(OUTPUT)/,$(filter $(NEED_AARCH32),$(notdir $(TEST_GEN_PROGS)))): $(OUTPUT)/lib-elf32.o
endif

EXTRA_CLEAN += $(OUTPUT)/lib-*.o

$(OUTPUT)/lib-%.o: $(ENTRY_LIB)/%.c $(ENTRY_HDRS)
	$(call msg,CC,,$@)
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

$(OUTPUT)/lib-%.o: $(ENTRY_LIB)/arch/%.c $(ENTRY_HDRS)
	$(call msg,CC,,$@)
	$(Q)$(CC) $(CFLAGS) -c $< -o $@

$(OUTPUT)/lib-%-stubs.o: $(ENTRY_LIB)/arch/%.S $(ENTRY_HDRS)
	$(call msg,AS,,$@)
	$(Q)$(CC) -c $< -o $@

$(OUTPUT)/lib-%-stubs.o: %.$(ENTRY_ARCH).S $(ENTRY_HDRS)
	$(call msg,AS,,$@)
	$(Q)$(CC) -I$(ENTRY_LIB) -c $< -o $@
