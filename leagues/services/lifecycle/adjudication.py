"""The fate of a game that is not finished at its deadline, and how any pairing is decided."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.ledger import ledger as games_log
from games.models import Game
from games.play import endings
from leagues.formats import scoring
from leagues.models import Competition, Pairing, Place
from leagues.services import audit, messages
from leagues.services.entry import registration
from leagues.services.records import results
from leagues.services.rounds import ladder_order, standings

#: Rules under which a game that has not begun waits for somebody.
WAITING_POLICIES = (Competition.AtDeadline.DIRECTOR, Competition.AtDeadline.PLAY_ON)

#: The fields that `give_points` fills in.
RESULT = ("points", "won", "won_individually")


def give_points(
    competition: Competition,
    places: Sequence[Place],
    winners: Sequence[int],
    ranking: results.Ranking | None = None,
) -> None:
    """Give the sides of a pairing what its game is worth here; the rows are not stored.

    Args:
        winners: indexes of the sides that win; all for a draw, none for nobody.
        ranking: what the title tells of the others, where the game was played to its end.
    """
    system = competition.settings.get("table_scoring", scoring.WINNER)
    told = ranking or results.Ranking()
    worth = scoring.points(system, len(places), winners, told.places, told.counts)
    for place, points in zip(places, worth, strict=True):
        place.points = points
        place.won = place.index in winners
        place.won_individually = place.won and place.index in told.individually


@transaction.atomic
def at_deadline(pairing_id: int, now: datetime, *, final: bool = False) -> bool:
    """Apply the competition's rule to a pairing whose deadline has passed; False if it was decided meanwhile.

    Args:
        final: the event itself ends, so nobody can play on.
    """
    competition, pairing = lock_pairing(pairing_id)
    if pairing.state == Pairing.State.DONE or pairing.needs_director or pairing.plays_on:
        return False
    if competition.status != Competition.Status.RUNNING:
        return False
    policy, number = competition.at_deadline, pairing.places.count()
    running = pairing.game is not None and pairing.game.status == Game.Status.RUNNING
    if pairing.game is not None and not running:
        return False  # it has ended by itself; the sweep takes the result up
    if pairing.game is None and (final or policy not in WAITING_POLICIES):
        _decide_by_rule(pairing, [], Pairing.Outcome.UNPLAYED, "Not begun before the deadline.", now)
        return True
    if policy == Competition.AtDeadline.PLAY_ON:
        pairing.plays_on = True
        pairing.save(update_fields=["plays_on"])
        _note(pairing, "The deadline has passed; they play on.", now)
        return True
    if policy == Competition.AtDeadline.DOUBLE_LOSS:
        lose = "both lose" if number == 2 else "everybody loses"
        text = f"Not finished at the deadline: {lose}."
        _decide_by_rule(pairing, [], Pairing.Outcome.DEADLINE, text, now)
        return True
    winners = None
    if policy == Competition.AtDeadline.CLOCK:
        winners = by_clock(pairing)
    elif policy == Competition.AtDeadline.POSITION:
        winners = by_position(pairing)
    if winners is None:
        pairing.needs_director = True
        pairing.save(update_fields=["needs_director"])
        _note(pairing, "The deadline has passed; the director decides.", now)
        messages.tell_directors(competition, "decide", f"decide-{pairing.pk}", pairing=pairing.pk)
        return True
    how = "less time used" if policy == Competition.AtDeadline.CLOCK else "the better position"
    text = "Drawn at the deadline." if len(winners) == number else f"Won at the deadline: {how}."
    _decide_by_rule(pairing, winners, Pairing.Outcome.DEADLINE, text, now)
    return True


def _note(pairing: Pairing, text: str, now: datetime) -> None:
    registration.touch(pairing.competition, now)
    audit.write("deadline", text, pairing, actor=None, at=now)


def _decide_by_rule(pairing: Pairing, winners: Sequence[int], outcome: str, text: str, now: datetime) -> None:
    """Decide a pairing as the rules of its competition say, and write that down."""
    decide(pairing, winners, outcome, text, now)
    audit.write("deadline", text, pairing, actor=None, at=now)


def lock_pairing(pairing_id: int) -> tuple[Competition, Pairing]:
    """Return a pairing and its competition, both locked (inside a transaction)."""
    owner = Pairing.objects.values_list("competition", flat=True).get(pk=pairing_id)
    competition = Competition.objects.select_for_update().get(pk=owner)
    pairing = Pairing.objects.select_for_update(of=("self",)).select_related("game").get(pk=pairing_id)
    pairing.competition = competition
    return competition, pairing


def by_clock(pairing: Pairing) -> list[int]:
    """Return the sides that have used less time, allies on the average; all of them if they are level."""
    assert pairing.game is not None
    used = results.seconds_used(pairing.game)
    names = list(pairing.game.seats.order_by("position").values_list("name", flat=True))
    seconds = {
        team: round(sum(used.get(names[index], 0.0) for index in team) / len(team))
        for team in standings.teams_of(pairing.competition)
    }
    least = min(seconds.values())
    return sorted(index for team, value in seconds.items() if value == least for index in team)


def by_position(pairing: Pairing) -> list[int] | None:
    """Return the sides that stand better by the title's own judgement; None where it has none."""
    assert pairing.game is not None
    game = pairing.game
    seats = list(game.seats.select_related("user").order_by("position"))
    play = games_log.restore(game, seats)
    leaders = play.title.leaders(play.state)
    if leaders is None:
        return None
    ahead = [index for index, seat in enumerate(seats) if seat.name in leaders]
    return standings.with_allies(pairing.competition, ahead)


def decide(pairing: Pairing, winners: Sequence[int], outcome: str, text: str, now: datetime) -> None:
    """Decide a pairing, whatever its state, and end its game if it runs; who does so writes it down.

    It and its competition are locked by the caller.

    Args:
        winners: indexes of the sides that win; all for a draw, none for nobody.
    """
    game, competition = pairing.game, pairing.competition
    if game is not None and game.status == Game.Status.RUNNING:
        names = list(game.seats.order_by("position").values_list("name", flat=True))
        endings.adjudicate(game.key, tuple(names[index] for index in winners), text)
    places = list(pairing.places.order_by("index"))
    used = results.seconds_used(game) if game is not None else {}
    seats = standings.seats_of(competition)
    give_points(competition, places, winners)
    for place in places:
        place.timed_out = place.by_leaving = False
        place.seconds_used = used.get(seats[place.index], 0.0)
    Place.objects.bulk_update(places, [*RESULT, "timed_out", "by_leaving", "seconds_used"])
    close(pairing, outcome, text, now)


def close(pairing: Pairing, outcome: str, text: str, now: datetime) -> None:
    """Write down that a pairing is decided, and let its competition go on; the points of its places are stored.

    It and its competition are locked by the caller.
    """
    competition = pairing.competition
    pairing.state = Pairing.State.DONE
    pairing.outcome = outcome
    pairing.reason = text[:300]
    pairing.needs_director = pairing.plays_on = False
    pairing.done_at = now
    pairing.save()
    registration.touch(competition, now)
    if competition.format == "ladder":
        ladder_order.note_result(competition, pairing, now)
    name = f"result-{pairing.pk}-{competition.revision}"
    messages.tell_hooks(competition, "result", name, pairing=pairing.pk)


def why_it_stands(pairing: Pairing) -> str:
    """Return why a result cannot be decided otherwise any more, in a sentence; "" where it can."""
    competition = pairing.competition
    if pairing.state != Pairing.State.DONE:
        return ""
    if competition.format == "ladder" and not ladder_order.is_known(pairing):
        return (
            "This result is older than the list of what moved people on this ladder: set the rungs instead."
        )
    if competition.format != "knock-out":
        return ""
    entrants = pairing.places.values_list("entrant", flat=True)
    later = Pairing.objects.filter(competition=competition, round__number__gt=pairing.round.number)
    if later.filter(places__entrant__in=entrants).exists():
        return "The next sets were paired from this result: it stands."
    return ""
