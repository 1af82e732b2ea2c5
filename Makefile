# The commands of this project. The work is done by the scripts in scripts/.

export PHOTOS LIBRARY FILTER BENCH MINUTES

PREFIX ?= $(HOME)/.local
DESTDIR ?=

.PHONY: help setup build run test bench lint format nightly install uninstall clean

.DEFAULT_GOAL := build
.NOTPARALLEL:

build: ## Build the programs for release
	@scripts/build

help: ## List these commands
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

setup: ## Install what is missing: Debian packages, clients to test the server with
	@scripts/setup
	@scripts/interop/setup

run: ## Open the gallery: make run [PHOTOS=DIR] [LIBRARY=DIR]
	@scripts/run

test: setup ## Run the whole suite: make test [FILTER=REGEX]
	@scripts/test

bench: setup ## Run the benchmarks: make bench [BENCH="timeline --photos 100000"]
	@scripts/bench

lint: setup ## Check format, imports between modules, house rules and scripts
	@scripts/lint

format: ## Format all Swift files
	@scripts/format

nightly: setup ## Many seeds, sanitizers, fuzzers, scrolling, bounded: make nightly [MINUTES=10]
	@scripts/nightly

install: ## Install for yourself: make install [PREFIX=~/.local] [DESTDIR=DIR]
	@scripts/setup build
	@scripts/install "$(DESTDIR)" "$(PREFIX)"

uninstall: ## Take away what `make install` put there
	@scripts/install --uninstall "$(DESTDIR)" "$(PREFIX)"

clean: ## Remove everything that was built, sample photos and trial libraries
	rm -rf .build Fuzz/.build carousel.png
