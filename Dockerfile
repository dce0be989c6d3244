# The binary alone: no shell, no package manager, not root. The versions are those of the tests.
FROM node:22-bookworm-slim AS web
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm install --no-save --no-audit --no-fund --loglevel=error
COPY web ./
RUN npm run build

FROM rust:1.95-bookworm AS binary
WORKDIR /build
COPY Cargo.toml Cargo.lock ./
COPY actors actors
COPY server server
COPY bench bench
COPY migrations migrations
COPY --from=web /build/web/dist web/dist
# The builder's cache keeps compiled crates; the binary is copied out of it.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/build/target \
    cargo build --release --locked --package server \
    && install -D target/release/troupe /out/usr/local/bin/troupe \
    && install -d /out/data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=binary --chown=65532:65532 /out/data /data
COPY --from=binary /out/usr/local/bin/troupe /usr/local/bin/troupe
USER 65532:65532
ENV TROUPE_ADDR=0.0.0.0:8080 TROUPE_DATA_DIR=/data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s CMD ["troupe", "ready"]
ENTRYPOINT ["/usr/local/bin/troupe"]
CMD ["serve"]
