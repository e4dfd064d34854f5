"""The cards and regions of War of the Ring in words, for readers who have no page before them."""

from collections.abc import Mapping
from typing import Any

from games.boards.references import Reference
from games.boards.war_of_the_ring import partners, sets
from games.boards.war_of_the_ring.cards import face
from games.boards.war_of_the_ring.pieces import SIDE_NAMES, bystanders, stack_of
from games.boards.war_of_the_ring.regions import beyond, in_order, kind_of
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, NATIONS, REGIONS
from rules.war_of_the_ring.position.names import GROUPS
from rules.war_of_the_ring.position.players import NAMES
from rules.war_of_the_ring.position.view import hands_in

STEPS = ("At War", "one step from war", "two steps from war", "three steps from war")


def card(id: str) -> list[str]:
    """Return what a card says: whose it is, how it is played, both its halves."""
    says = face(id)
    stays = f" It {says['duration']}." if says["duration"] else ""
    if not says["combat_title"]:
        return [
            f"{says['title']} ({SIDE_NAMES[says['side']]}, in no deck)",
            *([stays.strip()] if stays else []),
            *([f"Needs: {says['condition']}"] if says["condition"] else []),
            f"Event: {says['effect']}",
        ]
    icon = {"army": "an Army icon"}.get(says["play_with"], f"a {says['play_with'].capitalize()} icon")
    return [
        f"{says['title']} ({SIDE_NAMES[says['side']]}, {says['deck'].capitalize()} deck)",
        f"Played with {icon}, an Event die or the Will of the West.{stays}",
        *([f"Needs: {says['condition']}"] if says["condition"] else []),
        f"Event: {says['effect']}",
        f"In battle: {says['combat_title']} (initiative {says['initiative']}).",
        *([f"Needs: {says['combat_condition']}"] if says["combat_condition"] else []),
        f"Combat: {says['combat_effect']}",
    ]


def brief(id: str) -> list[str]:
    """Return what a card in the own hand says, in as few lines as can be."""
    says = face(id)
    event, combat = (
        f"Needs: {needs} {effect}" if needs else effect
        for needs, effect in (
            (says["condition"], says["effect"]),
            (says["combat_condition"], says["combat_effect"]),
        )
    )
    stays = f", {says['duration']}" if says["duration"] else ""
    return [
        f"{says['title']} ({says['play_with'].capitalize()} icon{stays})",
        f"Event: {event}",
        f"In battle, {says['combat_title']} ({says['initiative']}): {combat}",
    ]


def place(view: Mapping[str, Any], id: str) -> str:
    """Return where a card lies, as far as the view shows it."""
    owner = CARDS[id].side
    for player, own in hands_in(view, owner).items():
        if id in (own["cards"] or ()):
            return f"It is in the hand of {'the ' if player in SIDE_NAMES else ''}{NAMES[player]}."
    if id in view["table"][owner]:
        return "It lies on the table."
    if id in view["discards"]:
        return "It has been discarded."
    if id in view["hidden_discards"]["cards"]:
        return "It has been discarded face down."
    return ""


def hand(view: Mapping[str, Any], seat: str | None) -> list[str]:
    """Return the cards that a seat holds."""
    player = partners.player_at(view, seat)
    return list(view["hands"][player]["cards"] or ()) if player else []


def region(view: Mapping[str, Any], id: str) -> list[str]:
    """Return what a region is, who controls it, who stands there and what lies around it."""
    return [f"{REGIONS[id].name}: {kind_of(id)}", *_held(view, id), *_standing(view, id), beyond(id)]


def _held(view: Mapping[str, Any], id: str) -> list[str]:
    """Return who controls a Settlement, and how its Nation stands."""
    lines = []
    if id in view["control"]:
        captured = ", who have captured it" if id in view["captured"] else ""
        lines.append(f"Controlled by the {SIDE_NAMES[view['control'][id]]}{captured}.")
    nation = REGIONS[id].nation
    if nation:
        stands = view["politics"][nation]
        lines.append(
            f"{NATIONS[nation].name}: {STEPS[stands['step']]}, {'active' if stands['active'] else 'passive'}."
        )
    return lines


def _standing(view: Mapping[str, Any], id: str) -> list[str]:
    """Return the Armies and characters of a region, the besieged first, and whether the Ring-bearers are there."""
    forces = [force for force in view["forces"] if force["region"] == id]
    marked = sets.marks(view)
    lines = [
        stack_of(army.force, marked, army.players).words for army in partners.armies(view, in_order(forces))
    ]
    aside = sets.bystanders(view).get(id)
    if aside:
        lines.append(bystanders(aside, marked).words)
    fellowship = view["fellowship"]
    if fellowship["region"] == id and fellowship["mordor"] is None:
        lines.append("The figure of the Ring-bearers stands here.")
    return lines or ["Nobody stands here."]


REFERENCE = Reference(
    cards={id: (facts.title,) for id, facts in CARDS.items()},
    further={id: (title,) for id in CARDS if (title := face(id)["combat_title"])},
    regions={id: (facts.name, *GROUPS["region"][id]) for id, facts in REGIONS.items()},
    card=card,
    region=region,
    place=place,
    hand=hand,
    brief=brief,
    box=lambda options: box_of(options).cards,
)
