"""Games of Tug of war (tests/games/toy_teams.py) in which North and South, who always pull hardest, have the rope."""

from collections.abc import Sequence

from accounts.models import User
from games.lobby import tables
from games.models import Game, Seat
from rules import Choice, Decision
from tests.leagues.answers import play_out
from tests.opening import open_table

SEATS = ("north", "east", "south", "west")


def begun(people: Sequence[User], *, pairs: bool = True) -> Game:
    """A rated table at which the people sit in seating order, two against two or one against one."""
    options = {"pairs": pairs}
    game = open_table(people[0], title="tug-of-war", options=options, seat="north", rated=True)
    for user, seat in zip(people[1:], SEATS[1:], strict=False):
        tables.join(game.key, user=user, seat=seat)
    game.refresh_from_db()
    if game.status == Game.Status.OPEN:
        tables.start_now(game.key, people[0])
        game.refresh_from_db()
    return game


def pull_out(game: Game) -> None:
    """Play to the end: the north pulls as hard as it can, the east as weakly."""

    def pull(asked: Decision) -> Choice:
        values = list(asked.options.values)
        if asked.kind == "pull":
            values.sort(key=int, reverse=asked.seat in ("north", "south"))
        return values[0]

    play_out(game, pull)


def pulled(people: Sequence[User], *, pairs: bool = True) -> Game:
    """A finished game that counts for ratings."""
    game = begun(people, pairs=pairs)
    pull_out(game)
    Seat.objects.filter(game=game).update(full_decisions=5)
    return game
