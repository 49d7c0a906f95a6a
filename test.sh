#!/usr/bin/env bash
# Everything that must hold before a change lands: format, lints, documentation, all tests (the examples in the
# documentation and in the README, and the licences of dependencies, among them).
set -euo pipefail
cd "$(dirname "$0")"
set -x
cargo fmt --all --check
cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
cargo test --workspace --locked --lib --bins --tests
# The second checker, beside the examples in the documentation. Its tests of chess need python-chess: the tests above
# install it if there is a network.
python="${CARGO_TARGET_DIR:-target}/tmp/python-chess-1.11.2/bin/python"
"$python" -c 'import chess' 2>/dev/null || python=python3
"$python" -B -m unittest discover -s checkers &
checker=$!
cargo test --workspace --locked --doc
wait "$checker"
