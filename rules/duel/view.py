"""What a seat may know of the position (DU-15), as JSON, and the board as text."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from rules.core.table import ALL_SEEING
from rules.duel.costs import by_chain, card_price, landmark_price
from rules.duel.data import (
    BONUSES,
    CARDS,
    LANDMARKS,
    LAYOUTS,
    QUEST_LENGTH,
    RACES,
    REGIONS,
    SEATS,
    SKILLS,
    TOKENS,
    seat_name,
)
from rules.duel.state import State, available, fortress_count, presence, race_symbols, supply, support


def view(s: State, seat: str | None) -> dict[str, Any]:
    """Return the position as `seat` knows it; spectators see the public part (DU-15.6)."""
    open_slots = set(available(s))
    return {
        "chapter": s.chapter,
        "turn": s.turn,
        "active": s.active,
        "extra_turn": s.extra_turn,
        "further_extra_turns": s.further_extra_turns,
        "is_extra": s.is_extra,
        "resolving": s.resolving,
        "display": [
            {
                "slot": slot,
                "row": LAYOUTS[s.chapter][slot].row,
                "x": LAYOUTS[s.chapter][slot].x,
                "card": card,
                "available": slot in open_slots,
                "price": {side: card_price(s, side, card) for side in SEATS} if card else None,
                "chain": {side: by_chain(s, side, card) for side in SEATS} if card else None,
            }
            for slot, card in s.display.items()
        ],
        "sides": {side: _side(s, side) for side in SEATS},
        "reserve": max(0, s.reserve),
        "regions": {r: {"units": dict(s.units[r]), "fortress": s.fortresses.get(r)} for r in REGIONS},
        "quest": {side: s.sides[side].quest for side in SEATS},
        "landmarks": [
            {"id": x, "price": {side: landmark_price(s, side, x) for side in SEATS}} for x in s.landmarks_up
        ],
        "landmarks_left": len(s.landmarks_unseen),
        "tokens": {
            race: {
                "size": len(s.tokens_known[race]) + len(s.tokens_unseen[race]),
                "top": list(s.tokens_known[race]),
            }
            for race in RACES
        },
        "revealed_tokens": list(s.revealed_tokens),
        "discards": _discards(s, seat),
        "winners": list(s.winners),
        "reasons": list(s.reasons),
    }


def _side(s: State, seat: str) -> dict[str, Any]:
    side = s.sides[seat]
    skills = dict.fromkeys(SKILLS, 0)
    for card in side.cards:
        for skill, number in CARDS[card].gives.items():
            skills[skill] += number
    return {
        "coins": side.coins,
        "cards": list(side.cards),
        "landmarks": list(side.landmarks),
        "tokens": list(side.tokens),
        "skills": skills,
        "choices": [list(CARDS[c].choice) for c in side.cards if CARDS[c].choice],
        "chains": [x for c in side.cards if (x := CARDS[c].provides_chain)],
        "races": race_symbols(s, seat),
        "support": support(s, seat),
        "presence": presence(s, seat),
        "supply": supply(s, seat),
        "fortresses": fortress_count(s, seat),
    }


def _discards(s: State, seat: str | None) -> dict[str, Any]:
    """Cards that both have seen, those that only this seat has, and how many are unknown (DU-15.3 to 15.5)."""
    own = [c for c, who in s.secret_discards.items() if seat == ALL_SEEING or seat in who]
    unknown = sum(s.aside.values()) + len(s.secret_discards) - len(own)
    return {"seen": list(s.discards), "own": sorted(own), "unknown": unknown}


def twin(s: State, seat: str | None, rng: Random) -> State:
    """Return a position that differs only in set-aside cards that `seat` has not seen."""
    other_state = msgspec.msgpack.decode(msgspec.msgpack.encode(s), type=State)
    if seat == ALL_SEEING:
        return other_state
    for chapter, unseen in other_state.unseen.items():
        secret = [
            c
            for c, who in other_state.secret_discards.items()
            if seat not in who and str(CARDS[c].chapter) == chapter
        ]
        pool = [*secret, *unseen]
        rng.shuffle(pool)
        exchanged = dict(zip(secret, pool, strict=False))
        other_state.secret_discards = {
            exchanged.get(c, c): who for c, who in other_state.secret_discards.items()
        }
        other_state.unseen[chapter] = sorted(pool[len(secret) :])
    return other_state


def catalogue() -> dict[str, Any]:
    """Return the static facts that pages and programs need: cards, landmarks, tokens, regions."""
    return {
        "cards": {c: msgspec.to_builtins(x) for c, x in CARDS.items()},
        "landmarks": {c: msgspec.to_builtins(x) for c, x in LANDMARKS.items()},
        "tokens": {c: msgspec.to_builtins(x) for c, x in TOKENS.items()},
        "regions": {c: msgspec.to_builtins(x) for c, x in REGIONS.items()},
        "bonuses": {str(step): bonus for step, bonus in BONUSES.items()},
        "quest_length": QUEST_LENGTH,
        "skills": list(SKILLS),
        "races": list(RACES),
        "sides": {side: seat_name(side) for side in SEATS},
    }


# -- text --------------------------------------------------------------------------------------------

WIDTH = 78


def _wrap(text: str) -> list[str]:
    lines = []
    while len(text) > WIDTH:
        cut = text.rfind(" ", 8, WIDTH)
        cut = cut if cut > 0 else WIDTH
        lines.append(text[:cut])
        text = "    " + text[cut:].strip()
    return [*lines, text]


def cost_text(card: str) -> str:
    """Return a card's cost in words (`2 coins, 1 ruse; chain: fish`)."""
    x = CARDS[card]
    parts = [f"{x.coins} coin{'s' if x.coins > 1 else ''}"] if x.coins else []
    parts += [f"{n} {skill}" for skill, n in x.skills.items()]
    text = ", ".join(parts) or "free"
    return f"{text}; chain: {x.chain}" if x.chain else text


def text_board(v: dict[str, Any]) -> str:
    """Return the board as text, at most 78 columns, made from a view only."""
    lines = [f"DUEL FOR MIDDLE-EARTH   chapter {v['chapter']}, turn {v['turn']}"]
    mark = " (extra turn)" if v["is_extra"] else ""
    lines.append(f"{seat_name(v['active'])} to move{mark}; coins in the reserve: {v['reserve']}")
    lines.append("")
    lines.append(f"QUEST (of {QUEST_LENGTH} steps; bonuses at {', '.join(map(str, BONUSES))})")
    lines += [f"  {seat_name(side):<12} {v['quest'][side]:>2}" for side in SEATS]
    lines += ["", "REGIONS"]
    for region, here in v["regions"].items():
        parts = [
            f"{seat_name(side)} {n} Unit{'s' if n > 1 else ''}" for side, n in here["units"].items() if n
        ]
        if here["fortress"]:
            parts.append(f"{seat_name(here['fortress'])} Fortress")
        near = ", ".join(REGIONS[r].name for r in REGIONS[region].adjacent)
        lines += _wrap(f"  {REGIONS[region].name}: {', '.join(parts) or 'empty'}   [to {near}]")
    mover = v["active"]
    lines += ["", f"DISPLAY (* can be taken; = what {seat_name(mover)} pays now)"]
    for slot in v["display"]:
        star = "*" if slot["available"] else " "
        if slot["card"] is None:
            lines.append(f" {star}{slot['slot']} row {slot['row']}: face down")
            continue
        card = CARDS[slot["card"]]
        price = "chain" if slot["chain"][mover] else slot["price"][mover]
        lines += _wrap(
            f" {star}{slot['slot']} row {slot['row']}: {card.id} ({card.colour}) {card.label} "
            f"[{cost_text(card.id)}] = {price}"
        )
    lines += ["", f"LANDMARKS ({v['landmarks_left']} more face down)"]
    for x in v["landmarks"]:
        tile = LANDMARKS[x["id"]]
        needs = ", ".join(f"{n} {skill}" for skill, n in tile.skills.items())
        price = x["price"][mover]
        lines += _wrap(f"  {tile.id} ({REGIONS[tile.region].name}) [{needs}] = {price}")
    stacks = [
        f"{race} {x['size']}" + (f" (top: {TOKENS[x['top'][0]].label})" if x["top"] else "")
        for race, x in v["tokens"].items()
    ]
    lines += ["", *_wrap(f"ALLIANCE STACKS: {', '.join(stacks)}")]
    if v["revealed_tokens"]:
        lines += _wrap(f"  turned up: {', '.join(TOKENS[x].label for x in v['revealed_tokens'])}")
    for side in SEATS:
        own = v["sides"][side]
        lines += ["", f"{seat_name(side).upper()}: {own['coins']} coins, {own['supply']} Units in supply"]
        skills = ", ".join(f"{n} {skill}" for skill, n in own["skills"].items() if n)
        skills += "".join(f", one of {'/'.join(c)}" for c in own["choices"])
        lines += _wrap(f"  skills: {skills.strip(', ') or 'none'}")
        races = ", ".join(f"{n} {race}" for race, n in own["races"].items() if n)
        lines += _wrap(
            f"  races: {races or 'none'} ({own['support']} of 6); regions: {len(own['presence'])} of 7"
        )
        if own["chains"]:
            lines += _wrap(f"  chain symbols: {', '.join(own['chains'])}")
        if own["tokens"]:
            lines += _wrap(f"  alliances: {', '.join(TOKENS[t].label for t in own['tokens'])}")
        if own["landmarks"]:
            lines += _wrap(f"  landmarks: {', '.join(LANDMARKS[x].name for x in own['landmarks'])}")
    discards = v["discards"]
    lines += [
        "",
        f"DISCARD PILE: {len(discards['seen']) + len(discards['own'])} seen, {discards['unknown']} unknown",
    ]
    if discards["own"]:
        lines += _wrap(f"  set aside, as you have seen: {', '.join(discards['own'])}")
    if v["winners"]:
        names = " and ".join(seat_name(side) for side in v["winners"])
        lines += ["", f"GAME OVER: {names} ({', '.join(v['reasons'])})"]
    return "\n".join(lines)
