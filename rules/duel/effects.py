"""Effects of cards, landmarks, tokens and Quest bonuses, one after another (DU-6 to DU-9)."""

from collections.abc import Sequence
from typing import Any

from rules.core.chance import Draw
from rules.core.decisions import Refusal
from rules.core.table import Procedure, Table
from rules.duel import board, units
from rules.duel.data import BONUSES, CARDS, NAMES, QUEST_LENGTH, RACES, TOKENS, other, seat_name
from rules.duel.follow_ups import ask, caused_by, choose
from rules.duel.state import State, race_symbols

# -- cards -------------------------------------------------------------------------------------------


def resolve_card(t: Table[State], seat: str, card: str, *, chained: bool) -> Procedure[None]:
    """Resolve a card that lies in the play area now (DU-4.3, steps 3 to 7)."""
    s = t.state
    before = s.resolving
    s.resolving = card
    tokens = tuple(s.sides[seat].tokens)
    colour = CARDS[card].colour
    race = CARDS[card].race
    if race:
        board.check_victory(t)
    if colour == "purple":
        yield from units.purple(t, seat, card)
    elif colour == "red":
        yield from units.place_red(t, seat, card, tokens)
    else:
        for effect in CARDS[card].effects:
            yield from resolve(t, seat, effect)
    if race:
        yield from alliance(t, seat, race)
    if chained and "hobbits-chain-coins" in tokens:
        board.gain_coins(t, seat, 3, "hobbits-chain-coins")
    if colour == "yellow" and "humans-yellow-quest" in tokens:
        yield from caused_by(t, "humans-yellow-quest", advance_quest(t, seat, 1))
    if colour == "blue" and "hobbits-blue-unit" in tokens:
        yield from caused_by(t, "hobbits-blue-unit", units.place_any(t, seat, "DU-9.7"))
    if colour == "green" and "dwarves-green-moves" in tokens:
        yield from caused_by(t, "dwarves-green-moves", units.move_units(t, seat, 2))
    if colour == "yellow" and "elves-yellow-extra-turn" in tokens:
        board.grant_extra_turn(t, "elves-yellow-extra-turn")
    s.resolving = before


# -- printed effects ---------------------------------------------------------------------------------


def resolve(t: Table[State], seat: str, effect: dict[str, Any]) -> Procedure[None]:
    """Resolve one printed effect (DU-4.7)."""
    kind = effect["type"]
    if kind == "gain-coins":
        board.gain_coins(t, seat, effect["amount"], "effect")
    elif kind == "advance-quest":
        yield from advance_quest(t, seat, effect["spaces"])
    elif kind == "place-units":
        yield from units.place_fixed(t, seat, effect["regions"][0], effect["amount"])
    elif kind == "move-units":
        yield from units.move_units(t, seat, effect["amount"])
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
                yield from caused_by(t, f"quest-{step}", units.place_any(t, seat, "DU-8.3"))
            elif bonus == "extra-turn":
                board.grant_extra_turn(t, "quest")
            else:
                yield from caused_by(t, f"quest-{step}", units.remove_fortress(t, seat, "DU-8.3"))


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
    kept = yield ask(
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
        yield from units.remove_fortress(t, seat, "DU-9.7")
    elif token == "ents-three-maneuvers":
        yield from units.ent_maneuvers(t, seat)
    elif token == "wizards-quest":
        yield from advance_quest(t, seat, 2)
    elif token == "wizards-two-units":
        for _ in range(2):
            yield from units.place_any(t, seat, "DU-9.8")
    else:
        yield from play_from_discard(t, seat)


def choose_stack(t: Table[State], seat: str) -> Procedure[None]:
    """Grey Havens: look at the top two tokens of one stack, keep one (DU-7.5)."""
    s = t.state
    races = [r for r in RACES if s.tokens_known[r] or s.tokens_unseen[r]]
    race = yield from choose(
        t,
        "pick-stack",
        "From which race's stack do you take a token?",
        races,
        lambda r: r.capitalize(),
        "DU-7.5",
    )
    if race is not None:
        yield from take_token(t, seat, [race, race])


# -- the discard pile --------------------------------------------------------------------------------


def discard_grey(t: Table[State], seat: str) -> Procedure[None]:
    """Isengard: one grey card of the opponent goes to the discard pile (DU-7.7)."""
    s = t.state
    cards = s.sides[other(seat)].cards
    greys = [c for c in cards if CARDS[c].colour == "grey"]
    card = yield from choose(
        t,
        "pick-grey",
        f"Which grey card does {seat_name(other(seat))} lose?",
        greys,
        {c: CARDS[c].label for c in greys},
        "DU-7.7",
        why_not=lambda choice: _no_such(choice, "is no grey card of the opponent", "DU-7.7"),
        nothing="no-grey-card",
    )
    if card is None:
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


def _no_such(choice: Any, words: str, rule: str) -> Refusal:
    if not isinstance(choice, str) or choice not in CARDS:
        return None
    return "not-there", f"“{CARDS[choice].label}” ({choice}) {words}.", rule


def play_from_discard(t: Table[State], seat: str) -> Procedure[None]:
    """Pick a card of the whole discard pile and play it for nothing (DU-7.6)."""
    s = t.state
    yield from open_discards(t, seat)
    pile = sorted([*s.discards, *s.secret_discards])
    if not pile:
        t.announce("effect-skipped", seat=seat, why="no-discard")
        return
    card = yield from choose(
        t,
        "pick-discard",
        "Which card of the discard pile do you play?",
        pile,
        {c: CARDS[c].label for c in pile},
        "DU-7.6",
        why_not=lambda choice: _no_such(choice, "is not in the discard pile", "DU-7.6"),
    )
    if card is None:
        return
    if card in s.discards:
        s.discards.remove(card)
    else:
        del s.secret_discards[card]
    s.sides[seat].cards.append(card)
    t.announce("card-played-from-discard", seat=seat, card=card)
    yield from resolve_card(t, seat, card, chained=False)
