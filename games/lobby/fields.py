"""Form fields made from the options that titles have and the clocks that the house offers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms

import rules
from games import boards
from games.time import presets
from rules.core.stages import OptionSet, label_of

#: How the fields of a title's options are called in forms and queries: `option-` and the option's name.
OPTION_PREFIX = "option-"


def option_field(option: rules.OptionField, brings: OptionSet | None = None) -> forms.Field:
    """Return the form field of one option of a title; what it brings to a table is called by its stage."""
    if option.kind == "boolean":
        label = option.label if brings is None else label_of(option.label, brings.stage)
        return forms.BooleanField(label=label, help_text=option.help, required=False, initial=option.default)
    if option.kind == "number":
        return forms.IntegerField(
            label=option.label,
            help_text=option.help,
            required=not _may_be_hidden(option),
            initial=option.default,
            min_value=option.minimum,
            max_value=option.maximum,
        )
    return forms.ChoiceField(
        label=option.label,
        help_text=option.help,
        required=not (
            _may_be_hidden(option) or option.silent
        ),  # who names no silent option wants what is usual
        initial=option.default,
        choices=[
            (value, label_of(words, brings.stage) if brings and brings.is_brought_by(value) else words)
            for value, words in (option.choices or {}).items()
        ],
    )


def _may_be_hidden(option: rules.OptionField) -> bool:
    """Return whether it means nothing beside some options, so that forms leave it out and send nothing."""
    return bool(option.needs or option.not_with or option.matters_with)


@dataclass(frozen=True)
class OptionRow:
    """A title's option in a form, with what must hold for it to mean something, as `data-show-when` says it.

    `usual` is what its control holds where the option is as usual.
    """

    field: forms.BoundField
    shown_when: str
    usual: str = ""
    group: str = ""
    needs: str = ""

    @property
    def differs(self) -> bool:
        """Whether its control holds something else than what is usual."""
        return _sent(self.field.value()) != self.usual


def _sent(value: Any) -> str:
    """Return a value of an option as the control of a form holds it."""
    if isinstance(value, bool):
        return "on" if value else ""
    return "" if value is None else str(value)


def shown_when(option: rules.OptionField) -> str:
    """Return the conditions under which an option can change anything, for `data-show-when`; "" for always."""
    named: list[tuple[str, str, tuple[Any, ...]]] = [(option.needs, "=", (True,))] if option.needs else []
    named += [(name, "=", values) for name, values in option.matters_with.items()]
    named += [(name, "!=", values) for name, values in option.not_with.items()]
    return " ".join(
        f"{OPTION_PREFIX}{name}{sign}{'|'.join(map(_sent, values))}" for name, sign, values in named
    )


def option_rows(form: forms.Form, title: rules.Title[Any]) -> list[OptionRow]:
    """Return the fields of a title's options in their order: what needs another option stands below that."""
    return [
        OptionRow(
            form[OPTION_PREFIX + option.name],
            shown_when(option),
            _sent(option.default),
            group_of(title, option),
            option.needs,
        )
        for option in title.option_fields
    ]


def group_of(title: rules.Title[Any], option: rules.OptionField) -> str:
    """Return the heading under which an option stands: its own, or the name of the expansion that it needs."""
    brought = [title.expansions[name].name for name in title.needed_by(option) if name in title.expansions]
    return option.group or (brought[0] if brought else "")


@dataclass(frozen=True)
class ExpansionCard:
    """An expansion to choose: the name of its control, what it is called, what it brings, whether it is chosen."""

    name: str
    label: str
    help: str
    picture: str
    on: bool = False


def expansion_cards(title: rules.Title[Any], options: Mapping[str, Any]) -> list[ExpansionCard]:
    """Return the expansions that options of a title bring as a whole, as cards; `options` are those chosen."""
    board, sets = boards.board_of(title.id), title.option_sets()
    pictures = board.expansion_pictures if board else {}
    return [
        ExpansionCard(
            OPTION_PREFIX + option.name,
            label_of(option.label, sets[option.name].stage) if option.name in sets else option.label,
            option.help,
            pictures.get(option.name, ""),
            bool(option.value_in(options)),
        )
        for option in title.option_fields
        if option.name in title.expansions and option.kind == "boolean"
    ]


def grouped(rows: list[OptionRow]) -> list[tuple[str, list[OptionRow]]]:
    """Return options by their headings, in their order; those without one come last."""
    headings = sorted(dict.fromkeys(row.group for row in rows), key=lambda heading: not heading)
    return [(heading, [row for row in rows if row.group == heading]) for heading in headings]


def options_in(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the values of a form name; a field that was not sent, or left empty, names none."""
    return {
        name.removeprefix(OPTION_PREFIX): value
        for name, value in values.items()
        if name.startswith(OPTION_PREFIX) and value not in (None, "")
    }


def options_chosen(form: forms.Form, title: rules.Title[Any]) -> dict[str, Any]:
    """Return the title's options as a form holds them now, even if they are not offered together.

    Those that cannot be read are as usual.
    """
    raw = {}
    for option in title.option_fields:
        name = OPTION_PREFIX + option.name
        try:
            raw[name] = form.fields[name].clean(form[name].value())
        except forms.ValidationError:
            continue
    try:
        return title.complete_options(options_in(raw))
    except rules.OptionError:
        return title.normalise_options({})


def _values_of(option: rules.OptionField) -> list[Any]:
    """Return values of an option, among them the ones furthest apart."""
    if option.kind == "boolean":
        return [False, True]
    if option.kind == "number":
        return [value for value in (option.minimum, option.maximum) if value is not None]
    return list(option.choices or {})


def seats_by_option(title: rules.Title[Any], option: rules.OptionField) -> set[tuple[str, ...]]:
    """Return the seats of tables that differ from the usual one by this option."""
    needed = title.needed_by(option)
    return {
        title.seats(title.normalise_options({**needed, option.name: value})) for value in _values_of(option)
    }


def options_of_size(title: rules.Title[Any]) -> list[str]:
    """Return the options, by the names of their fields, that say how many sit at a table."""
    return [
        OPTION_PREFIX + option.name
        for option in title.option_fields
        if not option.needs and len({len(seats) for seats in seats_by_option(title, option)}) > 1
    ]


@dataclass(frozen=True)
class TableOfSize:
    """A table of another size than the usual one: what it is called, and its seats.

    Attributes:
        seats: the words of each seat, which name its allies, by the query of a form that wants it; the last draws it.
    """

    label: str
    seats: Mapping[str, str]


def tables_of_other_sizes(title: rules.Title[Any]) -> tuple[TableOfSize, ...]:
    """Return the tables that differ from a title's usual one by how many play, and by nothing else."""
    usual = title.normalise_options({})
    sizes, found = options_of_size(title), []
    for option in title.option_fields:
        if OPTION_PREFIX + option.name not in sizes:
            continue
        for value in _values_of(option):
            options = title.normalise_options({option.name: value})
            if len(title.seats(options)) != len(title.seats(usual)):
                name = {OPTION_PREFIX + option.name: value}
                seats = {
                    urlencode({**name, "side": seat}): words for seat, words in _seat_words(title, options)
                }
                found.append(TableOfSize(f"{option.label}: {option.in_words(value)}", seats))
    return tuple(found)


def _seat_words(title: rules.Title[Any], options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each seat of a table with what it is called there, then "" for any of them."""
    names = title.seats(options)
    for seat in names:
        partners = [title.seat_name(ally) for ally in title.allies(options, seat) if ally != seat]
        beside = f", with {' and '.join(partners)}" if partners else ""
        yield seat, f"{len(names)} players: {title.seat_name(seat)}{beside}"
    yield "", f"{len(names)} players: any seat"


def preset_choices(*, untimed: bool = True) -> list[tuple[str, str]]:
    """Return the clock presets with their words."""
    return [
        (name, f"{preset.label}: {preset.words}")
        for name, preset in presets.presets().items()
        if untimed or name != "untimed"
    ]
