"""Four in two teams at a table of Risk, in a battle about which a partner may answer."""

from typing import Any

import rules
from games.lobby import tables
from tests.conftest import Table, person
from tests.opening import open_table
from tests.rules.risk.scenes import scene

#: What red plays when green comes to Gladden Fields, and the two small questions that follow.
WITHDRAWAL = "strategic-withdrawal"
OPTIONS = {"players": "alliance", "interactive_windows": True, "setup_mode": "random"}


def invasion() -> Table:
    """Open a table: Frodo and Sam (green, yellow) against Gothmog and Shagrat (red, black), whom green invades."""
    people = [person(name) for name in ("frodo", "gothmog", "sam", "shagrat")]
    game = open_table(people[0], title="risk", seat="green", options=OPTIONS, terms={"grace": 0})
    for other in people[1:]:
        tables.join(game.key, user=other)
    tables.start_now(game.key, people[0])
    table = Table(game, people[0], people[1]).reload()
    table.put(invaded(table))
    return table


def invaded(table: Table, card: str = WITHDRAWAL) -> rules.Game[Any]:
    """Return the game in which green has just invaded, and red is asked."""
    play = scene(
        green={"moria": 5, "umbar": 1},
        red={"gladden-fields": 5},
        yellow={"the-shire": 1},
        black={"eastern-mirkwood": 1},
        leaders={"red": ["gladden-fields"]},
        hands={"red": [card, "mission-bree"]},
        **table.game.options,
    )
    for choice in ("moria>gladden-fields", "3"):
        play.choose("green", choice)
    return play
