"""What leagues tell people, and in which words. Games tell of their own turns, beginnings and ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

import rules
from accounts.models import User
from leagues.models import AuditEntry, Competition, Entrant, Pairing, PersonReport, Place, Round
from notifications import composers, kinds
from notifications.channels import webhook
from notifications.composers import Notice
from notifications.kinds import Kind
from notifications.models import Delivery
from notifications.outbox import notify, notify_webhooks

#: The kind of all notices of leagues.
LEAGUE = "league"


def competition_url(competition: Competition) -> str:
    """Return a competition's full address."""
    return f"{settings.SITE_URL}/leagues/{competition.key}/"


def tell(user: User, competition: Competition, what: str, name: str, **more: Any) -> None:
    """Write one notice about a competition; `name` tells it apart from all others to the same person."""
    notify(
        LEAGUE,
        user=user,
        dedupe=f"league/{competition.key}/{name}/{user.pk}",
        subject={"competition": competition.key, "what": what, **more},
    )


def tell_entrants(competition: Competition, what: str, name: str, **more: Any) -> None:
    """Tell everybody who is in."""
    for entrant in competition.entrants.filter(state=Entrant.State.ENTERED).select_related("user"):
        tell(entrant.user, competition, what, name, **more)


def tell_players_of_open_games(competition: Competition, what: str, name: str) -> None:
    """Tell those who have a game left to play."""
    places = Place.objects.filter(pairing__competition=competition, entrant__state=Entrant.State.ENTERED)
    places = places.exclude(pairing__state=Pairing.State.DONE)
    for user in User.objects.filter(entries__places__in=places).distinct():
        tell(user, competition, what, name)


def tell_directors(competition: Competition, what: str, name: str, **more: Any) -> None:
    """Tell the directors."""
    for director in competition.directors.all():
        tell(director, competition, what, name, **more)


def tell_hooks(competition: Competition, what: str, name: str, **more: Any) -> None:
    """Send results and standings to the directors' webhooks: for a community's own pages."""
    for director in competition.directors.filter(
        places__channel=webhook.NAME, places__enabled=True
    ).distinct():
        notify_webhooks(
            LEAGUE,
            user=director,
            dedupe=f"league/{competition.key}/{name}/{director.pk}",
            subject={"competition": competition.key, "what": what, **more},
        )


def tell_byes(competition: Competition, made: Round) -> None:
    """Tell those who have a bye; everybody else hears that their game begins."""
    byes = Place.objects.filter(pairing__round=made, pairing__outcome=Pairing.Outcome.BYE)
    for place in byes.select_related("entrant__user"):
        tell(place.entrant.user, competition, "bye", f"bye-{made.number}", round=made.number)


def tell_deadline(pairing: Pairing, deadline: datetime) -> None:
    """Remind the players of an open game of its deadline."""
    moment = int(deadline.timestamp())
    for place in pairing.places.all():
        if place.entrant.state == Entrant.State.ENTERED:
            tell(
                place.entrant.user,
                pairing.competition,
                "deadline",
                f"deadline-{pairing.pk}-{moment}",
                pairing=pairing.pk,
                deadline=moment,
            )


def tell_players(pairing: Pairing, what: str, entry: AuditEntry) -> None:
    """Tell the players of a pairing what a director did about it."""
    for place in pairing.places.select_related("entrant__user"):
        tell(place.entrant.user, pairing.competition, what, f"{what}-{entry.pk}", entry=entry.pk)


def tell_report_answer(report: PersonReport) -> None:
    """Tell the reporter what came of a report (MOD-9)."""
    notify(
        LEAGUE,
        user=report.reporter,
        dedupe=f"report/{report.pk}/answer",
        subject={"what": "report", "report": report.pk},
    )


def tell_moderation(user: User, entry: AuditEntry) -> None:
    """Tell somebody what a moderator did about a game or an account of theirs."""
    notify(
        LEAGUE,
        user=user,
        dedupe=f"audit/{entry.pk}/{user.pk}",
        subject={"what": "moderation", "entry": entry.pk},
    )


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


def _bye(competition: Competition, delivery: Delivery) -> str:
    return (
        f"You have a bye in round {delivery.subject.get('round')} of {competition.name}: it counts as a win."
    )


def _finished(competition: Competition, delivery: Delivery) -> str:
    from leagues.services import standing

    view = standing.load(competition)
    for table in view.tables():
        for line in table.lines:
            if view.rows[line.entrant].user_id == delivery.user_id:
                place = f"You are number {line.rank} of {len(table.lines)} in “{table.name}”."
                return f"{competition.name} is over. {place}"
    return f"{competition.name} is over."


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
        "url": competition_url(competition),
    }
    if what == "result":
        data["result"] = result_data(competition, int(delivery.subject.get("pairing", 0)))
    if what in ("standings", "finished"):
        from leagues.services.showing import standings_data

        data["standings"] = standings_data(competition)
    url = competition_url(competition)
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


def pairing_data(pairing: Pairing, seats: tuple[str, ...]) -> dict[str, Any]:
    """Return a pairing as programs read it."""
    return {
        "number": pairing.number,
        "round": pairing.round.number,
        "group": pairing.group,
        "slot": pairing.slot,
        "state": pairing.state,
        "outcome": pairing.outcome,
        "reason": pairing.reason,
        "game": pairing.game.key if pairing.game else None,
        "deadline_at": _iso(pairing.deadline_at or pairing.round.deadline_at),
        "sides": [
            {
                "seat": seats[place.index],
                "entrant": place.entrant_id,
                "player": place.entrant.user.shown_name,
                "points": place.points,
                "won": place.won,
            }
            for place in pairing.places.all()
        ],
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.astimezone(timezone.get_default_timezone()).isoformat() if moment else None


def register() -> None:
    """Register the composer of the leagues."""
    kinds.register(Kind(LEAGUE, "News of your leagues and tournaments", order=70, in_digest=True))
    composers.register(LEAGUE, compose)
