# make build   the Block-Killer set, in output/block-killer
# make test    every check, and the tests that find most faults in little time, the browser's included
# make full    the tests that make test leaves out, and CI runs for every change
# make browsers  the page's main paths in Firefox and WebKit
# make docs    the documentation as a site with search, in output/site: its links are checked
# make same    which files come out other than with another revision's code: make same BASE=v0.1.0
# make words   the catalogues of cardgen's own words, brought up to date with the source
# make soak    long random runs; make attack bad input, kills and failing disks; make bench the speed figures
# make prepress exported files read by programs that are fetched for it
# make clean   removes what was generated

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= block-killer
# What an installation is made of, besides Python files.
INSTALLED_FROM := pyproject.toml hatch_build.py cardgen/base/_fast.c cardgen/games/block_killer/solver/_kernel.c

# Packages of the system, where they can be had without asking.
install = { command -v apt-get >/dev/null && if [ "$$(id -u)" = 0 ]; then \
  apt-get update -qq && apt-get install -y -qq $(1) >/dev/null; else \
  sudo -n apt-get update -qq 2>/dev/null && sudo -n apt-get install -y -qq $(1) >/dev/null; fi; }

TESTED := not full and not soak and not prepress and not browsers
FULL := full and not soak

# Tests of games run if a game, or what games stand on, differs from the main branch. GAMES=always, as in CI, runs them.
GAME_FILES := card_data templates cardgen/data cardgen/engines cardgen/games cardgen/studies tests/games
GAMES ?= $(shell [ -z "$$(git status --porcelain -- $(GAME_FILES) 2>&1)" ] && \
  git diff --quiet origin/HEAD... -- $(GAME_FILES) 2>/dev/null && echo unchanged)
LEFT_OUT := $(if $(filter unchanged,$(GAMES)),--ignore=tests/games)

# Other trials with SEED=2, more of them with FACTOR=10.
SEED ?= 1
FACTOR ?= 1

BASE ?= HEAD

# Each program that a test starts would otherwise compile all modules of cardgen again: 0.4 s of work.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: engine-files other-browsers browsers build test types tests full docs same words soak attack bench clean browser compiler languages page-tools print-tools prepress

build: $(VENV)/.installed
	$(BIN)/cardgen build $(GAME)

# Python's and npm's packages come at the same time, and mypy checks while the tests run: each leaves a processor to the other.
test: compiler browser languages print-tools
	$(MAKE) --jobs 2 $(VENV)/.installed-for-tests page-tools
	$(MAKE) engine-files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --jobs 2 types tests

types: $(VENV)/.installed-for-tests
	$(BIN)/mypy

# One process more than two processors: a test that waits for a page or a program leaves its processor to another. Each
# process begins with tests that are listed together, so that most games and servers of a module are made once.
# What fails there, where a page may wait for its processor for seconds, is run once more by itself, and must pass. The
# output has both: whoever sees the first one looks for the race.
tests: $(VENV)/.installed-for-tests $(VENV)/.compiled-for-tests
	@$(if $(LEFT_OUT),echo "Tests of games are left out: none of their files differs from the main branch (GAMES=always).")
	$(BIN)/pytest -n 3 --dist worksteal $(LEFT_OUT) -m "$(TESTED)" || \
	  { [ $$? = 1 ] && $(BIN)/pytest --last-failed $(LEFT_OUT) -m "$(TESTED)"; }

full: compiler browser languages print-tools $(VENV)/.installed-for-tests page-tools
	$(BIN)/pytest -n 3 --dist worksteal -m "$(FULL)" || { [ $$? = 1 ] && $(BIN)/pytest --last-failed -m "$(FULL)"; }

docs: $(VENV)/.installed-for-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "To read it: python3 -m http.server --directory output/site"

same: $(VENV)/.installed-for-tests
	$(BIN)/python -m tests.same $(BASE)

words: $(VENV)/.installed-for-tests
	$(BIN)/python -m tests.base.words.update

soak: $(VENV)/.installed-for-tests
	$(BIN)/pytest -m "soak or full" --hypothesis-profile others
	$(BIN)/pytest -n 3 --dist worksteal -m "not soak and not browser and not prepress and not browsers" --hypothesis-profile others

# The page's main paths in Firefox and WebKit. Set BROWSER_PICTURES to a folder for pictures of Firefox.
browsers: $(VENV)/.installed-for-tests other-browsers engine-files
	$(BIN)/pytest -m browsers tests/browsers

# Programs that are fetched from elsewhere read what is exported.
prepress: $(VENV)/.installed-for-tests
	$(BIN)/pytest -m prepress

attack: $(VENV)/.installed-for-tests
	$(BIN)/python -m tests.attack --seed $(SEED) --factor $(FACTOR)

bench: $(VENV)/.installed-for-bench
	@failed=; for script in speed growth placements best_plays simulate review_server review_page; do \
	  echo "== $$script"; $(BIN)/python benchmarks/$$script.py || failed="$$failed $$script"; \
	done; [ -z "$$failed" ] || { echo "make bench:$$failed failed" >&2; exit 1; }

clean:
	rm -rf output/*/ .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "cardgen needs Python 3.11 or newer; set PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(INSTALLED_FROM) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	$(BIN)/python -m compileall -q cardgen
	@touch $@

# Python compiles the few modules that tests import when it does: to compile all of each package takes 16 s.
$(VENV)/.installed-for-tests: $(INSTALLED_FROM) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --editable '.[test]'
	@touch $@ $(VENV)/.installed

# In a new clone all processes would compile the tests at the same time, each for itself. One does while mypy checks. What
# fails here is reported when the tests are run.
$(VENV)/.compiled-for-tests: $(VENV)/.installed-for-tests
	@$(BIN)/pytest --collect-only -qq -m "$(TESTED)" >/dev/null 2>&1 || :
	@touch $@

$(VENV)/.installed-for-bench: $(VENV)/.installed-for-tests
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

$(VENV)/.installed-for-docs: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

# The tests hold the compiled solver against the one in Python. Without a compiler cardgen itself does with the latter.
compiler:
	@command -v cc >/dev/null || $(call install,gcc libc6-dev) || \
	  { echo "make test needs a C compiler, and cannot install it here: install one and try again" >&2; exit 1; }

# The tests draw in a real Chromium: the one of the system, installed here where that can be done.
browser:
	@for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
	  command -v $$name >/dev/null && exit 0; \
	done; $(call install,chromium-headless-shell) || $(call install,chromium) || \
	  { echo "make test needs Chromium, and cannot install it here: install chromium and try again" >&2; exit 1; }

# WebKitGTK has no windowless mode, so it has a screen of its own.
other-browsers:
	@{ { command -v firefox-esr || command -v firefox; } && command -v WebKitWebDriver && command -v Xvfb; } >/dev/null || \
	  $(call install,firefox-esr webkit2gtk-driver xvfb) || \
	  { echo "make browsers needs Firefox, WebKitWebDriver and Xvfb, and cannot install them here: install Debian's packages" \
	    "firefox-esr, webkit2gtk-driver and xvfb, and try again" >&2; exit 1; }

# The tests set text in eight languages, and read it from PDFs.
FONTS := /usr/share/fonts/truetype
languages:
	@{ command -v pdftotext && test -f $(FONTS)/noto/NotoNaskhArabic-Regular.ttf && \
	  test -f $(FONTS)/wqy/wqy-microhei.ttc && test -f $(FONTS)/dejavu/DejaVuSans.ttf; } >/dev/null || \
	  $(call install,poppler-utils fonts-dejavu-core fonts-noto-core fonts-wqy-microhei) || \
	  { echo "make test needs pdftotext and the fonts of Debian's packages poppler-utils, fonts-dejavu-core," \
	    "fonts-noto-core and fonts-wqy-microhei, and cannot install them here: install them and try again" >&2; exit 1; }

# Programs of others read what the tests make.
print-tools:
	@( for name in qpdf mutool gs pngcheck exiftool xmllint; do command -v $$name >/dev/null || exit 1; done ) || \
	  $(call install,qpdf mupdf-tools ghostscript pngcheck libimage-exiftool-perl libxml2-utils) || \
	  { echo "make test needs qpdf, mutool, gs, pngcheck, exiftool and xmllint, and cannot install them here: install" \
	    "Debian's packages qpdf, mupdf-tools, ghostscript, pngcheck, libimage-exiftool-perl and libxml2-utils" >&2; exit 1; }

# The page's scripts are type-checked and linted by tools from npm, which the page itself does not need.
PAGE_CHECKS := tests/page
page-tools: $(PAGE_CHECKS)/node_modules/.installed

$(PAGE_CHECKS)/node_modules/.installed: $(PAGE_CHECKS)/package.json $(PAGE_CHECKS)/package-lock.json
	@command -v npm >/dev/null || $(call install,nodejs npm) || \
	  { echo "make test needs Node.js 20 or newer with npm, and cannot install it here: install it and try again" >&2; exit 1; }
	@node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || \
	  { echo "make test needs Node.js 20 or newer, this is $$(node --version): install a newer one and try again" >&2; exit 1; }
	npm ci --prefix $(PAGE_CHECKS) --no-audit --no-fund --loglevel=error
	@touch $@

# A game is played in a page without a server: Pyodide is from npm, and this downloads its wheel of pydantic's core.
engine-files: page-tools $(VENV)/.installed-for-tests
	@$(BIN)/cardgen review fetch-engine --to $(PAGE_CHECKS)/node_modules/pyodide >/dev/null
