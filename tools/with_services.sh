#!/usr/bin/env bash
# Run a command with PostgreSQL and Redis: those named by DATABASE_URL and REDIS_URL, or throw-away ones.
# POSTGRES_OPTIONS are more options of a throw-away server.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -n "${DATABASE_URL:-}" ] && [ -n "${REDIS_URL:-}" ]; then
  exec "$@"
fi

postgres_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }
missing=()
[ -n "$(postgres_bin)" ] || command -v initdb >/dev/null || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
if [ ${#missing[@]} -gt 0 ]; then
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
  else
    echo "Needed: ${missing[*]}" >&2
    exit 1
  fi
fi
# Only tests/hostile/test_two_of_everything.py wants it, and does without where it cannot be had.
if [ ! -x /usr/sbin/pgbouncer ] && ! command -v pgbouncer >/dev/null && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq || true
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq pgbouncer >/dev/null || true
fi
bin=$(postgres_bin)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb)")

free_port() { .venv/bin/python -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
work=$(mktemp -d /tmp/wotr-services.XXXXXX)
chmod 755 "$work"
as_postgres=()
if [ "$(id -u)" = 0 ]; then
  id postgres >/dev/null 2>&1 || useradd --system --no-create-home postgres
  mkdir "$work/postgres" && chown postgres "$work/postgres"
  as_postgres=(runuser -u postgres --)
else
  mkdir "$work/postgres"
fi

redis_pid=""
stop() {
  "${as_postgres[@]}" "$bin/pg_ctl" -D "$work/postgres/data" -m immediate stop >/dev/null 2>&1 || true
  [ -z "$redis_pid" ] || kill "$redis_pid" 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT

pg_port=$(free_port)
(cd "$work/postgres" && "${as_postgres[@]}" "$bin/initdb" -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null)
(cd "$work/postgres" && "${as_postgres[@]}" "$bin/pg_ctl" -D data -w -l log \
  -o "-p $pg_port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$work/postgres -c max_connections=200 ${POSTGRES_OPTIONS:-}" start >/dev/null)
redis_port=$(free_port)
redis-server --port "$redis_port" --bind 127.0.0.1 --save "" --appendonly no --dir "$work" >/dev/null &
redis_pid=$!

export DATABASE_URL="postgres://postgres@127.0.0.1:$pg_port/postgres"
export REDIS_URL="redis://127.0.0.1:$redis_port/0"
"$@"
