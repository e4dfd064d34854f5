"""Beginning the games of a round, each in its own transaction: whatever stops us, the sweep goes on."""

from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction

import rules
from games.models import Game, Seat
from games.play.start import start_game
from games.time import presets
from leagues.models import Competition, Entrant, Pairing, Place
from leagues.services.records import handicaps
from leagues.services.rounds import seeds, standings

#: Games begun in one pass of the sweep for one competition.
MOST_AT_ONCE = 200


def open_games(competition: Competition, now: datetime) -> int:
    """Begin waiting games as far as their players have room. Returns how many began."""
    waiting = (
        Pairing.objects.filter(competition=competition, state=Pairing.State.WAITING, needs_director=False)
        .order_by("number")
        .prefetch_related("places")
    )
    limit = competition.games_at_once
    playing: Counter[int] = Counter()
    if limit:
        playing.update(
            Place.objects.filter(
                pairing__competition=competition, pairing__state=Pairing.State.PLAYING
            ).values_list("entrant", flat=True)
        )
    begun = 0
    for pairing in waiting:
        people = [place.entrant_id for place in pairing.places.all()]
        if limit and any(playing[person] >= limit for person in people):
            continue
        if begun >= MOST_AT_ONCE:
            break
        if open_game(pairing.pk, now):
            playing.update(people)
            begun += 1
    return begun


@transaction.atomic
def open_game(pairing_id: int, now: datetime) -> bool:
    """Begin one game; False if it has begun, or was decided, meanwhile."""
    owner = Pairing.objects.filter(pk=pairing_id).values_list("competition", flat=True).first()
    competition = Competition.objects.select_for_update().filter(pk=owner or 0).first()
    if competition is None or competition.status != Competition.Status.RUNNING:
        return False
    pairing = Pairing.objects.select_for_update().get(pk=pairing_id)
    places = list(pairing.places.select_related("entrant__user").order_by("index"))
    if pairing.state != Pairing.State.WAITING or len(places) < 2:
        return False
    if any(place.entrant.state != Entrant.State.ENTERED for place in places):
        return False
    if pairing.seed_number is None:
        seeds.give_numbers(competition, [(pairing, [place.entrant_id for place in places])])
    assert pairing.seed_number is not None
    pairing.game = new_game(competition, places, pairing.seed_number, now)
    pairing.state = Pairing.State.PLAYING
    pairing.save(update_fields=["game", "state", "seed_number"])
    return True


def new_game(competition: Competition, places: list[Place], seed_number: int, now: datetime) -> Game:
    """Create and start the game of a pairing, with this one of the event's seeds."""
    clock = presets.preset_named(competition.clock_preset)
    title = rules.title(competition.title)
    level = handicaps.for_game(competition, [place.entrant.user for place in places])
    options = title.complete_options({**competition.options, **level})
    game = Game(
        title=competition.title,
        rules_version=title.version_of(options),
        options=options,
        owner=None,
        visibility=Game.Visibility.PUBLIC,
        in_event=True,
        spectators=competition.spectators,
        chat=competition.chat,
        note=competition.name[:200],
        rated=competition.rated,
        auto_start=True,
        expires_at=now + timedelta(days=1),
        full_at=now,
        clock_preset=clock.name,
        clock_bank=clock.bank,
        clock_increment=clock.increment,
        clock_cap=clock.cap,
        zero_policy=standings.zero_policy(competition),
        # The days of vacation count from the beginning of the event, over all its games.
        terms={**competition.terms, "vacation_since": int((competition.started_at or now).timestamp())},
    )
    names = title.seats(competition.options)
    seats = [
        Seat(game=game, name=names[place.index], position=place.index, user=place.entrant.user)
        for place in places
    ]
    entrants = [place.entrant for place in places]
    seeds.commit(game, zip(seats, entrants, strict=True), competition.key, seed_number)
    game.save()
    Seat.objects.bulk_create(seats)
    start_game(game)
    return game
