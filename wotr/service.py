"""One process of Celery in the services shape: a worker of a queue, or the beat.

`python -m wotr.service worker mail --threads 4` does what `celery -A wotr worker` does with these options. Celery's own
command line loads a shell with completion and colours as well, which takes 12 MB in every process.
"""

import argparse
import logging
import sys
from collections.abc import Sequence

from celery.utils.nodenames import default_nodename, host_format

from wotr.celery import app


def worker(queue: str, name: str, threads: int) -> int:
    """Work off a queue until told to stop, as the node `name`@HOST. Returns the exit code."""
    node = host_format(default_nodename(f"{name}@%h"))
    working = app.Worker(
        hostname=node, queues=queue, pool="threads", concurrency=threads, loglevel=logging.WARNING, quiet=True
    )
    working.start()
    return int(working.exitcode or 0)


def beat(schedule: str) -> int:
    """Set off the sweeps until told to stop; what was set off when is kept in the file `schedule`."""
    app.Beat(schedule=schedule, loglevel="WARNING", quiet=True).run()
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and go to work."""
    parser = argparse.ArgumentParser("python -m wotr.service", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    of_worker = kinds.add_parser("worker", help="work off a queue, or several")
    of_worker.add_argument("queue", help="its name; several with commas between")
    of_worker.add_argument("--name", help="the name of the node, that of the queue if none is given")
    of_worker.add_argument("--threads", type=int, default=2)
    of_beat = kinds.add_parser("beat", help="set off the sweeps")
    of_beat.add_argument("--schedule", default="/tmp/beat-schedule")
    given = parser.parse_args(arguments)
    if given.kind == "beat":
        return beat(given.schedule)
    return worker(given.queue, given.name or given.queue, given.threads)


if __name__ == "__main__":
    sys.exit(main())
