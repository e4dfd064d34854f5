#!/usr/bin/env bash
# The browser tests need Chromium; install Debian's where it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
.venv/bin/python -c "from tools.chromium import find; raise SystemExit(find() is None)" && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  package=chromium-headless-shell
  apt-cache show "$package" >/dev/null 2>&1 || package=chromium
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$package" fonts-dejavu-core >/dev/null
else
  echo "Chromium is needed for the browser tests (Debian: apt-get install chromium)." >&2
  exit 1
fi
