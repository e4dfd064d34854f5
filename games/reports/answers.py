"""Answers to reports: what whoever mends says of one, or of all of its kind, and who is told."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import rules
from accounts.models import User
from games.kinds import EventKind
from games.ledger.text import clean_text
from games.models import Report
from games.refusals import Refused
from games.reports import inbox
from notifications.outbox import notify
from rules.core.handbook import Handbook, handbook_of
from rules.core.mends import Mend

LONGEST_ANSWER = 500
#: What the reporter of a fault is told, unless something else is said.
TAKEN = "This is a fault, and it will be mended."
#: Reports of one kind that are answered in one press: as many as a transaction locks.
MOST_ALIKE = 500
_RELEASE = re.compile(r"\d{1,4}\.\d{1,4}\.\d{1,4}")
_NO_SUCH_RULE = "The handbook has no rule “{}”: name one as it stands there."


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What is said of a report.

    Attributes:
        state: what it is now: `taken`, `mended` or `no-fault`; `open` only puts it down to a rule and a set.
        text: what the reporter is told; "" for the usual sentence.
        reference: the rule to which “not a fault” refers. rule, set: whose fault it is.
        mend: the id of the mend of the title, mended_in: the version of the program, if it is none of a rule.
    """

    state: str
    text: str = ""
    reference: str = ""
    rule: str = ""
    set: str = ""
    mend: str = ""
    mended_in: str = ""


def stamp(report: Report) -> str:
    """Return what changes with every answer to a report: whoever answers says which one they have read."""
    return report.handled_at.isoformat() if report.handled_at else ""


@transaction.atomic
def answer(
    user: User, number: int, said: Answer, *, seen: str, alike: bool = False, now: datetime | None = None
) -> int:
    """Answer a report, and tell the reporter; with `alike` all that wait and are of its kind. Returns how many.

    Args:
        seen: the `stamp` of the report that the moderator has read.

    Raises:
        Refused: not for them (403), somebody has answered it meanwhile (409), or the answer says too little.
    """
    first = inbox.find(user, number)
    wanted = Q(pk=number)
    if alike:
        states = inbox.WAITING if said.state == Report.State.MENDED else (Report.State.OPEN,)
        wanted |= inbox.alike(first) & Q(state__in=states)
    readable = inbox.readable_by(user).filter(wanted).order_by("pk").values_list("pk", flat=True)
    numbers = {number, *readable[:MOST_ALIKE]}
    locked = {
        report.pk: report
        for report in Report.objects.select_for_update(of=("self",))
        .filter(pk__in=numbers)
        .select_related("reporter", "guest", "handled_by")
        .order_by("pk")
    }
    report = locked.pop(number, None)
    if report is None:
        raise Refused("no-such-report", "There is no such report.", 404)
    if stamp(report) != seen:
        raise _answered(report)
    fields = _fields(report, said)
    others = [other for other in locked.values() if other.state in inbox.WAITING]
    _keep([report, *others], fields, user, now or timezone.now())
    return 1 + len(others)


def _answered(report: Report) -> Refused:
    """Return the refusal for who comes second, with what the first one has said."""
    who = report.handled_by.shown_name if report.handled_by else "Somebody"
    words = f"{who} has answered this meanwhile ({report.get_state_display().lower()})"
    said = f": “{report.answer}”" if report.answer else "."
    return Refused("answered", words + said, 409)


def _keep(reports: list[Report], fields: dict[str, Any], user: User, now: datetime) -> None:
    """Write an answer into reports, and tell each of their reporters once."""
    told: set[tuple[int | None, int | None]] = set()
    for report in reports:
        changed = report.state != fields["state"] or report.answer != fields["answer"]
        for name, value in fields.items():
            setattr(report, name, value)
        report.handled_by, report.handled_at = user, now
        report.save(update_fields=[*fields, "handled_by", "handled_at"])
        person = (report.reporter_id, report.guest_id)
        if changed and fields["state"] != Report.State.OPEN and person not in told:
            told.add(person)
            _tell(report, now)


def _tell(report: Report, now: datetime) -> None:
    """Tell a reporter what came of it: an account, or a guest who still sits there and has left an address."""
    guest = report.guest
    is_there = guest is not None and guest.user_id is None
    notify(
        EventKind.REPORT,
        user=report.reporter,
        address=guest.guest_email if is_there and report.reporter_id is None and guest is not None else "",
        dedupe=f"rule-report/{report.pk}/{int(now.timestamp() * 1000)}",
        subject={"report": report.pk},
    )


# -- what an answer says -------------------------------------------------------------------------


def _fields(report: Report, said: Answer) -> dict[str, Any]:
    """Return what an answer changes of a report. Raises Refused."""
    title = inbox.title_of(report)
    book = handbook_of(title) if title is not None else None
    text = clean_text(said.text, LONGEST_ANSWER, "text")
    fields: dict[str, Any] = {
        "state": said.state,
        "answer": text,
        "reference": "",
        "mend": "",
        "mended_in": "",
    }
    fields["rule"] = _rule(book, said.rule, "rule")
    fields["set"] = _set(title, said.set) or set_of_rule(title, book, fields["rule"])
    match said.state:
        case Report.State.NO_FAULT:
            fields["reference"] = _rule(book, said.reference, "reference")
            if not fields["reference"]:
                words = "Name the rule or the ruling by which it is no fault."
                raise Refused("reference-needed", words, extra={"field": "reference"})
            fields["answer"] = text or usual(book, fields["reference"])
        case Report.State.MENDED:
            fields |= _mended(title, said, text)
            fields["rule"] = fields.get("rule") or report.rule
        case Report.State.TAKEN:
            fields["answer"] = text or TAKEN
        case Report.State.OPEN if report.state == Report.State.OPEN:
            fields["answer"] = report.answer
        case _:
            raise Refused("bad-option", "That is no answer to a report.", extra={"field": "state"})
    return fields


def usual(book: Handbook | None, code: str) -> str:
    """Return the sentence that says of something that it is as a rule has it."""
    found = book.find(code) if book is not None else None
    return f"This is as it should be, by {code}" + (f" ({found.heading})." if found else ".")


def _rule(book: Handbook | None, code: str, field: str) -> str:
    """Return the number of a rule as it was given, "" for none. Raises Refused for one that is not there."""
    cleaned = clean_text(code, 20, field).split(" ")[0]
    if cleaned and book is not None and book.find(cleaned) is None:
        raise Refused("no-such-rule", _NO_SUCH_RULE.format(cleaned), extra={"field": field})
    return cleaned


def sets_of(title: rules.Title[Any] | None) -> tuple[str, ...]:
    """Return the sets of a title, as its mends name them and its options bring them; () for a title without."""
    if title is None or not title.option_sets():
        return ()
    named = (*(mend.set for mend in title.mends if mend.set), *title.option_sets())
    return tuple(dict.fromkeys(named))


def _set(title: rules.Title[Any] | None, name: str) -> str:
    if name and name not in sets_of(title):
        raise Refused("bad-option", "There is no such set.", extra={"field": "set"})
    return name


def set_of_rule(title: rules.Title[Any] | None, book: Handbook | None, code: str) -> str:
    """Return the set in whose rules a rule stands, as far as its expansion, or the mends of the title, say so."""
    found = book.find(code) if book is not None and code else None
    if title is None or book is None or found is None:
        return ""
    option = next(volume.option for volume in book.volumes() if volume.holds(found.code))
    return option or next((name for name in sets_of(title) if name not in title.option_sets()), "")


def _mended(title: rules.Title[Any] | None, said: Answer, text: str) -> dict[str, Any]:
    """Return where something is mended: by a mend of the title, or in a version of the program. Raises Refused."""
    if said.mend:
        mend = mend_of(title, said.mend)
        if mend is None:
            raise Refused("no-such-mend", "The rules here name no such mend.", extra={"field": "mend"})
        told = {"mend": mend.id, "mended_in": mend.release, "rule": mend.rule, "answer": text or mend.now}
        return {**told, "set": mend.set}
    release = clean_text(said.mended_in, 20, "mended_in")
    if _RELEASE.fullmatch(release) is None:
        words = f"Choose the mend, or say in which version of the program it is mended ({rules.__version__})."
        raise Refused("release-needed", words, extra={"field": "mended_in"})
    return {"mended_in": release, "answer": text or "It is mended."}


def mend_of(title: rules.Title[Any] | None, id: str) -> Mend | None:
    """Return a mend of a title by its id."""
    return next((mend for mend in title.mends if mend.id == id), None) if title is not None else None
