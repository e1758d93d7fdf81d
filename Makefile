# The two commands a newcomer needs are `make play` and `make test`; each sets up what it uses, and no more.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: play text test soak passed-over playthroughs faults fuzz lint types bench atlas maps pictures format clean

play: $(VENV)/playable
	@$(BIN)/hexfront

text: $(VENV)/playable
	@$(BIN)/hexfront play pgg

test: $(VENV)/ready
	@$(BIN)/python scripts/find_tools.py
	@$(BIN)/pytest -n auto

soak: $(VENV)/ready
	@HEXFRONT_SOAK=100 $(BIN)/pytest -n auto tests/engine/test_contract.py

# Is any phase or duty passed over that had an order to give? In thousands of games, half an hour or so.
passed-over: $(VENV)/ready
	@for game in pgg trc; do $(BIN)/python tests/passed_over.py $$game random --games 3000 || exit 1; \
	  $(BIN)/python tests/passed_over.py $$game planner --games 60 || exit 1; done

# Every game told anew: what `git diff` then shows has changed in how it plays.
playthroughs: $(VENV)/ready
	@PYTHONPATH=examples/tiny $(BIN)/python tests/play_through.py

faults: $(VENV)/ready
	@HEXFRONT_FAULTS=100 $(BIN)/pytest tests/faults

fuzz: $(VENV)/ready
	@HEXFRONT_FUZZ=200 $(BIN)/pytest tests/server/test_fuzz.py

lint: types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# The browser's code is checked against its JSDoc types where there is npm; nothing of it is built.
TYPESCRIPT := 5.9.3
types: $(VENV)/ready
	@if command -v npm >/dev/null; then \
	  test -x $(VENV)/tsc/node_modules/.bin/tsc || \
	    npm install --silent --no-save --no-package-lock --prefix $(VENV)/tsc typescript@$(TYPESCRIPT); \
	  $(VENV)/tsc/node_modules/.bin/tsc --noEmit -p tsconfig.json; \
	else echo "types of the browser's code not checked: npm is not installed"; fi

maps: $(VENV)/ready
	@$(BIN)/python scripts/maps.py

pictures: $(VENV)/ready
	@$(BIN)/python scripts/pictures.py

format: $(VENV)/ready
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(VENV)/ready
	@$(BIN)/python -m bench

$(BIN)/python:
	@$(PYTHON) -m venv $(VENV)

# Whoever only plays is spared what the tests, the linters and the laboratory need; whoever has that can play too.
$(VENV)/playable: pyproject.toml constraints.txt | $(BIN)/python
	@$(INSTALL) -e .
	@touch $@

$(VENV)/ready: pyproject.toml constraints.txt | $(BIN)/python
	@$(INSTALL) -e ".[dev]"
	@touch $@ $(VENV)/playable

atlas: $(VENV)/ready
	@$(INSTALL) -e ".[atlas]"
	@$(BIN)/python -m atlas

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
