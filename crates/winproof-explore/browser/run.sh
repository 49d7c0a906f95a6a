#!/usr/bin/env bash
# Checks the types of the page and drives it in a real browser. What that takes (TypeScript, puppeteer-core, Chromium)
# is installed if it is missing; where it cannot be, the run says what was not tested, and does not fail.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
tools="$target/browser-tests"
winproof="$target/debug/winproof"

not_tested() {
    echo "NOT TESTED: the explorer in a browser: $1" >&2
    exit 0
}

command -v node >/dev/null && command -v npm >/dev/null || not_tested "there is no node and no npm"
mkdir -p "$tools"
if [ ! -d "$tools/node_modules/typescript" ] || [ ! -d "$tools/node_modules/puppeteer-core" ]; then
    npm install --silent --no-fund --no-audit --prefix "$tools" typescript@5 puppeteer-core@24 >/dev/null 2>&1 ||
        not_tested "npm could not install typescript and puppeteer-core"
fi
"$tools/node_modules/.bin/tsc" -p "$here/../page"
echo "the page's types are right"

browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if ! browser >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium) >/dev/null 2>&1 || true
    fi
    browser >/dev/null || not_tested "there is no Chromium, and it cannot be installed"
fi
[ -x "$winproof" ] || cargo build --manifest-path "$root/Cargo.toml" --locked
export TOOLS="$tools" WINPROOF="$winproof" CHROMIUM
CHROMIUM="$(browser)"
# With a folder for screenshots, those are made instead.
[ -z "${PICTURES:-}" ] || exec node "$here/pictures.mjs"
node "$here/test.mjs"
