"""Show a game as text: the board, the clocks, the story."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.chat import pointing
from games.chat.notices import name_of
from games.models import Game
from games.play import access, positions


class Command(BaseCommand):
    help = "Show a game as one of its seats sees it, or as a spectator does."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key")
        parser.add_argument("--seat")
        parser.add_argument("--log", action="store_true", help="the whole story")
        parser.add_argument(
            "--chat", action="store_true", help="all channels of the chat, hidden lines too: for the operator"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(key=options["key"]).first()
        if game is None or game.version < 0:
            raise CommandError("There is no such game, or it has not begun.")
        seats = tuple(game.seats.select_related("user"))
        seat = next((s for s in seats if s.name == options["seat"]), None)
        if options["seat"] and seat is None:
            raise CommandError("There is no such seat at this table.")
        viewer = access.Viewer(game, seats, seat, None)
        now = positions.situation(viewer)
        self.stdout.write(f"{now['title_name']} {game.key}: {now['status']}, version {now['version']}")
        for place in now["seats"]:
            mark = "waits for them" if place["waiting"] else ""
            self.stdout.write(
                f"  {place['label']}: {place['player']} {mark} {place['clock']['due_at'] or ''}"
            )
        self.stdout.write("")
        self.stdout.write(now["text"])
        if options["log"]:
            self.stdout.write("")
            for line in positions.log_lines(viewer, limit=100_000):
                self.stdout.write(f"{line['seq']:>4} {line['text']}")
        if options["chat"]:
            self.stdout.write("")
            for said in game.chat_lines.select_related("voice__user"):
                mark = " (hidden)" if said.hidden else ""
                text = pointing.in_words(said).replace("\n", "\n    ")
                self.stdout.write(
                    f"{said.channel} {said.number} {said.at:%Y-%m-%d %H:%M} {name_of(said.voice)}{mark}: {text}"
                )
