"""A club with a season under way, for screenshots: needs Django and the two demo players."""

from datetime import timedelta
from random import Random

from tools.moments import TITLE

#: Who plays beside the two demo players.
MEMBERS = (
    "beregond",
    "eowyn",
    "faramir",
    "haldir",
    "imrahil",
    "ioreth",
    "mablung",
    "radbug",
    "shagrat",
    "ugluk",
)
#: How many of a season's games that are open at a time are over when it is shown, in parts.
OVER = 0.75


def season(*hosts: str) -> str:
    """Let a club play half a season of two tiers, the demo players (by name) in the first, and return its key."""
    from django.utils import timezone

    from accounts.models import User
    from games.hours import resignation
    from games.models import Game
    from leagues.services.directing import event
    from leagues.services.entry import registration
    from leagues.services.lifecycle import creation, progress

    now, rng = timezone.now(), Random(3)
    own = [User.objects.get(username=name) for name in hosts]
    people = [*own, *map(_member, MEMBERS)]
    settings = {"tier_size": 6, "promoted": 1, "relegated": 1, "scoring": "classic"}
    fields = {"registration_closes_at": now + timedelta(days=1), "ends_at": now + timedelta(days=11)}
    proposal = creation.Proposal(
        "League of the White Tree", TITLE, "league-season", settings=settings, fields=fields
    )
    made = creation.create(own[1], proposal, now)
    for user in people:
        registration.enter(made.key, user, now)
    event.start_now(made.key, own[1], now)
    for _ in range(6):
        now += timedelta(minutes=1)
        progress.sweep(now)
        games = Game.objects.filter(pairing__competition=made, status=Game.Status.RUNNING).order_by("pk")
        for game in games:
            seats = list(game.seats.order_by("position"))
            if rng.random() < OVER and not {seat.user_id for seat in seats} & {own[0].pk}:
                resignation.resign(game.key, seats[rng.randrange(2)].name)
    progress.sweep(now)
    return str(made.key)


def _member(name: str) -> object:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create(username=name, email=f"{name}@example.org", password="!")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
