#!/usr/bin/env bash
# The processor's instructions are counted by valgrind; install Debian's where it is missing.
set -euo pipefail
command -v valgrind >/dev/null && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq valgrind >/dev/null
else
  echo "valgrind is needed to count instructions (Debian: apt-get install valgrind)." >&2
  exit 1
fi
