"""The lines of the log by what a reader may look for."""

from rules.war_of_the_ring.position.declarations import DECLARED

#: What readers may look for in the log of the base game.
GROUPS: dict[str, tuple[str, frozenset[str]]] = {
    "dice": (
        "Dice",
        frozenset(
            (
                "action-dice-rolled",
                "additional-attack",
                "card-rolled",
                "combat-rolled",
                "dwarven-ring-used",
                "equal-bids",
                "first-bidder",
                "hunt-rolled",
                "leader-rerolled",
                "tile-die-rolled",
            )
        ),
    ),
    "draws": (
        "Draws",
        frozenset(("card-drawn", "card-seen", "tile-drawn")),
    ),
    "cards": (
        "Cards",
        frozenset(
            (
                "card-drawn",
                "card-played",
                "card-seen",
                "cards-discarded",
                "cards-paid",
                "combat-card-cancelled",
                "combat-card-laid",
                "combat-card-shown",
                "deck-empty",
                "discard-seen",
                "no-combat-card",
                "table-card-discarded",
            )
        ),
    ),
    "politics": ("Politics", frozenset(("nation-activated", "nation-advanced", "nation-retreated"))),
    "fellowship": (
        "Fellowship",
        frozenset(
            (
                "companion-casualty",
                "companion-lost",
                "companion-tempted",
                "companions-left",
                "companions-lost",
                "companions-moved",
                "corrupted",
                "damage-lowered",
                "fellowship-declared",
                "fellowship-driven",
                "fellowship-found",
                "fellowship-hidden",
                "fellowship-moved",
                "fellowship-revealed",
                "guide-appointed",
                "healed",
                "hunt-allocated",
                "hunt-box-filled",
                "hunt-pool-filled",
                "hunt-rolled",
                "mordor-entered",
                "mordor-pool-made",
                "mordor-step",
                "mordor-stopped",
                "special-tile",
                "stronghold-tile",
                "tile-die-rolled",
                "tile-drawn",
                "tile-ignored",
                "tile-replaced",
            )
        ),
    ),
    "battles": (
        "Battles",
        frozenset(
            (
                "additional-attack",
                "attack-ceased",
                "attack-declared",
                "battle-over",
                "came-out",
                "casualty",
                "combat-rolled",
                "leader-rerolled",
                "retreated",
                "settlement-captured",
                "siege-ended",
                "siege-pressed",
                "withdrew-into-stronghold",
            )
        ),
    ),
}


def groups() -> dict[str, tuple[str, frozenset[str]]]:
    """Return what readers may look for in the log (`Title.log_groups`). Raises KeyError for a group there is not."""
    found = dict(GROUPS)
    for declared in DECLARED.values():
        for name, kinds in declared.log_groups.items():
            words, there = found[name]
            found[name] = words, there | kinds
    return found
