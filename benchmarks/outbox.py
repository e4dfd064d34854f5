"""`python -m benchmarks.outbox [--games 30] [--workers 1 --workers 2 --workers 4]`: how many mails a second go out.

Within tools/with_services.sh. Games of each title are begun and played on for a few moves, with nothing held back; then
workers of compose.yaml's service `mail-out` write and send what waits, to an SMTP server that takes everything, once
for each number of workers. Printed are mails a second from the first to the last, and the processor time of the
workers for a mail, as milliseconds and against the fixed loop of `tests.costs`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path
from queue import Empty

from aiosmtpd.controller import Controller

from benchmarks import compose_stack
from benchmarks.empty_server import own_database
from benchmarks.figures import judge
from benchmarks.processes import processor_seconds
from benchmarks.promptness import Post
from benchmarks.server import ROOT, Server, free_port
from tests.costs import LOOPS, unit

#: Seconds after which no further mail is waited for.
PATIENCE = 20.0


def used(processes: list["subprocess.Popen[bytes]"]) -> float:
    """Return the seconds that processes have used of the processor."""
    return sum(processor_seconds(Path("/proc", str(process.pid))) for process in processes)


def sent(server: Server, post: Post, workers: int) -> tuple[int, float, float]:
    """Let workers send what waits. Returns the mails, the seconds between the first and the last, processor seconds."""
    folder = Path(server.env["VAR_DIR"])
    commands = [compose_stack.command("mail-out")] * workers + [compose_stack.command("beat", folder=folder)]
    processes = [
        subprocess.Popen(command, cwd=ROOT, env=server.env, stdout=subprocess.DEVNULL) for command in commands
    ]
    try:
        first = last = post.come.get(timeout=60)[0]
        before = used(processes[:-1])
        for number in count(1):
            try:
                last = post.come.get(timeout=PATIENCE)[0]
            except Empty:
                return number, last - first, used(processes[:-1]) - before
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(timeout=60)
    raise AssertionError("the outbox has no end")


def main() -> int:
    """Print the figures. Returns 1 if one is worse than is tolerated."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outbox")
    parser.add_argument(
        "--games", type=int, default=30, help="games of each title, for each number of workers"
    )
    parser.add_argument("--workers", type=int, action="append")
    chosen = parser.parse_args()
    post, port, figures = Post(), free_port(), dict[str, float]()
    door = Controller(post, hostname="127.0.0.1", port=port)
    door.start()
    with (
        tempfile.TemporaryDirectory(prefix="wotr-bench-") as folder,
        own_database(os.environ["DATABASE_URL"]) as own,
    ):
        server = Server(own, folder)
        server.env |= {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(port), "HOUSE_TURN_HOLD": "0 s"}
        server.manage("migrate", "--verbosity", "0")
        print(f"{'workers':>8}{'mails':>8}{'a second':>10}{'ms of the processor each':>28}")
        for workers in chosen.workers or [1, 2, 4]:
            server.inside("turns", number=chosen.games, prefix=f"w{workers}")
            loop = unit() / LOOPS
            mails, seconds, spent = sent(server, post, workers)
            print(f"{workers:>8}{mails:>8}{mails / seconds:>10.1f}{1000 * spent / mails:>28.1f}")
            figures[f"a mail, {workers} worker{'s' * (workers > 1)}"] = spent / mails / loop
    door.stop()
    return judge("loops", figures)


if __name__ == "__main__":
    sys.exit(main())
