"""Taking hits: Regulars, Elites, and those who fall with their Army (WR-10.12, 10.13)."""

from collections.abc import Iterable
from functools import partial

from rules.core.decisions import Decision, OneOf
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import CHARACTERS, NATION_OF, UNIT_SET, figure_name, region_name
from rules.war_of_the_ring.position.combat import Fighters
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import State, add, eliminate


def take_hits(t: Table[State], own: Fighters, hits: int, region: str) -> Procedure[int]:
    """Let the owner take hits one by one (WR-10.12); returns how many the Army could take."""
    s = t.state
    left = hits
    while left > 0 and own.units():
        if left >= own.absorbs():
            left -= _wipe_out(t, own, region)
            break
        options = casualty_options(own, left)
        question = Decision(
            commander_of(s, own),
            "hit",
            f"{left} hit{'s' if left > 1 else ''} to take at {region_name(region)}: who is lost?",
            OneOf(options, {value: casualty_label(s, value) for value in options}),
            "WR-10.12",
            weight="light",
            fallback=least_loss(own, options),
            standing=True,
            context={"region": region, "hits": left},
            notes=partial(what_is_left, s, own, options),
        )
        choice = yield unless_settled(question)
        verb, _, kind = choice.partition(":")
        if verb == "lose":
            _lose(t, own, kind, region)
            left -= 2 if kind.endswith("elite") else 1
        else:
            how = "reduce" if reduce_elite(s, own, kind) else "lose"
            t.announce("casualty", side=own.side, region=region, how=how, figure=kind)
            left -= 1
    return hits - max(0, left)


def _wipe_out(t: Table[State], own: Fighters, region: str) -> int:
    """Remove every unit: so many hits leave nothing to choose. Returns the hits taken."""
    taken = own.absorbs()
    for kind in [k for k in own.party if k in UNIT_SET]:
        for _ in range(own.party[kind]):
            _lose(t, own, kind, region)
    return taken


def _lose(t: Table[State], own: Fighters, kind: str, region: str) -> None:
    own.lose(kind)
    eliminate(t.state, own.key, kind)
    t.announce("casualty", side=own.side, region=region, how="lose", figure=kind)


def casualty_options(own: Fighters, hits: int) -> list[str]:
    """Return the ways to take the next hit: `lose:<kind>` or `reduce:<kind>`."""
    regulars = [f"lose:{k}" for k in own.party if k in UNIT_SET and k.endswith("regular")]
    elites = [k for k in own.party if k in UNIT_SET and k.endswith("elite")]
    options = regulars + [f"reduce:{k}" for k in elites]
    if hits >= 2:
        options += [f"lose:{k}" for k in elites]
    return options


def least_loss(own: Fighters, options: list[str]) -> str:
    """Return the way to take a hit that hurts least: Regulars, then Elites, of the largest Nation (WR-23.3)."""

    def hurt(value: str) -> tuple[bool, bool, int]:
        verb, _, kind = value.partition(":")
        size = sum(n for k, n in own.party.items() if k in UNIT_SET and NATION_OF[k] == NATION_OF[kind])
        return kind.endswith("elite"), verb == "lose", -size

    return min(options, key=hurt)


def casualty_label(s: State, value: str) -> str:
    """Return one way of taking a hit in words."""
    verb, _, kind = value.partition(":")
    name = figure_name(kind)
    if verb == "reduce":
        return (
            f"Reduce {name}" if regular_available(s, NATION_OF[kind]) else f"Lose {name}: no Regular is left"
        )
    return f"Lose {name} for two hits" if kind.endswith("elite") else f"Lose {name}"


def what_is_left(s: State, own: Fighters, ways: Iterable[str]) -> dict[str, str]:
    """Return what each way of taking a hit leaves of an Army's units, in words (WR-10.12)."""
    return {value: f"leaves {_units_in_words(_after(s, own, value))}" for value in ways}


def _after(s: State, own: Fighters, value: str) -> tuple[int, int]:
    """Return how many Regulars and Elites an Army has after one way of taking a hit."""
    verb, _, kind = value.partition(":")
    elites = own.elites()
    regulars = own.units() - elites
    if not kind.endswith("elite"):
        return regulars - 1, elites
    replaced = verb == "reduce" and regular_available(s, NATION_OF[kind])
    return regulars + replaced, elites - 1


def _units_in_words(units: tuple[int, int]) -> str:
    """Return numbers of Regulars and Elites in words (`2 Regulars and 1 Elite`)."""
    names = (
        f"{n} {name}{'' if n == 1 else 's'}" for n, name in zip(units, ("Regular", "Elite"), strict=True) if n
    )
    return " and ".join(names) or "no unit"


def regular_available(s: State, nation: str) -> bool:
    """Return whether a Regular is there to replace an Elite (WR-10.12)."""
    kind = f"{nation}-regular"
    return bool(s.casualties.get(kind) or s.pools[kind])


def reduce_elite(s: State, own: Fighters, kind: str) -> bool:
    """Replace an Elite by a Regular of its Nation; returns False where there is none and it is lost."""
    nation = NATION_OF[kind]
    regular = f"{nation}-regular"
    replaced = regular_available(s, nation)
    own.lose(kind)
    if replaced:
        _take_regular(s, regular)
        add(s, own.key, regular)
        own.gain(regular)
    eliminate(s, own.key, kind)
    return replaced


def _take_regular(s: State, regular: str) -> None:
    """Take a Regular from the eliminated ones first, else from the pool."""
    if s.casualties.get(regular):
        s.casualties[regular] -= 1
        if not s.casualties[regular]:
            del s.casualties[regular]
    else:
        s.pools[regular] -= 1


def leaders_fall(t: Table[State], own: Fighters) -> None:
    """Leaders and Characters of an Army without units are lost with it (WR-10.13)."""
    s = t.state
    if own.units():
        return
    for kind, count in list(own.party.items()):
        own.lose(kind, count)
        if kind in CHARACTERS and CHARACTERS[kind].stays:
            continue
        eliminate(s, own.key, kind, count)
        t.announce("fell-with-army", side=own.side, figure=kind, count=count, region=own.region)
    table_cards.sweep(t)
