"""Acts of entrants: enter, leave, challenge, ask for byes, write; found, join and order teams."""

from collections.abc import Mapping
from typing import Any

from games.refusals import Refused
from leagues.acts.act import Act, Done, answer, whole
from leagues.services.directing import correspondence
from leagues.services.entry import byes, registration, teams
from leagues.services.lifecycle import challenges

#: What the field of a member's board begins with, in the form of the order.
BOARD_PREFIX = "board-"


OwnEntry = answer("OwnEntry", entrant=(int, "pk"))
OwnByes = answer("OwnByes", entrant=(int, "pk"), byes=(list[int], "byes"))
Challenge = answer("Challenge", pairing=(int, "number"), game=(str | None, "game.key"))
Letter = answer("Letter", letter=(int, "pk"))
OwnTeam = answer("OwnTeam", team=(int | None, "pk"))
Member = answer("Member", entrant=(int, "pk"), team=(int, "team_id"))
AskedInto = answer("AskedInto", team=(int, "team_id"))
NotAsked = answer("NotAsked", player=(str, "shown_name"))


def boards_of(given: Mapping[str, str]) -> dict[str, Any]:
    """Return entrants by the boards that a form gives them. Raises Refused."""
    boards = {
        whole(name.removeprefix(BOARD_PREFIX)): whole(given.get(name, ""))
        for name in given
        if name.startswith(BOARD_PREFIX)
    }
    if len(set(boards.values())) != len(boards):
        raise Refused("bad-order", "Give everybody in your team one place, and no place twice.")
    return {"entrants": sorted(boards, key=lambda entrant: boards[entrant])}


def _words_of_salt(done: Done) -> str:
    return (
        "Your word counts for all games that begin from now on." if done.result.salt else "Your word is gone."
    )


ACTS = (
    Act("enter", registration.enter, "You are in.", OwnEntry),
    Act("leave", registration.leave, "You have left.", OwnEntry),
    Act("salt", registration.choose_salt, _words_of_salt, OwnEntry),
    Act(
        "challenge",
        challenges.challenge,
        lambda done: "" if done.game else "The game begins in a moment.",
        Challenge,
        example={"entrant": 12},
        game=lambda pairing: pairing.game,
    ),
    Act("bye", byes.ask, "You do not play in round {said[round_number]}.", OwnByes, example={"round": 3}),
    Act("take-back-bye", byes.take_back, "You play in round {said[round_number]} after all.", OwnByes),
    Act(
        "write",
        correspondence.write,
        "Your letter is on its way to the directors.",
        Letter,
        example={"text": "May I play later?"},
    ),
    Act(
        "found-team",
        teams.found,
        "{result.name} is founded. Ask people in.",
        OwnTeam,
        example={"name": "The Ents"},
    ),
    Act("join-team", teams.join, "You are in the team.", Member),
    Act("decline-team", teams.decline, "The team asks you no longer.", OwnTeam),
    Act("ask-player", teams.ask, "{result.user.shown_name} is asked, and told.", AskedInto),
    Act("ask-no-longer", teams.take_back, "{result.shown_name} is asked no longer.", NotAsked),
    Act(
        "order-team",
        teams.order,
        "The boards are set.",
        OwnTeam,
        example={"entrants": [14, 12, 13, 15]},
        form=boards_of,
    ),
)
