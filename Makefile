# The two commands a newcomer needs are `make play` and `make test`; each sets up what it uses.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test soak lint bench atlas format clean

play: $(VENV)/ready
	@$(BIN)/hexfront play pgg

test: $(VENV)/ready
	@$(BIN)/pytest -n auto

soak: $(VENV)/ready
	@HEXFRONT_SOAK=100 $(BIN)/pytest -n auto tests/test_contract.py

lint: $(VENV)/ready
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(VENV)/ready
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(VENV)/ready
	@$(BIN)/python -m bench

$(VENV)/ready: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@

atlas: $(VENV)/ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[atlas]"
	@$(BIN)/python -m atlas

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
