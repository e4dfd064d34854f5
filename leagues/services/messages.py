"""Messages of leagues to people: rows of the outbox, written in the transaction of what they tell of.

The words are found when a notice goes out (leagues.notices).
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from accounts.models import User
from games.ledger.limits import count_act
from leagues.models import AuditEntry, Competition, Entrant, Pairing, PersonReport, Place, Round
from notifications.causes import Act, Counted
from notifications.channels import webhook
from notifications.outbox import notify, notify_webhooks

#: The kind of the notices of leagues, and that of letters: those wait for no digest, which would not hold them.
LEAGUE, LETTER = "league", "league-letter"

# -- acts of people that make mail to others ---------------------------------------------------

INVITING = Act(
    name="event-invitation",
    reason="inviting a player to an event that one directs",
    code="too-many-invitations",
    one="invitation",
    limits={
        Counted.TO_ONE: "event_invitations_to_one",
        Counted.IN_ALL: "event_invitations_a_day",
        Counted.FIRST_DAY: "event_invitations_first_day",
    },
)
ASKING = Act(
    name="team-invitation",
    reason="asking a player into the team that one leads",
    code="too-many-asked",
    one="invitation",
    limits={
        Counted.TO_ONE: "team_invitations_to_one",
        Counted.IN_ALL: "team_invitations_a_day",
        Counted.FIRST_DAY: "team_invitations_first_day",
    },
)
DECIDING = Act(
    name="decision",
    reason="what the directors of an event decide about somebody in it, or about a game of theirs",
    code="too-many-decisions",
    one="decision",
    limits={Counted.TO_ONE: "event_decisions_to_one"},
    refused="The directors have told {to} of {number} within a day.",
    again="The next one is possible in {wait}.",
)
MESSAGE = Act(
    name="message",
    reason="telling everybody in an event something, as its directors: a message, other dates",
    code="too-many-messages",
    one="message to everybody",
    many="messages to everybody",
    limits={Counted.IN_ALL: "event_messages"},
    refused="The directors have sent {number} within a day.",
)
WRITING = Act(
    name="letter",
    reason="writing to the directors of an event that one is in, or was",
    code="too-many-letters",
    one="letter",
    limits={Counted.TO_ONE: "event_letters_to_one", Counted.FROM_ALL: "event_letters_of_all"},
)
ANSWERING = Act(
    name="answer",
    reason="answering such a letter, as the directors of the event",
    code="too-many-answers",
    one="answer",
    limits={Counted.TO_ONE: "event_answers_to_one"},
    refused="The directors have sent {to} {number} within a day.",
)
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


def tell_decision(person: User, name: str, entry: AuditEntry) -> None:
    """Tell somebody what the directors of an event, which is locked, have decided about them. Raises Refused."""
    assert entry.competition is not None
    count_decision(entry.competition, person, entry.at)
    tell(person, entry.competition, "act", f"{name}-{entry.pk}", entry=entry.pk)


def count_decision(competition: Competition, person: User, now: datetime | None) -> None:
    """Count a decision of an event's directors of which somebody is told. Raises Refused where those are too many."""
    count_act(DECIDING, by=event_party(competition), to=person, now=now)


def count_players(pairing: Pairing, now: datetime) -> None:
    """Count a decision of which the players of a game are told by their game. Raises Refused."""
    for place in pairing.places.select_related("entrant__user"):
        count_decision(pairing.competition, place.entrant.user, now)


def count_message(competition: Competition, now: datetime | None) -> None:
    """Count what the directors of a locked event tell everybody in it. Raises Refused where that is too often."""
    count_act(MESSAGE, by=event_party(competition), now=now)


def event_party(competition: Competition) -> str:
    """Return an event as one who writes, or is written to."""
    return f"event {competition.key}"


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
    hooked = competition.directors.filter(places__channel=webhook.NAME, places__enabled=True)
    subject = {"competition": competition.key, "what": what, **more}
    for director in hooked.distinct():
        dedupe = f"league/{competition.key}/{name}/{director.pk}"
        notify_webhooks(LEAGUE, user=director, dedupe=dedupe, subject=subject)


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
            told = {"pairing": pairing.pk, "deadline": moment}
            name = f"deadline-{pairing.pk}-{moment}"
            tell(place.entrant.user, pairing.competition, "deadline", name, **told)


def tell_players(pairing: Pairing, entry: AuditEntry) -> None:
    """Tell the players of a pairing what a director did about it. Raises Refused."""
    for place in pairing.places.select_related("entrant__user"):
        tell_decision(place.entrant.user, "act", entry)


def tell_report_answer(report: PersonReport) -> None:
    """Tell the reporter what came of a report (MOD-9)."""
    subject = {"what": "report", "report": report.pk}
    notify(LEAGUE, user=report.reporter, dedupe=f"report/{report.pk}/answer", subject=subject)


def tell_moderation(people: Iterable[User], entry: AuditEntry) -> None:
    """Tell people what a moderator did about a game or an account of theirs."""
    subject = {"what": "moderation", "entry": entry.pk}
    for user in people:
        notify(LEAGUE, user=user, dedupe=f"audit/{entry.pk}/{user.pk}", subject=subject)
