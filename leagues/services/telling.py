"""What leagues have sent to people: rows of the outbox, written in the transaction of what they tell of.

The words are found when a notice goes out (leagues.notices).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import User
from leagues.models import AuditEntry, Competition, Entrant, Pairing, PersonReport, Place, Round
from notifications.channels import webhook
from notifications.outbox import notify, notify_webhooks

#: The kind of the notices of leagues, and that of letters: those wait for no digest, which would not hold them.
LEAGUE, LETTER = "league", "league-letter"
#: What is told as a letter.
LETTERS = ("message", "letter", "answer", "unsent")


def tell(user: User, competition: Competition, what: str, name: str, **more: Any) -> None:
    """Write one notice about a competition; `name` tells it apart from all others to the same person."""
    notify(
        LETTER if what in LETTERS else LEAGUE,
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
    resting = made.matches.filter(second=None).values("first")
    members = Entrant.objects.filter(team__in=resting, state=Entrant.State.ENTERED)
    for member in members.select_related("user"):
        tell(member.user, competition, "bye", f"bye-{made.number}", round=made.number)


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
