"""Positions for four in which somebody is asked what a partner may answer: one or more for each kind of question.

Everybody holds cards, and nobody lays one. `HANDS` and `OTHERS` are hands of the same numbers of each deck: games that
differ in them alone are twins to all but whose hand it is.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules import Choice, Game
from rules.war_of_the_ring.position.state import State
from tests.rules.war_of_the_ring.players.tables import (
    AWAY,
    BESIDE,
    FOUR,
    GONDOR,
    PLAIN,
    ROHAN,
    SARUMAN,
    WITCH_KING,
    at_war,
    attack,
    choose,
    shadow,
    table,
)

Hands = Mapping[str, tuple[str, ...]]

HANDS: Hands = {
    GONDOR: ("fp-str-14", "fp-char-12"),
    ROHAN: ("fp-str-17", "fp-char-10"),
    WITCH_KING: ("sh-str-09", "sh-char-05"),
    SARUMAN: ("sh-str-06", "sh-char-07"),
}
OTHERS: Hands = {
    GONDOR: ("fp-str-19", "fp-char-16"),
    ROHAN: ("fp-str-22", "fp-char-18"),
    WITCH_KING: ("sh-str-20", "sh-char-18"),
    SARUMAN: ("sh-str-22", "sh-char-19"),
}
ORDERLY = "lome-fp-char-28"
MISSED = [1, 1, 1, 1, 1]


def fight(hands: Hands, rolls: list[list[int]], **parts: Any) -> Game[State]:
    """Let the Witch-king attack an Army beside his own."""
    own = parts.pop("own", {"sauron-regular": 3})
    play = shadow(own, acting=WITCH_KING, script=rolls, hands=dict(hands), **parts)
    attack(play, WITCH_KING, PLAIN, BESIDE, own)
    return play


def before_the_city(hands: Hands, defenders: dict[str, int]) -> Game[State]:
    """Let the Witch-king attack an Army before Minas Tirith."""
    play = table(
        [],
        acting=WITCH_KING,
        dice=(["event"], ["army", "event"]),
        forces={"minas-tirith": defenders, "osgiliath": {"sauron-regular": 5}},
        hands=dict(hands),
        **at_war(),
    )
    attack(play, WITCH_KING, "osgiliath", "minas-tirith", {"sauron-regular": 5})
    return play


def siege(hands: Hands) -> Game[State]:
    """Let the Witch-king attack those besieged in Minas Tirith, where he has Elites."""
    play = table(
        [[1, 1, 1, 1], [1, 1]],
        acting=WITCH_KING,
        dice=(["event"], ["army", "event"]),
        forces={
            "minas-tirith/inside": {"gondor-regular": 2},
            "minas-tirith": {"sauron-regular": 2, "sauron-elite": 2},
        },
        hands=dict(hands),
        **at_war(),
    )
    attack(play, WITCH_KING, "minas-tirith", "minas-tirith", {"sauron-regular": 2, "sauron-elite": 2})
    return play


def too_many(
    hands: Hands, *, acting: str, own: dict[str, int], come: dict[str, int], **parts: Any
) -> Game[State]:
    """Let an Army come to where more than ten stand then."""
    play = shadow(own, acting=acting, elsewhere={AWAY: come}, hands=dict(hands), **parts)
    choose(play, acting, "army:move-armies", f"{AWAY}>{PLAIN}", come, None)
    return play


def too_many_apart(hands: Hands) -> Game[State]:
    """Let an Army of Saruman's come to one of the Witch-king's, who leads: he is to remove the first unit."""
    return too_many(
        hands,
        acting=SARUMAN,
        own={"sauron-regular": 6, "sauron-elite": 1},
        come={"isengard-regular": 5, "isengard-elite": 1},
        leading=(WITCH_KING,),
    )


def of_the_other(hands: Hands) -> Game[State]:
    """Let Saruman remove his unit: then the Witch-king is to remove one."""
    play = too_many_apart(hands)
    choose(play, SARUMAN, {"isengard-regular": 1})
    return play


def withdrawal(hands: Hands) -> Game[State]:
    """Let Gondor lay Orderly Withdrawal, a card of Lords of Middle-earth, and use it."""
    held = {**hands, GONDOR: (*hands[GONDOR], ORDERLY)}
    options = {**FOUR, "lords": True}
    play = fight(
        held, [[5, 1, 1], [1, 1, 1], [1]], against={"gondor-regular": 3, "gondor-leader": 1}, options=options
    )
    choose(play, WITCH_KING, None)
    choose(play, GONDOR, ORDERLY, "use")
    return play


SOME = {"gondor-regular": 2, "rohan-regular": 1}
#: By what happens: the kind of the question, and what leads there from hands.
SCENES: dict[str, tuple[str, Callable[[Hands], Game[State]]]] = {
    "the defender is hit": ("hit", lambda h: fight(h, [[6, 1, 1], [1, 1, 1]], against=SOME)),
    "the attacker is hit": (
        "hit",
        lambda h: fight(
            h,
            [MISSED, [6, 1, 1, 1, 1]],
            own={"sauron-regular": 3, "isengard-regular": 2},
            is_mixed=True,
            against={"gondor-regular": 5},
        ),
    ),
    "a round is over": ("continue", lambda h: fight(h, [[1, 1, 1], [1, 1, 1]], against=SOME)),
    "the attack goes on": ("retreat", lambda h: fight(h, [[1, 1, 1], [1, 1, 1]], against=SOME)),
    "an orderly withdrawal": ("retreat", withdrawal),
    "the battle is won": ("advance", lambda h: fight(h, [[6, 1, 1], [1]], against={"gondor-regular": 1})),
    "an Army before its Stronghold": ("stand", lambda h: before_the_city(h, SOME)),
    "a siege": ("press-siege", siege),
    "an Army inside its Stronghold": (
        "disband",
        lambda h: before_the_city(h, {"gondor-regular": 4, "rohan-regular": 2}),
    ),
    "a mixed Army of twelve": (
        "disband",
        lambda h: too_many(
            h,
            acting=WITCH_KING,
            own={"sauron-regular": 6, "sauron-elite": 1, "isengard-regular": 3},
            come={"sauron-regular": 2},
            is_mixed=True,
        ),
    ),
    "separate Armies of more than ten": ("disband", too_many_apart),
    "the other's Army of the two": ("disband", of_the_other),
}
#: What is answered on the way, where the clock's answer leads elsewhere.
_ANSWERS: dict[str, Choice] = {"continue": "continue", "stand": "siege", "combat-card": None}


def scene(name: str, hands: Hands = HANDS) -> Game[State]:
    """Return a game in which a question of the scene's kind is open."""
    kind, lead = SCENES[name]
    play = lead(hands)
    while kind not in {decision.kind for decision in play.pending}:
        asked = play.pending[0]
        assert asked.kind != "action", f"{name}: nobody is asked {kind}"
        play.choose(asked.seat, _ANSWERS.get(asked.kind, asked.fallback_choice()))
    return play
