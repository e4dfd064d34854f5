"""Figures for an operator: whether every sweep runs, and whether notices and clocks wait for nobody (OPS-1)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max
from django.utils import timezone

from games import tasks
from games.models.hours import Pulse
from games.time import host_clock
from games.time.durations import in_seconds, spell
from notifications import delivery, lanes

#: Readers to whom mail was refused within a day because of this server; fewer may have odd servers of their own.
MOST_REFUSED, REFUSED_WITHIN = 3, timedelta(days=1)


@dataclass(frozen=True)
class Sweep:
    """A sweep: its name in the beat's plan, how long ago it last ran to its end, and whether that is too long.

    One that has never run counts from the newest migration; that is no time of its own, and so `age` is None.
    """

    name: str
    age: timedelta | None
    is_late: bool


def note(name: str, now: datetime | None = None) -> None:
    """Note that a sweep has run to its end."""
    now = now or timezone.now()
    if not Pulse.objects.filter(name=name).update(at=now):
        Pulse.objects.get_or_create(name=name, defaults={"at": now})


def sweeps(now: datetime) -> list[Sweep]:
    """Return every sweep that the beat plans. Late: two of its turns have passed, and the time of an alarm."""
    pulses = dict(Pulse.objects.values_list("name", "at"))
    begun = MigrationRecorder.Migration.objects.aggregate(at=Max("applied"))["at"] or now
    found = []
    for name, plan in settings.CELERY_BEAT_SCHEDULE.items():
        most = 2 * timedelta(seconds=float(str(plan["schedule"]))) + settings.HOUSE.alarm_after
        last = pulses.get(name)
        age = None if last is None else max(now - last, timedelta(0))
        found.append(Sweep(name, age, now - (last or begun) > most))
    return found


def alarms(now: datetime) -> list[str]:
    """Return what somebody has to look at, a sentence for each; nothing that not everybody may read."""
    found = [
        f"The sweep {sweep.name} has not run {f'for {_minutes(sweep.age)}' if sweep.age else 'at all'}."
        for sweep in sweeps(now)
        if sweep.is_late
    ]
    if stand := host_clock.in_words(now):
        found.insert(0, stand)
    for name, waiting in lanes.waiting(now).items():
        if waiting.oldest > settings.HOUSE.alarm_after:
            found.append(f"A notice in the lane of {name} has been due for {_minutes(waiting.oldest)}.")
    if (refused := delivery.refused_readers(now - REFUSED_WITHIN)) >= MOST_REFUSED:
        found.append(
            f"Within a day mail to {refused} readers was refused because of this server: see `mail_check --refused`."
        )
    late = len(tasks.overdue(now))
    if late:
        found.append(f"{late} {'clock is' if late == 1 else 'clocks are'} overdue.")
    return found


def _minutes(duration: timedelta) -> str:
    return spell(max(in_seconds(duration) // 60, 1) * 60)
