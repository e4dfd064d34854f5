"""Ask whether titles and their sets may be called complete: what `python -m rules gate` asks, and no open report."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import rules
from games.reports import inbox
from rules.core.gate import FRESH_SEEDS, GAMES, examine
from rules.core.parts import Part


class Command(BaseCommand):
    help = "Ask whether titles (or the named ones) may be called complete: records, random games, contract, reports."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("titles", nargs="*", metavar="TITLE")
        parser.add_argument("--games", type=int, default=GAMES, help="random games of each title and set")
        parser.add_argument("--seed", type=int, help="seed of the first game; default: a fresh one")

    def handle(self, *args: Any, **options: Any) -> None:
        seed = secrets.randbelow(FRESH_SEEDS) if options["seed"] is None else options["seed"]
        if options["games"] < 1 or seed < 0:
            raise CommandError("At least one game is played, with a seed from 0 on.")
        try:
            titles = [rules.title(id) for id in options["titles"] or rules.titles()]
        except rules.MissingTitle as missing:
            raise CommandError(str(missing)) from None
        self.stdout.write(f"seed {seed}")
        failed = 0
        for title in titles:
            for part in examine(title, options["games"], seed, self.stdout.write):
                _ask_for_reports(title, part)
                self.stdout.write(part.in_words())
                failed += part.claims_too_much
        if failed:
            raise CommandError(f"{failed} declared complete and not")


def _ask_for_reports(title: rules.Title[Any], part: Part) -> None:
    """Say how many reports of a rule are open: those put down to a set are its own, all others the title's."""
    if part.option:
        number = inbox.open_rules(title.id, part.option)
    else:
        of_sets = sum(inbox.open_rules(title.id, option) for option in title.option_sets())
        number = inbox.open_rules(title.id, None) - of_sets
    if number:
        are = "report of a rule is" if number == 1 else "reports of rules are"
        part.missing.append(f"{number} {are} open.")
