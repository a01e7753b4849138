# SPDX-License-Identifier: GPL-2.0-only
# The verbs of the project; each calls one script or the collection's own Makefile.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

selftests := tools/testing/selftests
native := $(patsubst aarch64,arm64,$(shell uname -m))
arches := $(sort arm64 $(native))
# A folder of the project itself that does not build is an error.
FORCE_TARGETS ?= 1
JOBS ?= $(shell nproc)
# Objects of two compilers never mix.
flavour := $(if $(LLVM),-llvm)

# $(call collection,ARCH,TARGET): both directories are below build/, which git ignores.
collection = +$(MAKE) -s -j$(JOBS) -C $(selftests) $(2) ARCH=$(1) O=$(CURDIR)/build/$(1)$(flavour) \
	CROSS_COMPILE=$(if $(filter $(native),$(1)),,$(if $(filter arm64,$(1)),aarch64-linux-gnu-)) \
	KSFT_INSTALL_PATH=$(CURDIR)/build/install/$(1)$(flavour) FORCE_TARGETS=$(FORCE_TARGETS)

help:
	@echo 'make vm         boot an arm64 kernel in QEMU and run the collection in it'
	@echo '                KERNEL=path TARGETS="ptrace sud" TESTS=regex APPEND= SMP= MEM= CPU= MTE=off TIMEOUT= LOG=dir'
	@echo '                KERNEL=kind:generic (built here), KERNEL=debian:6.12 (another stock kernel)'
	@echo 'make oracle     run the kernel'\''s own selftests of this area in the guest; options of make vm'
	@echo 'make check      run the tests of the project itself'
	@echo 'make setup      bring all that is needed (make vm and make check do that too); KSRC=kernel-tree UPDATE=1'
	@echo 'make build      build the collection for arm64 and this machine, into build/; LLVM=1'
	@echo 'make install    install both into build/install/'
	@echo 'make kernel     build a small arm64 kernel into the cache: KIND=legacy, generic ...'
	@echo 'make mutants    run the collection against wrong kernels; KIND=generic ONLY="31 47" TESTS=regex'
	@echo 'make coverage   contract rows named by tests, proven by mutants and open, per folder'
	@echo 'make restore    repair what a killed run left behind on this machine'
	@echo 'make clean      remove what was built'
	@echo 'The portable tests on the running kernel: make -C $(selftests) run_tests'

setup:
	@setup/setup.sh

build: $(arches:%=build-%)
install: $(arches:%=install-%)

$(arches:%=build-%): build-%: setup
	@$(call collection,$*,all)

# Installed afresh, so that a program that no longer exists is gone from there too.
$(arches:%=install-%): install-%: setup
	@rm -rf build/install/$*$(flavour)
	@$(call collection,$*,install)

vm: install-arm64
	@INSTALL=$(CURDIR)/build/install/arm64$(flavour) vm/run

oracle: setup
	@oracle/run

check: setup
	@tests/check

kernel:
	@[ -n "$(KIND)" ] || { echo 'make kernel KIND=...'; kernel/build --list; exit 2; } >&2
	@kernel/build $(KIND)

mutants: install-arm64
	@INSTALL=$(CURDIR)/build/install/arm64$(flavour) mutants/run

coverage:
	@mutants/proven | $(selftests)/scripts/coverage --proven -

restore: setup
	@setup/restore

clean:
	@$(MAKE) -C $(selftests) clean
	@rm -rf build

.PHONY: help setup build install vm kernel oracle mutants check coverage restore clean $(arches:%=build-%) $(arches:%=install-%)
