"""In which words leagues tell people (leagues.services.telling). Games tell of their own turns, beginnings and ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string

import rules
from accounts.models import User
from leagues.formats import lateness
from leagues.models import AuditEntry, Competition, Pairing, PersonReport
from leagues.services import outcomes
from leagues.services.queries import LIVE
from leagues.services.showing import pairing_data, standings_data
from leagues.services.telling import LEAGUE
from notifications import composers, kinds
from notifications.composers import Notice
from notifications.kinds import Kind
from notifications.models import Delivery

# -- words -------------------------------------------------------------------------------------


def _moment(subject: dict[str, Any], user: User | None) -> str:
    zone = ZoneInfo(user.timezone) if user else ZoneInfo("UTC")
    local = datetime.fromtimestamp(int(subject.get("deadline", 0)), zone)
    return f"{local:%d %B %Y, %H:%M} ({zone})"


def _deadline(competition: Competition, delivery: Delivery) -> str | None:
    pairing = Pairing.objects.filter(pk=delivery.subject.get("pairing")).first()
    if pairing is None or pairing.state == Pairing.State.DONE:
        return None
    return (
        f"Your game in {competition.name} has to be finished by {_moment(delivery.subject, delivery.user)}. "
        f"Afterwards: {competition.get_at_deadline_display()}."
    )


def _starting(competition: Competition, delivery: Delivery) -> str | None:
    if competition.status != Competition.Status.REGISTRATION:
        return None
    return f"{competition.name} begins within {settings.HOUSE.words['event_remind']}. You are in."


def _ending(competition: Competition, delivery: Delivery) -> str | None:
    if competition.status != Competition.Status.RUNNING or competition.ends_at is None:
        return None
    subject = {"deadline": int(competition.ends_at.timestamp())}
    return (
        f"{competition.name} ends on {_moment(subject, delivery.user)}, and you have games left there. "
        f"Afterwards: {competition.get_at_deadline_display()}."
    )


def _invited(competition: Competition, delivery: Delivery) -> str | None:
    if competition.status not in LIVE or not competition.invitations.filter(user=delivery.user_id).exists():
        return None
    closes = competition.registration_closes_at
    until = ""
    if closes is not None and competition.status == Competition.Status.REGISTRATION:
        until = f" The registration is open until {_moment({'deadline': closes.timestamp()}, delivery.user)}."
    return f"You are invited to {competition.name}: enter on its page if you like.{until}"


def _bye(competition: Competition, delivery: Delivery) -> str:
    number = delivery.subject.get("round")
    where = f"round {number} of {competition.name}"
    mine = competition.pairings.filter(places__entrant__user=delivery.user_id, round__number=number)
    if mine.filter(slot=lateness.ASKED).exists():
        worth = "as a draw" if competition.settings.get("bye_worth") == lateness.HALF else "nothing"
        return f"You do not play in {where}, as you asked: it counts {worth}."
    return f"You have a bye in {where}: it counts as a win."


def _finished(competition: Competition, delivery: Delivery) -> str:
    row = competition.entrants.filter(user=delivery.user_id).first()
    meant = outcomes.in_sentences(row, outcomes.champions_of(competition)) if row is not None else ""
    return f"{competition.name} is over. {meant}".strip()


def _cancelled(competition: Competition, delivery: Delivery) -> str:
    return f"{competition.name} has been called off."


def _decide(competition: Competition, delivery: Delivery) -> str | None:
    pairing = Pairing.objects.filter(pk=delivery.subject.get("pairing")).first()
    if pairing is None or not pairing.needs_director:
        return None
    names = " and ".join(p.entrant.user.shown_name for p in pairing.places.select_related("entrant__user"))
    return f"A game in {competition.name} waits for your decision: {names}. Its deadline has passed."


def _entry(competition: Competition | None, delivery: Delivery) -> str | None:
    entry = AuditEntry.objects.filter(pk=delivery.subject.get("entry")).first()
    if entry is None:
        return None
    lead = f"{competition.name}: " if competition else ""
    return f"{lead}{entry.text}" + (f" Reason: {entry.reason}" if entry.reason else "")


def _message(competition: Competition, delivery: Delivery) -> str | None:
    entry = AuditEntry.objects.filter(pk=delivery.subject.get("entry")).select_related("actor").first()
    if entry is None:
        return None
    return f"{entry.actor} writes to everybody in {competition.name}: {entry.reason}"


def _result(competition: Competition, delivery: Delivery) -> str:
    return f"A result in {competition.name}."


def _standings(competition: Competition, delivery: Delivery) -> str:
    return f"The standings of {competition.name}."


WORDS: dict[str, Callable[[Competition, Delivery], str | None]] = {
    "starting": _starting,
    "ending": _ending,
    "invited": _invited,
    "bye": _bye,
    "deadline": _deadline,
    "finished": _finished,
    "cancelled": _cancelled,
    "decide": _decide,
    "act": _entry,
    "message": _message,
    "result": _result,
    "standings": _standings,
}


def compose(delivery: Delivery) -> Notice | None:
    """Word a notice of the leagues; None if it is no longer needed."""
    what = str(delivery.subject.get("what"))
    if what == "report":
        return _compose_report(delivery)
    competition = Competition.objects.filter(key=delivery.subject.get("competition")).first()
    if what == "moderation":
        lead = _entry(None, delivery)
        return (
            None
            if lead is None
            else _notice(lead, "A moderator's decision", settings.SITE_URL, {}, "moderation")
        )
    if competition is None:
        return None
    lead = WORDS[what](competition, delivery)
    if lead is None:
        return None
    data: dict[str, Any] = {
        "competition": competition.key,
        "name": competition.name,
        "what": what,
        "url": competition.address,
    }
    if what == "result":
        data["result"] = result_data(competition, int(delivery.subject.get("pairing", 0)))
    if what in ("standings", "finished"):
        data["standings"] = standings_data(competition)
    url = competition.address
    return _notice(lead, competition.name, url, data, competition.key, opens="Go to the event")


def _compose_report(delivery: Delivery) -> Notice | None:
    report = PersonReport.objects.filter(pk=delivery.subject.get("report")).select_related("about").first()
    if report is None:
        return None
    lead = f"Your report about {report.about_name} was looked at: {report.get_state_display().lower()}. {report.answer}"
    return _notice(lead.strip(), "Your report", settings.SITE_URL, {}, "reports")


def _notice(
    lead: str, subject: str, url: str, data: dict[str, Any], thread: str, *, opens: str = ""
) -> Notice:
    """Return a notice; `opens` is what its button says, "" where it leads to the site."""
    opens = opens or f"Go to {settings.SITE_NAME}"
    context = {"site_name": settings.SITE_NAME, "lead": lead, "title": subject, "url": url, "opens": opens}
    first = lead.split(". ")[0].rstrip(".")
    return Notice(
        subject=(first if first.startswith(subject) else f"{subject}: {first}")[:150],
        text=render_to_string("mail/notice.txt", context),
        html=render_to_string("mail/notice.html", context),
        data=data,
        thread=thread,
    )


def result_data(competition: Competition, pairing_id: int) -> dict[str, Any]:
    """Return the public facts of a decided pairing, for webhooks and the API."""
    pairing = Pairing.objects.select_related("game", "round").get(pk=pairing_id, competition=competition)
    return pairing_data(pairing, rules.title(competition.title).seats(competition.options))


def register() -> None:
    """Register the composer of the leagues."""
    kinds.register(Kind(LEAGUE, "News of your leagues and tournaments", order=70, in_digest=True))
    composers.register(LEAGUE, compose)
