# Two commands do everything on a machine that has Python 3.11 or newer:
#   make play    sets up and opens the web app
#   make test    sets up and runs every check and test; make test-all the same on more and larger games
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
LOCK := requirements/dev.lock
# Python keeps what it compiles: without that, every process of the tests would compile the sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-all tests check check-tex figures transcripts format catalogue coverage corpus fuzz-rules mutants attack play-page
.PHONY: notebooks site-docs bench lock hooks release-check clean

play: .venv/ready
	$(BIN)/elagage serve

# About twelve minutes on two cores, installing included; ten are meant. What is marked slow is left to test-all: more of the same.
# The checks run beside the tests.
test: .venv/dev
	+@$(MAKE) --no-print-directory --jobs=2 check tests KEPT='not slow'

test-all: .venv/dev
	+@$(MAKE) --no-print-directory --jobs=2 check tests KEPT='slow or not slow'

tests: .venv/dev
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m '$(KEPT)'
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m 'twin and ($(KEPT))' tests/search tests/interpreted

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The figures of the course, drawn anew; and our LaTeX outputs compiled, for which TeX Live is needed.
figures: .venv/dev
	$(BIN)/python tools/course_figures.py

# A notebook for each page of the course, for Basthon and JupyterLite, in build/notebooks.
notebooks: .venv/dev
	$(BIN)/python tools/notebooks.py build/notebooks

check-tex: .venv/dev
	$(BIN)/python tools/check_tex.py

# The golden games of tests/transcripts, and the digests of more of them, written anew.
transcripts: .venv/dev
	$(BIN)/python tools/transcripts.py

# Every game of a folder, with what is known of it beside it: compiled or why not, right, how much faster (make corpus DIR=...).
corpus: .venv/dev
	$(BIN)/python tools/corpus.py $(DIR)

# Twenty thousand random small rules, compiled and interpreted (make fuzz-rules RULES=... SEED=...).
fuzz-rules: .venv/dev
	$(BIN)/python tests/helpers/rule_texts/fuzz_rules.py $(or $(RULES),20000) $(or $(SEED),1)

# The French catalogue: collect the messages, then compile what was translated.
catalogue: .venv/dev
	$(BIN)/python tools/catalogue.py

# What of the engine's own lines the tests run, seen with the compiler switched off.
coverage: .venv/dev
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m twin tests/search/test_compiled_search.py
	$(BIN)/coverage report --skip-covered

# Small faults put into the core: how many do its tests notice? OPTIONS='search/pvs.py --each 0' for all of one module.
mutants: .venv/dev
	$(BIN)/python tools/mutants.py $(OPTIONS)

# Hostile inputs, kills, floods and damaged files, and a table of what fell: make attack ONLY=parsers COUNT=1000 SEED=2 for a part.
attack: .venv/dev
	$(BIN)/python tools/attack.py $(ONLY) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED))

# A scripted person plays games in the page by mouse, touch and keys: make play-page GAMES='nim krk' PICTURES=DIR for a part.
play-page: .venv/dev
	$(BIN)/python tools/play_page.py $(GAMES) $(if $(PICTURES),--pictures $(PICTURES))

# Speeds are ratios: each driver runs both sides in turn and prints a table (bench-plain, bench-native, bench-peers,
# bench-features, bench-startup, bench-threads, bench-attractor, bench-retrograde, bench-solve, bench-paths, bench-figures, bench-web, bench-class,
# bench-arena).
bench: .venv/bench
	$(BIN)/python benchmarks/plain.py
	$(BIN)/python benchmarks/native.py
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/features.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/threads.py
	$(BIN)/python benchmarks/attractor.py
	$(BIN)/python benchmarks/retrograde.py
	$(BIN)/python benchmarks/solve.py
	$(BIN)/python benchmarks/paths.py
	$(BIN)/python benchmarks/figures.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/class_room.py
	$(BIN)/python benchmarks/page.py
	$(BIN)/python benchmarks/arena.py

bench-class: .venv/bench
	$(BIN)/python benchmarks/class_room.py

bench-%: .venv/bench
	$(BIN)/python benchmarks/$*.py

# The tools of the developers are those of the lock, the same on every machine. What they may be is in pyproject.toml;
# `make lock` writes the lock anew from it and keeps the versions that still fit, `make lock UPGRADE=--upgrade` none.
lock: .venv/pip
	$(PIP) install --group lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --group dev $(UPGRADE) \
	  --no-annotate --custom-compile-command 'make lock' --output-file $(LOCK) pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --group site $(UPGRADE) \
	  --no-annotate --custom-compile-command 'make lock' --output-file requirements/site.lock pyproject.toml

# The documentation as a static site, build/site, and the course as two PDFs, for which Chromium is needed.
site-docs: .venv/site
	$(BIN)/python tools/site/build_docs.py build/site

# Before each commit: what make check does, on the files that change. Nothing is downloaded.
hooks: .venv/dev
	$(BIN)/pre-commit install

# Everything that must be true of a release (docs/how-to/release.md); DRAFT=1 leaves out its day, its tag and a clean tree.
release-check: .venv/dev
	$(BIN)/python tools/release_check.py $(if $(DRAFT),--draft)

.venv/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Elagage needs Python 3.11 or newer, and this is " + sys.version.split()[0] + ": run make PYTHON=python3.12, say.")'
	$(PYTHON) -m venv .venv
	$(PIP) install --upgrade pip
	@touch $@

.venv/ready: .venv/pip pyproject.toml
	$(PIP) install --editable .
	@touch $@

# Most of these packages is never imported, and what is gets compiled then.
.venv/dev: .venv/pip pyproject.toml $(LOCK)
	$(PIP) install --no-compile --requirement $(LOCK)
	$(PIP) install --no-deps --editable .
	@touch .venv/ready $@

.venv/site: .venv/dev requirements/site.lock
	$(PIP) install --constraint $(LOCK) --requirement requirements/site.lock
	@touch $@

.venv/bench: .venv/dev
	$(PIP) install --constraint $(LOCK) --group bench
	$(PIP) install --no-deps --group bench-bare
	@touch $@

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
