"""Make a personal API token."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import ApiToken, User


class Command(BaseCommand):
    help = "Make an API token for a player and print its secret, which is stored nowhere."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="command line", help="what the player's account page calls it")
        parser.add_argument("--days", type=int, default=30)
        parser.add_argument("--game", default="", help="key of the only game that it opens")
        parser.add_argument("--scope", action="append", choices=list(ApiToken.SCOPES), help="default: all")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"], is_active=True).first()
        if user is None:
            raise CommandError(f"There is no player {options['username']!r}.")
        scopes = options["scope"] or list(ApiToken.SCOPES)
        _, secret = ApiToken.objects.issue(
            user, options["name"][:60], scopes, days=options["days"], game=options["game"]
        )
        self.stdout.write(secret)
