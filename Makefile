# Stationmaster. `make play` is all a newcomer needs; `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
GAMES ?= 50
BOARDS ?= 4000
# or: make crash CRASH='--database postgres --processes 2'
CRASH ?=
# calls of each title that `make sight` looks at, all if empty
CALLS ?=
POSITIONS ?= 10000
REFUSALS ?= 1000000
KILLS ?= 500
TABLES ?= 50
# or: make tournament TOURNAMENT='--titles 18CZ --players 3 4 --games 30'
TOURNAMENT ?=
SEED ?= 1
# where `make samples` writes, the screen if empty
TO ?=
PORT ?=
TESTS ?=
WORKERS ?= 3
MS ?= 200
LATE ?= tests/bot
# or: make mutants MUTANTS='--rooms render --sample 20 --seed 1'
MUTANTS ?=

.DEFAULT_GOAL := help
.PHONY: broken help play bot test test-slow test-long test-late lint format rules rules-strict bench crash drill load burst audit gallery guide legible memory mutants presses rolling round-trips samples tournament traffic waits fuzz growth clean

help:  ## what there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 15

$(VENV)/base: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Stationmaster needs Python 3.11 or newer; set PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/dev: $(VENV)/base
	$(RUN) -m pip install --quiet --disable-pip-version-check -e '.[dev,others]'
	@touch $@

play: $(VENV)/base  ## the local table: the real bot, a Discord of its own, and a page to sit at
	$(RUN) -m bot --local $(if $(PORT),--port $(PORT))

bot: $(VENV)/base  ## the bot on Discord; settings from the environment or .env
	$(RUN) -m bot

test: $(VENV)/dev  ## the tests, on two cores, without those that are slow; TESTS= some of them
	$(RUN) -m pytest -n $(WORKERS) --dist worksteal -m "not slow and not long" $(TESTS)

test-slow: $(VENV)/dev  ## whole games through the bot, long random play, every recorded game and board; then test-late
	$(RUN) -m pytest -n $(WORKERS) --dist worksteal -m "slow and not long"
	$(MAKE) test-late

test-long: $(VENV)/dev  ## every fault on every path, every recorded game written and drawn, whole games on a slow line
	$(RUN) -m pytest -n 2 -m long

test-late: $(VENV)/dev  ## the bot's tests on a Discord that takes MS milliseconds, with jitter, for everything
	STATIONMASTER_LATENCY=$(MS) $(RUN) -m pytest -n 6 -m "not slow and not long" $(LATE)

lint: $(VENV)/dev  ## ruff and mypy
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

format: $(VENV)/dev  ## let ruff format and mend what it can
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

rules: $(VENV)/dev  ## clauses that no test names
	$(RUN) -m tests.tools.rules

rules-strict: $(VENV)/dev  ## take every rule out in turn; a test that names its clause must fail
	$(RUN) -m tests.tools.rules --strict

bench: $(VENV)/dev  ## how fast things are; BENCH_DIR and CONFORMANCE_DIR add positions and games
	$(RUN) -m tests.tools.bench

crash: $(VENV)/dev  ## kill the bot KILLS times while tables are played, and compare what is stored, shown and told
	$(RUN) -m tests.crash --kills $(KILLS) $(CRASH)

drill: $(VENV)/dev  ## copy and move all games while tables are played; each must replay to its fingerprint
	$(RUN) -m tests.drill

load: $(VENV)/dev  ## TABLES tables with a press every half minute over 1,000 stored games: what people wait for, what stays open
	$(RUN) -m tests.tools.load --tables $(TABLES)

burst: $(VENV)/dev  ## 200 tables that each make three moves within ten seconds: nothing may be lost, and how long they wait
	$(RUN) -m tests.tools.burst

rolling: $(VENV)/dev  ## three processes on one PostgreSQL: one killed, one added, the others updated; nothing lost, nobody waits 30 s
	$(RUN) -m tests.tools.rolling

audit: $(VENV)/dev  ## known weaknesses of the dependencies, by pip-audit; asks PyPI, and fails where that cannot tell
	$(RUN) -m pip freeze --exclude-editable > $(VENV)/frozen.txt
	$(RUN) -m pip_audit --strict --no-deps --disable-pip -r $(VENV)/frozen.txt

legible: $(VENV)/dev  ## how high letters are on pictures as wide as they are shown; fails where they cannot be read
	$(RUN) -m tests.tools.legible

memory: $(VENV)/dev  ## what a process that draws has after a thousand different games; fails above 120 MiB
	$(RUN) -m tests.tools.picture_memory 1000

mutants: $(VENV)/dev  ## small faults put into a copy, by chance, for the tests to find; fails below the floors; MUTANTS= rooms, sample, seed
	$(RUN) -m tests.mutants $(MUTANTS)

broken: $(VENV)/dev  ## break what tells a move, one function after another: is whoever is next called all the same?
	$(RUN) -m tests.tools.broken

presses: $(VENV)/dev  ## how many presses each decision and each turn takes; fails above the goals
	$(RUN) -m tests.tools.presses

round-trips: $(VENV)/dev  ## write GAMES games, and all in CONFORMANCE_DIR, for 18xx.games and read them again
	$(RUN) -m tests.tools.round_trips $(and $(CONFORMANCE_DIR),$(CONFORMANCE_DIR)/1*/*.gz) --games $(GAMES) -j 2

samples: $(VENV)/dev  ## what a reader of a language reads, drawn by chance, for native readers: make samples LANG=de SEED=1 TO=FILE
	$(RUN) -m tests.tools.samples $(LANG) --seed $(SEED) $(and $(TO),--to $(TO))

tournament: $(VENV)/dev  ## levels of the house's players against each other; fails below the figures; TOURNAMENT= titles, players, games
	nice $(RUN) -m tests.tools.tournament -j 2 $(TOURNAMENT)

waits: $(VENV)/dev  ## how long a player waits from "Lay track" to a tile, over real sockets; fails above the goals
	$(RUN) -m tests.tools.waits

traffic: $(VENV)/dev  ## requests a move and a turn, messages a turn and how late the board is, at one move a second; fails above the goals
	$(RUN) -m tests.tools.traffic

sight: $(VENV)/dev  ## at every call of whole games, what is out of sight on a phone or a desk; CALLS= looks at so many
	$(RUN) -m tests.tools.sight $(if $(CALLS),--calls $(CALLS))

gallery: $(VENV)/dev  ## draw docs/gallery.md: every view of every title in every scheme
	$(RUN) -m tests.gallery

guide: $(VENV)/dev  ## write docs/playing.md: a whole turn of each title, as the bot shows it
	$(RUN) -m tests.guide

fuzz: $(VENV)/dev  ## long random play, random boards, routes of POSITIONS late positions, REFUSALS refusals judged
	for o in "" "--option compat=peer18xx"; do \
		for n in 1 2 3 4 5 6; do $(RUN) -m engine play 18Mag --players $$n --games $(GAMES) -j 2 $$o || exit 1; done; \
		for n in 3 4 5 6 7; do $(RUN) -m engine play 1844 --players $$n --games $(GAMES) -j 2 $$o || exit 1; done; \
		for n in 2 3 4 5 6; do $(RUN) -m engine play 18CZ --players $$n --games $(GAMES) -j 2 $$o || exit 1; done; \
	done
	for o in "level=medium" "level=difficult --option length=long"; do \
		$(RUN) -m engine play 18Mag --players 1 --games $(GAMES) -j 2 --option $$o || exit 1; \
	done
	for o in new_major new_minors=simple new_minors=challenge supporters standard_divs; do \
		for n in 3 4 5 6; do $(RUN) -m engine play 18Mag --players $$n --games $(GAMES) -j 2 --option $$o || exit 1; done; \
	done
	FUZZ_BOARDS=$(BOARDS) $(RUN) -m pytest -n 2 -m "slow or not slow" tests/engine/board tests/engine/routes
	$(RUN) -m tests.engine.routes.fuzz_routes $(POSITIONS)
	$(RUN) -m tests.tools.refusals $(REFUSALS)

growth: $(VENV)/dev  ## how the time for the best routes grows, drawn to docs/routes-growth.png
	$(RUN) -m tests.engine.routes.growth docs/routes-growth.png

clean:  ## remove everything that was made
	rm -rf $(VENV) .venv-newest build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
