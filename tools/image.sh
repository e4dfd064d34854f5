#!/usr/bin/env bash
# Build the image that docker/compose.yaml runs, with the first of docker, podman and buildah that can build here;
# BUILDER names another, IMAGE another name. All arguments go to its build (`--build-arg BASE=…`, `--pull`).
# Ends with 3 where none of them can.
set -euo pipefail
cd "$(dirname "$0")/.."
IMAGE=${IMAGE:-wotr:local}
VERSION=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' rules/__init__.py)

# A client of docker is often there without an engine.
works() { if [ "$1" = docker ]; then docker info; else "$1" --version; fi >/dev/null 2>&1; }

for builder in ${BUILDER:-docker podman buildah}; do
  if works "$builder"; then
    # Only Docker's own form of an image knows a health check.
    if [ "$builder" != docker ]; then set -- --format docker "$@"; fi
    echo "$builder builds $IMAGE."
    exec "$builder" build -f docker/Dockerfile -t "$IMAGE" --label "org.opencontainers.image.version=$VERSION" "$@" .
  fi
done
echo "An image is built by docker (with a running engine), podman or buildah (Debian: apt-get install buildah)." >&2
exit 3
