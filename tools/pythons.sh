#!/usr/bin/env bash
# Run the tests marked `pythons` in the files given on every Python that the project allows and that is installed here beside the one of
# .venv. Each has an environment of its own, .venv-3.X, made of the same locked requirements.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/versions.sh

own=$(.venv/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')

# Installed under its own name, or by pyenv; a name that pyenv only passes on may lead nowhere.
found() {
  local candidate
  for candidate in "python$1" $(ls -d "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python 2>/dev/null | sort -rV); do
    if fits "$candidate" && [ "$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])')" = "$1" ]; then
      echo "$candidate"
      return
    fi
  done
}

set_up() {
  if [ ".venv-$1/.ready" -nt requirements/dev.txt ]; then return; fi
  rm -rf ".venv-$1"
  if [ -x .venv/bin/uv ]; then
    .venv/bin/uv venv -q --no-python-downloads -p "$2" ".venv-$1"
    .venv/bin/uv pip install -q --require-hashes -p ".venv-$1/bin/python" -r requirements/dev.txt
  else
    "$2" -m venv ".venv-$1"
    ".venv-$1/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.txt
  fi
  touch ".venv-$1/.ready"
}

ran=""
failed=""
for version in $VERSIONS; do
  if [ "$version" = "$own" ]; then continue; fi
  python=$(found "$version")
  if [ -z "$python" ]; then continue; fi
  set_up "$version" "$python"
  echo "Python $(".venv-$version/bin/python" -c 'import platform; print(platform.python_version())'):"
  ran="$ran $version"
  ".venv-$version/bin/python" -m pytest -q -n "${WORKERS:-auto}" --dist worksteal -m pythons "$@" || failed="$failed $version"
done
if [ -n "$failed" ]; then
  echo "Failed on Python$failed." >&2
  exit 1
fi
echo "Python of .venv: $own. Others installed here:${ran:- none}."
