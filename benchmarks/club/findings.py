"""Findings of a year: the games that were played, how often each rule was put to the test, what broke."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.club.members import Member
from benchmarks.club.referee import Board
from benchmarks.club.reminders import Reminded


@dataclass
class Play:
    """One game of the club: its referee, its players, and how long they mean to play.

    Attributes:
        version: of the newest event that is accounted for. misses: accounts that missed a full decision, with
        the moment; `forgiven` are those that do not count. told: reminders by seat and question. asked: seats
        with the version at which they were asked. zeros: when the seats' time is up, by the referee.
        seen: the version that each seat has looked at, of the `published` ones. acts: how often each seat has
        moved for all to see, or got another player. late: whether somebody's next answer
        comes by a mail that is read late. broken: not looked at any more.
    """

    key: str
    pk: int
    title: str
    board: Board
    members: dict[str, Member]
    rng: Random
    left: int
    version: int = 0
    published: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    acts: Counter[str] = field(default_factory=Counter)
    broken: bool = False
    late: bool = False
    zeros: dict[str, int | None] = field(default_factory=dict)
    misses: list[tuple[int, int]] = field(default_factory=list)
    forgiven: list[tuple[int, int]] = field(default_factory=list)
    told: dict[tuple[str, str, int], Reminded] = field(default_factory=dict)
    asked: set[tuple[str, int]] = field(default_factory=set)
    planned: set[Any] = field(default_factory=set)


@dataclass
class Findings:
    """The outcome of a year: how often each rule was put to the test, and where one was broken."""

    seed: int
    games: int
    checks: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    played: int = 0
    events: int = 0
    seconds: float = 0.0

    def check(self, holds: bool, rule: str, *facts: object) -> bool:
        """Count a rule that was put to the test; note with the facts where it is broken."""
        self.checks[rule] += 1
        if not holds:
            self.violations.append(f"{rule}: {' '.join(map(str, facts))}")
        return holds
