"""Our own processes of docker/compose.yaml, on this machine."""

import re
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent


def commands(port: int, folder: Path) -> dict[str, list[str]]:
    """Return the commands by service: web at a port, and what the beat keeps in a folder."""
    compose = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
    tools, found = Path(sys.executable).parent, {}
    for name, service in compose["services"].items():
        command = service.get("command")
        if "profiles" in service:
            continue  # only where somebody asks for it
        if isinstance(command, list) and (command[0] == "granian" or "wotr.service" in command):
            words = [str(tools / command[0]), *command[1:]]
            for option, value in (
                ("--port", str(port)),
                ("--host", "127.0.0.1"),
                ("--schedule", f"{folder}/beat"),
            ):
                if option in words:
                    words[words.index(option) + 1] = value
            found[name] = words
    return found


def environment() -> dict[str, str]:
    """Return what the image says of memory to each of its processes."""
    return dict(re.findall(r"(MALLOC_\w+)=(\d+)", (ROOT / "docker" / "Dockerfile").read_text()))
