#!/usr/bin/env bash
# Everything that must hold before a change lands: format, lints, documentation, all tests (the examples in the
# documentation and in the README, and the licences of dependencies, among them).
set -euo pipefail
cd "$(dirname "$0")"
target="${CARGO_TARGET_DIR:-target}"
mkdir -p "$target"
set -x
cargo fmt --all --check
# Lints and documentation have a folder of their own and the lowest priority: they fill in where tests leave a core
# idle.
{
    export CARGO_TARGET_DIR="$target/lints"
    nice -n 19 cargo clippy --workspace --all-targets --locked -- -D warnings
    RUSTDOCFLAGS="-D warnings" nice -n 19 cargo doc --workspace --no-deps --locked
} >"$target/lints.txt" 2>&1 &
lints=$!
trap 'pkill -P "$lints" 2>/dev/null || true' EXIT
# All steps choose the same crates, so that none is compiled twice. The Python extension is no program of its own, so
# Python tests it, below.
export PYO3_BUILD_EXTENSION_MODULE=1
# What a test frees stays with it: much of the time in the system goes into pages that are given back and asked for
# again.
export MALLOC_TRIM_THRESHOLD_=268435456 MALLOC_TOP_PAD_=16777216 MALLOC_MMAP_THRESHOLD_=268435456
cargo build --workspace --profile test --locked --lib --tests
# Tests of real processes mostly wait, so they run beside what comes last.
cargo test --workspace --locked --tests -- --skip faults:: --skip kills:: --skip matrix::
# The second checker's tests of chess need python-chess: the tests above install it if there is a network.
python="$target/tmp/python-chess-1.11.2/bin/python"
"$python" -c 'import chess' 2>/dev/null || python=python3
"$python" -B -m unittest discover -s checkers &
checker=$!
WINPROOF_EXTENSION="$(cd "$target" && pwd)/debug/lib_native" python/test.sh &
package=$!
# The explorer in a real browser, where there is one or it can be installed.
crates/winproof-explore/browser/run.sh &
browser=$!
cargo test --workspace --locked --test processes
cargo test --workspace --locked --doc
wait "$checker"
wait "$package"
wait "$browser"
if ! wait "$lints"; then
    cat "$target/lints.txt"
    exit 1
fi
