"""The acts by who does them, each by its name.

What pages, mails and programs do, and the addresses of the API with their OpenAPI description, come from these entries.
"""

from collections.abc import Mapping

from games.refusals import Refused
from leagues.acts import directors, entrants, moderators, players
from leagues.acts.act import Act

ENTRANTS: Mapping[str, Act] = {act.name: act for act in entrants.ACTS}
DIRECTORS: Mapping[str, Act] = {act.name: act for act in directors.ACTS}
MODERATORS: Mapping[str, Act] = {act.name: act for act in moderators.ACTS}
PLAYERS: Mapping[str, Act] = {act.name: act for act in players.ACTS}


def no_such_act() -> Refused:
    """Return the refusal of an act that there is not."""
    return Refused("no-such-action", "That cannot be done here.", 404)


def act_called(name: str, acts: Mapping[str, Act]) -> Act:
    """Return the act with a name. Raises Refused."""
    if name not in acts:
        raise no_such_act()
    return acts[name]
