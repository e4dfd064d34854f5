"""The way from the lines of a mail to moves and commands; no game is looked at."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from games.acts import registry
from games.acts.kinds import KINDS
from rules.core.decisions import fold

#: Commands that only show something, with what they show.
LOOKING: dict[str, str] = {
    "check": "as the first line: show what the moves would do, change nothing",
    "board": "the position, the whole board in text; `map` says the same",
    "card": "`card NAME` tells what a card says, by any words of its title that only one has; `card` alone, your hand",
    "rule": "`rule CODE` tells a rule of the handbook",
    "region": "`region NAME` tells who controls a region, who stands there and what lies next to it",
    "legal": "everything you may do now",
    "status": "who is asked, and how the game stands",
    "history": "the story so far; `history 50` for more of it",
    "clock": "the time of every seat",
    "list": "open tables that you may join, and games that anybody may watch",
    "notes": "your private notes; `notes TEXT` adds a line, `notes clear` empties them",
}
#: Commands beside the acts (games.acts.registry) that do something; `{kinds}` are those of votes (games.acts.kinds).
DOING: dict[str, str] = {
    "vacation": "`vacation 2026-07-01 2026-07-14` stops your clocks, with `orders` behind it your standing orders too; "
    "`vacation off` ends it",
    "vote": "what is asked; {kinds}; `vote no KIND`",
    "plan": "`plan: MOVE` keeps a move for later, seen by you alone; for several, `plan:` alone above them and "
    "`endplan` below; `plan` shows what is kept, `plan play` plays it, `plan drop` forgets it",
    "join": "`join TABLE` takes a free seat at an open table, `join TABLE SIDE` a certain one",
    "observe": "`observe TABLE` shows a game that you may watch, and follows it in your weekly digest; "
    "`observe TABLE off` ends that",
    "press": "`press: TEXT` says TEXT to the others at the table; for several lines, `press:` alone above them and "
    "`endpress` below",
    "aside": "`aside: TEXT` says TEXT to those who play on your side alone; for several lines, `aside:` alone above "
    "them and `endaside` below",
    "wrong": "`wrong: TEXT` reports that something is wrong in the question of a mail, or in the refusal of its moves; "
    "`wrong rule: TEXT`, `wrong word`, `wrong page` or `wrong card` says what, `wrong 12: TEXT` that it is in step 12",
}
#: Commands about the mail itself.
READING: dict[str, str] = {
    "move": "`move: TEXT` reads TEXT as a move, whatever word it begins with",
    "help": "this list",
    "end": "nothing below this line is read",
}
#: Other words for them.
SYNONYMS = {
    "preview": "check",
    "dry-run": "check",
    "moves": "legal",
    "options": "legal",
    "map": "board",
    "log": "history",
    "story": "history",
    "time": "clock",
    "time-left": "clock",
    "note": "notes",
    "say": "press",
    "chat": "press",
    "holiday": "vacation",
    "absence": "vacation",
    "commands": "help",
    "hilfe": "help",
    "aide": "help",
    "ayuda": "help",
    "aiuto": "help",
    "?": "help",
    "stop": "end",
    "quit": "end",
    "signoff": "end",
    "do": "do",
    "go": "do",
}
#: Mail programs break lines from one of these widths on; a line this long may have been broken.
WRAPPED_AT, FULL_FROM, FULL_TO = 64, 48, 80
#: The word of a question, as a move in notation begins with it; or a number of the list.
_BEGINS = re.compile(r"^(?:[^\W\d][\w-]*(?: [\w-]+)?:|#?\d{1,3}[.)]?(?:\s|$))")
#: The code of a rule: `WR-4.4`, or without its letters.
_CODE = re.compile(r"(?:[a-z]{2,3}-)?\d{1,3}(?:\.\d{1,3})*[a-i]?", re.IGNORECASE)
#: Stands between a move and its name in our lists, so that a line copied from one is a move.
LABEL_MARK = " -- "
#: What is wrong, and in which step, before what is said of it.
WRONG = re.compile(r"wrong\b *(rule|word|page|card|other)? *(?:step )?(\d{1,9})? *: *(.*)", re.IGNORECASE)
#: Commands that take nothing behind them; with something, the line is a move that begins with the same word.
_ALONE = frozenset(("check", "board", "legal", "list", "status", "clock", "help", "end", "do"))
#: Commands with whose words a move may begin.
_MOVES_TOO = frozenset(("press", "card", "region"))
#: Commands that say something, and what ends what one of them on a line of its own began.
_SAYING = {"press": frozenset(("endpress", "end-press")), "aside": frozenset(("endaside", "end-aside"))}
#: What ends a `plan:`, and what may be done with a plan.
_PLAN_ENDS = frozenset(("endplan", "end-plan"))
_PLAN_USES = frozenset(("play", "drop"))

_BULLET = re.compile(r"^(?:[*•–]\s+|\d{1,2}[.)]\s+(?=\S))")
#: What somebody adds behind a move, and around the number of a choice.
_REMARK = re.compile(r"\s(?:#|//)\s.*$")
_THANKS = re.compile(
    r"(?<=\w|\)|\]),? (?:please|pls|plz|bitte|thanks|thank you|danke|merci|por favor|per favore)[.!]?$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^(?:please |bitte )?[\[(]?(#?\d{1,3}[.)]?)[\])]?[.!]?$", re.IGNORECASE)


@dataclass(frozen=True)
class Item:
    """One thing that a line asks for. `command` is "" for a move, whose `text` stands in notation."""

    line: str
    text: str
    command: str = ""


@dataclass(frozen=True)
class Speech:
    """Lines that are said together, and the command that began them."""

    command: str
    lines: tuple[str, ...] = ()


class Judge(Protocol):
    """The judge of what the lines of a mail are for the game that it is about (`prose.Sentences`)."""

    def claims(self, line: str) -> bool:
        """Return whether a line that begins like a command is a move."""

    def belongs(self, line: str) -> bool:
        """Return whether something in a line belongs to a move."""

    def is_prose(self, line: str) -> bool:
        """Return whether a line between two moves is clearly none."""

    def resembles(self, line: str) -> bool:
        """Return whether a word of a line is nearly one that moves are written with."""

    def is_name(self, line: str) -> bool:
        """Return whether a line holds nothing but names of people at the table."""

    def is_signature(self, line: str) -> bool:
        """Return whether a line may be the name of who writes, or stand for it."""

    def meaning(self, line: str, before: Sequence[str] = ()) -> str:
        """Return what a line is to what is asked after the moves `before` it: `answer`, `short`, `slip` or nothing."""


class AllMoves:
    """The judge where no game is known: whatever is no command is a move."""

    def claims(self, line: str) -> bool:
        return False

    def belongs(self, line: str) -> bool:
        return True

    def is_prose(self, line: str) -> bool:
        return False

    def resembles(self, line: str) -> bool:
        return True

    def is_name(self, line: str) -> bool:
        return False

    def is_signature(self, line: str) -> bool:
        return False

    def meaning(self, line: str, before: Sequence[str] = ()) -> str:
        return ""


ALL_MOVES = AllMoves()


@dataclass
class Script:
    """Everything that a mail asks for, in order.

    Attributes:
        dry: only show what the moves would do. plan: moves that are kept for later. ignored: lines left aside.
        doubtful: lines that may be a name or a question as well as a move: nothing is done then.
    """

    dry: bool = False
    items: list[Item] = field(default_factory=list)
    plan: list[Item] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    doubtful: list[Item] = field(default_factory=list)

    @property
    def moves(self) -> list[Item]:
        return [item for item in self.items if not item.command]

    @property
    def commands(self) -> list[Item]:
        return [item for item in self.items if item.command]


@dataclass
class _Line:
    """A line that may be a move: as it stood, what of it is read, and the list that its moves belong to."""

    line: str
    words: str
    planned: bool
    is_sure: bool = False
    verdict: Literal["move", "aside", "doubtful"] = "move"

    def __post_init__(self) -> None:
        self.words = _THANKS.sub("", _REMARK.sub("", self.words))


def help_lines() -> list[str]:
    """Return the list of commands, with what they do."""
    acts = {act.words[0]: act.help for act in registry.ACTS.values() if act.words and act.help}
    doing = {**DOING, "vote": DOING["vote"].format(kinds=", ".join(kind.help for kind in KINDS.values()))}
    return [f"{name:<10} {what}" for name, what in {**LOOKING, **acts, **doing, **READING}.items()]


def joined(lines: list[str], judge: Judge = ALL_MOVES) -> list[str]:
    """Join the lines that a mail program has wrapped: what goes on below was one line.

    A line was wrapped if it ends where the next word did not fit any more (or with a comma or an arrow), and the next
    one begins neither a move nor a command. A semicolon at its end keeps a line apart. What belongs to a move goes on
    with what belongs to one; a sentence above a move does not swallow it.
    """
    found: list[str] = []
    width = 0  # of the newest line as it stood in the mail
    for line in lines:
        bare = line.strip()
        if found and _is_wrapped(found[-1], width, bare) and _goes_on(found[-1], bare, judge):
            found[-1] = f"{found[-1]} {bare}"
        else:
            found.append(line)
        width = len(bare)
    return found


def _goes_on(before: str, line: str, judge: Judge) -> bool:
    """Return whether a line may be the rest of another: of a move what belongs to one, of prose anything but a move."""
    if _command(before.strip())[0] in (*_SAYING, "notes", "wrong"):
        return True
    return judge.belongs(line) if judge.belongs(before) else judge.meaning(line) != "answer"


def _is_wrapped(before: str, width: int, line: str) -> bool:
    if not line or before.endswith((";", ".", "!", "?")) or before.lstrip().startswith(("#", "//")):
        return False
    if _command(before.strip())[0] not in ("", "move", "plan", *_SAYING, "notes", "wrong") or _begins_anew(
        line
    ):
        return False
    was_full = FULL_FROM <= width <= FULL_TO and width + 1 + len(line.split()[0]) > WRAPPED_AT
    return was_full or (width >= FULL_FROM and before.endswith((",", ">", "→")))


def _begins_anew(line: str) -> bool:
    """Return whether a line begins a move or a command of its own."""
    name = _command(line.strip("*`\"'“”„ "))[0]
    return bool(name or _BEGINS.match(line) or line.startswith(("#", "//")) or _BULLET.match(line))


def _plain(line: str) -> str:
    return line.strip().strip("*`\"'“”„").strip()


def _bare(line: str) -> str:
    """Return what of a line is read: without what stands around it, wide letters and digits as usual ones."""
    bare = _plain(unicodedata.normalize("NFKC", line))
    number = _NUMBER.match(_THANKS.sub("", bare))
    return number[1] if number else bare


def _is_remark(bare: str) -> bool:
    """Return whether a line is left out by who wrote it; `#2` is a choice."""
    return bare.startswith("//") or (bare.startswith("#") and not bare[1:2].isdecimal())


def read_lines(lines: list[str], judge: Judge = ALL_MOVES) -> Script:
    """Read the lines of a mail."""
    script = Script()
    read: list[Item | _Line] = []
    speech: Speech | None = None
    planning: Item | None = None
    for line in lines:
        bare = _bare(line)
        if speech is not None:
            speech = _hear(read, speech, line, bare)
            continue
        if not bare or _is_remark(bare):
            continue
        if planning is not None and fold(bare.rstrip(":.!")) in _PLAN_ENDS:
            _end_plan(read, planning)
            planning = None
            continue
        name, rest = _command(bare)
        if name == "end" and (_has_moves(read, judge) or not judge.claims(bare)):
            break
        if name == "plan" and fold(rest) not in _PLAN_USES:
            if rest:
                read.append(_Line(line, rest, planned=True, is_sure=True))
            planning = planning if rest else Item(line, "", "plan")
            continue
        if name == "do":
            continue
        if name in _MOVES_TOO and judge.claims(bare):
            name, rest = "", bare
        if name in _SAYING and not rest:
            speech = Speech(name)
            continue
        if name == "check":
            name, rest, bare = _check(script, rest, judge)
            if not bare:
                continue
        if _gives_way(name, bare) and (_has_moves(read, judge) or judge.claims(bare)):
            name, bare = "", bare.rstrip(".!")
        if name in ("", "move", "end"):
            words = rest if name == "move" else bare
            read.append(_Line(line, words, planned=planning is not None, is_sure=name == "move"))
        else:
            said = _command(_plain(line))  # with its letters as they were written
            rest = said[1] if said[0] == name else rest
            read.append(Item(line, fold(rest) if name == "plan" else rest, name))
    _end_plan(read, planning)
    if speech is not None:
        _say(read, speech)
    _sort(script, read, judge)
    return script


def _check(script: Script, rest: str, judge: Judge) -> tuple[str, str, str]:
    """Take up `check`, alone or in front of a line. Returns command, rest and line of what stands behind it."""
    name, words = _command(rest) if rest else ("", "")
    if rest and not (name or judge.belongs(rest)):
        return "", "", f"check {rest}"  # a sentence that begins so
    script.dry = True
    return name, words, rest


def _has_moves(read: list[Item | _Line], judge: Judge) -> bool:
    return any(isinstance(part, _Line) and (part.is_sure or judge.belongs(part.words)) for part in read)


def _sort(script: Script, read: list[Item | _Line], judge: Judge) -> None:
    """Tell the moves from what is none, and hand everything on in its order."""
    for planned in (False, True):
        lines = [part for part in read if isinstance(part, _Line) and part.planned is planned]
        _judge(lines, len(read) == 1, judge)
    for part in read:
        if isinstance(part, Item):
            script.items.append(part)
        elif part.verdict == "move":
            (script.plan if part.planned else script.items).extend(_moves_in(part.line, part.words))
        elif part.verdict == "doubtful":
            script.doubtful.append(Item(part.line, part.words))
        else:
            script.ignored.append(part.line)


def _moves_in(line: str, words: str) -> list[Item]:
    """Return the moves of a line, which semicolons part."""
    text = _BULLET.sub("", words, count=1).partition(LABEL_MARK)[0]
    parts = [part.strip() for part in text.split(";") if part.strip()]
    return [Item(part if len(parts) > 1 else line, part) for part in parts]


def _judge(lines: list[_Line], is_alone: bool, judge: Judge) -> None:
    """Say of each line what it is; between the first and the last of the moves only sentences are left aside."""
    sure = [
        at
        for at, line in enumerate(lines)
        if line.is_sure or (judge.belongs(line.words) and not judge.is_name(line.words))
    ]
    while len(sure) > 1 and not lines[sure[-1]].is_sure and judge.is_signature(lines[sure[-1]].words):
        sure.pop()
    first, last = (sure[0], sure[-1]) if sure else (len(lines), len(lines))
    for at, line in enumerate(lines):
        before = [item.text for place in sure if place < at for item in _moves_in("", lines[place].words)]
        if at in sure:
            if not line.is_sure and line.words.endswith("?"):
                line.verdict = "doubtful"
            continue
        if first < at < last:
            is_answer = judge.is_name(line.words) and judge.meaning(line.words, before) == "answer"
            line.verdict = "aside" if judge.is_prose(line.words) and not is_answer else "move"
        elif not is_alone:
            line.verdict = _around(line.words, before, judge)
            if line.verdict == "aside" and not sure and judge.resembles(line.words):
                line.verdict = "move"


def _around(words: str, before: list[str], judge: Judge) -> Literal["move", "aside", "doubtful"]:
    """Return what a line is that stands above all moves, or below them, and belongs to none by its words."""
    meaning = judge.meaning(words, before)
    is_name = judge.is_name(words)
    if meaning in ("answer", "short"):
        is_doubtful = is_name or judge.is_signature(words) or (meaning == "short" and before)
        return "doubtful" if is_doubtful else "move"
    return "move" if meaning and not is_name else "aside"


def _end_plan(read: list[Item | _Line], planning: Item | None) -> None:
    """End what `plan` on a line of its own began; with no moves below it, it asks what is kept."""
    if planning is not None and not any(isinstance(part, _Line) and part.planned for part in read):
        read.append(planning)


def _hear(read: list[Item | _Line], speech: Speech, line: str, bare: str) -> Speech | None:
    """Take up a line of a speech; None if it ends it."""
    if fold(bare.rstrip(":.!")) not in _SAYING[speech.command]:
        return Speech(speech.command, (*speech.lines, line))
    _say(read, speech)
    return None


def _gives_way(name: str, bare: str) -> bool:
    """Return whether a line is nothing but the word of an act that is a move, too, where one fits."""
    act = registry.act_by_word(name)
    return act is not None and act.gives_way and fold(bare.rstrip(".!")) == name


def _say(read: list[Item | _Line], speech: Speech) -> None:
    shown = speech.lines[0] if len(speech.lines) == 1 else f"{speech.command}:"
    read.append(Item(shown, "\n".join(speech.lines), speech.command))


def _command(line: str) -> tuple[str, str]:
    """Return the command that a line begins with and the rest of it; "" for a move."""
    first, _, rest = line.partition(" ")
    word = fold(first.rstrip(":.,!"))
    whole = fold(line.rstrip(".!"))
    if whole in SYNONYMS:
        return SYNONYMS[whole], ""
    rest = rest.strip()
    act = registry.act_by_word(whole) or registry.act_by_word(word)
    if act is not None:
        rest = "" if whole in act.words else rest
        return (act.words[0], rest) if act.reads(rest) else ("", line)
    name = SYNONYMS.get(word, word)
    if name in ("check", "move") and rest:
        # "move" may be a word of the title's own notation: the reader of moves gets the whole line then.
        return (name, rest) if name == "check" or first.endswith(":") else ("", line)
    if not any(name in commands for commands in (LOOKING, DOING, READING)) and name != "do":
        return "", line
    if name == "wrong":
        return ("wrong", line) if WRONG.fullmatch(line) else ("", line)  # a sentence that begins so
    if name == "press" and not rest and not first.endswith(":"):
        return "", line  # alone, it may be a move
    if name == "aside" and not first.endswith(":"):
        return "", line  # a sentence that begins so
    if name == "plan" and rest and not first.endswith(":") and fold(rest) not in _PLAN_USES:
        return "", line  # a sentence that begins so
    if name in _ALONE and rest:
        return "", line
    if name == "rule" and rest and not _CODE.fullmatch(rest.rstrip(".!")):
        return "", line  # a sentence that begins so
    if name == "history" and rest and not rest.isdecimal():
        return "", line
    return name, rest
