"""Setting up: the options that a table shows are those by which it is played, from any position."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from rules.core.contract.random_games import Options, play_out, source_of
from rules.core.errors import OptionError, PositionError
from rules.core.fields import OptionField
from rules.core.game import Game
from rules.core.replay import RecordedGame
from rules.core.title import Title

#: How many positions of a game are begun from anew.
MOST_BEGUN = 12
#: How a position with other options is refused: it cannot be so, or they are not offered together.
REFUSED = (PositionError, OptionError)


def check_options(title: Title[Any], options: Options, seed: int) -> None:
    """State and table always name the same options; a position begun with others is refused or played by them."""
    assert title.keeps_options or not title.option_fields, (
        "the state has no field `options`, by which the rules could be played"
    )
    begun = 0

    def each(played: RecordedGame, rng: Random) -> None:
        nonlocal begun
        game = played.game
        _assert_one_source(title, game)
        mark = game.snapshot().mark
        if begun < MOST_BEGUN and not game.is_over and (begun == 0 or rng.random() < 0.2):
            begun += 1
            state = msgspec.msgpack.decode(mark.state, type=title.state_type)
            _check_position(title, game.options, msgspec.to_builtins(state), rng)

    play_out(title, options, seed, each, stride=title.contract_stride)


def _assert_one_source(title: Title[Any], game: Game[Any]) -> None:
    """The rules are played by the options that the table shows, and ask only seats that these give it."""
    if title.keeps_options:
        played_by = title.normalise_options(game.state.options)
        assert played_by == game.options, f"the table shows {game.options}, the rules have {played_by}"
    assert game.seats == title.seats(game.options), "the seats are not those of the options"
    strangers = {decision.seat for decision in game.pending} - set(game.seats)
    assert not strangers, f"{', '.join(sorted(strangers))} is asked, and has no seat"


def _check_position(title: Title[Any], options: Options, position: dict[str, Any], rng: Random) -> None:
    """Begin from a checkpoint with the options written in it, given beside it, and with another value of one."""
    try:
        state = title.load_position(position, options)
    except PositionError:
        return  # not every position can be begun from
    _assert_begins(title, position, {}, options if title.keeps_options else {})
    _assert_begins(title, position, options, options)
    if not title.option_fields:
        return
    bare = {name: part for name, part in position.items() if name != "options"}
    loaded = title.load_position(bare, options)
    assert msgspec.to_builtins(loaded) == msgspec.to_builtins(state), (
        "a position with its options given beside it is another one"
    )
    field = rng.choice(title.counting_options(options))
    value = _another(field, field.value_in(options))
    if value == field.value_in(options) or field.name not in position.get("options", options):
        return  # what a position does not name it does not contradict
    other = {field.name: value}
    try:
        title.load_position(position, other)
    except REFUSED:
        pass
    else:
        raise AssertionError(f"the position contradicts the option {field.name}, and is played all the same")
    try:
        title.load_position(bare, {**options, **other})
    except REFUSED:
        return
    _assert_begins(title, bare, {**options, **other}, {**options, **other})


def _assert_begins(title: Title[Any], position: Mapping[str, Any], given: Options, expected: Options) -> None:
    """The game begins from the position by the `expected` options, and goes on being one that can be answered."""
    state = title.load_position(position, given)
    game = Game.start(title, given, source_of(0), position=state)
    assert game.options == title.normalise_options(expected), "a game from a position shows other options"
    _assert_one_source(title, game)
    if game.pending:
        decision = game.pending[0]
        game.choose(decision.seat, decision.fallback_choice())
        _assert_one_source(title, game)


def _another(field: OptionField, value: object) -> str | bool | int:
    """Return another value of an option than `value`, if it has one."""
    if field.kind == "boolean":
        return not value
    values = [field.minimum, field.maximum] if field.kind == "number" else list(field.choices or {})
    return next((other for other in values if other != value), values[0])
