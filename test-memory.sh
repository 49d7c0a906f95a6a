#!/usr/bin/env bash
# What threads share, under every order of reads and writes (loom), and the unsafe code of
# the tables under Miri, where there is a nightly toolchain with that component. Both build everything once more, so this
# is not part of ./test.sh: run it when crates/winproof/src/table has changed.
set -euo pipefail
cd "$(dirname "$0")"
set -x
RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/loom" \
    cargo test --release -p winproof --lib --locked -- loom_tests
if cargo +nightly miri --version >/dev/null 2>&1; then
    # The table's memory comes from the system, which Miri lets through. Where a table is large, looking after every
    # borrow takes it too long.
    export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/miri"
    miri=(cargo +nightly miri test -p winproof --lib --locked --)
    MIRIFLAGS="-Zmiri-disable-isolation" "${miri[@]}" table:: \
        --skip a_smaller_table --skip a_sweep --skip entries_read --skip memory_that --skip there_is
    MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-disable-stacked-borrows" "${miri[@]}" \
        table::tests::a_s table::replacement::tests::a_smaller table::replacement::tests::entries_read
else
    echo "NOT TESTED: the unsafe code of the tables under Miri (rustup component add miri rust-src --toolchain nightly)" >&2
fi
