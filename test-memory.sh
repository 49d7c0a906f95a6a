#!/usr/bin/env bash
# What threads share, under every order of reads and writes that the memory model allows (loom). It builds everything a
# second time with other words in the tables, so it is not part of ./test.sh: run it when crates/winproof/src/table has
# changed.
set -euo pipefail
cd "$(dirname "$0")"
set -x
RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/loom" \
    cargo test --release -p winproof --lib --locked -- loom_tests
