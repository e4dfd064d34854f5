"""The command line: `python -m rules list | play | fuzz | gate | verify | replay | bench`.

Exit status: 0 it went well, 1 something does not hold, 2 the command is wrong, 3 it cannot be said yet.
"""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rules.core import stories
from rules.core.bench import measure, percentile
from rules.core.cli_play import HELP, Terminal
from rules.core.decisions import Decision, fold
from rules.core.ending_records import find_endings, missing_endings
from rules.core.errors import BrokenTitle, OptionError, ReplayError, quoted
from rules.core.fuzz import fuzz
from rules.core.game import Game
from rules.core.gate import FRESH_SEEDS, GAMES, examine
from rules.core.parts import parts_of
from rules.core.reach import Reach, procedures
from rules.core.records import SCHEME, Entry, Record, check_chain, dump_record, proofs
from rules.core.registry import broken_titles, ids, left_out, titles
from rules.core.registry import title as title_of
from rules.core.replay import RecordedGame, check_record_version, replay
from rules.core.title import Bot, Title
from rules.core.transcript import read_record, write_transcript
from rules.core.trust import moment_of, sentences

__all__ = ["main", "measure", "percentile"]

ANY_VERSION = "--any-version"

out = Console(highlight=False, soft_wrap=True)


class UsageError(Exception):
    """A command that makes no sense, in a player's words."""


def _positive(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:9]) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number from 1 on")
    return int(text)


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 15:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number")
    return int(text)


def _title_id(text: str) -> str:
    return text.lower().replace("_", "-")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="python -m rules", description="The rules, without a server.")
    commands = top.add_subparsers(dest="command", required=True)

    def command(name: str, words: str, title: bool = True, options: bool = True) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=words, description=words)
        if title:
            added.add_argument("title", type=_title_id, choices=sorted(ids()), metavar="TITLE")
        if options:
            added.add_argument(
                "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the title"
            )
        return added

    command("list", "the titles and their options", title=False, options=False)
    play = command("play", "play in the terminal")
    play.add_argument("--seed", help="the same seed gives the same chance; default: a fresh one")
    play.add_argument("--bot", action="append", default=[], metavar="SEAT=NAME", help="a bot in a seat")
    play.add_argument("--record", metavar="FILE", help="keep the record in a file")
    fuzzing = command("fuzz", "play at random until something breaks")
    fuzzing.add_argument("--games", type=_positive, default=100)
    fuzzing.add_argument("--seed", type=_number, default=0, help="seed of the first game")
    fuzzing.add_argument("--contract", action="store_true", help="every check on every seed (slow)")
    fuzzing.add_argument(
        "--reach",
        action="store_true",
        help="how often the procedures that cite each rule were called; options not named are others in every game",
    )
    fuzzing.add_argument("--output", metavar="DIR", default=".", help="where a broken game is kept")
    gate = command("gate", "whether titles may be called complete", title=False, options=False)
    gate.add_argument("titles", type=_title_id, metavar="TITLE", nargs="*", help="all, if none is named")
    gate.add_argument("--games", type=_positive, default=GAMES, help="random games of each title and set")
    gate.add_argument(
        "--record", action="store_true", help="look for the records that are missing in random games first"
    )
    gate.add_argument("--seed", type=_number, help="seed of the first game; default: a fresh one")
    verify = command("verify", "check a record: chain, dice, moves", title=False, options=False)
    verify.add_argument("-v", "--verbose", action="store_true", help="a line for every roll, draw and word")
    telling = command("replay", "tell a record", title=False, options=False)
    telling.add_argument("--until", type=_number, metavar="N", help="stop after entry N")
    telling.add_argument("--board", action="store_true", help="show the board where it stops")
    telling.add_argument("--notation", action="store_true", help="write it as a transcript in notation")
    for reader in (verify, telling):
        reader.add_argument("file", metavar="FILE")
        reader.add_argument(
            ANY_VERSION, action="store_true", help="read a game of another version of the rules with these"
        )
    bench = command("bench", "measure the engine and the bots")
    bench.add_argument("--games", type=_positive, default=50, help="random games that are timed")
    bench.add_argument(
        "--bot-games", type=_number, default=100, metavar="N", help="games of every bot in each seat"
    )
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    chosen = parser().parse_args(arguments)
    commands = {
        "list": _list,
        "play": _play,
        "fuzz": _fuzz,
        "gate": _gate,
        "verify": _verify,
        "replay": _replay,
        "bench": _bench,
    }
    try:
        return commands[chosen.command](chosen)
    except ReplayError as error:
        out.print(f"[red]No:[/] {_told(str(error))}")
        if error.code == "other-version" and chosen.command in ("verify", "replay"):
            out.print(f"With {ANY_VERSION} it is read all the same, with the rules that are here.")
        return 1
    except (UsageError, OptionError, BrokenTitle) as error:
        out.print(f"[red]{escape(str(error))}[/]")
        return 2
    except BrokenPipeError:  # whoever read our words has heard enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        out.print(f"[red]{escape(str(error.filename))}: {escape(str(error.strerror))}.[/]")
        return 2
    except KeyboardInterrupt:
        out.print()
        return 130


def _told(text: str) -> str:
    """Return what a record says, fit to be printed: no line of its own making, no colour, no mark."""
    return escape(quoted(text, len(text)))


def _load(path: str, any_version: bool) -> Record:
    """Return the record in a file. Raises ReplayError.

    With `any_version`, of one that was played by other rules it is said so, and what can be told of it.
    """
    data = Path(path).read_bytes()
    if not any_version:
        return read_record(data)
    try:
        record = read_record(data)
        if record.title in titles():
            check_record_version(record, title_of(record.title))
    except ReplayError as error:
        if error.code == "other-version":
            _note(error.message)
        return read_record(data, any_version=True)  # whatever else is wrong is said by whoever reads on
    return record


def _note(of_versions: str) -> None:
    out.print(
        f"[yellow]Note:[/] {_told(of_versions)}, and with that one it is read. "
        "Whether the record is whole, and its draws fair, does not depend on the rules. That a move is legal, and how "
        "the game went, is said by other rules than it was played by: where these refuse a move or tell another end, "
        "that may be what has changed since."
    )


def _options(title: Title[Any], pairs: Sequence[str]) -> dict[str, Any]:
    return title.normalise_options(_named(pairs))


def _named(pairs: Sequence[str]) -> dict[str, str]:
    raw = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"--option {pair}: write NAME=VALUE.")
        raw[name] = value
    return raw


def _list(chosen: argparse.Namespace) -> int:
    for title in titles().values():
        seats = ", ".join(title.seat_name(s) for s in title.seats(title.normalise_options({})))
        out.print(f"[bold]{title.id}[/]  {title.name}: {seats}. Bots: {', '.join(title.bots)}.")
        for option in title.option_fields:
            values = "|".join(option.choices) if option.choices else option.kind
            more = f"otherwise {str(option.default).lower()}"
            if option.needs:
                more += f"; only with {option.needs}"
            out.print(escape(f"    {option.name}={values}  {option.label} ({more})"))
    unusable = [*map(str, broken_titles().values()), *(plugin.in_full for plugin in left_out())]
    for words in unusable:
        out.print(f"[red]{escape(words)}[/]")
    return 1 if unusable else 0


# -- playing -----------------------------------------------------------------------------------------


def _bots(title: Title[Any], seats: Sequence[str], pairs: Sequence[str]) -> dict[str, Bot]:
    named = {fold(title.seat_name(seat)): seat for seat in seats} | {seat: seat for seat in seats}
    bots: dict[str, Bot] = {}
    for pair in pairs:
        seat, _, name = pair.partition("=")
        if fold(seat) not in named or name not in title.bots:
            raise UsageError(
                f"--bot {pair}: write SEAT=NAME; seats: {', '.join(seats)}; bots: {', '.join(title.bots)}."
            )
        bots[named[fold(seat)]] = title.bots[name]()
    return bots


def _play(chosen: argparse.Namespace) -> int:
    """A hot-seat game, or one against bots."""
    title = title_of(chosen.title)
    seed = chosen.seed if chosen.seed is not None else secrets.token_hex(16)
    played = RecordedGame(title, _options(title, chosen.option), seed=seed, scheme=SCHEME)
    bots = _bots(title, played.game.seats, chosen.bot)
    out.print(f"[bold]{escape(title.name)}[/]  (seed {escape(seed)})")
    out.print(HELP, markup=False)
    Terminal(out, played, bots, seed, Path(chosen.record) if chosen.record else None).run()
    return 0


# -- proving -----------------------------------------------------------------------------------------


def _fuzz(chosen: argparse.Namespace) -> int:
    """Play random games with everything checked after every step."""
    title = title_of(chosen.title)
    options: dict[str, Any] = _options(title, chosen.option)
    reach = None
    if chosen.reach:
        options, reach = _named(chosen.option), Reach(procedures(title))
    report = fuzz(title, options, chosen.games, chosen.seed, every_check=chosen.contract, reach=reach)
    speed = report.actions / max(report.seconds, 1e-9)
    out.print(
        f"{title.id}: {report.games} games from seed {chosen.seed}, {report.actions} choices, "
        f"at most {report.longest} in a game, {speed:,.0f} choices a second"
    )
    for reason, number in report.endings.most_common():
        bar = "█" * max(1, round(40 * number / report.games))
        out.print(f"  {reason:<16} {number:>6}  {bar}", markup=False)
    if reach is not None:
        _tell_reach(reach)
    if report.broken is None:
        out.print("[green]no fault[/]")
        return 0
    broken = report.broken
    out.print(f"[red]{escape(str(broken))}[/]")
    if broken.record is not None:
        path = Path(chosen.output) / f"fuzz-{title.id}-{broken.seed}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(dump_record(broken.record))
        out.print(f"How far it came: python -m rules replay {escape(str(path))} --board")
    again = f"python -m rules fuzz {title.id} --games 1 --seed {broken.seed}"
    again += " --contract" if chosen.contract else ""
    again += " --reach" if chosen.reach else ""
    again += "".join(f" --option {pair}" for pair in chosen.option)
    out.print(f"The same game again: {escape(again)}")
    return 1


def _gate(chosen: argparse.Namespace) -> int:
    """Ask whether titles, and what their options bring, may be called complete."""
    seed = secrets.randbelow(FRESH_SEEDS) if chosen.seed is None else chosen.seed
    unknown = sorted({*chosen.titles} - {*ids()})
    if unknown:
        raise UsageError(f"There is no title {', '.join(unknown)}; there are {', '.join(sorted(ids()))}.")
    out.print(f"seed {seed}")
    failed = False
    for id in chosen.titles or titles():
        if chosen.record:
            _record_endings(title_of(id), chosen.games, seed)
        for part in examine(title_of(id), chosen.games, seed, lambda words: out.print(words, style="dim")):
            out.print(part.in_words(), markup=False)
            failed |= part.claims_too_much
    return 1 if failed else 0


def _record_endings(title: Title[Any], games: int, seed: int) -> None:
    """Keep a record for each ending of which there is none, as far as random games come to it."""
    if title.records is None:
        raise UsageError(f"{title.name} does not say where its records lie (`records`).")
    parts = parts_of(title)
    wanted = missing_endings(title, parts)
    for path, own in find_endings(title, parts, title.records, wanted, games, seed):
        out.print(f"{path.name}: a random game with seed {own}", markup=False)


def _tell_reach(reach: Reach) -> None:
    out.print("Calls of the procedures that cite a rule:")
    for number, calls in reach.rules().items():
        out.print(f"  {number:<16} {calls:>9}", markup=False)
    out.print("Never called:")
    for procedure in reach.unreached():
        out.print(f"  {procedure.name}  {', '.join(procedure.rules)}", markup=False)


def _dice_of(record: Record, verbose: bool) -> int:
    """Recompute every roll and draw, with a line for each if wanted. Returns how many. Raises ReplayError."""
    table = Table("entry", "what", "from", "outcome", "fair")
    number = 0
    bad: tuple[Entry, str] | None = None
    for entry, outcome, fair in proofs(record):
        of = f"{len(outcome.got)} × d{outcome.of}" if outcome.kind == "dice" else f"{outcome.of} in the bag"
        got = " ".join(str(x) for x in outcome.got)
        answer = "[green]yes[/]" if fair else "[red]no[/]"
        table.add_row(str(entry.seq), _told(outcome.name), of, got, answer)
        number += 1
        if not fair and bad is None:
            bad = (entry, outcome.name)
    if verbose:
        out.print(table)
    if bad is not None:
        raise ReplayError(bad[0].seq, f"“{bad[1]}” is not what the promised seed gives")
    return number


def _words_of(record: Record, title: Title[Any]) -> Table:
    """Return a table of the words that came with moves."""
    table = Table("entry", "who", "when", "word")
    for entry in record.entries:
        if entry.word is not None:
            giver = entry.by or entry.seat
            who = title.seat_name(giver) if giver else ""
            table.add_row(str(entry.seq), escape(who), moment_of(entry.at).strip(), escape(entry.word))
    return table


def _verify(chosen: argparse.Namespace) -> int:
    """Check a record offline: the chain of hashes, every die, every move."""
    record = _load(chosen.file, chosen.any_version)
    check_chain(record)
    out.print(f"[green]Yes:[/] the chain of {record.length} entries is whole.")
    revealed = record.fairness.seed is not None
    if revealed or record.result is not None:
        number = _dice_of(record, chosen.verbose)
        out.print(f"[green]Yes:[/] all {number} rolls and draws are what the promised seed gives.")
    if record.origin is not None:
        of = record.origin
        out.print(
            f"The first {of.entries} entries are a copy of game {escape(of.game)}, whose record proves their rolls "
            f"and draws; the last of them has the hash {escape(of.hash)} there."
        )
    game = replay(record, takebacks=True, any_version=chosen.any_version)
    words = game.result.text if game.result else "The game is not over."
    out.print(f"[green]Yes:[/] every move is legal. {_told(words)}")
    for sentence in sentences(record, game.title.seat_name):
        out.print(f"  {_told(sentence)}")
    if chosen.verbose:
        out.print(_words_of(record, game.title))
    if not revealed:
        out.print("[yellow]Not yet:[/] the rolls and draws; the seed is shown when the game has ended.")
        return 3
    return 0


def _replay(chosen: argparse.Namespace) -> int:
    """Tell a record step by step."""
    record = _load(chosen.file, chosen.any_version)
    if chosen.notation:
        sys.stdout.write(write_transcript(record))
        return 0
    told = 0
    asked: dict[str, Decision] = {}

    def each(entry: Entry, game: Game[Any]) -> None:
        nonlocal told, asked
        words = [json.dumps(choice, ensure_ascii=False) for choice in entry.choices]
        if entry.change is not None:
            words = [entry.change]
        elif words and entry.seat in asked:
            words[0] = game.title.write(asked[entry.seat], entry.choices[0])
        who = game.title.seat_name(entry.seat) if entry.seat else ""
        head = _told(" ".join([entry.kind, who, "; ".join(words)]).strip())
        out.print(f"[bold]{entry.seq:>4}[/] {head}")
        for line in stories.sentences(game.title, game.lines[told:]):
            out.print(f"       {escape(line)}", style="dim")
        told = len(game.lines)
        asked = {decision.seat: decision for decision in game.pending}

    game = replay(record, until=chosen.until, each=each, any_version=chosen.any_version)
    if chosen.board:
        out.print(game.title.text_board(game.view("*")), markup=False)
    if game.result is not None:
        out.print(f"[bold]{_told(game.result.text)}[/]")
    return 0


# -- measuring ---------------------------------------------------------------------------------------


def _bench(chosen: argparse.Namespace) -> int:
    title = title_of(chosen.title)
    options = _options(title, chosen.option)
    table = Table("measure", "here", title=title.name)
    table.columns[1].justify = "right"
    for name, value in measure(title, chosen.games, chosen.bot_games, options):
        table.add_row(name, value)
    out.print(table)
    return 0
