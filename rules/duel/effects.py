"""What cards, landmarks, tokens and Quest bonuses do, one effect after another (DU-6 to DU-9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.core.chance import Draw
from rules.core.decisions import Decision, OneOf, Refusal
from rules.core.table import Procedure, Table
from rules.duel import board
from rules.duel.data import BONUSES, CARDS, NAMES, QUEST_LENGTH, RACES, REGIONS, TOKENS, other, seat_name
from rules.duel.state import State, fortress_count, race_symbols, supply

ICONS = {"move": "Move a Unit", "coin": "The enemy loses a coin", "remove": "Remove an enemy Unit"}
ICON_OF = {"move-units": "move", "opponent-loses-coins": "coin", "remove-enemy-units": "remove"}


REGION_IDS = tuple(REGIONS)


def region_label(region: str) -> str:
    """Return a region's name."""
    return REGIONS[region].name


def move_label(move: str) -> str:
    """Return `from>to` in words."""
    source, _, target = move.partition(">")
    return f"{REGIONS[source].name} to {REGIONS[target].name}"


def _ask(
    t: Table[State],
    kind: str,
    prompt: str,
    values: Sequence[str],
    labels: Any,
    why: str,
    *,
    skip: str = "Skip",
    why_not: Callable[[Any], Refusal] | None = None,
) -> Decision:
    """Return a follow-up question of the active player's own turn; `skip` empty: it must be answered."""
    cause = t.state.resolving
    return Decision(
        t.state.active,
        kind,
        prompt,
        OneOf(values, labels),
        why,
        may_pass=bool(skip),
        pass_label=skip or "Pass",
        weight="light",
        context={"resolving": cause, "name": NAMES.get(cause or "", "")},
        why_not=why_not,
    )


def caused_by(t: Table[State], cause: str, procedure: Procedure[None]) -> Procedure[None]:
    """Run a procedure whose questions say that `cause` (a token, a step of the Quest) asks them."""
    before = t.state.resolving
    t.state.resolving = cause
    yield from procedure
    t.state.resolving = before


def resolve(t: Table[State], seat: str, effect: dict[str, Any]) -> Procedure[None]:
    """Resolve one printed effect (DU-4.7)."""
    kind = effect["type"]
    if kind == "gain-coins":
        board.gain_coins(t, seat, effect["amount"], "effect")
    elif kind == "advance-quest":
        yield from advance_quest(t, seat, effect["spaces"])
    elif kind == "place-units":
        yield from place_fixed(t, seat, effect["regions"][0], effect["amount"])
    elif kind == "move-units":
        yield from move_units(t, seat, effect["amount"])
    elif kind == "take-alliance-token":
        yield from choose_stack(t, seat)
    elif kind == "play-card-from-discard":
        yield from play_from_discard(t, seat)
    elif kind == "discard-opponent-grey-card":
        yield from discard_grey(t, seat)
    else:
        raise ValueError(f"unknown effect {kind}")


# -- the Quest ---------------------------------------------------------------------------------------


def advance_quest(t: Table[State], seat: str, spaces: int) -> Procedure[None]:
    """Advance the own character, then resolve every bonus reached or passed (DU-8.2 to 8.4)."""
    side = t.state.sides[seat]
    before = side.quest
    side.quest = min(QUEST_LENGTH, before + spaces)
    t.announce("quest-advanced", seat=seat, spaces=side.quest - before, step=side.quest)
    board.check_victory(t)
    for step, bonus in sorted(BONUSES.items()):
        if before < step <= side.quest:
            t.announce("bonus-reached", seat=seat, step=step, bonus=bonus)
            if bonus == "coin":
                board.gain_coins(t, seat, 1, "quest")
            elif bonus == "unit":
                yield from caused_by(t, f"quest-{step}", place_any(t, seat, "DU-8.3"))
            elif bonus == "extra-turn":
                board.grant_extra_turn(t, "quest")
            else:
                yield from caused_by(t, f"quest-{step}", remove_fortress(t, seat, "DU-8.3"))


# -- Units -------------------------------------------------------------------------------------------


def place_any(t: Table[State], seat: str, why: str) -> Procedure[None]:
    """Place one Unit in any region, or decline."""
    if not supply(t.state, seat):
        t.announce("effect-skipped", seat=seat, why="no-supply")
        return
    region = yield _ask(t, "place-any", "Place a Unit: in which region?", list(REGIONS), region_label, why)
    if region is None:
        t.announce("effect-declined", seat=seat, effect="place-any")
        return
    board.place_units(t, seat, region, 1)


def place_fixed(t: Table[State], seat: str, region: str, amount: int) -> Procedure[None]:
    """Place a landmark's Units in its own region, or decline (DU-7.4)."""
    if not supply(t.state, seat):
        t.announce("effect-skipped", seat=seat, why="no-supply")
        return
    amount = min(amount, supply(t.state, seat))
    choice = yield _ask(
        t,
        "place-fixed",
        f"Place {amount} Unit{'s' if amount > 1 else ''} in {region_label(region)}?",
        [region],
        region_label,
        "DU-7.4",
        why_not=lambda choice: (
            ("not-its-region", f"These Units go to {region_label(region)} only.", "DU-7.5")
            if choice in REGION_IDS
            else None
        ),
    )
    if choice is None:
        t.announce("effect-declined", seat=seat, effect="place-fixed")
        return
    board.place_units(t, seat, region, amount)


def place_red(t: Table[State], seat: str, card: str, tokens: Sequence[str]) -> Procedure[None]:
    """Place a red card's Units together in one of its regions (DU-6.5)."""
    effect = CARDS[card].effects[0]
    amount = effect["amount"] + ("humans-red-extra-unit" in tokens)
    regions = list(REGIONS) if "elves-red-anywhere" in tokens else list(effect["regions"])
    if not supply(t.state, seat):
        t.announce("effect-skipped", seat=seat, why="no-supply")
        return
    amount = min(amount, supply(t.state, seat))
    region = yield _ask(
        t,
        "place-red",
        f"Place {amount} Unit{'s' if amount > 1 else ''}: in which region?",
        regions,
        region_label,
        "DU-6.5",
        why_not=lambda choice: _not_printed(choice, regions),
    )
    if region is None:
        t.announce("effect-declined", seat=seat, effect="place-red")
        return
    board.place_units(t, seat, region, amount)


def _not_printed(choice: Any, regions: Sequence[str]) -> Refusal:
    if choice not in REGION_IDS:
        return None
    names = " or ".join(region_label(r) for r in regions)
    return "not-printed", f"{region_label(choice)} is not on this card: choose {names}.", "DU-6.5"


def _nothing_there(choice: Any, pawn: str, rule: str) -> Refusal:
    if choice not in REGION_IDS:
        return None
    return "no-target", f"There is no enemy {pawn} in {region_label(choice)}.", rule


def _no_such(choice: Any, words: str, rule: str) -> Refusal:
    if not isinstance(choice, str) or choice not in CARDS:
        return None
    return "not-there", f"“{CARDS[choice].label}” ({choice}) {words}.", rule


def _no_move(s: State, seat: str, choice: Any) -> Refusal:
    source, _, target = choice.partition(">") if isinstance(choice, str) else ("", "", "")
    if source not in REGIONS or target not in REGIONS:
        return None
    if not s.units[source][seat]:
        return "no-unit", f"You have no Unit in {region_label(source)}.", "DU-10.5"
    return "not-connected", f"{region_label(source)} and {region_label(target)} are not connected.", "DU-10.1"


def moves(s: State, seat: str) -> list[str]:
    """Return the possible moves of a Unit as `from>to`."""
    return [f"{r}>{to}" for r, x in REGIONS.items() if s.units[r][seat] for to in x.adjacent]


def move_units(t: Table[State], seat: str, amount: int) -> Procedure[None]:
    """Move Units one by one; the rest may be declined from any step on (DU-10.5, 14.5)."""
    for number in range(amount):
        options = moves(t.state, seat)
        if not options:
            t.announce("effect-skipped", seat=seat, why="no-unit")
            return
        left = amount - number
        move = yield _ask(
            t,
            "move-unit",
            f"Move a Unit ({left} move{'s' if left > 1 else ''} left).",
            options,
            move_label,
            "DU-10.5",
            skip="No more moves",
            why_not=lambda choice: _no_move(t.state, seat, choice),
        )
        if move is None:
            t.announce("effect-declined", seat=seat, effect="move-unit")
            return
        source, _, target = move.partition(">")
        board.move_unit(t, seat, source, target)


def remove_unit(t: Table[State], seat: str) -> Procedure[None]:
    """Remove one enemy Unit, or decline (DU-6.7)."""
    s = t.state
    options = [r for r in REGIONS if s.units[r][other(seat)]]
    if not options:
        t.announce("effect-skipped", seat=seat, why="no-enemy-unit")
        return
    region = yield _ask(
        t,
        "remove-unit",
        "Remove an enemy Unit: where?",
        options,
        region_label,
        "DU-6.7",
        why_not=lambda choice: _nothing_there(choice, "Unit", "DU-10.6"),
    )
    if region is None:
        t.announce("effect-declined", seat=seat, effect="remove-unit")
        return
    board.remove_unit(t, seat, region)


def remove_fortress(t: Table[State], seat: str, why: str) -> Procedure[None]:
    """Remove one enemy Fortress, or decline."""
    s = t.state
    if not fortress_count(s, other(seat)):
        t.announce("effect-skipped", seat=seat, why="no-enemy-fortress")
        return
    options = [r for r in REGIONS if s.fortresses.get(r) == other(seat)]
    region = yield _ask(
        t,
        "remove-fortress",
        "Remove an enemy Fortress: where?",
        options,
        region_label,
        why,
        why_not=lambda choice: _nothing_there(choice, "Fortress", "DU-7.5"),
    )
    if region is None:
        t.announce("effect-declined", seat=seat, effect="remove-fortress")
        return
    board.remove_fortress(t, seat, region)


# -- maneuvers ---------------------------------------------------------------------------------------


def purple(t: Table[State], seat: str, card: str) -> Procedure[None]:
    """Resolve a purple card's icons in the owner's order (DU-6.7)."""
    icons: list[str] = []
    for effect in CARDS[card].effects:
        icons += [ICON_OF[effect["type"]]] * effect["amount"]
    while icons:
        kinds = [k for k in ICONS if k in icons]
        if len(kinds) == 1 and kinds[0] != "coin":
            icon = kinds[0]
        else:
            icon = yield _ask(
                t,
                "maneuver-next",
                f"Which maneuver next ({len(icons)} left)?",
                kinds,
                ICONS,
                "DU-6.7",
                skip="End the card",
            )
            if icon is None:
                t.announce("effect-declined", seat=seat, effect="maneuver-next")
                return
        icons.remove(icon)
        yield from maneuver(t, seat, icon)


def maneuver(t: Table[State], seat: str, icon: str) -> Procedure[None]:
    """Resolve one maneuver icon."""
    if icon == "move":
        yield from move_units(t, seat, 1)
    elif icon == "coin":
        board.lose_coins(t, other(seat), 1)
    else:
        yield from remove_unit(t, seat)


def ent_maneuvers(t: Table[State], seat: str) -> Procedure[None]:
    """Three maneuvers one after another, each after seeing the result of the one before (DU-9.8)."""
    for number in range(3):
        icon = yield _ask(
            t,
            "ent-maneuver",
            f"Choose a maneuver ({3 - number} left).",
            list(ICONS),
            ICONS,
            "DU-9.8",
            skip="No more",
        )
        if icon is None:
            t.announce("effect-declined", seat=seat, effect="ent-maneuver")
            return
        yield from maneuver(t, seat, icon)


# -- alliances ---------------------------------------------------------------------------------------


def alliance(t: Table[State], seat: str, race: str) -> Procedure[None]:
    """See whether the green card just played makes a pair or three different races (DU-9.1 to 9.3)."""
    s = t.state
    symbols = race_symbols(s, seat)
    if symbols[race] == 2:
        t.announce("alliance-triggered", seat=seat, how="pair", races=[race])
        yield from take_token(t, seat, [race, race])
    elif symbols[race] == 1 and not s.sides[seat].three_races_used:
        races = [r for r in RACES if symbols[r]]
        if len(races) == 3:
            s.sides[seat].three_races_used = True
            t.announce("alliance-triggered", seat=seat, how="three", races=races)
            yield from take_token(t, seat, races)


def reveal_top(t: Table[State], race: str) -> Procedure[str | None]:
    """Take the top token of a stack: a known one, or one drawn from those nobody has seen."""
    s = t.state
    if s.tokens_known[race]:
        return s.tokens_known[race].pop(0)
    unseen = s.tokens_unseen[race]
    if not unseen:
        return None
    drawn: list[str] = yield Draw(f"{race}-token", tuple(sorted(unseen)), 1)
    unseen.remove(drawn[0])
    return drawn[0]


def take_token(t: Table[State], seat: str, stacks: Sequence[str]) -> Procedure[None]:
    """Reveal a token for every named stack, keep one, put the others back on top (DU-9.1 to 9.6)."""
    s = t.state
    for race in stacks:
        token = yield from reveal_top(t, race)
        if token is not None:
            s.revealed_tokens.append(token)
    if not s.revealed_tokens:
        t.announce("effect-skipped", seat=seat, why="no-token")
        return
    t.announce("tokens-revealed", seat=seat, tokens=list(s.revealed_tokens))
    kept = s.revealed_tokens[0]
    if len(s.revealed_tokens) > 1:
        kept = yield _ask(
            t,
            "pick-token",
            "Which alliance token do you keep?",
            list(s.revealed_tokens),
            {token: f"{TOKENS[token].label}: {TOKENS[token].text}" for token in s.revealed_tokens},
            "DU-9.3",
            skip="",
            why_not=lambda choice: (
                ("not-revealed", f"“{NAMES[choice]}” was not turned up.", "DU-9.1")
                if isinstance(choice, str) and choice in TOKENS
                else None
            ),
        )
    for token in s.revealed_tokens:
        if token != kept:
            s.tokens_known[TOKENS[token].race].insert(0, token)
    s.revealed_tokens = []
    s.sides[seat].tokens.append(kept)
    t.announce("token-kept", seat=seat, token=kept)
    board.check_victory(t)
    if TOKENS[kept].immediate:
        yield from caused_by(t, kept, immediate(t, seat, kept))


def immediate(t: Table[State], seat: str, token: str) -> Procedure[None]:
    """Resolve an immediate token once (DU-9.6, 9.7)."""
    if token == "ents-extra-turn":
        board.grant_extra_turn(t, "token")
    elif token == "ents-remove-fortress":
        yield from remove_fortress(t, seat, "DU-9.7")
    elif token == "ents-three-maneuvers":
        yield from ent_maneuvers(t, seat)
    elif token == "wizards-quest":
        yield from advance_quest(t, seat, 2)
    elif token == "wizards-two-units":
        for _ in range(2):
            yield from place_any(t, seat, "DU-9.8")
    else:
        yield from play_from_discard(t, seat)


def choose_stack(t: Table[State], seat: str) -> Procedure[None]:
    """Grey Havens: look at the top two tokens of one stack, keep one (DU-7.5)."""
    s = t.state
    races = [r for r in RACES if s.tokens_known[r] or s.tokens_unseen[r]]
    race = yield _ask(
        t,
        "pick-stack",
        "From which race's stack do you take a token?",
        races,
        lambda r: r.capitalize(),
        "DU-7.5",
    )
    if race is None:
        t.announce("effect-declined", seat=seat, effect="pick-stack")
        return
    yield from take_token(t, seat, [race, race])


# -- the discard pile --------------------------------------------------------------------------------


def discard_grey(t: Table[State], seat: str) -> Procedure[None]:
    """Isengard: one grey card of the opponent goes to the discard pile (DU-7.7)."""
    s = t.state
    cards = s.sides[other(seat)].cards
    greys = [c for c in cards if CARDS[c].colour == "grey"]
    if not greys:
        t.announce("effect-skipped", seat=seat, why="no-grey-card")
        return
    card = yield _ask(
        t,
        "pick-grey",
        f"Which grey card does {seat_name(other(seat))} lose?",
        greys,
        {c: CARDS[c].label for c in greys},
        "DU-7.7",
        why_not=lambda choice: _no_such(choice, "is no grey card of the opponent", "DU-7.7"),
    )
    if card is None:
        t.announce("effect-declined", seat=seat, effect="pick-grey")
        return
    cards.remove(card)
    s.discards.append(card)
    t.announce("grey-card-discarded", seat=seat, card=card)


def open_discards(t: Table[State], seat: str) -> Procedure[None]:
    """Let a player look through the discard pile: unknown set-aside cards are identified (DU-7.6, 15.5)."""
    s = t.state
    for chapter in sorted(s.aside):
        count = s.aside[chapter]
        if count:
            bag = tuple(sorted(s.unseen[chapter]))
            drawn: list[str] = yield Draw(f"set-aside-{chapter}", bag, count)
            for card in drawn:
                s.unseen[chapter].remove(card)
                s.secret_discards[card] = [seat]
            s.aside[chapter] = 0
    for knowers in s.secret_discards.values():
        if seat not in knowers:
            knowers.append(seat)
            t.reveal()
    t.announce("discard-opened", seat=seat)
    if s.secret_discards:
        t.whisper(seat, "discard-seen", cards=sorted(s.secret_discards))


def play_from_discard(t: Table[State], seat: str) -> Procedure[None]:
    """Pick a card of the whole discard pile and play it for nothing (DU-7.6)."""
    from rules.duel.flow import resolve_card

    s = t.state
    yield from open_discards(t, seat)
    pile = sorted([*s.discards, *s.secret_discards])
    if not pile:
        t.announce("effect-skipped", seat=seat, why="no-discard")
        return
    card = yield _ask(
        t,
        "pick-discard",
        "Which card of the discard pile do you play?",
        pile,
        {c: CARDS[c].label for c in pile},
        "DU-7.6",
        why_not=lambda choice: _no_such(choice, "is not in the discard pile", "DU-7.6"),
    )
    if card is None:
        t.announce("effect-declined", seat=seat, effect="pick-discard")
        return
    if card in s.discards:
        s.discards.remove(card)
    else:
        del s.secret_discards[card]
    s.sides[seat].cards.append(card)
    t.announce("card-played-from-discard", seat=seat, card=card)
    yield from resolve_card(t, seat, card, chained=False)
