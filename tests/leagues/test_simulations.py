"""Whole events on simulated time: people finish late, vanish, leave; directors step in. Nothing is lost."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import combinations

import pytest

from accounts.models import User
from games.hours import vacations
from games.models import Game
from games.refusals import Refused
from games.tasks import play_bot
from leagues.models import AuditEntry, Entrant, FinishedGame, Pairing, Rating, RatingStep, ResultRecord
from leagues.services import directing, entering, ladders, rating, showing, standing
from tests.leagues.world import check_invariants, is_over, players, run_until


def counts_of(competition):
    return Counter(competition.pairings.values_list("outcome", flat=True))


def pairs_of(competition):
    met = Counter()
    for pairing in competition.pairings.prefetch_related("places"):
        sides = [place.entrant_id for place in pairing.places.all()]
        if len(sides) == 2:
            met[frozenset(sides)] += 1
    return met


@pytest.mark.long
def test_a_season_of_twenty_four_in_two_tiers(world, elrond):
    season = world.found(
        elrond,
        "league-season",
        name="League of the Third Age 2026",
        ends_at=world.now + timedelta(days=320),
        games_at_once=4,
        clock_preset="per-move-10",
    )
    people = players(24)
    User.objects.update(date_joined=world.now - timedelta(days=99))
    world.skill = {user.pk: float(24 - number) for number, user in enumerate(people)}
    world.enter(season, people)
    world.pass_time(timedelta(days=21))
    world.vanished = {people[3].pk, people[17].pk}
    world.play(season, 20, most_days=9)
    leaver = season.entrants.get(user=people[8])
    entering.leave(season.key, people[8], world.now)
    newcomer = players(1, "late")[0]
    directing.replace(
        season.key,
        elrond,
        season.entrants.get(user=people[20]).pk,
        newcomer.username,
        "Went west.",
        world.now,
    )
    # One player goes on a vacation that was announced, and answers nothing meanwhile: the clocks stand.
    away = people[5]
    begin = world.now + timedelta(days=1)
    vacations.announce(away, begin, begin + timedelta(days=7), world.now)
    world.vanished.add(away.pk)
    world.play(season, 8, most_days=9)
    world.vanished.discard(away.pk)
    at_risk = directing.games_at_risk(season, world.now)[0]
    directing.pause(season.key, elrond, at_risk.number, True, "A fault of ours.", world.now)
    world.play(season, 2, most_days=9)
    if Pairing.objects.get(pk=at_risk.pk).state == Pairing.State.PLAYING:
        directing.pause(season.key, elrond, at_risk.number, False, "Mended.", world.now)
    check_invariants(season)
    run_until(world, season, lambda: is_over(season), 340, most_days=9)
    check_invariants(season)

    pairs = pairs_of(season)
    groups = dict(season.entrants.values_list("pk", "group"))
    assert Counter(groups.values()) == {"Tier 1": 12, "Tier 2": 12}
    for a, b in combinations(groups, 2):
        assert pairs[frozenset((a, b))] == (2 if groups[a] == groups[b] else 0)
    counts = counts_of(season)
    assert sum(counts.values()) == 264
    assert counts["unplayed"] > 0, "games against the leaver are not played in the community's leagues"
    leaver.refresh_from_db()
    assert leaver.state == Entrant.State.WITHDRAWN
    timeouts = AuditEntry.objects.filter(competition=season, act="timeout")
    assert set(timeouts.values_list("about", flat=True)) == world.vanished
    assert ResultRecord.objects.filter(competition=season).count() == counts["played"] + counts["deadline"]
    assert FinishedGame.objects.count() == 0
    tables = standing.load(season).tables()
    best = [showing.line_data(line, standing.load(season)) for line in tables[0].lines]
    assert best[0]["won"] >= best[-1]["won"]
    assert {e.user_id for e in season.entrants.filter(group="Tier 1")} == {u.pk for u in people[:12]}

    before = {(r.system, r.side, r.user_id): (r.value, r.games) for r in Rating.objects.all()}
    steps = RatingStep.objects.count()
    assert before
    rating.rebuild()
    assert {(r.system, r.side, r.user_id): (r.value, r.games) for r in Rating.objects.all()} == before
    assert RatingStep.objects.count() == steps


@pytest.mark.long
def test_a_double_knock_out_of_sixteen(world, elrond):
    cup = world.found(
        elrond, "double-knock-out", most_entrants=16, starts_when_full=True, clock_preset="per-move-10"
    )
    people = players(16)
    world.skill = {user.pk: -float(number) for number, user in enumerate(people)}
    world.enter(cup, people)
    world.sweep()
    assert cup.pairings.count() == 16, "the first round has eight sets of two"
    world.vanished = {people[5].pk}
    world.play(cup, 6)
    running = directing.games_at_risk(cup, world.now)
    if running:
        directing.extend(cup.key, elrond, running[0].number, 9, "A journey.", world.now)
    run_until(world, cup, lambda: is_over(cup), 260, most_days=12)
    check_invariants(cup)
    view = standing.load(cup)
    matches = showing.matches_of(view)
    lost = Counter(match.loser for match in matches if match.needed)
    ranks = {line.entrant: line.rank for line in view.tables()[0].lines}
    champion = next(entrant for entrant, rank in ranks.items() if rank == 1)
    assert lost[champion] < 2
    assert all(lost[entrant] == 2 for entrant in ranks if entrant != champion)
    for slot in {p.slot for p in cup.pairings.all()}:
        games = [tuple(place.entrant_id for place in p.places.all()) for p in cup.pairings.filter(slot=slot)]
        assert len(games) == 2
        assert games[0] == games[1][::-1], "sides are swapped within a set"


@pytest.mark.long
def test_a_swiss_of_thirty_three(world, elrond):
    cup = world.found(elrond, "swiss", clock_preset="per-move-14")
    people = players(33)
    world.enter(cup, people)
    world.pass_time(timedelta(days=14))
    world.vanished = {people[0].pk}
    world.play(cup, 30, most_days=13)
    entrant = cup.entrants.get(user=people[0])
    if entrant.state == Entrant.State.ENTERED:
        directing.remove(cup.key, elrond, entrant.pk, "Has not been seen.", world.now)
    run_until(world, cup, lambda: is_over(cup), 200, most_days=13)
    check_invariants(cup)
    assert cup.rounds.count() == 6
    assert max(pairs_of(cup).values()) == 1, "nobody meets twice"
    byes = Counter(cup.pairings.filter(outcome=Pairing.Outcome.BYE).values_list("places__entrant", flat=True))
    assert set(byes.values()) == {1}
    lean = Counter()
    for pairing in cup.pairings.exclude(outcome="bye").prefetch_related("places"):
        for place in pairing.places.all():
            lean[place.entrant_id] += 1 if place.index == 0 else -1
    assert max(map(abs, lean.values())) <= 2
    for made in cup.rounds.all():
        assert made.closed_at is not None
        assert made.closed_at <= made.deadline_at + timedelta(days=1), "the deadline was kept"


@pytest.mark.long
def test_a_ladder_of_fifty_over_half_a_year(world, elrond):
    ladder = world.found(
        elrond,
        "ladder",
        clock_preset="per-move-14",
        settings={"reach": 4, "most_games": 2, "cooling_days": 20},
    )
    people = players(50)
    world.skill = {user.pk: float(number) for number, user in enumerate(people)}
    world.enter(ladder, people[:45])
    world.pass_time(timedelta(days=7))
    world.sweep()
    climbers = {user.pk: user for user in people}
    world.vanished = {people[10].pk, people[30].pk}
    made = 0
    for week in range(26):
        if week == 10:
            world.enter(ladder, people[45:])
        if week == 25:
            entering.leave(ladder.key, people[2], world.now)
        rungs = list(ladder.entrants.filter(state="entered").order_by("place").select_related("user"))
        for own in world.rng.sample(rungs, 6):
            above = [e for e in rungs if 0 < own.place - e.place <= 4]
            if above and own.user_id not in world.vanished:
                try:
                    ladders.challenge(
                        ladder.key, climbers[own.user_id], world.rng.choice(above).pk, world.now
                    )
                    made += 1
                except Refused:
                    pass
        world.play(ladder, 2, most_days=10)
        world.pass_time(timedelta(days=5))
        if week % 10 == 0:
            check_invariants(ladder)
    assert made > 75
    check_invariants(ladder)
    order = list(ladder.entrants.filter(state="entered").order_by("place").values_list("user", flat=True))
    strength = [world.skill[user] for user in order]
    half = len(order) // 2
    at_first = sum(range(half)) / half  # the weakest stood at the top
    assert sum(strength[:half]) / half > at_first + 2, "the strong have climbed"
    gone = set(ladder.entrants.filter(state="removed").values_list("user", flat=True))
    assert gone <= world.vanished
    assert people[2].pk not in order
    assert ladder.pairings.filter(state="playing").count() == Game.objects.filter(status="running").count()


@pytest.mark.long
def test_a_round_robin_played_by_bots_to_the_last_card(world, elrond):
    cup = world.found(elrond, "round-robin", least_entrants=3, settings={"pool_size": 3, "games_per_pair": 2})
    world.enter(cup, players(3))
    world.pass_time(timedelta(days=14))
    world.sweep()
    games = world.games(cup)
    assert len(games) == 6
    for game in games:
        people = dict(game.seats.values_list("pk", "user"))
        game.seats.update(bot="squire")
        while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
            play_bot(game.key)
        for seat, user in people.items():
            game.seats.filter(pk=seat).update(bot="", user=user)
    world.sweep()
    assert is_over(cup)
    records = list(ResultRecord.objects.filter(competition=cup))
    assert len(records) == 6
    assert all(record.counts and record.facts["turns"] for record in records)
    check_invariants(cup)
