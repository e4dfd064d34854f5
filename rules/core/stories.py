"""Stories as they are read: lines in a row that say the same become one, which tells how many or of whom.

The log keeps every line. Only who reads them in a row sees them together: on a page, in a mail, in a terminal.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from rules.core.table import EVERYONE, LogLine
from rules.core.title import Title

Data: TypeAlias = Mapping[str, Any]
#: Puts the data of two lines of a kind together; None where they are to stay two.
Together: TypeAlias = Callable[[Data, Data], dict[str, Any] | None]
#: A line as faces have it: `kind`, `data`, its sentence as `text`, and what else they keep of it.
Told = TypeVar("Told", bound=Mapping[str, Any])


def in_a_row(title: Title[Any], lines: Iterable[Told]) -> list[Told]:
    """Return lines of a story, oldest first, those as one that the title puts together, without those it foretells.

    Such a line has the number of the first.
    """
    found: list[Any] = []
    for line in lines:
        last: Any = found[-1] if found else None
        if last is not None and line["kind"] in title.foretells.get(last["kind"], ()):
            found[-1] = line
            continue
        alike = last is not None and last["kind"] == line["kind"]
        data = title.together(last["kind"], last["data"], line["data"]) if alike else None
        if data is None:
            found.append(line)
        else:
            text = title.sentence(LogLine(last["kind"], data, EVERYONE))
            found[-1] = {**last, "data": data, "text": text}
    return found


def sentences(title: Title[Any], lines: Iterable[LogLine]) -> list[str]:
    """Return the sentences of a story, of lines that one reader may read."""
    told = [{"kind": line.kind, "data": line.data, "text": title.sentence(line)} for line in lines]
    return [str(line["text"]) for line in in_a_row(title, told)]


def adding(*counts: str, once: Mapping[str, int] | None = None) -> Together:
    """Return what adds these numbers of two lines whose other data are the same.

    `once` are those that may be missing, with what they are then.
    """
    missing = dict(once or {})

    def together(first: Data, second: Data) -> dict[str, Any] | None:
        names = (*counts, *missing)
        if _without(first, names) != _without(second, names):
            return None
        sums = {
            name: first.get(name, missing.get(name)) + second.get(name, missing.get(name)) for name in names
        }
        return {**first, **sums}

    return together


def listing(name: str, several: str) -> Together:
    """Return what lists the `name` of two lines, whose other data are the same, as `several`."""

    def together(first: Data, second: Data) -> dict[str, Any] | None:
        names = (name, several)
        if _without(first, names) != _without(second, names):
            return None
        return {**first, several: [*_listed(first, name, several), *_listed(second, name, several)]}

    return together


def _without(data: Data, names: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


def _listed(data: Data, name: str, several: str) -> list[Any]:
    return list(data[several]) if several in data else [data[name]]
