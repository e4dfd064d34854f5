"""The Celery application: workers deliver notices, play bot seats and sweep what is due.

Every sweep that the beat sets off leaves a pulse when it has run to its end (`games.monitoring`), and most of them run
once at a time in a process: one that is slow keeps one thread, not all of them.
"""

import os
import threading
import time
from datetime import timedelta
from typing import Any

from celery import Celery, Task
from celery.signals import beat_init, worker_init, worker_ready
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wotr.settings")
# Commands check the whole project; a worker would load all pages for it.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

#: Sweeps that may run twice at once: another clock may be up, and the lanes count for themselves.
TOGETHER = ("games.tasks.sweep_clocks", "notifications.tasks.sweep_mail", "notifications.tasks.sweep_calls")
#: Those that go on while it is in doubt what time it is (games.time.host_clock): the clocks look for themselves, the
#: others decide nothing by the time. Whatever else is due then waits.
AT_ANY_TIME = (
    *("games.tasks.sweep_clocks", "games.tasks.sweep_bots"),
    *("notifications.tasks.sweep_mail", "notifications.tasks.sweep_calls", "notifications.tasks.fetch_mail"),
)
#: Seconds between two pulses of one sweep: wakened by every move, it need not write one each time.
PULSE_SECONDS = 2.0


class Sweep(Task):  # type: ignore[type-arg]
    """A task that leaves a pulse, and does not begin while it is under way in the same process."""

    abstract = True

    def __init__(self) -> None:
        self._under_way = threading.Lock()
        self._pulsed_at = -PULSE_SECONDS

    def __call__(self, *args: Any, **given: Any) -> Any:
        """Do the work. Returns None if this process is at it already: an exception would keep a copy of every frame."""
        if self.request.called_directly or self._entry() is None:
            return self.run(*args, **given)
        if self.name in TOGETHER:
            return self._run_with_pulse(*args, **given)
        if not self._under_way.acquire(blocking=False):
            return None
        try:
            return self._run_with_pulse(*args, **given)
        finally:
            self._under_way.release()

    def _entry(self) -> str | None:
        """Return the name by which the beat's plan calls this task, None if it is not in it."""
        plan = self.app.conf.beat_schedule
        return next((name for name, its in plan.items() if its["task"] == self.name), None)

    def _run_with_pulse(self, *args: Any, **given: Any) -> Any:
        from games import monitoring
        from games.time import host_clock

        stands = self.name not in AT_ANY_TIME and host_clock.is_in_doubt(timezone.now())
        done = 0 if stands else self.run(*args, **given)
        if done is not None and time.monotonic() - self._pulsed_at >= PULSE_SECONDS:
            self._pulsed_at = time.monotonic()
            monitoring.note(str(self._entry()))
        return done


app = Celery("wotr", task_cls=Sweep)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def know_pages_alone(**given: Any) -> None:
    """Let a worker, which writes addresses and serves none, do without the API and all that it loads."""
    from django.conf import settings

    settings.ROOT_URLCONF = "wotr.pages"


@worker_ready.connect
def get_ready_to_draw(sender: Any, **given: Any) -> None:
    """Let a worker that draws pictures load what they are made of, beside its work."""
    from games.play import glimpses

    if "pictures" in sender.app.amqp.queues.consume_from:
        threading.Thread(target=glimpses.get_ready, name="pictures", daemon=True).start()


@beat_init.connect
def begin_with_all(sender: Any, **given: Any) -> None:
    """Let the beat begin with every sweep: it may have been away for longer than the seldom ones may wait."""
    for entry in sender.scheduler.schedule.values():
        entry.last_run_at = entry.default_now() - timedelta(days=1)
