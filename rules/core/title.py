"""A title: everything the server, the boards and the bots need to know about one game."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Literal, Protocol

import msgspec

from rules.core.buttons import PLAIN, Button
from rules.core.correcting import Correcting
from rules.core.decisions import Amount, Choice, Counts, Decision, OneOf, Subset, Text, fold
from rules.core.errors import IllegalChoice, OptionError, PositionError, quoted
from rules.core.fields import FactField, OptionExample, OptionField
from rules.core.mends import Mend, mends_between
from rules.core.stages import OptionSet, Stage, weakest
from rules.core.table import LogLine, Procedure, State, Table
from rules.core.table_lines import told_by_table

#: What says of an option that it is off, in a record and in a transcript.
_OFF = (False, None, 0, "", "off", "0")

#: Columns of boards in text, and of mails: quoted once or twice they are not broken by the programs that answer.
COLUMNS = 70


class Result(msgspec.Struct, frozen=True):
    """The result of a game.

    Attributes:
        winners: the seats that won, with all their allies; all seats for a draw; none for a game that does not
            count.
        reason: stable kebab-case name (`quest`, `resignation`, `agreement`, `void`).
        text: one sentence for players.
        details: facts of the title for the result record; JSON.
    """

    winners: tuple[str, ...]
    reason: str
    text: str
    details: dict[str, Any] = {}


class Outlook(msgspec.Struct, frozen=True):
    """The outlook of a choice: in a few words for its player, and its chance in percent, if it has one."""

    words: str
    percent: int | None = None


class Expansion(msgspec.Struct, frozen=True):
    """The addition by an option to a title: its name, its rules for players (`rules.core.handbook`), its stage."""

    name: str
    handbook: Path | None = None
    stage: Stage = "draft"


class Bot(Protocol):
    """A player made of code. It sees exactly what its seat sees."""

    def choose(self, view: Mapping[str, Any], decision: Decision, rng: Random) -> Choice:
        """Return a legal choice for `decision`."""


class RandomBot:
    """Chooses at random among the legal choices."""

    def choose(self, view: Mapping[str, Any], decision: Decision, rng: Random) -> Choice:
        return decision.sample(rng)


class Foreseen(msgspec.Struct, frozen=True):
    """An answer to a question that may follow a choice, given together with it.

    `kind` is that of the later question; `answer` passes it, leaves it to what the clock would say, or is the first
    of `lines` (in notation) that is possible; `conditions` must hold of its context (`round >= 2`).
    """

    kind: str
    answer: Literal["pass", "clock", "first"]
    lines: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()


class Title(Correcting[State], ABC):
    """Base of every game. A title gives `id`, `name`, `state_type` and the abstract methods, and overrides what it
    needs. All methods are pure: no clock, no network, no global random numbers. `options` are always complete, as
    `normalise_options` returns them: what is `silent` and as usual is left out."""

    id: ClassVar[str]
    name: ClassVar[str]
    #: Version of the rules as coded, where no option has a version of its own (`version_of`).
    version: ClassVar[int] = 1
    #: How far its rules are, without what options bring (`option_sets`).
    stage: ClassVar[Stage] = "draft"
    #: The reasons with which a game may end by its rules (`Result.reason`), without what ends every game: a
    #: resignation, an agreement, the clock. Needed before it may be called complete.
    endings: ClassVar[tuple[str, ...]] = ()
    #: The folder with records of finished games, `*.json` or transcripts `*.txt`: one at least for each of the
    #: `endings`, of the title and of each set. None for a title without.
    records: ClassVar[Path | None] = None
    #: Prefix of the rule numbers (`DU`).
    rule_prefix: ClassVar[str] = ""
    #: The sections of the rules, by number, each with a heading of our own.
    sections: ClassVar[Mapping[str, str]] = {}
    #: The rules for players, as `rules.core.handbook` reads them; None for a title without.
    handbook: ClassVar[Path | None] = None
    #: What a guide says in the first turn, as `rules.core.lessons` reads it; None for a title without.
    first_turn: ClassVar[Path | None] = None
    option_fields: ClassVar[tuple[OptionField, ...]] = ()
    #: Where each option changes something, and the rule that says so: what a game shows soon needs no position.
    option_examples: ClassVar[Mapping[str, Sequence[OptionExample]]] = {}
    #: What options are in games that were stored or written down without naming them, where that is not the default
    #: any longer: whoever changes a default names the former one here, so that older games go on as they began.
    former_defaults: ClassVar[Mapping[str, Any]] = {}
    #: What was mended in the rules, the oldest first (docs/adding-a-game.md).
    mends: ClassVar[tuple[Mend, ...]] = ()
    #: What `facts` tells of a finished game, in the order of the columns.
    fact_fields: ClassVar[tuple[FactField, ...]] = ()
    #: Kinds of victory as records call them, by the reason of the result where the two differ.
    victories: ClassVar[Mapping[str, str]] = {}
    #: Expansions by the options that bring them to a table: their rules are shown where they are played.
    expansions: ClassVar[Mapping[str, Expansion]] = {}
    state_type: type[State]
    #: What `view` returns: a TypedDict or a Struct; a title may leave it open.
    view_type: ClassVar[Any] = Mapping[str, Any]
    #: Bots by name, weakest first. `random` is always there.
    bots: ClassVar[Mapping[str, type[Bot]]] = {"random": RandomBot}
    #: Options that favour a side; games with one of them say nothing about the balance of the sides.
    handicap_options: ClassVar[tuple[str, ...]] = ()
    #: Options that help players to decide: on at usual tables, off in events unless their organisers want them.
    aids: ClassVar[tuple[str, ...]] = ()
    #: Kinds of decisions that a standing order may answer, with what they ask in words.
    standing_kinds: ClassVar[Mapping[str, str]] = {}
    #: Those of `standing_kinds` that an ally may answer where a player allows it, at every table: what the ally's own
    #: view shows suffices for them. Prompt, options, labels, context and refusals of such a question, and whether it
    #: is asked, tell nothing that an ally may not know: no card of a hand, no choice that is still secret. The contract
    #: looks at it through the eyes of allies. What only some tables show allies is said by `partner_answers`.
    partner_kinds: ClassVar[frozenset[str]] = frozenset()
    #: What a player may say of later questions beside a decision, by its kind: the fields of a form.
    plan_fields: ClassVar[Mapping[str, tuple[OptionField, ...]]] = {}
    #: What the main button of a question says, by its kind; without one it says what is chosen.
    buttons: ClassVar[Mapping[str, Button]] = {}
    #: Kinds of log lines with which such a plan is over.
    plan_ends: ClassVar[tuple[str, ...]] = ()
    #: Groups of log lines for readers who look for one thing: name in words and the kinds of lines in it.
    #: `dice` and `draws` tell what chance gave; lines of no group are moves.
    log_groups: ClassVar[Mapping[str, tuple[str, frozenset[str]]]] = {}
    #: Kinds of log lines with which somebody is shown something hidden that chance has no part in (`Table.reveal`).
    shows: ClassVar[frozenset[str]] = frozenset()
    #: Kinds of log lines with which a turn begins, as players count them: whoever steps through a game jumps there.
    turn_lines: ClassVar[frozenset[str]] = frozenset()
    #: Kinds of lines that go without saying for a reader where a line of one of these kinds is the next.
    foretells: ClassVar[Mapping[str, frozenset[str]]] = {}
    #: Whether spectators may watch live by default (no hidden hands).
    open_information: ClassVar[bool] = False
    #: What a random game costs: of so many positions in a row the contract looks closely at two. A title whose games
    #: take hundreds of choices says more than 1; most of its games are then left to long runs of the tests.
    contract_stride: ClassVar[int] = 1

    # -- setting up ---------------------------------------------------------------------------

    def expansions_in(self, options: Mapping[str, Any] | None) -> tuple[str, ...]:
        """Return the expansions of a game with these options, by their options; all that there are for None."""
        return tuple(name for name in self.expansions if options is None or options.get(name))

    def endings_of(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return those of `endings` that a game with these options can have; by default all of them."""
        return self.endings

    def option_sets(self) -> Mapping[str, OptionSet]:
        """Return what options bring that has a stage of its own, by the option: the expansions, unless it says more."""
        return {name: OptionSet(one.name, one.stage) for name, one in self.expansions.items()}

    def sets_in(self, options: Mapping[str, Any]) -> dict[str, OptionSet]:
        """Return those of `option_sets` that are in a game with these options."""
        return {name: one for name, one in self.option_sets().items() if one.is_brought_by(options.get(name))}

    def stage_of(self, options: Mapping[str, Any]) -> Stage:
        """Return how far what is played with these options is: the weakest of the title and of what they bring."""
        return weakest((self.stage, *(one.stage for one in self.sets_in(options).values())))

    def least_finished(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of what makes a game with these options no further than `stage_of` says."""
        parts = {self.name: self.stage, **{one.name: one.stage for one in self.sets_in(options).values()}}
        least = self.stage_of(options)
        return tuple(name for name, stage in parts.items() if stage == least)

    @abstractmethod
    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the seats of a table with these options, in seating order."""

    def allies(self, options: Mapping[str, Any], seat: str) -> tuple[str, ...]:
        """Return the seats that win and lose together with `seat`, itself among them, in seating order.

        By default every seat stands alone. Whoever is an ally of a seat has the same allies.
        """
        return (seat,)

    def teams(self, options: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
        """Return all seats, those who are allied together, as `allies` says; in seating order."""
        return tuple(dict.fromkeys(self.allies(options, seat) for seat in self.seats(options)))

    def partner_answers(self, options: Mapping[str, Any]) -> frozenset[str]:
        """Return the kinds of decisions that an ally may answer at a table with these options, if a player allows it.

        By default `partner_kinds`; a title overrides it where options let allies see more of each other.
        """
        return self.partner_kinds

    @abstractmethod
    def seat_name(self, seat: str) -> str:
        """Return the seat's name as players say it."""

    def normalise_options(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return complete, canonical options of a table that is opened.

        Raises OptionError: they are not offered, or not together (`OptionField.not_with`).
        """
        options = self.complete_options(raw)
        contradiction = self.contradiction(options)
        if contradiction is not None:
            raise contradiction
        return options

    def contradiction(self, options: Mapping[str, Any]) -> OptionError | None:
        """Return why canonical options are not offered together, if so; what they leave out is as usual."""
        for field in self.option_fields:
            for name, values in field.not_with.items():
                other = next(one for one in self.option_fields if one.name == name)
                value = other.value_in(options)
                if value in values and field.value_in(options) != field.default:
                    words = f"“{field.label}” is not offered with “{other.label}: {other.in_words(value)}”."
                    return OptionError(field.name, words)
        return None

    def complete_options(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return complete, canonical options, even if they are not offered together any more. Raises OptionError.

        An option that needs another one, which is off, is as usual; one that is `silent` and as usual is left out.
        """
        known = {f.name: f for f in self.option_fields}
        for name in raw:
            if name not in known:
                raise OptionError(quoted(name, 40), f"{self.name} has no option “{quoted(name, 40)}”.")
        chosen = {n: f.normalise(raw.get(n, f.default)) for n, f in known.items()}
        counting = {f.name for f in self.counting_options(chosen)}
        complete = {n: chosen[n] if n in counting else f.default for n, f in known.items()}
        return {n: complete[n] for n, f in known.items() if not f.silent or complete[n] != f.default}

    def counting_options(self, options: Mapping[str, Any]) -> tuple[OptionField, ...]:
        """Return the options that mean something beside these: all but those that need one which is off."""
        found: dict[str, OptionField] = {}
        for field in self.option_fields:
            needed = found.get(field.needs)
            if not field.needs or (needed is not None and needed.value_in(options)):
                found[field.name] = field
        return tuple(found.values())

    def needed_by(self, option: OptionField) -> dict[str, bool]:
        """Return the options without which this one means nothing, all on."""
        known = {field.name: field for field in self.option_fields}
        needed = {}
        while option.needs:
            needed[option.needs] = True
            option = known[option.needs]
        return needed

    def means(self, option: OptionField, options: Mapping[str, Any]) -> bool:
        """Return whether an option can change anything beside these, which are complete."""

        def have(names: Mapping[str, Sequence[Any]]) -> Iterator[bool]:
            known = {field.name: field for field in self.option_fields}
            return (known[name].value_in(options) in values for name, values in names.items())

        needed = dict.fromkeys(self.needed_by(option), (True,))
        return all(have(needed)) and all(have(option.matters_with)) and not any(have(option.not_with))

    def recall_options(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """Return the complete options of a game that has begun: what it does not name is as it was then.

        What is not offered here changed nothing if it is off: a game that was played without an expansion is the
        same where that is not installed. Raises OptionError.
        """
        return self.complete_options({**self.former_defaults, **self.known_options(stored)})

    def known_options(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a game that has begun says of its options, without those that are not offered here and off."""
        known = {field.name for field in self.option_fields}
        return {name: value for name, value in stored.items() if name in known or value not in _OFF}

    def version_of(self, options: Mapping[str, Any]) -> int:
        """Return the version of the rules by which games with these options are played; it is stored with each.

        It grows when the same choices would lead elsewhere: records of another version are refused. A title whose
        options choose expansions overrides it, so that a mended card of an expansion leaves records of games without it
        as they are: the version of a game is made of those of the sets in its box.
        """
        return self.version

    def mends_since(self, version: int, options: Mapping[str, Any]) -> tuple[Mend, ...] | None:
        """Return what was mended in the rules of games with these options since a version of them.

        None: that version is none of which these rules come, or it is not told what was mended in one since.
        """
        return mends_between(self.mends, version, self.version_of(options))

    def keeps_readings(self, version: int, options: Mapping[str, Any]) -> bool:
        """Return whether games of a former version replay by these rules, as each mend since is an option."""
        mends = self.mends_since(version, options)
        return mends is not None and all(mend.option for mend in mends)

    @abstractmethod
    def new_state(self, options: Mapping[str, Any]) -> State:
        """Return the state before the first procedure runs."""

    def facts(self, state: State, lines: Sequence[LogLine]) -> Mapping[str, Any]:
        """Return what a result record tells of a finished game, however it ended, as JSON.

        `lines` is the whole story. What `fact_fields` declares goes into the record; a fact that is left out, or
        None, is not known. Beside these every title may tell `seats` (the side of each seat, where the two differ)
        and `handicap` (what each side was given). A title for three or more adds `places` (lists of seats from the
        first to the last, those who are level together) and `counts` (what each seat has at the end by its own
        count, such as points), as far as it ranks them; winners stand first, whatever it says. Where allies win
        together it may add `won_individually`: the seats of those who by the rules have won for themselves, too.
        """
        return {}

    def record_facts(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Return a value for each of `fact_fields`, in their order, from what `facts` has told.

        None stands for what is not known, and for what does not fit its field.
        """
        return {
            field.name: told.get(field.name) if field.fits(told.get(field.name)) else None
            for field in self.fact_fields
        }

    def leaders(self, state: State) -> tuple[str, ...] | None:
        """Return the seats that stand best by the title's own measure, for games that have to be broken off.

        Allies stand best together.

        None: the title cannot tell, somebody has to decide.
        """
        return None

    def suggested_handicap(self, wins: Mapping[str, int]) -> dict[str, Any]:
        """Return the options that would level a game between equals, {} for none.

        Args:
            wins: how many games without a handicap each side has won.
        """
        return {}

    # -- playing ------------------------------------------------------------------------------

    @abstractmethod
    def flow(self, table: Table[State]) -> Procedure[None]:
        """Play on from the state, whatever it is: the top-level loop, re-enterable at checkpoints."""

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """Return the result that the state shows, or None while the game runs."""

    def fuzz_choice(self, decision: Decision, rng: Random) -> Choice:
        """Return a legal choice for random play; override to reach the rare corners more often."""
        return decision.sample(rng)

    # -- showing ------------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: State, seat: str | None) -> Mapping[str, Any]:
        """Return what `seat` may know, as JSON (None: spectator; `ALL_SEEING`: everything)."""

    def foresee(self, decision: Decision, choice: Choice, plan: Mapping[str, str]) -> tuple[Foreseen, ...]:
        """Return the answers of a plan given beside `choice`; `plan` has a value for each of `plan_fields`."""
        return ()

    def button(self, decision: Decision) -> Button:
        """Return what the main button of a question says."""
        return self.buttons.get(decision.kind, PLAIN)

    def outlook(
        self, view: Mapping[str, Any], decision: Decision, options: Mapping[str, Any]
    ) -> Mapping[str, Outlook]:
        """Return what may be expected of choices of `decision`, by their values; {} where nothing is told.

        A number stands there as text, passing as `pass`. What `decision.ahead` says of the questions behind it may
        stand there too, by the values of those.
        `view` is that of the seat that is asked, and all that may be looked at: nothing hidden shows through it.
        """
        return {}

    def headline(self, view: Mapping[str, Any]) -> str:
        """Return where the game stands in a few public words (`Chapter 2`)."""
        return ""

    def lesson_words(self, view: Mapping[str, Any]) -> Mapping[str, str]:
        """Return what the lessons of `first_turn` say of the position, by the names that they have in braces."""
        return {}

    def sentence(self, line: LogLine) -> str:
        """Return any line of a game's story as a sentence: those of the rules, and those of the table."""
        told = told_by_table(line, self.seat_name, self.mends)
        return self.describe_line(line) if told is None else told

    def describe_line(self, line: LogLine) -> str:
        """Return a log line as a sentence. Every title has its own words; these are for its first days."""
        return f"{line.kind}: {line.data}"

    def together(
        self, kind: str, first: Mapping[str, Any], second: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """Return the data of the line that two of a kind in a row become for who reads them; None: they stay two."""
        return None

    def set_of(self, kind: str) -> str:
        """Return the set whose kind of line or question that is; "" where that says nothing, or there are no sets."""
        return ""

    @abstractmethod
    def text_board(self, view: Mapping[str, Any]) -> str:
        """Return the board as plain text, at most `COLUMNS` wide, made from a view only."""

    # -- notation -----------------------------------------------------------------------------

    def write(self, decision: Decision, choice: Choice) -> str:
        """Return `choice` in the title's notation."""
        return decision.write(choice)

    def read(self, decision: Decision, text: str) -> Choice:
        """Return the choice that `text` means, canonical and legal. Raises IllegalChoice."""
        return decision.check(decision.read(text))

    def parts(self, decision: Decision, text: str) -> list[str]:
        """Return the lines that a line of a chain stands for, the answer to `decision` first."""
        return [text]

    def beginnings(self) -> frozenset[str]:
        """Return the words with which a line of notation may begin, folded: what tells a move from a sentence."""
        return frozenset(("pass", "none"))

    def names_the_same(self, decision: Decision, choice: Choice, other: Choice) -> bool:
        """Return whether the line for `other`, which is no option, may be read as `choice`: one answers to its name."""
        return choice == other

    def is_meant_for(self, decision: Decision, choice: object) -> bool:
        """Return whether a choice (JSON, or `Text`) that is not legal was meant for `decision`.

        Text says so by its first word, other choices by their shape. A title adds what its names tell.
        """
        if isinstance(choice, Text):
            heads = (choice.text.partition(":")[0], choice.text.strip().partition(" ")[0])
            return decision.kind in map(fold, heads)
        if choice is None:
            return decision.may_pass
        shape = {OneOf: str, Subset: list, Counts: dict, Amount: int}[type(decision.options)]
        return isinstance(choice, shape)

    def claims_line(self, line: str) -> bool:
        """Return whether a line that begins like a command of mails (`press`, `card`, `region`) is a move."""
        return False

    # -- positions and proofs -----------------------------------------------------------------

    @property
    def keeps_options(self) -> bool:
        """Whether the state names the options by which it is played, in a field `options`."""
        return any(field.name == "options" for field in msgspec.structs.fields(self.state_type))

    def merge_options(self, written: object, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the complete options of a position: those `written` in it, and those `given` beside it.

        Raises:
            OptionError: what is given is not offered.
            PositionError: what is written is not offered, or says something else than what is given.
        """
        self.normalise_options(given)
        if not isinstance(written, Mapping):
            raise PositionError(["options: a table of names and values"])
        known = {field.name: field for field in self.option_fields}
        problems, read = [], {}
        for name, raw in written.items():
            if name not in known:
                problems.append(f"there is no option “{quoted(name)}”")
                continue
            try:
                read[name] = known[name].normalise(raw)
            except OptionError as error:
                problems.append(error.message)
        merged, other = self.complete_options({**given, **read}), self.complete_options({**read, **given})
        contradiction = self.contradiction(merged)
        if contradiction is not None:
            problems.append(contradiction.message)
        for field in (known[name] for name in read if name in given):
            here, there = field.value_in(merged), field.value_in(other)
            if here != there:
                words = f"{field.in_words(here)} in the position, {field.in_words(there)} at the table"
                problems.append(f"{field.label}: {words}")
        if problems:
            raise PositionError(problems)
        return merged

    def options_in(self, position: Any, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a game that begins from `position`, and let it name what was only given."""
        if not self.keeps_options:
            return self.normalise_options(given)
        merged = self.merge_options(position.options, given)
        if self.normalise_options(position.options) != merged:
            position.options = merged
        return merged

    def load_position(self, data: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> State:
        """Return the state of a hand-written position, to be played with `options`.

        Options may be written in the position, given beside it, or both: the state names all of them.

        Raises:
            OptionError: an option is given that the title does not offer.
            PositionError: lists everything that is impossible, options that contradict each other among it.
        """
        if not isinstance(data, Mapping):
            raise PositionError(["a position is a table of names and values"])
        problems: list[str] = []
        merged = self.normalise_options(options or {})
        if self.keeps_options:
            try:
                merged = self.merge_options(data.get("options", {}), options or {})
            except PositionError as error:
                problems = error.problems
            data = {**data, "options": merged}
        try:
            state = self.read_position(data)
        except PositionError as error:
            raise PositionError(list(dict.fromkeys([*problems, *error.problems]))) from None
        if problems:
            raise PositionError(problems)
        try:
            msgspec.msgpack.encode(state)
        except OverflowError:
            raise PositionError(["a number is too large to be stored"]) from None
        return state

    def read_position(self, data: Mapping[str, Any]) -> State:
        """Return the state that `data` describes; options are complete in it. For `load_position`.

        A title overrides it where parts may be left out, or where not every state can be begun from.

        Raises PositionError with every fault found.
        """
        try:
            state = msgspec.convert(data, self.state_type, strict=True)
        except msgspec.ValidationError as error:
            raise PositionError([str(error)]) from None
        problems = self.faults(state)
        if problems:
            raise PositionError(problems)
        return state

    def faults(self, state: State) -> list[str]:
        """Return what is impossible about a state (figures that do not add up); [] if it is sound."""
        return []

    def twin(self, state: State, seat: str | None, rng: Random) -> State:
        """Return a state that differs from `state` only in what `seat` may not know.

        Used by the tests against leaks. A title without hidden facts in its state returns it as it is.
        """
        return state


__all__ = [
    "Bot",
    "Expansion",
    "FactField",
    "IllegalChoice",
    "OptionField",
    "RandomBot",
    "Result",
    "Title",
]
