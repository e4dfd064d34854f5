"""Options: each changes something that is asked, told or seen, and the rules for players say so."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules.core.chance import Scripted
from rules.core.contract.random_games import Options, eyes, source_of
from rules.core.errors import IllegalChoice
from rules.core.fields import OptionExample, OptionField
from rules.core.game import Game
from rules.core.handbook import Handbook, handbook_of
from rules.core.title import Title
from rules.core.typed_text import texts

#: The games at random in which it is looked for what an option changes, always the same, and how far they go.
SEEDS, MOST_CHOICES = (1, 2), 120


def check_changes(title: Title[Any], options: Options, seed: int) -> None:
    """Every value of an option changes something, soon in a game at random or where the title says.

    What is compared with the default is what all eyes see, what is asked, foretold and told, without the options
    themselves. Where the title has a handbook, it tells of every option that is no mere aid.
    """
    strange = set(title.option_examples) - {field.name for field in title.option_fields}
    assert not strange, f"examples of options that are not offered: {', '.join(sorted(strange))}"
    handbook = handbook_of(title)
    for field in title.option_fields:
        examples = title.option_examples.get(field.name) or (OptionExample(),)
        for value in _others(field, examples):
            fitting = [example for example in examples if example.value in (None, value)] or [OptionExample()]
            assert all(_differs(title, field, value, example) for example in fitting), (
                f"{field.name}: {value} changes nothing; say where it does (`option_examples`)"
            )
        told = all(handbook and _is_told(handbook, example.rule) for example in examples)
        assert not handbook or told or field.name in title.aids, (
            f"no rule of the handbook tells of {field.name}"
        )


def _is_told(handbook: Handbook, rule: str) -> bool:
    aids = (aid.heading for volume in handbook.volumes() for aid in volume.aids)
    return handbook.find(rule) is not None or rule in aids


def _others(field: OptionField, examples: Sequence[OptionExample]) -> list[Any]:
    """Return the values to be compared with the default; of a number one stands for all."""
    if field.kind == "boolean":
        return [not field.default]
    if field.kind == "choice":
        return [value for value in field.choices or {} if value != field.default]
    named = [example.value for example in examples if example.value is not None]
    return named or [field.maximum if field.default != field.maximum else field.minimum]


def _differs(title: Title[Any], field: OptionField, value: Any, example: OptionExample) -> bool:
    """Whether two games that differ in an option come to where they are not the same."""
    if example.position is None and not example.lines:
        return any(_differs_at_random(title, field, value, example, seed) for seed in SEEDS)
    games = list(_pair(title, field, value, example))
    if _met(title, games[0]) != _met(title, games[1]):
        return True
    for line in example.lines:
        seat, _, words = line.partition(": ")
        refused = [_refused(game, seat, list(texts(words))) for game in games]
        assert not all(refused), f"{field.name}: {line}: {refused[0]}"
        if any(refused) or _met(title, games[0]) != _met(title, games[1]):
            return True
    return False


def _differs_at_random(
    title: Title[Any], field: OptionField, value: Any, example: OptionExample, seed: int
) -> bool:
    rng = Random(seed)
    first, other = _pair(title, field, value, example)
    for _ in range(MOST_CHOICES):
        if _met(title, first) != _met(title, other):
            return True
        if first.is_over:
            return False
        decision = rng.choice(first.pending)
        choice = title.fuzz_choice(decision, rng)
        first.choose(decision.seat, choice)
        if _refused(other, decision.seat, [choice]):
            return True
    return False


def _pair(title: Title[Any], field: OptionField, value: Any, example: OptionExample) -> Iterator[Game[Any]]:
    """Begin two games that differ in one option."""
    for one in (field.default, value):
        options = {**title.needed_by(field), **example.options, field.name: one}
        position = example.position and title.load_position(example.position, options)
        chance = Scripted(example.chance, then=source_of(1))
        yield Game.start(title, options, chance, position=position)


def _refused(game: Game[Any], seat: str, choices: list[Any]) -> str:
    try:
        game.play(seat, choices)
    except IllegalChoice as refused:
        return refused.message
    return ""


def _met(title: Title[Any], game: Game[Any]) -> Any:
    """Return all that anybody meets in a position; that the options themselves are seen does not count."""
    names = frozenset(field.name for field in title.option_fields)
    views = [_without(names, game.view(seat)) for seat in eyes(game)]
    asked = [
        (decision.describe(), decision.waits, title.outlook(game.view(decision.seat), decision, game.options))
        for decision in game.pending
    ]
    told = [title.describe_line(line) for line in game.lines]
    return msgspec.to_builtins((views, asked, told, game.is_over))


def _without(names: frozenset[str], seen: Any) -> Any:
    """Return what is seen, without the values of options."""
    if isinstance(seen, Mapping):
        parts = {key: _without(names, part) for key, part in seen.items()}
        return {key: part for key, part in parts.items() if key not in names or isinstance(part, dict | list)}
    return [_without(names, part) for part in seen] if isinstance(seen, list | tuple) else seen
