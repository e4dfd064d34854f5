"""Rights of directors; every act of a director begins here."""

from collections.abc import Iterable

from accounts.models import User
from games.models import Game
from games.refusals import Refused
from leagues.models import Competition, Entrant, Match, Pairing
from leagues.services.entry import registration


def is_director(competition: Competition, user: User | None) -> bool:
    """Return whether somebody directs a competition."""
    if user is None or not user.is_active:
        return False
    return user.is_staff or user in competition.directors.all()


def lock_as_director(key: str, user: User | None) -> Competition:
    """Return a competition, locked. Raises Refused unless `user` directs it."""
    competition = registration.lock(key)
    if not is_director(competition, user):
        raise Refused("not-a-director", "Only a director of this event may do that.", 403)
    return competition


def lock_pairing(key: str, user: User, number: int, *, running: bool = True) -> Pairing:
    """Return a pairing, locked with its event. Raises Refused if it is their own; or does not run, if it has to."""
    competition = lock_as_director(key, user)
    pairing = (
        Pairing.objects.select_for_update(of=("self",))
        .select_related("game", "round", "match")
        .filter(competition=competition, number=number)
        .first()
    )
    if pairing is None:
        raise Refused("no-such-pairing", "There is no such game in this event.", 404)
    if pairing.places.filter(entrant__user=user).exists():
        raise Refused("own-game", "This is your own game: another director has to decide.", 403)
    if is_of_own_team(user, pairing.match):
        raise Refused("own-game", "This is a game of your team: another director has to decide.", 403)
    if running:
        need_running(competition)
    pairing.competition = competition
    return pairing


def lock_game(key: str, user: User, number: int) -> tuple[Pairing, Game]:
    """Return a pairing, locked likewise, with its game. Raises Refused as `lock_pairing`, or if it has not begun."""
    pairing = lock_pairing(key, user, number)
    if pairing.game is None:
        raise Refused("no-such-pairing", "This game has not begun.", 409)
    return pairing, pairing.game


def is_of_own_team(user: User, match: Match | None) -> bool:
    """Return whether somebody is, or was, in one of the teams of a match."""
    if match is None:
        return False
    return Entrant.objects.filter(user=user, team__in=(match.first_id, match.second_id)).exists()


def has_part_in(user: User, games: Iterable[Pairing]) -> bool:
    """Return whether somebody plays in one of these games, or in a team of its match."""
    return any(
        user.pk in {place.entrant.user_id for place in game.places.all()} or is_of_own_team(user, game.match)
        for game in games
    )


def refuse_own_team(user: User, entrant: Entrant) -> None:
    """Raise Refused where a director would decide about somebody of their own team."""
    if entrant.team_id is not None and Entrant.objects.filter(user=user, team=entrant.team_id).exists():
        raise Refused("own-team", "This is about your own team: another director has to decide.", 403)


def need_running(competition: Competition) -> None:
    if competition.status != Competition.Status.RUNNING:
        words = {
            Competition.Status.REGISTRATION: "This event has not begun.",
            Competition.Status.FINISHED: "This event is over: its results stand.",
            Competition.Status.CANCELLED: "This event was called off.",
        }
        raise Refused("not-running", words[Competition.Status(competition.status)], 409)
