#!/usr/bin/env bash
# Make .venv-engine, in which modules of the rules are compiled and python-chess runs beside them, from its own locked requirements.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ .venv-engine/.ready -nt requirements/engine.txt ]; then exit; fi
command -v cc >/dev/null || { echo "A C compiler is needed (Debian: apt-get install gcc)." >&2; exit 1; }
rm -rf .venv-engine
.venv/bin/uv venv -q --no-python-downloads -p .venv/bin/python .venv-engine
install=(.venv/bin/uv pip install -q --require-hashes -p .venv-engine/bin/python)
# python-chess comes as source only: what builds it is there before, by its own lines of the lock.
awk '/^setuptools==/ { own = 1 } own { print } own && !/\\$/ { exit }' requirements/engine.txt | "${install[@]}" -r /dev/stdin
"${install[@]}" --no-build-isolation -r requirements/engine.txt
touch .venv-engine/.ready
