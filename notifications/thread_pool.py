"""Threads for things that have to be waited for, several at once; they know nothing of the database."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Generic, Self, TypeVar

from django.db import connections

T = TypeVar("T")


class Crew(Generic[T]):
    """So many pairs of hands. Jobs raise nothing."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool = ThreadPoolExecutor(size, thread_name_prefix="call")
        self._under_way: set[Future[T]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()

    @property
    def busy(self) -> int:
        """How many jobs are under way, or done and not yet handed over."""
        return len(self._under_way)

    def begin(self, job: Callable[[], T]) -> None:
        """Begin a job. Raises RuntimeError if the machine has no room for another thread; then it is not done."""
        begun: Future[T] = Future()
        try:
            self._pool.submit(_carry_out, job, begun)
        except RuntimeError:
            if begun.cancel():  # or else one of the threads that there are has taken it already
                raise
        self._under_way.add(begun)

    def finished(self, seconds: float) -> list[T]:
        """Return what jobs have brought; if none has, wait so long for the first one."""
        done, self._under_way = wait(self._under_way, timeout=seconds, return_when=FIRST_COMPLETED)
        return [job.result() for job in done]


def _carry_out(job: Callable[[], T], begun: Future[T]) -> None:
    if not begun.set_running_or_notify_cancel():
        return
    try:
        try:
            done = job()
        finally:
            connections.close_all()  # a channel of somebody else's may have asked the database after all
    except BaseException as error:
        begun.set_exception(error)
    else:
        begun.set_result(done)
