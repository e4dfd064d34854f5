"""Tables of three and four to write examples with: who leads, who acts, what each holds, and what is refused."""

from typing import Any

import pytest

from rules import Game, IllegalChoice
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import CARDS, FP, NATIONS, SH
from rules.war_of_the_ring.position.state import State, deck_name, initial_state
from rules.war_of_the_ring.sets.players.state import Deed, Players
from rules.war_of_the_ring.sets.players.state import table_of as _table_of
from tests.rules.war_of_the_ring.positions import game

GONDOR, ROHAN, WITCH_KING, SARUMAN = "gondor", "rohan", "witch-king", "saruman"
FOUR: dict[str, Any] = {"players": "4"}
THREE: dict[str, Any] = {"players": "3"}
EVERYBODY = tuple(NATIONS)
_PARTNER = {GONDOR: ROHAN, ROHAN: GONDOR, WITCH_KING: SARUMAN, SARUMAN: WITCH_KING}
_SIDE = {GONDOR: FP, ROHAN: FP, WITCH_KING: SH, SARUMAN: SH}


def table(
    script: list[list[Any]] | None = None,
    *,
    options: dict[str, Any] = FOUR,
    acting: str = ROHAN,
    leading: tuple[str, ...] = (),
    hands: dict[str, tuple[str, ...] | list[str]] | None = None,
    mixed: tuple[str, ...] = (),
    last: Deed | None = None,
    takers: dict[str, str] | None = None,
    others: dict[str, Any] | None = None,
    **parts: Any,
) -> Game[State]:
    """Begin from a position in which a player acts, and of whom nothing else is said does not lead his team.

    `leading` names those who lead besides; `mixed` are places as the position names them (`region/side`,
    `region/inside`); cards in hands and on the table are in no deck; `others` are the parts of further sets.
    """
    start = initial_state(TITLE.normalise_options(options))
    leads = {FP: GONDOR, SH: WITCH_KING} if options["players"] == "4" else {SH: WITCH_KING}
    if acting in leads.values() and acting not in leading:
        leads[_SIDE[acting]] = _PARTNER[acting]
    leads |= {_SIDE[player]: player for player in leading}
    acts = {side: _PARTNER[player] for side, player in leads.items()}
    if acting in _SIDE:
        acts[_SIDE[acting]] = acting
    held = {player: list((hands or {}).get(player, ())) for player in start.hands}
    parts.setdefault("hands", held)
    lying = [
        card for place in ("hands", "table") for cards in parts.get(place, {}).values() for card in cards
    ]
    decks = start.decks
    for card in lying:
        if CARDS[card].deck != "special":
            decks[deck_name(card)].remove(card)
    parts.setdefault("decks", decks)
    part = Players(leading=leads, acting=acts, mixed=list(mixed), takers=takers or {}, last=last or Deed())
    parts["sets"] = {**(start.sets or {}), **(others or {}), "players": part}
    parts.setdefault("to_act", _SIDE.get(acting, FP))
    return game(script, options=options, **parts)


def at_war(*nations: str) -> dict[str, Any]:
    """Return the part of a position in which these Nations are at war, or all of them."""
    return {"at_war": nations or EVERYBODY}


def players_of(play: Game[State]) -> Players:
    """Return what the set keeps of a game."""
    return _table_of(play.state)


def asked(play: Game[State]) -> list[tuple[str, str]]:
    """Return who is asked what."""
    return [(decision.seat, decision.kind) for decision in play.pending]


def offered(play: Game[State], seat: str) -> list[str]:
    """Return what a seat may answer to the question it is asked."""
    decision = play.decision_of(seat)
    assert decision is not None
    return list(decision.options.values)


def choose(play: Game[State], seat: str, *choices: Any) -> None:
    """Let a seat answer one question after the other."""
    for choice in choices:
        play.choose(seat, choice)


def refused(play: Game[State], seat: str, choice: Any) -> tuple[str, str, str]:
    """Return the code, the words and the rule with which a choice is refused; nothing has changed."""
    before = play.position()
    with pytest.raises(IllegalChoice) as caught:
        play.choose(seat, choice)
    assert play.position() == before
    return caught.value.code, caught.value.message, caught.value.rule


def story(play: Game[State], seat: str | None = None, *kinds: str) -> list[str]:
    """Return the lines that a seat reads, of some kinds or of all, in words."""
    return [TITLE.describe_line(line) for line in play.log(seat) if not kinds or line.kind in kinds]


# -- two Armies in one region --------------------------------------------------------------------------

#: A region of no Nation, and two beside it.
PLAIN, BESIDE, AWAY = "dagorlad", "noman-lands", "eastern-emyn-muil"
HERE = f"{PLAIN}/{SH}"


def shadow(
    figures: dict[str, int],
    *,
    acting: str = SARUMAN,
    dice: tuple[str, ...] = ("army", "army"),
    against: dict[str, int] | None = None,
    elsewhere: dict[str, dict[str, int]] | None = None,
    is_mixed: bool = False,
    **parts: Any,
) -> Game[State]:
    """Let a player of the Shadow act, whose units stand beside his partner's; all Nations are at war."""
    return table(
        parts.pop("script", None),
        acting=acting,
        dice=(["event"], list(dice)),
        forces={PLAIN: figures} | ({BESIDE: against} if against else {}) | (elsewhere or {}),
        mixed=(HERE,) if is_mixed else (),
        **at_war() | parts,
    )


def attack(play: Game[State], seat: str, source: str, target: str, party: dict[str, int]) -> None:
    """Attack with a party, by an Army die, up to the first question of the battle."""
    choose(play, seat, "army:attack")
    while asked(play)[0] in ((seat, "attack"), (seat, "attackers")):
        choose(play, seat, f"{source}>{target}" if asked(play)[0][1] == "attack" else party)


def shared(play: Game[State], region: str = PLAIN) -> dict[str, Any]:
    """Return what everybody is told of a region in which both have units."""
    there = TITLE.view(play.state, None)["players"]["armies"]
    found: dict[str, Any] = next(one for one in there if one["region"] == region)
    return found
