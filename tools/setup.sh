#!/usr/bin/env bash
# Make the virtual environment from the locked requirements.
set -euo pipefail
cd "$(dirname "$0")/.."

. tools/versions.sh

python=""
for candidate in $(printf "python%s " $VERSIONS) python3; do
  if command -v "$candidate" >/dev/null && fits "$candidate"; then python=$candidate; break; fi
done
if [ -z "$python" ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3 python3-venv >/dev/null
  fits python3 && python=python3
fi
if [ -z "$python" ]; then
  echo "One of Python $VERSIONS, with venv, is needed (Debian: apt-get install python3 python3-venv)." >&2
  exit 1
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv
pip=(.venv/bin/python -m pip install -qq --disable-pip-version-check --require-hashes)
# uv, by its own lines of the lock, installs all of it in half the time; where it does not run, pip does.
awk '/^uv==/ { own = 1 } own { print } own && !/\\$/ { exit }' requirements/dev.txt | "${pip[@]}" -r /dev/stdin || true
if ! .venv/bin/uv pip install -q --require-hashes --compile-bytecode -p .venv/bin/python -r requirements/dev.txt; then
  "${pip[@]}" -r requirements/dev.txt
fi
touch .venv/.ready
