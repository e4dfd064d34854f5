"""Our own processes of docker/compose.yaml, on this machine."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent


def _services() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())["services"]
    return services


def command(
    service: str, port: int = 0, *, address: str = "127.0.0.1", folder: Path = ROOT / "var"
) -> list[str]:
    """Return the command of a service as it stands there, but for where it listens and what a beat keeps where."""
    name, *words = _services()[service]["command"]
    here = {"--port": str(port), "--host": address, "--schedule": str(folder / "beat")}
    for option in here.keys() & set(words):
        words[words.index(option) + 1] = here[option]
    return [str(Path(sys.executable).parent / name), *words]


def commands(ports: Mapping[str, int], folder: Path, *, address: str = "127.0.0.1") -> dict[str, list[str]]:
    """Return the commands by service: web and streams at ports of their own, what the beat keeps in a folder."""
    found = {}
    for name, service in _services().items():
        if "profiles" in service:
            continue  # only where somebody asks for it
        its = service.get("command")
        if isinstance(its, list) and (its[0] == "granian" or "wotr.service" in its):
            found[name] = command(name, ports.get(name, 0), address=address, folder=folder)
    return found


def environment() -> dict[str, str]:
    """Return what the image says of memory to each of its processes."""
    return dict(re.findall(r"(MALLOC_\w+)=(\d+)", (ROOT / "docker" / "Dockerfile").read_text()))
