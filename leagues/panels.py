"""Panels of leagues on the pages of games (accounts.panels): the event, what staff did, who wins rated games."""

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from accounts import panels
from accounts.models import User
from games.lobby.balance import KEPT_SECONDS
from games.memo import kept
from leagues.models import Competition
from leagues.services import audit
from leagues.services.display import overview
from leagues.services.records import profiles

#: Whether somebody is in an event that runs.
_IN_AN_EVENT = (
    "SELECT 1 FROM leagues_entrant entrant JOIN leagues_competition event ON event.id = entrant.competition_id"
    " WHERE entrant.user_id = %(reader)s AND entrant.state = 'entered' AND event.status = 'running'"
)
#: Whether a game belongs to an event, or staff have done something about it.
_ABOUT_A_GAME = (
    "SELECT 1 FROM leagues_pairing pairing WHERE pairing.game_id = %(game)s"
    " UNION ALL SELECT 1 FROM leagues_auditentry entry WHERE entry.game_id = %(game)s"
)


def of_game(game_key: str, reader: User | None) -> dict[str, SafeString]:
    """Return the event that a game belongs to, and what staff did about it as far as the reader may know (MOD-13)."""
    found: dict[str, SafeString] = {}
    event = Competition.objects.filter(pairings__game__key=game_key).only("key", "name").first()
    if event is not None:
        found["head"] = render_to_string("leagues/panels/event.html", {"event": event})
    acts = audit.of_game(game_key, reader)
    if acts:
        context = {"acts": acts, "user": reader}
        found["messages"] = render_to_string("leagues/panels/copies.html", context)
        found["aside"] = render_to_string("leagues/panels/staff.html", context)
    return found


def of_home(username: str, reader: User | None) -> dict[str, SafeString]:
    """Return how the reader stands in the event of theirs whose round ends first."""
    found = overview.nearest(reader, timezone.now()) if reader is not None else None
    return {"league": render_to_string("leagues/panels/home.html", {"near": found})} if found else {}


def of_balance(title: str, reader: User | None) -> dict[str, SafeString]:
    """Return how often each side of a title has won in rated games (LOB-17), as old as the figures beside it."""
    sides = kept("rated-wins", KEPT_SECONDS)(profiles.balance)(title)
    context = {"sides": sides, "title": title}
    return {"facts": render_to_string("leagues/panels/balance.html", context)} if sides else {}


def register() -> None:
    """Register what leagues fill."""
    panels.register("game", of_game, concerns=_ABOUT_A_GAME)
    panels.register("home", of_home, concerns=_IN_AN_EVENT)
    panels.register("balance", of_balance)
