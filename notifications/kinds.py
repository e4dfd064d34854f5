"""The kinds of notices. Whoever sends one registers it here, with its words; nothing else lists them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from accounts.models import User
from notifications.causes import Cause, Causes
from notifications.models import MOST_NAME

#: The kind of the notice with which somebody tries out whether notices arrive (`notifications.test_notices`).
TEST = "test"


class Sort(Enum):
    """The readers of a kind of notice."""

    #: People, who choose for each channel whether they want it.
    EVENT = auto()
    #: Somebody who asked for it, or must know: nobody can choose not to be told.
    ANSWER = auto()
    #: The channels of a table (NOT-6).
    TABLE = auto()


@dataclass(frozen=True)
class Kind:
    """A kind of notice.

    Attributes:
        name: as it is stored; up to 24 characters. label: what it tells, for people. causes: why it is sent.
        order: its place among those of its sort. unasked: channels through which it goes only to those who say so.
        in_digest: its mails wait for the digest of those who want only that. together: its mails about several
        games may become one (DEF-6). at_once: no quiet hours hold it back. stop: ends its mails for a person who
        wants no more of them, where that is more than the wish not to be mailed an event. start: undoes that.
    """

    name: str
    label: str
    causes: Causes
    sort: Sort = Sort.EVENT
    order: int = 100
    unasked: frozenset[str] = frozenset()
    in_digest: bool = False
    together: bool = False
    at_once: bool = False
    stop: Callable[[User], None] | None = None
    start: Callable[[User], None] | None = None

    @property
    def can_be_stopped(self) -> bool:
        """Whether somebody can say that they want no more mails of this kind."""
        return self.sort is Sort.EVENT or self.stop is not None

    def causes_of(self, what: str) -> tuple[Cause, ...]:
        """Return why this kind of notice tells something. Raises LookupError where nobody has said why."""
        found = self.causes.get(what) or self.causes.get("")
        if not found:
            raise LookupError(f"Nobody has said why a notice of the kind {self.name!r} tells {what!r}")
        return found


_kinds: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """Let these kinds of notices be sent.

    Raises ValueError for a name that does not fit into the database, and for something told without a cause.
    """
    for kind in kinds:
        if not all(kind.causes.values()) or not kind.causes:
            raise ValueError(f"A kind of notice says why it is sent: {kind.name!r}")
        if not 0 < len(kind.name) <= MOST_NAME:
            raise ValueError(f"The name of a kind of notice has 1 to {MOST_NAME} characters: {kind.name!r}")
        _kinds[str(kind.name)] = kind


def forget(name: str) -> None:
    """Take a kind away again."""
    _kinds.pop(name, None)


def find(name: str) -> Kind | None:
    """Return the kind with this name, None if nobody has registered it."""
    return _kinds.get(name)


def all_kinds() -> list[Kind]:
    """Return all kinds, in the order of their registration."""
    return list(_kinds.values())


def of(sort: Sort) -> list[Kind]:
    """Return the kinds of one sort, in their order."""
    return sorted((kind for kind in _kinds.values() if kind.sort is sort), key=lambda kind: kind.order)


def events() -> list[Kind]:
    """Return the kinds that people choose among, in the order of the preference page."""
    return of(Sort.EVENT)
