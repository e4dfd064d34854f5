"""The right to enter (TOU-13, TOU-15)."""

from datetime import datetime

from django.conf import settings
from django.db.models import Q

import rules
from accounts.models import User
from games.models import Game, Seat
from leagues.formats import FORMATS, Draw, lateness
from leagues.models import Competition, Entrant, Place, ResultRecord
from leagues.ratings import SYSTEMS
from leagues.services.records import ratings
from leagues.services.rounds import standings
from notifications import destinations
from notifications.channels import webhook
from notifications.outbox import may_mail


def is_reachable(user: User) -> bool:
    """Return whether notices reach somebody: a confirmed address that takes mail, or a working webhook."""
    return may_mail(user) or destinations.reach(user, webhook.NAME)


def amends_due(user: User, now: datetime) -> int:
    """Return how many games somebody has still to finish before they may enter again; 0 if none.

    Who has lost event games by the clock is barred until the games finished since, other than by the
    clock, outnumber these losses.
    """
    since = now - settings.HOUSE.event_bar
    lost = Place.objects.filter(
        entrant__user=user, timed_out=True, excused=False, pairing__done_at__gte=since
    ).order_by("pairing__done_at")
    number = lost.count()
    if not number:
        return 0
    first = lost.values_list("pairing__done_at", flat=True).first()
    finished = Seat.objects.filter(
        user=user, game__status=Game.Status.FINISHED, game__finished_at__gt=first, game__result__isnull=False
    ).select_related("game")
    amends = 0
    for seat in finished:
        result = seat.game.result or {}
        lost_by_clock = result.get("reason") == "time" and seat.name not in result.get("winners", [])
        amends += bool(result.get("winners")) and not lost_by_clock and not seat.bot
    return max(0, number + 1 - amends)


def why_not_enter(competition: Competition, user: User | None, now: datetime) -> str:
    """Return why `user` may not enter now, in a sentence; "" if they may."""
    closed = _why_closed(competition, now)
    if closed:
        return closed
    if user is None:
        return "Sign in to enter."
    if user.kind != User.Kind.HUMAN or not user.is_active:
        return "Only people may enter."
    entered = competition.entrants.filter(user=user).first()
    if entered is not None and entered.state == Entrant.State.ENTERED:
        return "You are in."
    if entered is not None and competition.format != "ladder":
        if entered.state == Entrant.State.REMOVED:
            return "You were taken out of this event."
        if entered.place and competition.status == Competition.Status.RUNNING:
            return "You have left this event: its director can let you in again."
    if competition.most_entrants and not competition.team_size:
        taken = competition.entrants.filter(state=Entrant.State.ENTERED).count()
        queues = competition.format == "mini-cup"
        if taken >= competition.most_entrants and not queues:
            return "All places are taken."
    if not is_reachable(user):
        return "Confirm your mail address first, or set up a webhook: we must be able to reach you."
    due = amends_due(user, now)
    if due:
        games = "one more game" if due == 1 else f"{due} more games"
        return f"You have lost event games by the clock: finish {games} elsewhere first."
    return why_not_admitted(competition, user)


def _why_closed(competition: Competition, now: datetime) -> str:
    """Return why nobody can enter now, in a sentence; "" if somebody can. A ladder takes people while it runs."""
    if competition.status == Competition.Status.REGISTRATION:
        closes = competition.registration_closes_at
        return "The registration is closed." if closes is not None and closes <= now else ""
    if competition.status != Competition.Status.RUNNING:
        return "The registration is closed."
    return "" if competition.format == "ladder" else _why_not_late(competition, now)


def _why_not_late(competition: Competition, now: datetime) -> str:
    """Return why nobody can enter an event that has begun, in a sentence; "" if somebody can."""
    if not lateness.is_taken(competition.settings):
        return FORMATS[competition.format].why_not_late([], [], competition.settings, Draw())
    over = Q(closed_at__isnull=False) | Q(deadline_at__lte=now)
    if competition.format == "round-robin" and competition.rounds.filter(over).exists():
        return "The deadline of its games has passed: nobody can enter any more."
    view = standings.load(competition)
    return view.format.why_not_late(view.entrants, view.meetings, view.settings, view.draw())


# -- who is wanted ---------------------------------------------------------------------------------


def conditions_in_words(competition: Competition) -> list[str]:
    """Return who may enter, as sentences for players; none where everybody may."""
    low, high, games = competition.least_rating, competition.most_rating, competition.least_games
    title = rules.title(competition.title).name
    words = []
    if competition.by_invitation:
        words.append("Entry is by invitation of the directors.")
    if low or high:
        span = (
            f"from {low} to {high}" if low and high else f"of at least {low}" if low else f"of at most {high}"
        )
        first = round(SYSTEMS["openskill"].start().value)
        words.append(
            f"Entry is for people with a rating {span} in {title}: the mean of their sides in OpenSkill when they "
            f"enter. Who has not played yet stands at {first}."
        )
    if games:
        words.append(
            f"Entry is for people with at least {_games(games)} of {title} that counted for ratings."
        )
    return words


def why_not_admitted(competition: Competition, user: User) -> str:
    """Return which condition of an event somebody does not meet, in a sentence; "" if they meet all."""
    if competition.by_invitation and not competition.invitations.filter(user=user).exists():
        return "This event is by invitation, and its directors have not invited you."
    low, high, games = competition.least_rating, competition.most_rating, competition.least_games
    if low or high:
        # Whole numbers, as pages show them: nobody is refused for what they cannot see.
        own = round(rating_of(competition, user))
        if own < low:
            return f"Your rating is {own}; this event is for people from {low} on."
        if high and own > high:
            return f"Your rating is {own}; this event is for people up to {high}."
    if games:
        own = counted_games(competition, user)
        if own < games:
            title = rules.title(competition.title).name
            return f"You need {_games(games)} of {title} that counted for ratings, and have {own or 'none'}."
    return ""


def rating_of(competition: Competition, user: User) -> float:
    """Return the rating by which somebody may enter: the mean of their sides, in OpenSkill, as the ranking has it.

    The sides are those of the title: where players bid for them, seats are none.
    """
    sides = ratings.usual_sides(competition.title)
    return ratings.means(competition.title, sides, "openskill", [user.pk])[user.pk]


def counted_games(competition: Competition, user: User) -> int:
    """Return how many games of an event's title somebody has played that count for ratings."""
    played = ResultRecord.objects.filter(ratings.counting(competition.title), seats__user=user, seats__bot="")
    return played.distinct().count()


def _games(number: int) -> str:
    return "one game" if number == 1 else f"{number} games"
