"""Make demo players and games, so that a newcomer can play at once."""

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

import rules
from accounts.models import User
from games.lobby import tables
from games.lobby.new_tables import Company, Doors, NewTable, open_table
from games.models import Game
from games.play.access import get_game, viewer_for
from games.play.positions import open_game
from games.play.submit import submit

PLAYERS = ("frodo", "gothmog")


def password() -> str:
    """Return the demo players' password: made at the first start, kept in VAR_DIR."""
    path = settings.VAR_DIR / "demo-password"
    if not path.exists():
        path.write_text(f"mellon-{secrets.randbelow(9000) + 1000}-{secrets.randbelow(9000) + 1000}")
        path.chmod(0o600)
    return str(path.read_text().strip())


@transaction.atomic
def make_players() -> list[User]:
    """Return the demo players with verified addresses."""
    people = []
    for name in PLAYERS:
        user, made = User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})
        if made:
            user.set_password(password())
            user.save()
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        people.append(user)
    return people


def make_games(frodo: User, gothmog: User) -> None:
    """Make a game between the two, a few moves old, and a game of each title against a bot."""
    if Game.objects.filter(seats__user=frodo).exists():
        return
    between = open_table(
        frodo, NewTable("duel", company=Company("fellowship"), note="A demo game between two people")
    )
    tables.join(between.key, user=gothmog)
    tables.start_now(between.key, frodo)
    for _ in range(4):
        play = open_game(viewer_for(get_game(between.key), frodo))
        decision = play.pending[0]
        version = get_game(between.key).version
        submit(between.key, decision.seat, expected_version=version, choices=[decision.fallback_choice()])
    for title in rules.titles().values():
        own, *others = title.seats(title.normalise_options({}))
        bot = "captain" if "captain" in title.bots else "random"
        company = Company(own, bots=dict.fromkeys(others, bot))
        doors = Doors(Game.Visibility.PRIVATE if title.stage == "draft" else Game.Visibility.PUBLIC)
        note = "A demo game against a bot"
        open_table(frodo, NewTable(title.id, company=company, doors=doors, note=note))


class Command(BaseCommand):
    help = "Make two demo players, a game between them and one of each title against a bot; only in the embedded shape."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            self.stdout.write("This is no demo server: nothing is made.")
            return
        frodo, gothmog = make_players()
        make_games(frodo, gothmog)
        self.stdout.write("Demo players (sign in by e-mail):")
        for user in (frodo, gothmog):
            self.stdout.write(f"  {user.email}   {password()}")
        self.stdout.write("Their mail is at /dev/mail/.")
