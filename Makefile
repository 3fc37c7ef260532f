# Two commands do everything on a machine that has Python 3.11 or newer:
#   make play    sets up and opens the web app
#   make test    sets up and runs every check and test
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test check check-tex figures format catalogue coverage bench clean

play: .venv/ready
	$(BIN)/elagage serve

test: check
	$(BIN)/python -m pytest -n auto
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto -m twin tests/search/test_compiled_search.py

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

check-tex: .venv/dev
	$(BIN)/python tools/check_tex.py

# The French catalogue: collect the messages, then compile what was translated.
catalogue: .venv/dev
	$(BIN)/python tools/catalogue.py

# What of the engine's own lines the tests run, seen with the compiler switched off.
coverage: .venv/dev
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m twin tests/search/test_compiled_search.py
	$(BIN)/coverage report --skip-covered

# Speeds are ratios: each driver runs both sides in turn and prints a table (bench-plain, bench-native, bench-peers,
# bench-features, bench-threads, bench-attractor, bench-retrograde, bench-solve, bench-paths, bench-figures, bench-web, bench-arena).
bench: .venv/bench
	$(BIN)/python benchmarks/plain.py
	$(BIN)/python benchmarks/native.py
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/features.py
	$(BIN)/python benchmarks/threads.py
	$(BIN)/python benchmarks/attractor.py
	$(BIN)/python benchmarks/retrograde.py
	$(BIN)/python benchmarks/solve.py
	$(BIN)/python benchmarks/paths.py
	$(BIN)/python benchmarks/figures.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/page.py
	$(BIN)/python benchmarks/arena.py

bench-%: .venv/bench
	$(BIN)/python benchmarks/$*.py

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Elagage needs Python 3.11 or newer, and this is " + sys.version.split()[0] + ": run make PYTHON=python3.12, say.")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[figures]'
	@touch $@

.venv/dev: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@

.venv/bench: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
