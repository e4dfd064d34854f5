"""The Hunt for the Ring: the roll, the tiles, the casualties (WR-15)."""

from __future__ import annotations

import msgspec

from rules.core.chance import Dice, Draw
from rules.core.decisions import Decision, OneOf
from rules.core.table import Procedure, Table
from rules.war_of_the_ring import company, hunt_pool, outcome, table_cards
from rules.war_of_the_ring.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    GOLLUM,
    SH,
    Tile,
    figure_name,
)
from rules.war_of_the_ring.seating import seat_of
from rules.war_of_the_ring.state import State, level_of

HUNT_DICE = 5


class Drawn(msgspec.Struct):
    """How a tile came and what limits its effects."""

    cause: str
    eye_damage: int = 0
    #: Eye tiles, and the Fellowship's special tiles, are discarded without effect (cards).
    eyes_count: bool = True
    blue_count: bool = True
    #: Damage may not be reduced in any way.
    no_reduction: bool = False
    #: A random Companion is the forced casualty.
    forced_casualty: bool = False
    ignore_reveal: bool = False


# -- the roll ----------------------------------------------------------------------------------------


def hunt(t: Table[State], *, why: str = "hunt") -> Procedure[None]:
    """Roll for the Hunt after a move of the Fellowship (WR-15.1 to 15.4)."""
    successes = yield from roll(t)
    if successes:
        yield from draw(t, Drawn(why, eye_damage=successes))


def rerolls(s: State) -> int:
    """Return how many failed dice the Shadow may roll again (WR-15.3)."""
    region = s.fellowship.region
    return 0 if region is None else company.dangers(s, region)


def roll(t: Table[State]) -> Procedure[int]:
    """Roll the dice of the Hunt Box; returns the successes."""
    s = t.state
    count = min(HUNT_DICE, s.hunt_box[SH])
    if count == 0:
        return 0
    bonus = s.hunt_box[FP]
    if table_cards.on_table(s, table_cards.CREBAIN):
        use = yield Decision(
            SH,
            "flocks-of-crebain",
            f"Use the Flocks of Crebain for +1 on {count} Hunt dice?",
            OneOf(("use",), {"use": "Use them"}),
            "WR-15.2",
            may_pass=True,
            pass_label="Keep the card",
            weight="light",
            standing=True,
        )
        if use is not None:
            table_cards.discard(t, table_cards.CREBAIN, "used")
            bonus += 1
    dice: list[int] = yield Dice("hunt", count)
    hits = sum(1 for d in dice if d > 1 and d + bonus >= 6)
    again = min(rerolls(s), count - hits)
    second: list[int] = []
    if again:
        second = yield Dice("hunt-reroll", again)
        hits += sum(1 for d in second if d > 1 and d + bonus >= 6)
    t.announce("hunt-rolled", dice=dice, rerolled=second, bonus=bonus, successes=hits)
    return hits


# -- tiles -------------------------------------------------------------------------------------------


def draw_by_card(
    t: Table[State],
    cause: str,
    *,
    blue_count: bool = True,
    no_reduction: bool = False,
    forced_casualty: bool = False,
    ignore_reveal: bool = False,
) -> Procedure[None]:
    """Draw a tile without a roll because a card says so; an Eye has no effect (WR-15.12)."""
    how = Drawn(
        cause,
        eyes_count=False,
        blue_count=blue_count,
        no_reduction=no_reduction,
        forced_casualty=forced_casualty,
        ignore_reveal=ignore_reveal,
    )
    yield from draw(t, how)


def number_by_card(t: Table[State], cause: str) -> Procedure[int]:
    """Draw a tile for its number only; Eyes, blue tiles and a cancelled draw give 0 (WR-15.12)."""
    how = Drawn(cause, eyes_count=False, blue_count=False, no_reduction=True)
    tile, _ = yield from show_tile(t, how)
    if tile is None or _is_void(tile, how):
        return 0
    if tile.value == "die":
        rolled: list[int] = yield Dice("hunt-tile-die", 1)
        t.announce("tile-die-rolled", damage=rolled[0])
        return rolled[0]
    assert isinstance(tile.value, int)
    return tile.value


def _is_void(tile: Tile, how: Drawn) -> bool:
    """Whether a tile is discarded without effect."""
    if tile.value == "eye":
        return not how.eyes_count
    return tile.kind == "fellowship-special" and not how.blue_count


def draw(t: Table[State], how: Drawn) -> Procedure[Tile | None]:
    """Draw a tile and resolve it, then the tiles that its reveal causes (WR-15.7, 15.9).

    Returns the tile whose Stop icon counts, or None if no tile was drawn.
    """
    tile, helper = yield from show_tile(t, how)
    if tile is not None:
        yield from resolve(t, tile, how, helper=helper)
    return tile


def show_tile(t: Table[State], how: Drawn) -> Procedure[tuple[Tile | None, str]]:
    """Draw a tile and let one table card answer it; returns it, and the card that lowers its damage by one or ""."""
    s = t.state
    if table_cards.on_table(s, table_cards.STAFF):
        use = yield _use_card(table_cards.STAFF, "Use the Wizard's Staff so that no tile is drawn?")
        if use is not None:
            table_cards.discard(t, table_cards.STAFF, "used")
            return None, ""
    tile = yield from hunt_pool.take_tile(t)
    t.announce("tile-drawn", tile=tile.id, cause=how.cause)
    card = yield from _table_card(t, tile, how)
    if card == table_cards.MITHRIL:
        tile = yield from hunt_pool.replace_tile(t, tile)
    return tile, card if card in (table_cards.AXE_AND_BOW, table_cards.HORN) else ""


def _use_card(card: str, prompt: str) -> Decision:
    return Decision(
        FP,
        "table-card",
        prompt,
        OneOf((card,), {card: CARDS[card].title}),
        "WR-15.7",
        may_pass=True,
        pass_label="Keep the card",
        weight="light",
        standing=True,
    )


def _table_card(t: Table[State], tile: Tile, how: Drawn) -> Procedure[str | None]:
    """Window 1: one table card against the tile (WR-15.7)."""
    s = t.state
    cards = [c for c in (table_cards.MITHRIL,) if table_cards.on_table(s, c)]
    damaging = tile.value == "die" or _known_damage(tile, how) > 0
    if damaging and not how.no_reduction:
        cards += [c for c in (table_cards.AXE_AND_BOW, table_cards.HORN) if table_cards.on_table(s, c)]
    if not cards or (tile.value == "eye" and _is_void(tile, how)):
        return None
    eye = f", {how.eye_damage} damage" if tile.value == "eye" else ""
    card: str | None = yield Decision(
        FP,
        "table-card",
        f"A Hunt tile was drawn ({tile.words}{eye}): use one card from the table?",
        OneOf(cards, {c: CARDS[c].title for c in cards}),
        "WR-15.7",
        may_pass=True,
        pass_label="Use none",
        weight="light",
        standing=True,
        context={"tile": tile.id},
    )
    if card is not None:
        table_cards.discard(t, card, "used")
    return card


def _known_damage(tile: Tile, how: Drawn) -> int:
    if tile.value == "eye":
        return how.eye_damage
    return tile.value if isinstance(tile.value, int) else 0


def resolve(t: Table[State], tile: Tile, how: Drawn, *, helper: str = "") -> Procedure[None]:
    """Damage, Guide, casualty, Corruption, reveal (WR-15.5 to 15.8)."""
    s = t.state
    fellowship = s.fellowship
    if _is_void(tile, how):
        t.announce("tile-ignored", tile=tile.id)
        return
    damage = _known_damage(tile, how)
    if tile.value == "die":
        rolled: list[int] = yield Dice("hunt-tile-die", 1)
        damage = rolled[0]
        t.announce("tile-die-rolled", damage=damage)
    if damage < 0:
        outcome.heal(t, -damage, "tile")
    damage = max(0, damage)
    if helper:
        damage = _lowered(t, damage, helper)
    gollum_shows = False
    if damage and not how.no_reduction:
        damage = yield from _hobbits_leave(t, damage)
        if how.forced_casualty and damage and fellowship.companions:
            victim = yield from company.random_companion(t, "hunt-casualty")
            damage = yield from take_casualty(t, victim, damage)
            damage = yield from _hobbits_leave(t, damage)
        elif damage:
            damage = yield from _casualty(t, damage)
        if damage and fellowship.hidden and fellowship.guide == GOLLUM and not _reveals(s, tile, how):
            gollum_shows = yield from _gollum_shows(t, damage)
            damage = _lowered(t, damage, "gollum") if gollum_shows else damage
    outcome.corrupt(t, damage, "hunt")
    if fellowship.hidden and (gollum_shows or _reveals(s, tile, how)):
        yield from reveal_and_pursue(t, "gollum" if gollum_shows else "hunt")


def _lowered(t: Table[State], damage: int, by: str) -> int:
    """Return the Hunt damage that is left when a card or a Guide has taken off one."""
    if not damage:
        return 0
    t.announce("damage-lowered", by=by, amount=1, damage=damage - 1)
    return damage - 1


def _reveals(s: State, tile: Tile, how: Drawn) -> bool:
    """Whether a tile reveals the Fellowship: Gollum hides it from standard numbered tiles (WR-15.16)."""
    hidden_by_gollum = s.fellowship.guide == GOLLUM and tile.standard and tile.value != "eye"
    return tile.reveal and not how.ignore_reveal and not hidden_by_gollum


def reveal_and_pursue(t: Table[State], cause: str) -> Procedure[None]:
    """Reveal the Fellowship and draw one tile for every Shadow Stronghold on its path (WR-14.12)."""
    passed = yield from company.reveal(t, cause)
    if passed.lair:
        yield from balrog(t, ignore_reveal=False)
    if cause == "gollum" and not t.state.options.get("tiles_for_gollum", True):
        return
    for region in passed.strongholds:
        t.announce("stronghold-tile", region=region)
        yield from draw(t, Drawn("stronghold"))


def balrog(t: Table[State], *, ignore_reveal: bool) -> Procedure[None]:
    """Ask whether the Balrog of Moria comes out, and resolve his tile."""
    if not table_cards.on_table(t.state, table_cards.BALROG):
        return
    use = yield Decision(
        SH,
        "balrog",
        "Use the Balrog of Moria for one more Hunt tile?",
        OneOf(("use",), {"use": "Use the Balrog"}),
        "WR-15.9",
        may_pass=True,
        pass_label="Keep the card",
        weight="light",
        standing=True,
    )
    if use is not None:
        table_cards.discard(t, table_cards.BALROG, "used")
        yield from draw_by_card(t, "balrog", ignore_reveal=ignore_reveal)


def _hobbits_leave(t: Table[State], damage: int) -> Procedure[int]:
    """Window 2: a Hobbit who guides separates for one damage less, and so may the next (WR-15.15)."""
    fellowship = t.state.fellowship
    while damage and CHARACTERS[fellowship.guide].absorbs:
        guide = fellowship.guide
        use = yield _ability(f"Separate {figure_name(guide)} for 1 Hunt damage less?", "WR-15.15")
        if use is None:
            break
        damage = _lowered(t, damage, guide)
        yield from company.separate_group(t, [guide])
    return damage


def _gollum_shows(t: Table[State], damage: int) -> Procedure[bool]:
    """Ask whether Gollum reveals the Fellowship; the clock only lets him where that keeps the Ring (WR-15.16)."""
    last_straw = t.state.fellowship.corruption + damage == outcome.CORRUPTION
    use = yield _ability(
        "Reveal the Fellowship by Gollum for 1 Hunt damage less?",
        "WR-15.16",
        fallback="use" if last_straw else None,
    )
    return use is not None


def _ability(prompt: str, rule: str, *, fallback: str | None = None) -> Decision:
    return Decision(
        FP,
        "guide-ability",
        prompt,
        OneOf(("use",), {"use": "Yes"}),
        rule,
        may_pass=True,
        pass_label="No",
        weight="light",
        standing=True,
        fallback=fallback,
    )


def _casualty(t: Table[State], damage: int) -> Procedure[int]:
    """Window 3: the Guide or a random Companion takes the damage, at most one for a tile (WR-15.8)."""
    s = t.state
    fellowship = s.fellowship
    if not fellowship.companions:
        return damage
    choice = yield Decision(
        FP,
        "casualty",
        f"The Hunt does {damage} damage: does a Companion take it?",
        OneOf(("guide", "random"), {"guide": figure_name(fellowship.guide), "random": "A random Companion"}),
        "WR-15.8",
        may_pass=True,
        pass_label=f"Take {damage} Corruption",
        weight="light",
        fallback=None if fellowship.corruption + damage < outcome.CORRUPTION else "guide",
        standing=True,
        context={"damage": damage},
    )
    if choice is None:
        return damage
    victim = fellowship.guide
    if choice == "random":
        victim = yield from company.random_companion(t, "hunt-casualty")
    damage = yield from take_casualty(t, victim, damage)
    damage = yield from _hobbits_leave(t, damage)
    return damage


def take_casualty(t: Table[State], victim: str, damage: int) -> Procedure[int]:
    """Lose a Companion to the Hunt; returns the damage that is left (WR-15.8, 15.14)."""
    left = max(0, damage - level_of(t.state, victim))
    t.announce("companion-casualty", character=victim, damage=damage, taken=damage - left)
    yield from company.lose_companion(t, victim)
    yield from _worn_with_sorrow(t)
    return left


def _worn_with_sorrow(t: Table[State]) -> Procedure[None]:
    """The Shadow's answer to a casualty (Worn with Sorrow and Toil)."""
    s = t.state
    if not table_cards.on_table(s, table_cards.WORN):
        return
    hand = [c for c in s.hands[FP] if CARDS[c].deck == "character"]
    laid = [c for c in s.table[FP] if CARDS[c].deck == "character"]
    values = (["hand"] if hand else []) + laid
    if not values:
        return
    choice = yield Decision(
        SH,
        "worn-with-sorrow",
        "Cost the Free Peoples a Character card?",
        OneOf(values, lambda v: "A random card of the hand" if v == "hand" else CARDS[v].title),
        "WR-15.8",
        may_pass=True,
        pass_label="No",
        weight="light",
        standing=True,
    )
    if choice == "hand":
        drawn: list[str] = yield Draw("worn-with-sorrow", tuple(sorted(hand)), 1)
        s.hands[FP].remove(drawn[0])
        s.hidden_discards.append(drawn[0])
        t.announce("cards-discarded", side=FP, decks=["character"])
        t.whisper(seat_of(s, FP), "discard-seen", cards=drawn)
    elif choice is not None:
        table_cards.discard(t, choice, "worn-with-sorrow")
