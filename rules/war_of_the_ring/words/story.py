"""The log as sentences."""

from collections.abc import Callable
from functools import cache
from typing import Any

from rules.core.table import LogLine
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    NATIONS,
    NAZGUL,
    TILES,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.combat import USUALLY_NEEDED
from rules.war_of_the_ring.position.declarations import joined
from rules.war_of_the_ring.position.dice import die_name, spoken
from rules.war_of_the_ring.position.event_cards import combat_label
from rules.war_of_the_ring.position.players import NAMES
from rules.war_of_the_ring.position.uses import ACTS, USES
from rules.war_of_the_ring.words.text_board import figures_words


def side_name(side: str) -> str:
    """Return a side's name."""
    return "The Free Peoples" if side == FP else "The Shadow"


def _figures(figures: dict[str, int]) -> str:
    return figures_words(
        {kind: n for kind, n in figures.items() if kind not in CHARACTERS},
        [kind for kind in figures if kind in CHARACTERS],
    )


def _names(characters: list[str], verb: str) -> str:
    """Return Characters and what they do (`Boromir comes`, `Gimli, Legolas and Boromir come`)."""
    *others, last = map(figure_name, characters)
    apart = "; " if any(", " in name for name in others) else ", "
    return f"{apart.join(others)} and {last} {verb}" if others else f"{last} {_does(verb)}"


def _kind(figure: str, count: int) -> str:
    """Return the name of a kind of figures, as one or as several (`Sauron Elite`, `Sauron Elites`)."""
    return figure_name(figure) if count == 1 or figure == NAZGUL else f"{figure_name(figure)}s"


def _figures_do(figure: str, count: int, verb: str) -> str:
    """Return figures of one kind and what happens to them (`Strider falls`, `2 Nazgûl fall`)."""
    name = _kind(figure, count)
    return f"{name} {_does(verb)}" if count == 1 else f"{count} {name} {verb}"


def _cards(cards: list[str]) -> str:
    return ", ".join(CARDS[c].title for c in cards)


def _cause(cause: str) -> str:
    return CARDS[cause].title if cause in CARDS else cause.capitalize()


#: The third person of verbs that do not only take an s.
_SINGULAR = {"have": "has", "are": "is", "pass": "passes", "go": "goes", "sally": "sallies"}
#: Nations that are spoken of in the plural.
_PEOPLES = frozenset(("dwarves", "elves", "southrons-easterlings"))


def _does(verb: str) -> str:
    return _SINGULAR.get(verb, f"{verb}s")


def _side(d: dict[str, Any], verb: str) -> str:
    """Return a side, or who of two partners is told of, and what it does (`The Shadow draws`, `Rohan draws`)."""
    if "player" in d:
        return f"{NAMES[d['player']]} {_does(verb)}"
    return f"{side_name(d['side'])} {verb if d['side'] == FP else _does(verb)}"


def _nation(d: dict[str, Any], verb: str) -> str:
    """Return a Nation and what it does (`Gondor goes`, `Elves go`)."""
    return f"{NATIONS[d['nation']].name} {verb if d['nation'] in _PEOPLES else _does(verb)}"


def _step(step: int) -> str:
    return f"{step} step{'' if step == 1 else 's'} from war"


def _bonus(bonus: int) -> str:
    return f" {bonus:+d}" if bonus else ""


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _hits(number: int) -> str:
    return _count(number, "hit", "hits")


def _dice(number: int) -> str:
    return _count(number, "die", "dice")


def _rings(number: int) -> str:
    return _count(number, "Dwarven Ring", "Dwarven Rings")


#: The card that changes rolls by its Event half: those of the battle that it starts.
_HELP = "fp-str-10"
#: What makes an attacker need a six.
_SHIELDS = {"siege": "walls of the Stronghold", "city": "City", "fortification": "Fortification"}


def _source(source: str) -> str:
    if source not in CARDS:
        return figure_name(source)
    return CARDS[source].title if source == _HELP else combat_label(source)


def modifier_words(modifier: dict[str, Any]) -> str:
    """Return what changes a roll and where it comes from (`Valour (Dale) +1`, `Fortification: 6 needed`)."""
    source, what, amount = modifier["source"], modifier["what"], modifier["amount"]
    if what == "needed":
        return f"{_SHIELDS[source]}: {USUALLY_NEEDED + amount} needed"
    name = _source(source)
    if what == "most-dice":
        return f"{name}: {_dice(amount)} at most"
    if what == "dice":
        return f"{name}: {_dice(abs(amount))} {'fewer' if amount < 0 else 'more'}"
    return f"{name} {amount:+d}{' Leadership' if what == 'leadership' else ''}"


def _roll(d: dict[str, Any]) -> str:
    why = "; ".join(modifier_words(m) for m in d.get("modifiers", ()))
    rolled = f"{d['dice']} needing {d['needed']}{_bonus(d['bonus'])}"
    return f"{rolled}{f' ({why})' if why else ''}: {_hits(d['hits'])}"


def hunt_result(d: dict[str, Any]) -> str:
    """Return how many dice of a Hunt roll were successes; of a roll without any, what was needed."""
    if d["successes"]:
        return _count(d["successes"], "success", "successes")
    least = max(2, 6 - d["bonus"])
    return f"no success ({'6' if least == 6 else f'{least} or more'} needed)"


def _by(d: dict[str, Any]) -> str:
    """Return by which Combat card something happens, where the line says so."""
    return f", by {combat_label(d['card'])}" if d.get("card") else ""


def _share(d: dict[str, Any]) -> str:
    """Return how much of the Hunt damage a casualty takes (`2 of 3`); older lines tell only how much there was."""
    taken = d.get("taken", d["damage"])
    return str(taken) if taken == d["damage"] else f"{taken} of {d['damage']}"


def _name_of(helper: str) -> str:
    """Return what lowers the Hunt damage: a card, or the Guide."""
    return CARDS[helper].title if helper in CARDS else figure_name(helper)


def _lie(number: int) -> str:
    return "lies" if number == 1 else "lie"


def _at(d: dict[str, Any]) -> str:
    """Return where something happens; older lines do not tell."""
    return f" at {region_name(d['region'])}" if "region" in d else ""


def _points_lost(d: dict[str, Any]) -> str:
    """Return what the enemy loses with a Settlement; older lines do not tell."""
    return f" ({_count(d['points'], 'point', 'points')} less for the enemy)" if d.get("points") else ""


#: The sentences of the base game; the sets add theirs (`Declared.sentences`).
SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "game-begins": lambda d: "The game begins.",
    "first-bidder": lambda d: f"{NAMES[d['player']]} bids first.",
    "bid": lambda d: f"{NAMES[d['player']]} offers {_rings(d['rings'])} for the {NAMES[d['side']]}.",
    "sealed-bids": lambda d: " ".join(
        f"{NAMES[player]} bids {_rings(bid['rings'])} for the {NAMES[bid['side']]}."
        for player, bid in d["bids"].items()
    ),
    "equal-bids": lambda d: (
        f"The bids are equal: the die shows {d['die']}, {NAMES[d['player']]} has the side."
    ),
    "sides-settled": lambda d: (
        " ".join(f"{NAMES[player]} plays the {NAMES[side]}." for player, side in d["seats"].items())
        + f" {_side(d, 'have')} {_rings(d['rings'])}."
    ),
    "dwarven-ring-used": lambda d: (
        f"{_side(d, 'use')} a Dwarven Ring: {die_name(d['die'])} becomes {die_name(d['result'])}."
    ),
    "turn-begins": lambda d: f"Turn {d['turn']}.",
    "card-drawn": lambda d: f"{_side(d, 'draw')} a {d['deck']} card.",
    "card-seen": lambda d: (
        f"You get {CARDS[d['card']].title} from your partner."
        if d["cause"] == "swap"
        else f"You draw {CARDS[d['card']].title}."
    ),
    "deck-empty": lambda d: f"{_side(d, 'have')} no card left to draw.",
    "cards-discarded": lambda d: (
        f"{_side(d, 'discard')} {_count(len(d['decks']), 'card', 'cards')} face down: {', '.join(d['decks'])}."
    ),
    "discard-seen": lambda d: f"You discard {_cards(d['cards'])}.",
    "fellowship-declared": lambda d: f"The Fellowship is declared in {region_name(d['region'])}.",
    "fellowship-moved": lambda d: f"The Fellowship moves on: progress {d['progress']}.",
    "fellowship-hidden": lambda d: "The Fellowship hides.",
    "fellowship-revealed": lambda d: "The Fellowship is revealed.",
    "fellowship-found": lambda d: f"The Ring-bearers are found in {region_name(d['region'])}.",
    "mordor-entered": lambda d: "The Ring-bearers enter Mordor.",
    "mordor-step": lambda d: f"The Ring-bearers reach step {d['step']} of Mordor.",
    "mordor-stopped": lambda d: f"The Ring-bearers are held on step {d['step']} of Mordor.",
    "guide-appointed": lambda d: f"{figure_name(d['character'])} guides the Fellowship.",
    "companions-left": lambda d: f"{_names(d['companions'], 'leave')} the Fellowship.",
    "companions-moved": lambda d: f"{_names(d['companions'], 'come')} to {region_name(d['region'])}.",
    "companions-lost": lambda d: f"{_names(d['companions'], 'are')} lost in Mordor.",
    "companion-casualty": lambda d: f"{figure_name(d['character'])} takes {_share(d)} Hunt damage.",
    "damage-lowered": lambda d: (
        f"{_name_of(d['by'])} lowers the Hunt damage by {d['amount']} to {d['damage']}."
    ),
    "companion-lost": lambda d: f"{figure_name(d['character'])} is lost.",
    "companion-tempted": lambda d: f"The Ring lures {figure_name(d['character'])}.",
    "card-rolled": lambda d: f"{CARDS[d['card']].title}: {d['dice']}, {d['successes']} count.",
    "die-turned": lambda d: f"{_side(d, 'turn')} {spoken(d['die'])} to {die_name(d['result'])}.",
    "dice-discarded": lambda d: (
        f"{_side(d, 'lose')} {d['count'] or 'no'} {die_name(d['die'])} {'die' if d['count'] == 1 else 'dice'}."
    ),
    "hunt-box-filled": lambda d: (
        f"The die goes to the Hunt Box: {_dice(d['dice'])} of the {NAMES[d['side']]} {_lie(d['dice'])} there."
    ),
    "hunt-pool-filled": lambda d: (
        f"The Hunt Pool is empty: {_count(len(d['tiles']), 'drawn tile goes', 'drawn tiles go')} back into it."
    ),
    "mordor-pool-made": lambda d: (
        f"The Hunt Pool for Mordor: {_count(len(d['eyes']), 'drawn Eye', 'drawn Eyes')} and"
        f" {_count(len(d['specials']), 'special tile', 'special tiles')} join it,"
        f" {_count(d['tiles'], 'tile', 'tiles')} in all."
    ),
    "tiles-shown": lambda d: f"Hunt tiles shown: {', '.join(TILES[x].words for x in d['tiles'])}.",
    "tiles-removed": lambda d: (
        f"Hunt tiles that leave the game: {', '.join(TILES[x].words for x in d['tiles'])}."
    ),
    "fellowship-driven": lambda d: f"The Ring-bearers are driven to {region_name(d['region'])}.",
    "special-tile": lambda d: (
        f"A special Hunt tile comes into play: {CARDS[TILES[d['tile']].card or ''].title}."
    ),
    "corrupted": lambda d: f"Corruption rises by {d['amount']} to {d['corruption']}.",
    "healed": lambda d: f"Corruption falls by {d['amount']} to {d['corruption']}.",
    "hunt-allocated": lambda d: f"The Shadow puts {_dice(d['dice'])} into the Hunt Box.",
    "hunt-rolled": lambda d: (
        f"Hunt: {d['dice']}{' then ' + str(d['rerolled']) if d['rerolled'] else ''}"
        f"{_bonus(d['bonus'])}: {hunt_result(d)}."
    ),
    "tile-drawn": lambda d: f"Hunt tile ({_cause(d['cause'])}): {TILES[d['tile']].words}.",
    "tile-replaced": lambda d: f"The Mithril Coat turns it into {TILES[d['tile']].words}.",
    "tile-ignored": lambda d: "The tile has no effect.",
    "tile-die-rolled": lambda d: f"The tile's die shows {d['damage']}.",
    "stronghold-tile": lambda d: f"The path touches {region_name(d['region'])}: one more tile.",
    "action-dice-rolled": lambda d: (
        f"{_side(d, 'roll')} {', '.join(die_name(x) for x in d['dice'])}."
        if d["dice"]
        else f"{_side(d, 'have')} no dice left to roll."
    ),
    "die-used": lambda d: f"{_side(d, 'use')} {spoken(d['die'])}: {USES[d['use']].label}.",
    "act": lambda d: f"{_side(d, 'choose')}: {ACTS[d['act']].label}.",
    "die-skipped": lambda d: f"{_side(d, 'skip')} {spoken(d['die'])}.",
    "passed": lambda d: f"{_side(d, 'pass')}.",
    "ring-used": lambda d: (
        f"{_side(d, 'use')} an Elven Ring: {spoken(d['die'])} becomes {die_name(d['result'])}."
    ),
    "army-moved": lambda d: (
        f"{_figures(d['figures'])}: {region_name(d['source'])} to {region_name(d['target'])}."
    ),
    "disbanded": lambda d: (
        f"Back to the reinforcements from {region_name(d['region'])}: {_figures(d['figures'])}."
    ),
    "settlement-captured": lambda d: (
        f"{_side(d, 'capture')} {region_name(d['region'])} ({_count(d['points'], 'point', 'points')})."
    ),
    "settlement-recaptured": lambda d: (
        f"{_side(d, 'take')} {region_name(d['region'])} back{_points_lost(d)}."
    ),
    "siege-ended": lambda d: f"The siege of {region_name(d['region'])} is lifted.",
    "nation-activated": lambda d: f"{_nation(d, 'are')} roused.",
    "nation-advanced": lambda d: (
        f"{_nation(d, 'are')} {_step(d['step'])}." if d["step"] else f"{_nation(d, 'go')} to war."
    ),
    "nation-retreated": lambda d: f"{_nation(d, 'step')} back: {_step(d['step'])}.",
    "recruited": lambda d: f"Mustered in {region_name(d['region'])}: {_figures(d['figures'])}.",
    "units-replaced": lambda d: (
        f"{_figures_do(d['old'], d['count'], 'become')} {_kind(d['new'], d['count'])}"
        f" in {region_name(d['region'])}."
    ),
    "character-entered": lambda d: (
        f"{figure_name(d['character'])} takes the place of {figure_name(d['former'])} in {region_name(d['region'])}."
        if d.get("former")
        else f"{figure_name(d['character'])} appears in {region_name(d['region'])}."
    ),
    "nazgul-moved": lambda d: (
        f"{figure_name(d['figure'])}: {region_name(d['source'])} to {region_name(d['target'])}."
    ),
    "attack-declared": lambda d: (
        f"{_side(d, 'attack')} {region_name(d['target'])} from {region_name(d['source'])}"
        f" with {_figures(d['figures'])}."
        if d["kind"] == "field"
        else f"{_side(d, 'assault') if d['kind'] == 'siege' else _side(d, 'sally') + ' from'}"
        f" {region_name(d['target'])} with {_figures(d['figures'])}."
    ),
    "white-rider": lambda d: "The White Rider takes the courage of the Nazgûl.",
    "withdrew-into-stronghold": lambda d: f"{_side(d, 'withdraw')} into {region_name(d['region'])}.",
    "came-out": lambda d: f"In the open again at {region_name(d['region'])}: {_figures(d['figures'])}.",
    "no-combat-card": lambda d: f"{_side(d, 'lay')} no Combat card.",
    "combat-card-laid": lambda d: (
        f"{_side(d, 'lay')} {CARDS[d['card']].title} from the table."
        if d.get("card")
        else f"{_side(d, 'lay')} a {d['deck']} card."
    ),
    "combat-card-shown": lambda d: f"{_side(d, 'show')} {combat_label(d['card'])}.",
    "combat-card-cancelled": lambda d: f"{combat_label(d['card'])} has no effect.",
    "leadership-given-up": lambda d: (
        f"{figure_name(d['figure'])}: {d['points']} Leadership is given up for this round."
    ),
    "companion-silenced": lambda d: f"{figure_name(d['figure'])} is silenced for this round.",
    "dice-taken": lambda d: f"{_side(d, 'roll')} {_dice(d['dice'])} fewer{_by(d)}.",
    "dice-limited": lambda d: f"{_side(d, 'roll')} {_dice(d['dice'])} at most{_by(d)}.",
    "misses-turned": lambda d: (
        f"{_side(d, 'turn')} {_count(d['hits'], 'missed die to a hit', 'missed dice to hits')}."
    ),
    "no-re-roll": lambda d: f"{side_name(d['side'])} may not roll again this round.",
    "hits-added": lambda d: f"{_side(d, 'score')} {_hits(d['hits'])} more{_by(d)}.",
    "hits-cancelled": lambda d: f"{_side(d, 'score')} {_hits(d['hits'])} fewer{_by(d)}.",
    "combat-rolled": lambda d: f"{_side(d, 'roll')} {_roll(d)}.",
    "leader-rerolled": lambda d: f"{_side(d, 'roll')} again {_roll(d)}.",
    "casualty": lambda d: (
        f"{figure_name(d['figure'])} is {'lost' if d['how'] == 'lose' else 'reduced'}"
        f" at {region_name(d['region'])}."
    ),
    "struck-down": lambda d: (
        f"{_figures_do(d['figure'], d.get('count', 1), 'are')} struck down at {region_name(d['region'])}."
    ),
    "additional-attack": lambda d: (
        f"{_side(d, 'strike')} besides: {d['dice']} needing {d['needed']}: {_hits(d['hits'])}."
    ),
    "great-host": lambda d: f"{_side(d, 'overwhelm')} the enemy: one more hit.",
    "fell-with-army": lambda d: f"{_figures_do(d['figure'], d['count'], 'fall')} with the Army{_at(d)}.",
    "siege-pressed": lambda d: f"{figure_name(d['figure'])} is reduced to press the siege{_at(d)}.",
    "attack-ceased": lambda d: f"The attack on {region_name(d['region'])} ceases.",
    "retreated": lambda d: (
        f"{_side(d, 'retreat')} from {region_name(d['source'])} to {region_name(d['target'])}."
    ),
    "battle-over": lambda d: f"The battle of {region_name(d['region'])} is over.",
    "card-played": lambda d: f"{_side(d, 'play')} {CARDS[d['card']].title}.",
    "cards-paid": lambda d: f"{_side(d, 'pay')} with {' and '.join(CARDS[c].title for c in d['cards'])}.",
    "ring-given-up": lambda d: f"{_side(d, 'give')} an Elven Ring to the Shadow.",
    "table-card-discarded": lambda d: (
        f"{CARDS[d['card']].title} {'is used and ' if d['why'] == 'used' else ''}leaves the table."
    ),
    "game-won": lambda d: f"{_side(d, 'win')}.",
}


@cache
def sentences() -> dict[str, Callable[[dict[str, Any]], str]]:
    """Return the sentence of every kind of line that a set knows. Raises ValueError: two sets have one for the same."""
    return joined("sentences", SENTENCES)


def sentence(line: LogLine) -> str:
    """Return a log line as a sentence. Raises KeyError for a line of another title."""
    return sentences()[line.kind](line.data)
