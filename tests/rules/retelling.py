"""A recorded game told again to every eye: each line, question, answer, note, reason and headline that it ever read.

Boards in text are no prose: they are drawn of letters, and give the codes by which things are typed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rules
from rules.core.records import Entry
from rules.core.replay import replay
from rules.core.stories import sentences
from rules.core.transcript import read_record
from tests.rules.prose import answers_itself, faults, strings

#: So many answers that were open before, and are not any more, are asked for their reasons at each question.
REASONS = 3
#: What `Decision.ahead` calls words.
_WORDS = frozenset(("prompt", "label", "pass_label", "words", "note", "title", "text"))


def walked(path: Path) -> list[tuple[str, str, str]]:
    """Return what is wrong with a recorded game: where, the words, and the fault."""
    record = read_record(path.read_bytes())
    title = rules.title(record.title)
    told = _Telling(title, record.options)
    played = replay(record, each=told.entry)
    told.stories(played)
    return told.found


class _Telling:
    """What is read of a game while it is played again; each text is looked at once."""

    def __init__(self, title: rules.Title[Any], options: dict[str, Any]) -> None:
        self.title = title
        self.options = options
        self.found: list[tuple[str, str, str]] = []
        self._ids: set[str] = set()
        self._read: set[str] = set()
        self._told = 0
        self._open: dict[str, dict[str, None]] = {}

    def entry(self, entry: Entry, game: rules.Game[Any]) -> None:
        for line in game.lines[self._told :]:
            self._ids.update(
                id for id in strings(line.data) if "-" in id and " " not in id and id == id.lower()
            )
        self._told = len(game.lines)
        for decision in game.pending:
            self._question(decision, game)
        self.read("headline", self.title.headline(game.view(None)))
        if game.result:
            self.read("result", game.result.text)

    def read(self, where: str, text: str) -> None:
        if text not in self._read:
            self._read.add(text)
            self.found += [(where, text, fault) for fault in faults(self.title.id, text, self._ids)]

    def _question(self, decision: rules.Decision, game: rules.Game[Any]) -> None:
        kind, told = decision.kind, decision.describe()
        values = told["options"].get("values", [])
        self._ids.update(v["value"] for v in values if "-" in v["value"])
        for where, text in (
            ("prompt", decision.prompt),
            ("pass", told["pass_label"] or ""),
            *(("label", v["label"]) for v in values),
            *(("ahead", text) for text in _words(decision.ahead() if decision.ahead else {})),
            *(("note", it.words) for it in self._outlook(decision, game).values()),
            *(("reason", text) for text in self._reasons(decision, [v["value"] for v in values])),
        ):
            self.read(f"{where} of {kind}", text)
        how = answers_itself(decision)
        if how:
            self.found.append((f"prompt of {kind}", decision.prompt, how))

    def _outlook(self, decision: rules.Decision, game: rules.Game[Any]) -> Any:
        return self.title.outlook(game.view(decision.seat), decision, self.options)

    def _reasons(self, decision: rules.Decision, values: list[str]) -> Iterator[str]:
        """Yield why some answers that were open to this kind of question before are not now."""
        before = self._open.setdefault(f"{decision.seat} {decision.kind}", {})
        gone = [value for value in before if value not in values]
        for value in gone[:REASONS]:
            del before[value]
            refusal = decision.why_not(value) if decision.why_not is not None else None
            if refusal:
                yield refusal[1].replace(value, "that")
        before.update(dict.fromkeys(values))

    def stories(self, game: rules.Game[Any]) -> None:
        """Find what is wrong with the story as each eye reads it: in single lines, and from line to line."""
        for eye in (None, *self.title.seats(self.options)):
            lines = sentences(self.title, game.log(eye))
            for before, text in zip(["", *lines], lines, strict=False):
                self.read(f"story of {eye}", text)
                if before == text:
                    self.found.append((f"story of {eye}", text, "the line before says the same"))
                if text[-1] not in ".!?" or text[0] != text[0].upper():
                    self.found.append((f"story of {eye}", text, "no sentence"))


def _words(told: Any) -> Iterator[str]:
    """Yield the words in what a question tells of those behind it."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name in _WORDS and isinstance(value, str):
                yield value
            else:
                yield from _words(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from _words(value)


def records() -> tuple[Path, ...]:
    """Return the golden games of all titles, by name."""
    folder = Path(rules.__file__).parent
    return tuple(sorted(path for path in folder.glob("*/records/*") if path.suffix in (".txt", ".json")))
