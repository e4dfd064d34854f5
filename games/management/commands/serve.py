"""Run web server and worker in one terminal, and stop them together."""

import json
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.play import leading_over

#: Seconds that Granian gives its worker to stop, fewer than it gets itself (wotr.supervisor).
PATIENCE = 8
#: Connections that the web process serves at the same time: more than may listen to its streams.
MOST_CONNECTIONS = "8192"
#: Plain HTTP/1.1. The head of a request has to arrive within ten seconds, in 32 KiB; so long may a connection lie idle,
#: too. With HTTP/2 among the choices nobody would end connections that never say a word.
HTTP = ("--http", "1", "--no-ws", "--http1-header-read-timeout", "10000", "--http1-buffer-size", "32768")
#: What an earlier version kept of its queue in VAR_DIR, by folder.
OLD_QUEUE = {
    "messages": ("*.msg", "*.part"),
    "broken": ("*.msg",),
    "control": ("*.exchange", "*.part", "lock"),
}


def web_command(host: str, port: int) -> list[str]:
    """Return the command of the web process: one process for pages, API and streams."""
    return [
        str(Path(sys.executable).parent / "granian"),
        "--interface",
        "asginl",
        *HTTP,
        "--host",
        host,
        "--port",
        str(port),
        "--no-access-log",
        "--log-level",
        "warning",
        "--workers-kill-timeout",
        str(PATIENCE),
        "--backpressure",
        MOST_CONNECTIONS,
        "wotr.asgi:application",
    ]


def plan(host: str, port: int) -> dict[str, Any]:
    """Return what the supervisor runs (`wotr.supervisor.main`)."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return {
        "says": f"\n  Play at http://{host}:{port}/   (Ctrl-C stops)\n",
        "processes": [
            {"name": "web", "command": web_command(host, port), "asked": [here, port, _own_name()]},
            {"name": "worker", "command": [sys.executable, "-m", "wotr.worker"], "asked": None},
        ],
    }


def _own_name() -> str:
    """Return a name that this server goes by."""
    named = (name.lstrip(".") for name in settings.ALLOWED_HOSTS)
    return next((name for name in named if name != "*"), "localhost")


def require_free(host: str, port: int) -> None:
    """Raise CommandError if nobody can listen there, or somebody does already."""
    if not 0 < port < 65_536:
        raise CommandError(f"{port} is no port: choose one from 1 to 65535.")
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        why = str(error.strerror).partition(" (")[0]
        raise CommandError(
            f"Nothing can be served at {host}, port {port}: {why}. Choose another port, as by "
            "`make play PORT=8123`."
        ) from None


def forget_old_queue(folder: Path) -> None:
    """Remove what an earlier version kept of its queue and of its beat in VAR_DIR, and nothing else."""
    old = folder / "queue"
    for name, patterns in OLD_QUEUE.items():
        place = old / name
        if old.is_symlink() or place.is_symlink():
            continue  # somebody else's
        for pattern in patterns:
            for file in place.glob(pattern):
                with suppress(OSError):
                    file.unlink()
        with suppress(OSError):
            place.rmdir()
    with suppress(OSError):
        old.rmdir()
    for file in folder.glob("beat-schedule*"):
        with suppress(OSError):
            file.unlink()


class Command(BaseCommand):
    help = "Run the web server and the worker in one terminal; Ctrl-C stops both."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        require_free(options["host"], options["port"])
        forget_old_queue(Path(settings.VAR_DIR))
        call_command("collectstatic", interactive=False, verbosity=0)
        behind = leading_over.reminder()
        if behind:
            self.stderr.write(behind)
        os.environ.setdefault("SITE_URL", f"http://{options['host']}:{options['port']}")
        # In the place of this process: it has loaded far more than whoever only watches needs.
        supervisor = str(settings.BASE_DIR / "wotr" / "supervisor.py")
        os.environ["PLAN"] = json.dumps(plan(options["host"], options["port"]))
        os.execv(sys.executable, [sys.executable, "-I", supervisor])
