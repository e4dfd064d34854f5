"""Beginning the games of a round, each in its own transaction: whatever stops us, the sweep goes on."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction

import rules
from games.models import Game, Seat
from games.play.start import start_game
from games.time import presets
from leagues.models import Competition, Entrant, Pairing, Place
from leagues.services import handicaps, standing

#: Games begun in one visit of the sweep for one competition.
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
    pairing.game = new_game(competition, places, now)
    pairing.state = Pairing.State.PLAYING
    pairing.save(update_fields=["game", "state"])
    return True


def new_game(competition: Competition, places: list[Place], now: datetime) -> Game:
    """Create and start the game of a pairing."""
    clock = presets.preset_named(competition.clock_preset)
    title = rules.title(competition.title)
    level = handicaps.for_game(competition, [place.entrant.user for place in places])
    options = title.complete_options({**competition.options, **level})
    game = Game.objects.create(
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
        zero_policy=standing.zero_policy(competition),
        # The days of vacation count from the beginning of the event, over all its games.
        terms={**competition.terms, "vacation_since": int((competition.started_at or now).timestamp())},
    )
    names = title.seats(competition.options)
    Seat.objects.bulk_create(
        Seat(game=game, name=names[place.index], position=place.index, user=place.entrant.user)
        for place in places
    )
    start_game(game)
    return game
