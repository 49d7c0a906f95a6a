#!/usr/bin/env bash
# The tests of the Python package, in a virtual environment of their own below the target folder.
set -euo pipefail
cd "$(dirname "$0")"
target="$(cargo metadata --locked --no-deps --format-version 1 | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')"
environment="$target/tmp/python-package"
python="$environment/bin/python"
if [ ! -x "$python" ]; then
    if ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'; then
        echo "NOT TESTED: the Python package needs python3, 3.10 or later, with venv" >&2
        exit 0
    fi
    python3 -m venv "$environment"
fi
pip="$python -m pip --quiet --disable-pip-version-check"
if ! $python -c 'import maturin, pytest, mypy, tqdm, nbclient, ipykernel' 2>/dev/null; then
    if ! $pip install 'maturin>=1.9.4,<2' pytest mypy tqdm nbformat nbclient ipykernel; then
        echo "NOT TESTED: the Python package, because pip could not install what its tests need" >&2
        exit 0
    fi
    $pip install numpy 'open_spiel>=2' || echo "NOT TESTED: OpenSpiel, which has no wheel for this machine" >&2
fi
# Where ./test.sh has built the extension, it is used; otherwise maturin builds it.
built="$(ls "${WINPROOF_EXTENSION:-none}".so 2>/dev/null || true)"
if [ -n "$built" ]; then
    cp "$built" winproof/_native.abi3.so
    export PYTHONPATH="$PWD"
    export WINPROOF_COMMAND="$(dirname "$WINPROOF_EXTENSION")/winproof"
else
    VIRTUAL_ENV="$environment" PATH="$environment/bin:$PATH" maturin develop --quiet --locked
fi
"$python" -m pytest "$@"
