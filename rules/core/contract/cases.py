"""The games that the contract plays of a title: with which options, and which checks are made in each."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import Any, NamedTuple, TypeAlias

from rules.core.contract.random_games import Options
from rules.core.fields import OptionField
from rules.core.title import Title

#: An option and its value.
Setting: TypeAlias = tuple[str, str | bool | int]
_Pair: TypeAlias = frozenset[Setting]

#: How many sets of options are made at a time, of which the best one is taken.
TRIES = 4
#: With how many sets of options a check is made that `cases` says nothing else of.
SHARE = 3
#: Checks that are made with as many as have every value of every option, and every box of expansions, among them.
OF_OPTIONS = ("options", "naming", "no-leak")

#: Checks that look at every option by themselves.
OF_THE_TITLE = ("changes",)


class Case(NamedTuple):
    """A check of one game; `number` is that of its set of options in the covering array.

    `is_dear`: a quick run leaves it out.
    """

    check: str
    number: int
    options: Options
    seed: int
    is_dear: bool


def cases(title: Title[Any], checks: Sequence[str]) -> Iterator[Case]:
    """Return what is examined of a title.

    `play` is made with every set of its covering array, `OF_OPTIONS` with some, `OF_THE_TITLE` with the usual one,
    others with three: the usual one, one by turns, and what adds most values.
    Where games are long (`Title.contract_stride`) all but `play` and the usual set is dear.
    """
    sets = covering_array(title)
    for turn, check in enumerate(checks):
        most = len(sets) if check in OF_OPTIONS else SHARE
        numbers = [0] if check in OF_THE_TITLE else _share(title, sets, turn, most)
        for number in range(len(sets)) if check == "play" else numbers:
            is_dear = title.contract_stride > 1 and number > 0 and check != "play"
            yield Case(check, number, sets[number], number + 1, is_dear)


def covering_array(title: Title[Any]) -> tuple[Options, ...]:
    """Return sets of options such that every two values that mean something together are together in one of them.

    The usual set is the first. Each names what departs from the defaults; of a number, both ends and the default
    stand for all.
    """
    missing = dict.fromkeys(_pairs(title))
    usual = dict(settings_in(title, {}))
    sets: list[dict[str, Any]] = [usual]
    rng = Random(0)  # the same array always
    while True:
        for pair in _pairs_in(sets[-1]):
            missing.pop(pair, None)
        if not missing:
            break
        tried = (_completed(title, next(iter(missing)), missing, rng) for _ in range(TRIES))
        sets.append(max(tried, key=lambda one: sum(pair in missing for pair in _pairs_in(one))))
    defaults = {field.name: field.default for field in title.option_fields}
    return tuple({name: value for name, value in one.items() if value != defaults[name]} for one in sets)


def settings_in(title: Title[Any], options: Options) -> set[Setting]:
    """Return the settings of a game with these options that mean something beside each other."""
    complete = title.normalise_options(options)
    return {(field.name, field.value_in(complete)) for field in title.counting_options(complete)}


def values_of(field: OptionField) -> Sequence[str | bool | int]:
    """Return every choice of an option; of a number both ends and the default."""
    if field.kind == "boolean":
        return (True, False)
    if field.kind == "number":
        return sorted({field.minimum, int(field.default), field.maximum})
    return tuple(field.choices or {})


def _needed(title: Title[Any]) -> dict[Setting, Options]:
    """Return what a game has for each setting to mean something: itself, and what it needs."""
    return {
        (field.name, value): {**title.needed_by(field), field.name: value}
        for field in title.option_fields
        for value in values_of(field)
    }


def _pairs(title: Title[Any]) -> Iterator[_Pair]:
    """Return all pairs of settings that are offered, and mean something, together; each by itself is one, too."""
    needed = _needed(title)
    for one, other in combinations_with_replacement(needed, 2):
        is_whole = all(needed[other].get(name, value) == value for name, value in needed[one].items())
        if is_whole and title.contradiction({**needed[one], **needed[other]}) is None:
            yield frozenset((one, other))


def _pairs_in(options: Options) -> Iterator[_Pair]:
    return (frozenset(pair) for pair in combinations_with_replacement(options.items(), 2))


def _completed(title: Title[Any], pair: _Pair, missing: Mapping[_Pair, None], rng: Random) -> dict[str, Any]:
    """Return a set of options with this pair, and greedily with many of the missing ones, option after option."""
    needed = _needed(title)
    chosen = {name: value for setting in pair for name, value in needed[setting].items()}
    fields = rng.sample(title.option_fields, len(title.option_fields))
    for field in sorted(fields, key=lambda field: len(title.needed_by(field))):
        if field.name in chosen or (field.needs and not chosen.get(field.needs)):
            continue
        worth = {
            value: sum(frozenset(((field.name, value), other)) in missing for other in chosen.items())
            for value in values_of(field)
            if title.contradiction({**chosen, field.name: value}) is None
        }
        chosen[field.name] = max(worth, key=lambda value: (worth[value], rng.random()))
    return chosen


def _share(title: Title[Any], sets: Sequence[Options], turn: int, most: int) -> list[int]:
    """Return the numbers of at most so many sets: the usual one, one by turns, others for what those do not have."""
    holds: list[set[Hashable]] = [
        {*settings_in(title, options), title.expansions_in(options)} for options in sets
    ]
    found = [0, 1 + turn % (len(sets) - 1)] if len(sets) > 1 else [0]
    missing = set[Hashable]().union(*holds).difference(*(holds[number] for number in found))
    while missing and len(found) < most:
        found.append(max(range(len(sets)), key=lambda number: len(missing & holds[number])))
        missing -= holds[found[-1]]
    return found
