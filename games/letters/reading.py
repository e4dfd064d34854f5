"""From the lines of a mail to moves and commands; no game is looked at."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

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
#: Commands that take nothing behind them; with something, the line is a move that begins with the same word.
_ALONE = frozenset(("check", "board", "legal", "list", "status", "clock", "help", "end", "do"))
#: Commands with whose words a move may begin.
_MOVES_TOO = frozenset(("press", "card", "region"))
#: Ends what `press:` on a line of its own began.
_PRESS_ENDS = frozenset(("endpress", "end-press"))
#: The same for `plan:`, and what may be done with a plan.
_PLAN_ENDS = frozenset(("endplan", "end-plan"))
_PLAN_USES = frozenset(("play", "drop"))

_GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|evening|afternoon|day)|hallo|guten (?:tag|morgen|abend)|moin|servus|"
    r"bonjour|salut|bonsoir|hola|buenos días|buenas|ciao|buongiorno|olá|hoi|goedemorgen|hej|hei|cześć|dzień dobry|"
    r"ahoj|привет|здравствуйте|merhaba|こんにちは|你好)\b[^:;0-9]{0,40}[,.!]?$",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"^(?:cheers|thanks|thank you|thx|regards|best|best regards|best wishes|kind regards|yours|see you|bye|"
    r"good luck|have fun|danke|vielen dank|gruß|grüße|gruss|viele grüße|liebe grüße|mit freundlichen grüßen|lg|mfg|"
    r"vg|merci|cordialement|amicalement|à bientôt|gracias|saludos|un saludo|grazie|saluti|cordiali saluti|"
    r"obrigado|abraço|bedankt|groeten|met vriendelijke groet|tack|hälsningar|mvh|dzięki|pozdrawiam|takk|hilsen|"
    r"kiitos|terveisin|děkuji|спасибо|с уважением|teşekkürler|どうも|谢谢)\b[^:;0-9]{0,40}[,.!]*$",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^(?:[*•–]\s+|\d{1,2}[.)]\s+(?=\S))")


@dataclass(frozen=True)
class Item:
    """One thing that a line asks for. `command` is "" for a move, whose `text` stands in notation."""

    line: str
    text: str
    command: str = ""


@dataclass
class Script:
    """What a mail asks for, in order.

    Attributes:
        dry: only show what the moves would do. plan: moves that are kept for later. ignored: lines left aside.
    """

    dry: bool = False
    items: list[Item] = field(default_factory=list)
    plan: list[Item] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)

    @property
    def moves(self) -> list[Item]:
        return [item for item in self.items if not item.command]

    @property
    def commands(self) -> list[Item]:
        return [item for item in self.items if item.command]


def help_lines() -> list[str]:
    """Return the list of commands, with what they do."""
    acts = {act.words[0]: act.help for act in registry.ACTS.values() if act.words and act.help}
    doing = {**DOING, "vote": DOING["vote"].format(kinds=", ".join(kind.help for kind in KINDS.values()))}
    return [f"{name:<10} {what}" for name, what in {**LOOKING, **acts, **doing, **READING}.items()]


def joined(lines: list[str]) -> list[str]:
    """Join the lines that a mail program has wrapped: what goes on below was one line.

    A line was wrapped if it ends where the next word did not fit any more (or with a comma or an arrow), and the next
    one begins neither a move nor a command. A semicolon at its end keeps a line apart.
    """
    found: list[str] = []
    width = 0  # of the newest line as it stood in the mail
    for line in lines:
        bare = line.strip()
        if found and _is_wrapped(found[-1], width, bare):
            found[-1] = f"{found[-1]} {bare}"
        else:
            found.append(line)
        width = len(bare)
    return found


def _is_wrapped(before: str, width: int, line: str) -> bool:
    if not line or before.endswith((";", ".", "!", "?")) or before.lstrip().startswith(("#", "//")):
        return False
    if _command(before.strip())[0] not in ("", "move", "plan", "press", "notes") or _begins_anew(line):
        return False
    was_full = FULL_FROM <= width <= FULL_TO and width + 1 + len(line.split()[0]) > WRAPPED_AT
    return was_full or (width >= FULL_FROM and before.endswith((",", ">", "→")))


def _begins_anew(line: str) -> bool:
    """Return whether a line begins a move or a command of its own, or is a courtesy."""
    name = _command(line.strip("*`\"'“”„ "))[0]
    return bool(
        name
        or _BEGINS.match(line)
        or line.startswith(("#", "//"))
        or _BULLET.match(line)
        or _GREETING.match(line)
        or _CLOSING.match(line)
    )


def _never(line: str) -> bool:
    return False


def read_lines(
    lines: list[str], is_move: Callable[[str], bool] = _never, is_prose: Callable[[str], bool] = _never
) -> Script:
    """Read the lines of a mail.

    Args:
        is_move: whether a line that begins like `press` or `card`, or is `decline`, is a move of the title.
        is_prose: whether a line that is no command is clearly no move either: it is left aside.
    """
    script = Script()
    speech: list[str] | None = None
    planning: Item | None = None
    for number, line in enumerate(lines):
        bare = line.strip().strip("*`\"'“”„").strip()
        if speech is not None:
            speech = _hear(script, speech, line, bare)
            continue
        if not bare or bare.startswith(("#", "//")):
            continue
        if number == 0 and (_GREETING.match(bare) or _CLOSING.match(bare)):
            script.ignored.append(line)  # thanks for something, too: what is meant follows
            continue
        if _CLOSING.match(bare):
            script.ignored += lines[number:]
            break
        if planning is not None and fold(bare.rstrip(":.!")) in _PLAN_ENDS:
            _end_plan(script, planning)
            planning = None
            continue
        name, rest = _command(bare)
        if name == "end":
            break
        if name == "plan" and fold(rest) not in _PLAN_USES:
            script.plan += _moves_in(line, rest)
            planning = planning if rest else Item(line, "", "plan")
            continue
        if name == "do":
            continue
        if name in _MOVES_TOO and is_move(bare):
            name, rest = "", bare
        if name == "press" and not rest:
            speech = []
            continue
        if name == "check":
            script.dry, bare = True, rest
            if not bare:
                continue
            name, rest = _command(bare)
        if _gives_way(name, bare) and (script.moves or is_move(bare)):
            name, bare = "", bare.rstrip(".!")
        if not name and is_prose(bare):
            script.ignored.append(line)
        elif name in ("", "move"):
            (script.items if planning is None else script.plan).extend(
                _moves_in(line, rest if name else bare)
            )
        else:
            script.items.append(Item(line, fold(rest) if name == "plan" else rest, name))
    _end_plan(script, planning)
    return script if speech is None else _say(script, speech)


def _moves_in(line: str, words: str) -> list[Item]:
    """Return the moves of a line, which semicolons part."""
    text = _BULLET.sub("", words, count=1).partition(LABEL_MARK)[0]
    parts = [part.strip() for part in text.split(";") if part.strip()]
    return [Item(part if len(parts) > 1 else line, part) for part in parts]


def _end_plan(script: Script, planning: Item | None) -> None:
    """End what `plan` on a line of its own began; with no moves below it, it asks what is kept."""
    if planning is not None and not script.plan:
        script.items.append(planning)


def _hear(script: Script, speech: list[str], line: str, bare: str) -> list[str] | None:
    """Take up a line of a speech; None if it ends it."""
    if fold(bare.rstrip(":.!")) not in _PRESS_ENDS:
        return [*speech, line]
    _say(script, speech)
    return None


def _gives_way(name: str, bare: str) -> bool:
    """Return whether a line is nothing but the word of an act that is a move, too, where one fits."""
    act = registry.act_by_word(name)
    return act is not None and act.gives_way and fold(bare.rstrip(".!")) == name


def _say(script: Script, speech: list[str]) -> Script:
    text = "\n".join(speech)
    script.items.append(Item(speech[0] if len(speech) == 1 else "press:", text, "press"))
    return script


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
    if name == "press" and not rest and not first.endswith(":"):
        return "", line  # alone, it may be a move
    if name == "plan" and rest and not first.endswith(":") and fold(rest) not in _PLAN_USES:
        return "", line  # a sentence that begins so
    if name in _ALONE and rest:
        return "", line
    if name == "rule" and rest and not _CODE.fullmatch(rest.rstrip(".!")):
        return "", line  # a sentence that begins so
    if name == "history" and rest and not rest.isdecimal():
        return "", line
    return name, rest
