"""Reasons why somebody is told something, and how often one person may have it told to another.

Every kind of notice (`notifications.kinds`) says what is the cause of all that it tells: play, the clocks, the reader's
own wish, or an act of somebody else. An act has limits, which are house values; `notifications.act_limits` counts it.
Together the acts are one table (`table`), which docs/operations.md holds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

#: Acts by their names, in the order in which they were defined.
_acts: "dict[str, Act]" = {}


class Counted(Enum):
    """The part of an act that is counted within a day, and what whoever is refused reads."""

    TO_ONE = "You have sent {to} {number} within a day."
    IN_ALL = "You have sent {number} within a day."
    FIRST_DAY = "A new account sends {number} on its first day."
    FROM_ALL = "{to} were sent {number} within a day."

    @property
    def label(self) -> str:
        return _LABELS[self]


_LABELS = {
    Counted.TO_ONE: "to one",
    Counted.IN_ALL: "in all",
    Counted.FIRST_DAY: "on an account's first day",
    Counted.FROM_ALL: "to one from all",
}


@dataclass(frozen=True)
class Cause:
    """The cause of a notice, which is no act of somebody else; `reason` says why it needs no limit."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class Act(Cause):
    """An act of a person that makes mail to others who did not ask for it.

    Attributes:
        name: as it is stored. reason: what somebody does, for the table. code: of the refusal, for programs.
        one, many: what is sent, in words; many where it is not one with an s behind it.
        limits: by what is counted, the house value that is the most.
        again: what whoever is refused may do, behind the reason; `{wait}` is a time in words.
        refused: what they read, where it is not the sentence of what is counted.
        counted_by: what counts it by itself, and by what, where `notifications.act_limits` does not.
    """

    name: str
    code: str = ""
    one: str = ""
    many: str = ""
    limits: Mapping[Counted, str] = field(default_factory=dict, hash=False)
    again: str = "You can send more in {wait}."
    refused: str = ""
    counted_by: str = ""

    def __post_init__(self) -> None:
        if not (self.limits or self.counted_by):
            raise ValueError(f"An act that makes mail to others needs limits: {self.name}")
        if _acts.setdefault(self.name, self) != self:
            raise ValueError(f"Two acts have one name: {self.name}")


#: What a kind of notice tells (`what` in its subject, "" for everything else), each with its causes.
Causes = Mapping[str, tuple[Cause, ...]]


def always(*causes: Cause) -> Causes:
    """Return the causes of a kind of notice that has the same ones whatever it tells."""
    return {"": causes}


def of_each(whats: Iterable[str], *causes: Cause) -> Causes:
    """Return the causes of some of what a kind of notice tells."""
    return dict.fromkeys(whats, causes)


def acts() -> list[Act]:
    """Return all acts."""
    return list(_acts.values())


def table() -> str:
    """Return all acts with their limits as a table in Markdown."""
    rows = ["| act | limits within a day |", "|---|---|"]
    for act in acts():
        limits = [f"{counted.label} `{value}`" for counted, value in act.limits.items()]
        rows.append(f"| {act.reason} | {'; '.join(limits) or f'counted by {act.counted_by}'} |")
    return "\n".join(rows)


PLAY = Cause("a move, or what follows from one, told to who plays there")
CLOCK = Cause("the clock, or the server by itself")
OWN = Cause("the reader has asked for it, or must know")
AGREED = Cause("everybody at the table has agreed")
MODERATORS = Cause("the operator's moderators")

# -- mails of accounts, which are no notices ---------------------------------------------------

NAMING_AN_ADDRESS = Act(
    name="naming-an-address",
    reason="naming a mail address: at signing up, as one's new one, or as that of a forgotten password",
    counted_by="`accounts.mailboxes`, for each account, line, network and mailbox",
)
#: By the template in `account/email`.
ACCOUNT_MAILS: Mapping[str, Cause] = dict.fromkeys(
    (
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
        "password_reset_key",
        "unknown_account",
    ),
    NAMING_AN_ADDRESS,
)
