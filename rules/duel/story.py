"""The log as sentences."""

from collections.abc import Callable
from typing import Any

from rules.core.sentences import several
from rules.core.stories import Together, adding
from rules.core.table import LogLine
from rules.duel.data import CARDS, LANDMARKS, REGIONS, TOKENS, other, seat_name

WHY = {
    "no-supply": "no Unit is left in the supply",
    "no-unit": "there is no Unit to move",
    "no-enemy-unit": "there is no enemy Unit",
    "no-enemy-fortress": "there is no enemy Fortress",
    "no-grey-card": "the opponent has no grey card",
    "no-coins": "there are no coins to lose",
    "no-reserve": "no coin is left in the reserve",
    "no-token": "no token is left",
    "no-discard": "the discard pile is empty",
}
CAUSES = {
    "effect": "",
    "discard": " for it",
    "quest": " on the Quest",
    "hobbits-chain-coins": " for the chain",
}
BONUS = {"coin": "a coin", "unit": "a Unit", "extra-turn": "another turn", "fortress": "a Fortress to remove"}
REASONS = {
    "quest": "by the Quest of the Ring",
    "races": "with the Support of the Races",
    "conquest": "by conquest",
}


def coins(amount: int) -> str:
    """Return an amount of coins in words."""
    return f"{amount} coin{'' if amount == 1 else 's'}"


def units(amount: int) -> str:
    """Return a number of Units in words."""
    return f"{amount} Unit{'' if amount == 1 else 's'}"


def card(id: str) -> str:
    """Return a card as the log names it."""
    return f"{CARDS[id].label} ({CARDS[id].colour})"


def _cards(ids: list[str]) -> str:
    return several(card(id) for id in ids)


def _tokens(ids: list[str]) -> str:
    return several(f"“{TOKENS[id].label}”" for id in ids)


def _units(d: dict[str, Any]) -> str:
    """Return the Units of a line, one where it does not tell."""
    return "a Unit" if d.get("count", 1) == 1 else units(d["count"])


def _effects(d: dict[str, Any]) -> str:
    return "an effect" if d.get("count", 1) == 1 else f"{d['count']} effects"


def _races(d: dict[str, Any]) -> str:
    """Return which races make an alliance (`a pair of Elves`, `Elves, Hobbits and Humans`)."""
    names = [race.capitalize() for race in d["races"]]
    return f"a pair of {several(names)}" if d["how"] == "pair" else several(names)


def _paid(d: dict[str, Any]) -> str:
    if d.get("chain"):
        return " by its chain"
    return f" for {coins(d['price'])}" if d["price"] else " for nothing"


SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "chapter-dealt": lambda d: f"Chapter {d['chapter']} is laid out.",
    "landmarks-turned-up": lambda d: f"{several(LANDMARKS[x].name for x in d['landmarks'])} can be taken.",
    "card-played": lambda d: f"{seat_name(d['seat'])} plays {card(d['card'])}{_paid(d)}.",
    "card-played-from-discard": lambda d: (
        f"{seat_name(d['seat'])} plays {card(d['card'])} from the discard pile."
    ),
    "card-discarded": lambda d: f"{seat_name(d['seat'])} discards {card(d['card'])}.",
    "landmark-taken": lambda d: f"{seat_name(d['seat'])} takes {LANDMARKS[d['landmark']].name}{_paid(d)}.",
    "coins-gained": lambda d: (
        f"{seat_name(d['seat'])} takes {coins(d['amount'])}{CAUSES.get(d['cause'], '')}."
    ),
    "coins-lost": lambda d: f"{seat_name(d['seat'])} loses {coins(d['amount'])}.",
    "units-placed": lambda d: (
        f"{seat_name(d['seat'])} places {units(d['amount'])} in {REGIONS[d['region']].name}."
    ),
    "conflict-resolved": lambda d: (
        f"Conflict in {REGIONS[d['region']].name}: both sides lose {units(d['lost'])}."
    ),
    "unit-moved": lambda d: (
        f"{seat_name(d['seat'])} moves {_units(d)} from {REGIONS[d['source']].name} to {REGIONS[d['target']].name}."
    ),
    "unit-removed": lambda d: (
        f"{seat_name(d['seat'])} removes {_units(d)} of {seat_name(other(d['seat']))} from {REGIONS[d['region']].name}."
    ),
    "fortress-placed": lambda d: f"{seat_name(d['seat'])} builds a Fortress in {REGIONS[d['region']].name}.",
    "fortress-removed": lambda d: (
        f"{seat_name(d['seat'])} removes the Fortress of {seat_name(other(d['seat']))} in "
        f"{REGIONS[d['region']].name}."
    ),
    "quest-advanced": lambda d: (
        f"{seat_name(d['seat'])} advances {d['spaces']} on the Quest, to step {d['step']}."
    ),
    "bonus-reached": lambda d: f"Step {d['step']} of the Quest brings {BONUS[d['bonus']]}.",
    "alliance-triggered": lambda d: f"{seat_name(d['seat'])} wins an alliance: {_races(d)}.",
    "tokens-revealed": lambda d: f"Alliance tokens are turned up: {_tokens(d['tokens'])}.",
    "token-kept": lambda d: f"{seat_name(d['seat'])} keeps “{TOKENS[d['token']].label}”.",
    "grey-card-discarded": lambda d: f"{seat_name(other(d['seat']))} loses {card(d['card'])}.",
    "discard-opened": lambda d: f"{seat_name(d['seat'])} looks through the discard pile.",
    "discard-seen": lambda d: f"Set aside unseen were: {_cards(d['cards'])}.",
    "effect-skipped": lambda d: f"An effect is skipped: {WHY[d['why']]}.",
    "effect-declined": lambda d: f"{seat_name(d['seat'])} declines {_effects(d)}.",
    "card-turned-up": lambda d: f"{card(d['card'])} is turned up.",
    "chapter-ended": lambda d: f"Chapter {d['chapter']} ends.",
    "extra-turn-granted": lambda d: f"{seat_name(d['seat'])} gets another turn.",
    "extra-turn-declined": lambda d: f"{seat_name(d['seat'])} declines the extra turn.",
    "turn-ended": lambda d: f"{seat_name(d['next'])} to move{' again' if d['extra'] else ''}.",
    "game-won": lambda d: f"{seat_name(d['seat'])} wins {' and '.join(REASONS[r] for r in d['reasons'])}.",
    "game-counted": lambda d: (
        "Regions are counted: "
        + several(f"{seat_name(seat)} {n}" for seat, n in d["regions"].items())
        + (f". {seat_name(d['winners'][0])} wins." if len(d["winners"]) == 1 else ". The victory is shared.")
    ),
}


#: How two lines of a kind in a row become one (`Title.together`).
TOGETHER: dict[str, Together] = {
    "coins-gained": adding("amount"),
    "coins-lost": adding("amount"),
    "effect-declined": adding(once={"count": 1}),
    "units-placed": adding("amount"),
    "unit-moved": adding(once={"count": 1}),
    "unit-removed": adding(once={"count": 1}),
}


def sentence(line: LogLine) -> str:
    """Return a log line as a sentence. Raises KeyError for a line of another title."""
    return SENTENCES[line.kind](line.data)
