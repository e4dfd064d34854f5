"""A game in the terminal: hot seat, or against bots."""

from itertools import islice
from pathlib import Path
from random import Random

from rich.console import Console
from rich.markup import escape

from rules.core import stories
from rules.core.decisions import Amount, Choice, Decision, Subset
from rules.core.errors import IllegalChoice
from rules.core.records import dump_record
from rules.core.replay import RecordedGame
from rules.core.title import Bot
from rules.core.typed_text import numbers_for, texts

#: Choices that are numbered without being asked for.
MOST_LISTED = 40
HELP = """\
  a number       the choice with that number
  a move         in notation, as it stands behind the numbers; several with ; between them count
                 together or not at all, up to the first that draws, rolls, shows or ends the turn
  list           every choice
  board, log     the position, the story so far
  undo           take the last move back, as long as nothing was drawn, rolled or shown
  resign, quit   give up; leave the game"""


class Terminal:
    """One game between people at this terminal and bots.

    Attributes:
        played: the game with its record; bots: by seat; path: where the record is kept, or None.
    """

    def __init__(
        self, console: Console, played: RecordedGame, bots: dict[str, Bot], seed: str, path: Path | None
    ) -> None:
        self.console = console
        self.played = played
        self.bots = bots
        self.path = path
        self._rng = Random(seed)
        self._told = dict.fromkeys(played.game.seats, 0)
        self._at_screen: str | None = None

    def run(self) -> None:
        """Play until the game is over or left. Raises OSError if the record cannot be written."""
        self._keep()
        try:
            while not self.played.game.is_over:
                decision = self._next()
                if decision.seat in self.bots:
                    view = self.played.game.view(decision.seat)
                    self.played.choose(
                        decision.seat, self.bots[decision.seat].choose(view, decision, self._rng)
                    )
                    continue
                self._seat(decision.seat)
                if not self._ask(decision):
                    break
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        game = self.played.game
        if game.result is not None:
            self._news(self._at_screen)
            self.console.print(game.title.text_board(game.view("*")), markup=False)
            self.console.print(f"[bold]{escape(game.result.text)}[/]")
        self._keep()
        if self.path:
            self.console.print(f"The record is in {escape(str(self.path))}.")

    def _keep(self) -> None:
        if self.path:
            self.path.write_bytes(dump_record(self.played.record()))

    def _next(self) -> Decision:
        """Return the question to be answered next; of several, one to whoever is at the screen."""
        asked = self.played.game.pending
        return next((d for d in asked if d.seat == self._at_screen or d.seat in self.bots), asked[0])

    def _seat(self, seat: str) -> None:
        """Let `seat` come to the screen and see what happened since."""
        game = self.played.game
        if self._at_screen != seat:
            people = [s for s in game.seats if s not in self.bots]
            if len(people) > 1 and not game.title.open_information:
                self.console.clear()
                name = escape(game.title.seat_name(seat))
                self.console.print(f"[bold]{name}[/] comes to the screen: press Enter.")
                input()
            self._at_screen = seat
            self._news(seat)
            self._board(seat)
        else:
            self._news(seat)

    def _news(self, seat: str | None) -> None:
        game = self.played.game
        since = self._told.get(seat, 0) if seat else 0
        for words in stories.sentences(
            game.title, (line for line in game.lines[since:] if line.is_visible_to(seat))
        ):
            self.console.print(f"  {escape(words)}", style="dim")
        if seat:
            self._told[seat] = len(game.lines)

    def _board(self, seat: str) -> None:
        game = self.played.game
        self.console.print(game.title.text_board(game.view(seat)), markup=False)

    def _list(self, decision: Decision, most: int | None) -> dict[int, Choice]:
        """Print the choices under their numbers and return them; an amount needs no numbers."""
        options = decision.options
        if isinstance(options, Amount):
            passing = f", or {escape(decision.pass_label.lower())} with “pass”" if decision.may_pass else ""
            self.console.print(f"  {options.low} to {options.high}{passing}")
            return {}
        if isinstance(options, Subset) and options.ordered:
            self._list_items(decision, options)
            return {}
        listed = numbers_for(decision, [*islice(decision.legal(), most)])
        for number, choice in listed.items():
            words = self.played.game.title.write(decision, choice)
            label = getattr(options, "label", None)
            if isinstance(choice, str) and label is not None:
                words = f"{words:<32} {label(choice)}"
            self.console.print(f"  {number:>2}  {words}", markup=False)
        if most is not None and len(listed) == most:
            self.console.print("  … perhaps more: “list” shows every choice")
        return listed

    def _list_items(self, decision: Decision, options: Subset) -> None:
        """Print the items of a ranked list under their numbers, and how they are named."""
        others = "".join([", or “none”"] * (not options.minimum) + [", or “pass”"] * decision.may_pass)
        for number, item in enumerate(options.items, 1):
            self.console.print(f"  {number:>2}  {item:<32} {options.label(item)}", markup=False)
        self.console.print(
            f"  {options.minimum} to {options.most} of them, the first one first: “2, 1” or their names{others}"
        )

    def _ask(self, decision: Decision) -> bool:
        """Ask a person until something has been done; False to leave the game."""
        game = self.played.game
        seat = decision.seat
        self.console.print(
            f"\n[bold]{escape(game.title.seat_name(seat))}:[/] {escape(decision.prompt)}", highlight=False
        )
        listed = self._list(decision, MOST_LISTED)
        while True:
            typed = input("> ").strip()
            if typed in ("quit", "exit"):
                return False
            if typed in ("", "help", "?"):
                self.console.print(HELP, markup=False)
            elif typed == "board":
                self._board(seat)
            elif typed == "list":
                listed = self._list(decision, None)
            elif typed == "log":
                for words in stories.sentences(game.title, game.log(seat)):
                    self.console.print(f"  {escape(words)}")
            else:
                try:
                    self._do(seat, typed, listed)
                except IllegalChoice as refused:
                    self.console.print(f"[red]{escape(str(refused))}[/]")
                    continue
                return True

    def _do(self, seat: str, typed: str, listed: dict[int, Choice]) -> None:
        """Carry out what was typed. Raises IllegalChoice."""
        if typed == "undo":
            self.played.take_back(seat)
            self._told = {s: min(told, len(self.played.game.lines)) for s, told in self._told.items()}
            self.console.print("Taken back.")
        elif typed == "resign":
            self.played.resign(seat)
        elif typed.isascii() and typed.isdecimal() and int(typed[:6]) in listed:
            self.played.choose(seat, listed[int(typed[:6])])
        elif (ranked := self._ranked(seat, typed)) is not None:
            self.played.choose(seat, ranked)
        else:
            moves = texts(typed)
            draft = self.played.play(seat, moves)
            if draft:
                rest = "; ".join(move.text for move in draft)
                self.console.print(f"Not looked at, because something happened before: {escape(rest)}")

    def _ranked(self, seat: str, typed: str) -> Choice:
        """Return the items of a ranked list that numbers name; None where none do."""
        decision = self.played.game.decision_of(seat)
        options = decision.options if decision is not None else None
        named = options.numbered(typed) if isinstance(options, Subset) and options.ordered else None
        return None if named is None else [*named]
