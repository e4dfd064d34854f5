"""Which of an event's seeds its games have, and the words of its entrants that are mixed into them (MOV-8)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from games.ledger.records import whole_milliseconds
from games.ledger.text import clean_text
from games.lobby.tables import LONGEST_SALT
from games.models import Game, Seat, SeedTree
from games.play import event_seeds
from games.play.start import commit_to_seed
from leagues.models import Competition, Entrant, Pairing
from rules.core.seed_trees import own_word


def trees(competition: Competition) -> list[SeedTree]:
    """Return the trees of an event's seeds that are fixed."""
    return list(SeedTree.objects.filter(event=competition.key).defer("branches", "sealed_secret"))


def give_numbers(competition: Competition, games: Iterable[tuple[Pairing, Sequence[int]]]) -> None:
    """Give games that are paired at one moment, each with its entrants, the next seeds of their event. Not saved.

    Their order follows from who entered before whom, and among games of the same people from the pairing's number: so
    whoever runs the server cannot choose who has which seed either. The caller holds the event's lock.
    """
    ordered = sorted(games, key=lambda game: (sorted(game[1]), game[0].number))
    numbers = event_seeds.take(competition.key, len(ordered))
    for (pairing, _), number in zip(ordered, numbers, strict=True):
        pairing.seed_number = number


def commit(game: Game, seats: Iterable[tuple[Seat, Entrant]], event: str, number: int) -> None:
    """Give a game that begins an event's seed `number`, and its seats the words of their entrants. Not saved."""
    commit_to_seed(game, event_seeds.promised(event, number))
    for seat, entrant in seats:
        seat.salt, seat.salt_at = entrant.salt, entrant.salt_at
        if not seat.salt:
            seat.salt = own_word(game.tree["root"], game.tree["number"], seat.name)
            seat.salt_by_server = True
        if seat.salt_at is None or game.committed_at is None or seat.salt_at < game.committed_at:
            seat.salt_known = seat.salt


def salted(entrant: Entrant | None, salt: str, now: datetime) -> dict[str, Any]:
    """Return the fields of an entrant with this word; the same one again came when it came first. Raises Refused."""
    word = clean_text(salt, LONGEST_SALT, "salt")
    if entrant is not None and word == entrant.salt:
        return {}
    return {"salt": word, "salt_at": whole_milliseconds(now) if word else None}
