"""The log as sentences."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from rules.core.sentences import article, begun, ended, numbers, several
from rules.core.table import EVERYONE, LogLine
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    FP,
    NATIONS,
    NAZGUL,
    TILES,
    enemy,
    figure_name,
    region_name,
    within,
)
from rules.war_of_the_ring.position.combat import USUALLY_NEEDED
from rules.war_of_the_ring.position.declarations import joined
from rules.war_of_the_ring.position.dice import die_name, face_name, face_of, is_special, one
from rules.war_of_the_ring.position.event_cards import combat_label
from rules.war_of_the_ring.position.players import NAMES
from rules.war_of_the_ring.position.uses import ACTS, USES
from rules.war_of_the_ring.words import said


def side_name(side: str) -> str:
    """Return a side's name."""
    return "The Free Peoples" if side == FP else "The Shadow"


def _figures(figures: dict[str, int]) -> str:
    words, _ = said.figures(figures)
    return words


def _do(figures: dict[str, int], verb: str) -> str:
    """Return figures and what they do, or what happens to them (`A Nazgûl falls`, `2 Sauron Regulars fall`)."""
    words, alone = said.figures(figures)
    return begun(f"{words} {_does(verb) if alone else verb}")


def _told_of(d: dict[str, Any]) -> dict[str, int]:
    """Return the figures of a line, which tells of one kind, or of several where lines were put together."""
    return d.get("figures") or {d["figure"]: d.get("count", 1)}


def _names(characters: list[str], verb: str) -> str:
    """Return Characters and what they do (`Boromir comes`, `Gimli, Legolas and Boromir come`)."""
    return begun(f"{several(map(within, characters))} {verb if len(characters) > 1 else _does(verb)}")


def _one(character: str) -> str:
    """Return the name of a Character as it begins a sentence."""
    return begun(within(character))


def _sort(figure: str, count: int) -> str:
    """Return the sort of a unit, as one or as several (`an Elite`, `Regulars`)."""
    name = figure_name(figure).rpartition(" ")[2]
    return article(name) if count == 1 else f"{name}s"


def _cards(cards: list[str]) -> str:
    return several(CARDS[c].title for c in cards)


#: Why a tile is drawn, other than by a card, and where it goes without saying.
_CAUSES = {
    "hunt": "",
    "mordor": " in Mordor",
    "stronghold": " for the Stronghold",
    "fire-and-shadow": " for Fire and Shadow",
}


def _cause(cause: str) -> str:
    if cause in _CAUSES:
        return _CAUSES[cause]
    return f" by {CARDS[cause].title if cause in CARDS else within(cause)}"


def _spent(use: str) -> str:
    """Return what a die is spent on (`to move Armies`, `on an Event card`, `on the Voice of Saruman`)."""
    label = USES[use].label
    if label.startswith("play "):
        return "on an Event card"
    if label.startswith("Ruler token "):
        return f"on the {label.partition(': ')[0]}"
    return f"{'on' if label.startswith('the ') or label[0].isupper() or ': ' in label else 'to'} {label}"


def _chosen(act: str) -> str:
    """Return what is done without a die (`a Corruption attempt (Dáin)`, `to offer one mixed Army`)."""
    head, _, rest = ACTS[act].label.partition(": ")
    return f"{article(head)} ({rest})" if rest else f"to {head[0].lower()}{head[1:]}"


def _dice_skipped(d: dict[str, Any]) -> str:
    number = d.get("count", 1)
    return said.some_dice([d["die"]] * number)


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


def _holder(d: dict[str, Any], verb: str) -> str:
    """Return whose cards are told of, and what that side or one of its two players does with them."""
    seat = d["seat"]
    return _side({"side": seat} if seat in (FP, enemy(FP)) else {"player": seat}, verb)


def _whose(d: dict[str, Any]) -> str:
    """Return a side, or who of two partners is told of, as whose something is."""
    return NAMES[d["player"]] if "player" in d else f"the {NAMES[d['side']]}"


def _nation(d: dict[str, Any], verb: str) -> str:
    """Return a Nation and what it does (`Gondor goes`, `The Elves go`)."""
    name = NATIONS[d["nation"]].name
    return f"The {name} {verb}" if d["nation"] in _PEOPLES else f"{name} {_does(verb)}"


def _step(step: int) -> str:
    return f"{step} step{'' if step == 1 else 's'} from war"


def _count(number: int, one: str, more: str) -> str:
    return f"{number or 'no'} {one if number == 1 else more}"


def _hits(number: int) -> str:
    return _count(number, "hit", "hits") if number else "no hit"


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
        return within(source)
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


def _modifier(modifier: dict[str, Any]) -> str:
    """Return what changes a roll as a sentence has it (`+1 by Valour (Dale)`, `1 die fewer by Brave Stand (…)`)."""
    name, what, amount = _source(modifier["source"]), modifier["what"], modifier["amount"]
    if what == "most-dice":
        return f"{_dice(amount)} at most by {name}"
    if what == "dice":
        return f"{_dice(abs(amount))} {'fewer' if amount < 0 else 'more'} by {name}"
    return f"{amount:+d}{' Leadership' if what == 'leadership' else ''} by {name}"


def _roll(d: dict[str, Any]) -> str:
    """Return a combat roll: the dice, what they needed and why, and how many hit."""
    modifiers = d.get("modifiers", ())
    walls = [_SHIELDS[m["source"]] for m in modifiers if m["what"] == "needed"]
    needed = f"needing {d['needed']}{f' ({several(walls)})' if walls else ''}"
    why = [_modifier(m) for m in modifiers if m["what"] != "needed"]
    if d["bonus"] and not any(m["what"] == "roll" for m in modifiers):
        why.append(f"{d['bonus']:+d}")
    changed = f"; {several(why)}" if why else ""
    return f"{numbers(d['dice']) or 'no dice'}, {needed}{changed}: {_hits(d['hits'])}"


def hunt_result(d: dict[str, Any]) -> str:
    """Return how many dice of a Hunt roll were successes; of one that missed, what was needed."""
    if d["successes"]:
        return _count(d["successes"], "success", "successes")
    least = max(2, 6 - d["bonus"])
    return f"missed ({'6' if least == 6 else f'{least} or more'} needed)"


def hunt_roll(d: dict[str, Any]) -> str:
    """Return the dice of a Hunt roll (`5, 3 and 1`, `2, then 6 again, with +1`)."""
    again = f", then {numbers(d['rerolled'])} again" if d["rerolled"] else ""
    bonus = f"{',' if again else ''} with {d['bonus']:+d}" if d["bonus"] else ""
    return f"{numbers(d['dice'])}{again}{bonus}"


def _by(d: dict[str, Any]) -> str:
    """Return by which Combat card something happens, where the line says so."""
    return f", by {combat_label(d['card'])}" if d.get("card") else ""


def _share(d: dict[str, Any]) -> str:
    """Return how much of the Hunt damage a casualty takes (`2 of 3`); older lines tell only how much there was."""
    taken = d.get("taken", d["damage"])
    return str(taken) if taken == d["damage"] else f"{taken} of {d['damage']}"


def _name_of(helper: str) -> str:
    """Return what lowers the Hunt damage: a card, or the Guide."""
    return CARDS[helper].title if helper in CARDS else _one(helper)


def _lie(number: int) -> str:
    return "lies" if number == 1 else "lie"


def _at(d: dict[str, Any]) -> str:
    """Return where something happens; older lines do not tell."""
    return f" at {region_name(d['region'])}" if "region" in d else ""


def _deck(d: dict[str, Any]) -> str:
    """Return the deck in which nothing is left; older lines do not tell, and both may be empty."""
    return f"{d['deck'].capitalize()} " if d.get("deck", "both") != "both" else ""


def _faces(die: str, number: int) -> str:
    """Return a face that several dice show: only an Eye is more than one."""
    return "Eyes" if die == "eye" and number > 1 else die_name(die)


def rolled_faces(dice: list[str]) -> str:
    """Return what was rolled with Action dice (`2 Army, 1 Muster and Vilya: Eye`)."""
    return several(
        die_name(die) if is_special(die) else f"{number} {_faces(die, number)}"
        for die, number in Counter(dice).items()
    )


def _points_won(d: dict[str, Any]) -> str:
    """Return the points that a Settlement brings, if it brings any."""
    return f" ({_count(d['points'], 'point', 'points')})" if d["points"] else ""


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
        f"{_side(d, 'use')} a Dwarven Ring: {one(d['die'])} becomes {one(d['result'])}."
    ),
    "turn-begins": lambda d: f"Turn {d['turn']}.",
    "card-drawn": lambda d: f"{_side(d, 'draw')} {said.some_cards([d['deck']] * d.get('count', 1))}.",
    "card-seen": lambda d: (
        f"{_holder(d, 'get')} {CARDS[d['card']].title} in the swap."
        if d["cause"] == "swap"
        else f"{_holder(d, 'draw')} {CARDS[d['card']].title}."
    ),
    "deck-empty": lambda d: f"{_side(d, 'have')} no {_deck(d)}card left to draw.",
    "cards-discarded": lambda d: f"{_side(d, 'discard')} {said.some_cards(d['decks'])} face down.",
    "discard-seen": lambda d: f"{_holder(d, 'discard')} {_cards(d['cards'])} face down.",
    "fellowship-declared": lambda d: f"The Fellowship is declared in {region_name(d['region'])}.",
    "fellowship-moved": lambda d: f"The Fellowship moves on: progress {d['progress']}.",
    "fellowship-hidden": lambda d: "The Fellowship hides.",
    "fellowship-revealed": lambda d: "The Fellowship is revealed.",
    "fellowship-found": lambda d: f"The Ring-bearers are found in {region_name(d['region'])}.",
    "mordor-entered": lambda d: "The Ring-bearers enter Mordor.",
    "mordor-step": lambda d: f"The Ring-bearers reach step {d['step']} of Mordor.",
    "mordor-stopped": lambda d: f"The Ring-bearers are held on step {d['step']} of Mordor.",
    "guide-appointed": lambda d: f"{_one(d['character'])} guides the Fellowship.",
    "companions-left": lambda d: f"{_names(d['companions'], 'leave')} the Fellowship.",
    "companions-moved": lambda d: f"{_names(d['companions'], 'come')} to {region_name(d['region'])}.",
    "companions-lost": lambda d: f"{_names(d['companions'], 'are')} lost in Mordor.",
    "companion-casualty": lambda d: f"{_one(d['character'])} takes {_share(d)} Hunt damage.",
    "damage-lowered": lambda d: (
        f"{_name_of(d['by'])} lowers the Hunt damage by {d['amount']} to {d['damage']}."
    ),
    "companion-lost": lambda d: f"{_one(d['character'])} is lost.",
    "companion-tempted": lambda d: f"The Ring lures {figure_name(d['character'])}.",
    "card-rolled": lambda d: (
        f"{CARDS[d['card']].title} rolls {numbers(d['dice'])}: {d['successes'] or 'none'}"
        f" {'counts' if d['successes'] < 2 else 'count'}."
    ),
    "die-turned": lambda d: f"{_side(d, 'turn')} {one(d['die'])} to {face_name(face_of(d['result']))}.",
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
    "tiles-shown": lambda d: f"Shown from the Hunt Pool: {said.tiles(d['tiles'])}.",
    "tiles-removed": lambda d: (
        f"{begun(said.tiles(d['tiles']))} {'leaves' if len(d['tiles']) == 1 else 'leave'} the game."
    ),
    "fellowship-driven": lambda d: f"The Ring-bearers are driven to {region_name(d['region'])}.",
    "special-tile": lambda d: (
        f"The special Hunt tile of {CARDS[TILES[d['tile']].card or ''].title} comes into play."
    ),
    "corrupted": lambda d: f"Corruption rises by {d['amount']} to {d['corruption']}.",
    "healed": lambda d: f"Corruption falls by {d['amount']} to {d['corruption']}.",
    "hunt-allocated": lambda d: f"The Shadow puts {_dice(d['dice'])} into the Hunt Box.",
    "hunt-rolled": lambda d: f"Hunt roll {hunt_roll(d)}: {hunt_result(d)}.",
    "tile-drawn": lambda d: f"Hunt tile{_cause(d['cause'])}: {TILES[d['tile']].words}.",
    "tile-replaced": lambda d: f"The Mithril Coat replaces it by {TILES[d['tile']].words}.",
    "tile-ignored": lambda d: "The tile has no effect.",
    "tile-die-rolled": lambda d: f"The tile's die shows {d['damage']}.",
    "stronghold-tile": lambda d: f"The path touches {region_name(d['region'])}: one more tile.",
    "action-dice-rolled": lambda d: (
        f"{_side(d, 'roll')} {rolled_faces(d['dice'])}."
        if d["dice"]
        else f"{_side(d, 'have')} no dice left to roll."
    ),
    "die-used": lambda d: f"{_side(d, 'spend')} {one(d['die'])} {_spent(d['use'])}.",
    "act": lambda d: f"{_side(d, 'choose')} {_chosen(d['act'])}.",
    "die-skipped": lambda d: f"{_side(d, 'skip')} {_dice_skipped(d)}.",
    "passed": lambda d: f"{_side(d, 'pass')}.",
    "ring-used": lambda d: f"{_side(d, 'use')} an Elven Ring: {one(d['die'])} becomes {one(d['result'])}.",
    "army-moved": lambda d: (
        f"{_do(d['figures'], 'move')} from {region_name(d['source'])} to {region_name(d['target'])}."
    ),
    "disbanded": lambda d: (
        f"{_do(d['figures'], 'go')} back from {region_name(d['region'])} to the reinforcements."
    ),
    "settlement-captured": lambda d: f"{_side(d, 'capture')} {region_name(d['region'])}{_points_won(d)}.",
    "settlement-recaptured": lambda d: (
        f"{_side(d, 'take')} {region_name(d['region'])} back{_points_lost(d)}."
    ),
    "siege-ended": lambda d: f"The siege of {region_name(d['region'])} is lifted.",
    "nation-activated": lambda d: f"{_nation(d, 'are')} roused.",
    "nation-advanced": lambda d: (
        f"{_nation(d, 'are')} {_step(d['step'])}." if d["step"] else f"{_nation(d, 'go')} to war."
    ),
    "nation-retreated": lambda d: f"{_nation(d, 'step')} back: {_step(d['step'])}.",
    "recruited": lambda d: f"{_do(d['figures'], 'muster')} in {region_name(d['region'])}.",
    "units-replaced": lambda d: (
        f"{_do({d['old']: d['count']}, 'become')} {_sort(d['new'], d['count'])} in {region_name(d['region'])}."
    ),
    "character-entered": lambda d: (
        f"{_one(d['character'])} takes the place of {within(d['former'])} in {region_name(d['region'])}."
        if d.get("former")
        else f"{_one(d['character'])} appears in {region_name(d['region'])}."
    ),
    "nazgul-moved": lambda d: (
        f"{_do(_told_of(d), 'move')} from {region_name(d['source'])} to {region_name(d['target'])}."
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
    "came-out": lambda d: f"{_do(d['figures'], 'are')} in the open again at {region_name(d['region'])}.",
    "no-combat-card": lambda d: f"{_side(d, 'lay')} no Combat card.",
    "combat-card-laid": lambda d: (
        f"{_side(d, 'lay')} {CARDS[d['card']].title} from the table."
        if d.get("card")
        else f"{_side(d, 'lay')} {said.some_cards([d['deck']])}."
    ),
    "combat-card-shown": lambda d: f"{_side(d, 'show')} {combat_label(d['card'])}.",
    "combat-card-cancelled": lambda d: f"{combat_label(d['card'])} has no effect.",
    "leadership-given-up": lambda d: (
        f"{'The Nazgûl give' if d['figure'] == NAZGUL else _one(d['figure']) + ' gives'} up"
        f" {d['points']} Leadership for this round."
    ),
    "companion-silenced": lambda d: f"{_one(d['figure'])} is silenced for this round.",
    "dice-taken": lambda d: f"{_side(d, 'roll')} {_dice(d['dice'])} fewer{_by(d)}.",
    "dice-limited": lambda d: f"{_side(d, 'roll')} {_dice(d['dice'])} at most{_by(d)}.",
    "misses-turned": lambda d: (
        f"{_side(d, 'turn')} {_count(d['hits'], 'missed die to a hit', 'missed dice to hits')}."
    ),
    "no-re-roll": lambda d: f"{side_name(d['side'])} may not roll again this round.",
    "hits-added": lambda d: f"{_side(d, 'score')} {_hits(d['hits'])} more{_by(d)}.",
    "hits-cancelled": lambda d: f"{_side(d, 'score')} {_hits(d['hits'])} fewer{_by(d)}.",
    "combat-rolled": lambda d: f"{_side(d, 'roll')} {_roll(d)}.",
    "leader-rerolled": lambda d: f"The Leaders of {_whose(d)} roll {_roll(d)}.",
    "casualty": lambda d: (
        f"{_do(_told_of(d), 'are')} {'lost' if d['how'] == 'lose' else 'reduced'} at {region_name(d['region'])}."
    ),
    "struck-down": lambda d: f"{_do(_told_of(d), 'are')} struck down at {region_name(d['region'])}.",
    "additional-attack": lambda d: (
        f"{_side(d, 'strike')} besides with {numbers(d['dice'])}, needing {d['needed']}: {_hits(d['hits'])}."
    ),
    "great-host": lambda d: f"{_side(d, 'overwhelm')} the enemy: one more hit.",
    "fell-with-army": lambda d: f"{_do(_told_of(d), 'fall')} with the Army{_at(d)}.",
    "siege-pressed": lambda d: f"{_do({d['figure']: 1}, 'are')} reduced to press the siege{_at(d)}.",
    "attack-ceased": lambda d: f"The attack on {region_name(d['region'])} ceases.",
    "retreated": lambda d: (
        f"{_side(d, 'retreat')} from {region_name(d['source'])} to {region_name(d['target'])}."
    ),
    "battle-over": lambda d: f"The battle of {region_name(d['region'])} is over.",
    "card-played": lambda d: f"{_side(d, 'play')} {CARDS[d['card']].title}.",
    "cards-paid": lambda d: f"{_side(d, 'pay')} with {_cards(d['cards'])}.",
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
    own = {} if line.visible_to == EVERYONE else {"seat": line.visible_to[0]}
    return ended(sentences()[line.kind]({**own, **line.data}))
