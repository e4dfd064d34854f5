"""Taking up the results of games that have ended: records for all games, points for those of a competition."""

import logging
from datetime import datetime

from django.db import transaction

from games import titles
from games.models import Game
from games.play import endings
from leagues.models import Competition, Entrant, FinishedGame, Pairing, Place
from leagues.services import audit
from leagues.services.entry import registration
from leagues.services.lifecycle.adjudication import RESULT, close, give_points, lock_pairing
from leagues.services.records import results

log = logging.getLogger(__name__)

#: Games taken up in one pass of the sweep.
MOST_AT_ONCE = 500


def settle_finished(now: datetime) -> int:
    """Take up every game that has ended. Returns how many."""
    done = 0
    ended = FinishedGame.objects.filter(game__title__in=titles.here()).order_by("pk")
    for number in list(ended.values_list("game", flat=True)[:MOST_AT_ONCE]):
        try:
            done += settle(number, now)
        except Exception:
            log.exception("a result could not be taken up", extra={"game": number})
    return done


@transaction.atomic
def settle(game_id: int, now: datetime) -> bool:
    """Take up one game; False if another worker has."""
    pairing_id = Pairing.objects.filter(game=game_id).values_list("pk", flat=True).first()
    competition: Competition | None = None
    pairing: Pairing | None = None
    if pairing_id is not None:
        competition, pairing = lock_pairing(pairing_id)
    if not FinishedGame.objects.filter(game=game_id).delete()[0]:
        return False
    game = Game.objects.get(pk=game_id)
    if not endings.is_aborted(game):
        results.make(game, competition)
    if competition is not None and pairing is not None and pairing.state != Pairing.State.DONE:
        take_up(competition, pairing, game, now)
    return True


def take_up(competition: Competition, pairing: Pairing, game: Game, now: datetime) -> None:
    """Give the points of a finished game to its pairing; both rows are locked by the caller."""
    winners = results.winners_of(game)
    late = results.out_of_time(game)
    used = results.seconds_used(game)
    seats = list(game.seats.select_related("user").order_by("position"))
    names = [seat.name for seat in seats]
    handicap = results.handicap_of(game, seats)
    places = list(pairing.places.select_related("entrant__user").order_by("index"))
    give_points(competition, places, [names.index(name) for name in winners], results.ranking_of(game, seats))
    for place in places:
        place.timed_out = names[place.index] in late
        place.seconds_used = used.get(names[place.index], 0.0)
        place.handicap = handicap.get(names[place.index], 0)
    Place.objects.bulk_update(places, [*RESULT, "timed_out", "seconds_used", "handicap"])
    outcome = Pairing.Outcome.PLAYED if winners else Pairing.Outcome.UNPLAYED
    close(pairing, outcome, str((game.result or {}).get("text", "")), now)
    for place in places:
        if place.timed_out:
            _note_timeout(competition, pairing, place, now)


def _note_timeout(competition: Competition, pairing: Pairing, place: Place, now: datetime) -> None:
    """Write down a loss by the clock; on a ladder it costs the rung."""
    user = place.entrant.user
    words = f"{user.shown_name} has run out of time."
    audit.write("timeout", words, pairing, actor=None, person=user, at=now)
    if competition.format == "ladder" and place.entrant.state == Entrant.State.ENTERED:
        reason = "Ran out of time."
        registration.take_out(competition, place.entrant, Entrant.State.REMOVED, reason, now)
