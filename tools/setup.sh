#!/usr/bin/env bash
# Make the virtual environment from the locked requirements.
set -euo pipefail
cd "$(dirname "$0")/.."

fits() { "$1" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null; }

python=""
for candidate in python3.11 python3.12 python3.13 python3; do
  if command -v "$candidate" >/dev/null && fits "$candidate"; then python=$candidate; break; fi
done
if [ -z "$python" ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3 python3-venv >/dev/null
  fits python3 && python=python3
fi
if [ -z "$python" ]; then
  echo "Python 3.11, 3.12 or 3.13, with venv, is needed (Debian: apt-get install python3 python3-venv)." >&2
  exit 1
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv
.venv/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.txt
touch .venv/.ready
