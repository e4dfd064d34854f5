"""Named positions in the middle of golden games, kept as text: nobody plays a game to get somewhere.

`make positions` writes them anew, from the records of the titles, when a record or the rules have changed.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules.core.snapshots import Mark
from tools.golden import choices_of, played, recorded

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Place:
    """The first place in a golden game where `seat` is asked a decision of this kind, and `so` holds of the game."""

    record: str
    seat: str
    asks: str
    so: Callable[[rules.Game[Any]], bool] = lambda play: True


def _of_risk(record: str, asks: str, at_round: int = 1) -> Place:
    return Place(f"risk/{record}.txt", "green", asks, lambda play: play.state.round >= at_round)


#: By name, where they are found.
PLACES = {
    "duel/first-chapter": Place(
        "duel/regions.json", "sauron", "choose-action", lambda play: len(play.state.display) < 14
    ),
    "duel/second-chapter": Place(
        "duel/races.json", "fellowship", "choose-action",
        lambda play: play.state.chapter == 2 and sum(1 for _ in play.pending[0].legal()) > 6,
    ),
    "duel/pick-discard": Place("duel/shared.json", "fellowship", "pick-discard"),
    "duel/place-any": Place("duel/shared.json", "fellowship", "place-any"),
    "duel/move-unit": Place("duel/shared.json", "fellowship", "move-unit"),
    "risk/2-wishes": _of_risk("ring", "wishes"),
    "risk/2-combat": _of_risk("ring", "combat", 2),
    "risk/3-combat": _of_risk("conquest-three", "combat", 2),
    **{
        f"risk/4-{asks}": _of_risk("eliminated", asks)
        for asks in ("wishes", "muster", "leaders", "place", "battle", "fortify")
    },
    "risk/4-combat": _of_risk("eliminated", "combat", 2),
    "risk/team-combat": _of_risk("ring-team", "combat", 2),
    "war-of-the-ring/fifth-turn": Place(
        "war_of_the_ring/ring.txt", "shadow", "action", lambda play: play.state.turn == 5
    ),
}  # fmt: skip


def _is_there(play: rules.Game[Any], place: Place) -> bool:
    asked = play.decision_of(place.seat)
    return asked is not None and asked.kind == place.asks and place.so(play)


def written(name: str) -> str:
    """Return a position as its file holds it. Raises LookupError if the game never comes there."""
    place = PLACES[name]
    record = recorded(place.record)
    game, choices = played(record), choices_of(record)
    play, made = game.game, 0
    while not _is_there(play, place):
        if made == len(choices):
            raise LookupError(f"{place.record} never comes to {name}")
        game.choose(*choices[made])
        made += 1
    snapshot = play.snapshot()
    state = msgspec.msgpack.decode(snapshot.mark.state, type=play.title.state_type)
    kept = {
        "from": f"{place.record}, after {made} choices",
        "title": play.title.id,
        "version": play.title.version_of(play.options),
        "options": play.options,
        "state": msgspec.to_builtins(state),
        "counts": [snapshot.mark.answers, snapshot.mark.chances, snapshot.mark.lines],
        "since": msgspec.to_builtins(snapshot)[1:],
    }
    return _lines(kept) + "\n"


def _lines(kept: dict[str, Any]) -> str:
    """Return JSON with a line for each part, and for each part of the state."""
    parts = [f"{json.dumps(name)}: {json.dumps(part)}" for name, part in kept.items() if name != "state"]
    state = [f"  {json.dumps(name)}: {json.dumps(part)}" for name, part in kept["state"].items()]
    return '{{\n {},\n "state": {{\n{}\n }}\n}}'.format(",\n ".join(parts), ",\n".join(state))


def standing(name: str) -> rules.Game[Any]:
    """Return a game that stands at a named position.

    Raises:
        ValueError: the position was made by another version of the rules.
    """
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    title = rules.title(kept["title"])
    if title.version_of(kept["options"]) != kept["version"]:
        raise ValueError(f"{name} is a position of version {kept['version']} of the rules: `make positions`")
    state = msgspec.convert(kept["state"], title.state_type)
    mark = Mark(msgspec.msgpack.encode(state), *kept["counts"])
    snapshot = msgspec.convert([msgspec.to_builtins(mark), *kept["since"]], rules.Snapshot)
    return rules.Game.restore(title, kept["options"], snapshot, rules.Seeded(0))
