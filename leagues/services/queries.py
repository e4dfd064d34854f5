"""Queries that more than one service needs."""

from datetime import datetime
from typing import Annotated

from django.db.models import Count, Prefetch, QuerySet
from msgspec import Meta

from accounts.models import User
from games.ledger.text import clean_text
from games.models import Game
from games.refusals import Refused
from leagues.models import Competition, Entrant, Pairing, Place

#: The number of something, such as an entrant or a pairing, as pages and programs say it.
Row = Annotated[int, Meta(description="As it stands in the event, its lists and its letters")]

#: A number from 0.
Whole = Annotated[int, Meta(ge=0, le=2**63 - 1)]
#: A moment with its zone.
Moment = Annotated[datetime, Meta(tz=True)]

#: Where a competition is while something can still happen in it.
LIVE = (Competition.Status.REGISTRATION, Competition.Status.RUNNING)

#: The places of pairings with their players, joined: a prefetch through three tables breaks SQLite's limit on
#: the depth of expressions at a thousand entrants.
PLACES = Prefetch(
    "places", Place.objects.select_related("entrant__user", "entrant__team").order_by("pairing_id", "index")
)


def with_places(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Return pairings with everything that is shown of them."""
    return pairings.select_related("game", "round", "match").prefetch_related(PLACES)


def entered(competition: Competition) -> int:
    """Return how many are in that could begin: people, or teams that are complete."""
    rows = competition.entrants.filter(state=Entrant.State.ENTERED)
    if not competition.team_size:
        return rows.count()
    sizes = rows.exclude(team=None).order_by().values("team").annotate(number=Count("pk"))
    return sizes.filter(number=competition.team_size).count()


def refuse_over(competition: Competition) -> None:
    """Raise Refused where nothing can happen in a competition any more."""
    if competition.status not in LIVE:
        raise Refused("event-over", "This event is over.", 409)


def complete_words(number: int) -> str:
    """Return how many teams are complete: `1 team is complete`, `3 teams are complete`."""
    return f"{number} {'team is' if number == 1 else 'teams are'} complete"


def person_called(username: str) -> User:
    """Return somebody with an account. Raises Refused if nobody is called so."""
    person = User.objects.filter(
        username__iexact=clean_text(username, 150, "name"),
        is_active=True,
        kind=User.Kind.HUMAN,
        deleted=False,
    ).first()
    if person is None:
        shown = clean_text(username[:40], 40, "name")
        raise Refused("no-such-player", f"Nobody here is called “{shown}”.", 404, extra={"field": "username"})
    return person


def players_of(game: Game) -> list[User]:
    """Return the people at a table who have an account."""
    return [seat.user for seat in game.seats.select_related("user") if seat.user is not None]


def event_of_game(game: Game) -> str:
    """Return the event and the round that a game was paired in, in words; "" for none. A ladder has no rounds."""
    pairing = Pairing.objects.filter(game=game).select_related("round", "competition").first()
    if pairing is None:
        return ""
    name = str(pairing.competition.name)
    return name if pairing.competition.format == "ladder" else f"{name}, round {pairing.round.number}"
