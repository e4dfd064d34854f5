"""The channels of a game: at the table, among the spectators, and on each side of several seats.

The channel of a side is named after the first of its seats in seating order, so that all of them find the same one
and two sides of a game never share one.
"""

from dataclasses import dataclass

from games import titles
from games.models import Game
from games.models.chat import SIDE, Channel
from games.play import teams

#: How channels are called, as a regular expression.
PATTERN = f"{'|'.join(Channel.values)}|{SIDE}[A-Za-z0-9_-]+"


def side_of(game: Game, seat: str | None) -> str:
    """Return the channel of a seat's side, "" for a seat without allies and for a spectator."""
    allied = teams.allies_of(game, seat) if seat is not None else ()
    return f"{SIDE}{allied[0]}" if len(allied) > 1 else ""


def is_side(channel: str) -> bool:
    """Return whether a channel is that of a side."""
    return channel.startswith(SIDE)


def of_seat(game: Game, seat: str | None) -> list[str]:
    """Return the channels in which whoever sits in a seat speaks: at the table, then on their side."""
    if seat is None:
        return []
    return [str(Channel.PLAYERS), *filter(None, [side_of(game, seat)])]


def seats_on(game: Game, side: str) -> tuple[str, ...]:
    """Return the names of the seats whose channel `side` is, in seating order."""
    return teams.allies_of(game, side.removeprefix(SIDE))


def mark_of(channel: str) -> str:
    """Return what stands before the number of a channel in what a stream tells of the chat (games.streams)."""
    return f"{channel}-" if is_side(channel) else channel[0]


# -- words -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Words:
    """A channel in words for who reads it.

    Attributes:
        label: what it is called. readers: who reads it, in a sentence. invitation: what the box to write in is called.
        log: what its lines are.
    """

    label: str
    readers: str
    invitation: str
    log: str


def words_of(game: Game, channel: str, seat: str | None = None) -> Words:
    """Return a channel in words, for whoever sits in `seat`."""
    if is_side(channel):
        title, names = titles.words_of(game.title), seats_on(game, channel)
        everybody = teams.listed(title, names)
        others = teams.listed(title, [name for name in names if name != seat])
        return Words(
            f"Among {everybody}",
            f"Only {everybody} read this, now and when the game is over.",
            f"Say to {others}",
            f"What {everybody} say to each other",
        )
    if channel == Channel.WATCHERS:
        over = game.status == Game.Status.FINISHED
        when = (
            "The game is over: players read this too."
            if over
            else "The players read this when the game is over."
        )
        return Words(Channel.WATCHERS.label, when, "Say to the spectators", "What the spectators say")
    along = (
        "Everybody who watches reads along." if game.chat == Game.Chat.OPEN else "Only the players read this."
    )
    return Words(Channel.PLAYERS.label, along, "Say to the others at the table", "What was said at the table")


def where(game: Game, channel: str) -> str:
    """Return where something is said, inside a sentence: `at the table`, `among North and South`."""
    label = words_of(game, channel).label
    return label[0].lower() + label[1:]
