"""Mentions in a sentence of what can be read: rules, cards and characters, regions."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import rules
from games import boards
from games.boards.shelves import Face, faces_of
from rules.core.handbook import Handbook, Paragraph, Section, handbook_of

Rule = Section | Paragraph

#: What may be an id in plain text, as the board in text and the notation write them.
_IDS = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Mention:
    """Words of a sentence that name something: its kind, its id (of a rule, its code) and the words."""

    kind: Literal["rule", "card", "character", "region"]
    id: str
    words: str


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Everything of a title that can be read: its rules, its faces by id, and how sentences name things."""

    title: rules.Title[Any]
    board: boards.Board | None
    handbook: Handbook | None
    faces: Mapping[str, Face]
    regions: Mapping[str, str]
    phrases: Mapping[str, str]
    shared: Mapping[str, frozenset[str]]
    pattern: re.Pattern[str]

    def option_of(self, what: Rule | Face) -> str:
        """Return the option that brings a rule or a face to a table; "" for what is in every game."""
        if isinstance(what, Face):
            shelves = boards.shelves_of(self.title.id)
            return next((shelf.option for shelf in shelves if what in shelf.faces), "")
        volumes = self.handbook.volumes() if self.handbook is not None else ()
        return next((volume.option for volume in volumes if volume.holds(what.code)), "")

    def split(self, text: str, named: tuple[str, ...] = ()) -> Iterator[str | Mention]:
        """Yield a text in pieces, what it mentions as mentions; `named` are the ids that its line names, in order."""
        at, left = 0, list(named)
        for match in self.pattern.finditer(text):
            mention = self._mention(match[0], left)
            if mention is None:
                continue
            if match.start() > at:
                yield text[at : match.start()]
            yield mention
            at = match.end()
        if at < len(text):
            yield text[at:]

    def named_in(self, lines: Iterable[Mapping[str, Any]]) -> list[Face]:
        """Return the cards and characters that lines (`text`, `data`) name in words or by their ids, each once."""
        found: dict[str, Face] = {}
        for line in lines:
            text = str(line["text"])
            for piece in self.split(text, tuple(ids_in(line.get("data", {})))):
                if isinstance(piece, Mention) and piece.id in self.faces:
                    found.setdefault(piece.id, self.faces[piece.id])
            for face in (self.faces[word] for word in _IDS.findall(text) if word in self.faces):
                found.setdefault(face.id, face)
        return list(found.values())

    def _mention(self, words: str, named: list[str]) -> Mention | None:
        """Return what some words mention; what they share with others is the first of the ids that are left."""
        id = self.phrases.get(words)
        meant = [name for name in named if name in self.shared.get(words, ())]
        if id is None and meant:
            id = meant[0]
            if len(meant) > 1:
                named.remove(id)
        if id is not None:
            return Mention(self.faces[id].kind, id, words)
        if words in self.regions:
            return Mention("region", self.regions[words], words)
        found = self.handbook.find(words) if self.handbook is not None else None
        return Mention("rule", found.code, words) if found is not None else None


#: What can be read by title and expansions; of everything at once, by title and None.
_LEXICONS: dict[tuple[str, tuple[str, ...] | None], Lexicon] = {}


def lexicon_of(title_id: str, options: Mapping[str, Any] | None = None) -> Lexicon | None:
    """Return what can be read of a title, or of its games with these options; None where there is no such title."""
    try:
        title = rules.title(title_id)
    except KeyError:
        return None
    with_all = options is None or not title.expansions
    key = (title_id, None if with_all else title.expansions_in(options))
    board, known = boards.board_of(title_id), _LEXICONS.get(key)
    if known is None or known.title is not title or known.board is not board:
        known = _LEXICONS[key] = _made(title, board, None if with_all else dict.fromkeys(key[1] or (), True))
    return known


def _made(title: rules.Title[Any], board: boards.Board | None, options: Mapping[str, Any] | None) -> Lexicon:
    faces = faces_of(boards.shelves_of(title.id, options))
    reference = board.reference if board is not None else None
    names = {id: shown[0] for id, shown in reference.regions.items()} if reference is not None else {}
    regions = {form: id for id, name in names.items() for form in (name, name.removeprefix("The "))}
    phrases: dict[str, str] = {}
    shared: dict[str, set[str]] = {}
    for id, face in faces.items():
        for phrase in face.phrases:
            phrases.setdefault(phrase, face.id)
        for phrase in face.shared:
            shared.setdefault(phrase, set()).add(id)
    handbook = handbook_of(title, options)
    codes = handbook.rules() if handbook is not None else ()
    prefixes = {title.rule_prefix, *(rule.code.partition("-")[0] for rule in codes)} - {""}
    return Lexicon(
        title=title,
        board=board,
        handbook=handbook,
        faces=faces,
        regions=regions,
        phrases=phrases,
        shared={phrase: frozenset(ids) for phrase, ids in shared.items()},
        pattern=_pattern(sorted(prefixes), {*phrases, *shared, *regions}),
    )


def _pattern(prefixes: Sequence[str], names: set[str]) -> re.Pattern[str]:
    """Return what finds rule codes and whole names, the longest first; words that begin otherwise are passed over."""
    wanted = [re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name))]
    begins = {name[0] for name in names}
    for prefix in prefixes:
        wanted.append(rf"{re.escape(prefix)}-\d+(?:\.\d+)*[a-z]?")
        begins.add(prefix[0])
    if not wanted:
        return re.compile(r"(?!)")
    return re.compile(rf"(?<!\w)(?=[{re.escape(''.join(sorted(begins)))}])(?:{'|'.join(wanted)})(?!\w)")


def ids_in(data: object) -> Iterator[str]:
    """Yield every word that the data of a line of the story hold, in order: ids among them."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from ids_in(key)
            yield from ids_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from ids_in(value)
