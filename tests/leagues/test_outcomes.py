"""What a season meant is shown: up, down, champion; how ties were broken; one scale of points on one page."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from leagues.models import Competition, Entrant, Place
from leagues.notices import compose
from leagues.services.lifecycle import progress
from leagues.services.rounds import outcomes
from notifications.models import Delivery
from tests.leagues.world import is_over, players

pytestmark = pytest.mark.django_db


def shown(client, event, page="league"):
    return client.get(reverse(page, args=[event.key])).content.decode()


def begun(world, elrond, preset, number, **more):
    made = world.found(elrond, preset, **more)
    people = players(number)
    world.enter(made, people)
    for place, user in enumerate(people, start=1):
        made.entrants.filter(user=user).update(seed=place)
    world.pass_time(timedelta(days=21))
    world.sweep()
    made.refresh_from_db()
    return made, people


def better_seeds_win(world, event):
    """Every running game goes to the better seed."""
    seeds = dict(event.entrants.values_list("user", "seed"))
    for game in world.games(event):
        first, second = (seat.user_id for seat in game.seats.order_by("position"))
        world.end(game, winner=0 if seeds[first] < seeds[second] else 1)
    world.sweep()
    event.refresh_from_db()


def mail_to(user):
    delivery = Delivery.objects.filter(user=user, subject__what="finished").get()
    return compose(delivery).text


@pytest.fixture
def season(world, elrond):
    """Two tiers of four; one goes up and one goes down. It runs."""
    settings = {"tier_size": 4, "promoted": 1, "relegated": 1, "scoring": "classic"}
    return begun(
        world,
        elrond,
        "league-season",
        8,
        settings=settings,
        games_at_once=0,
        ends_at=world.now + timedelta(days=300),
    )[0]


def row_of(text, name):
    """The line of the standings of somebody, as a reader hears it."""
    line = next(row for row in re.findall(r"<tr.*?</tr>", text, re.S) if f">{name}</a>" in row)
    return " ".join(re.sub(r"<[^>]+>", " ", line).split())


# -- up, down, champion ------------------------------------------------------------------------


@pytest.mark.long
def test_the_table_says_in_words_who_goes_up_and_down(world, client, season):
    assert "▲" not in shown(client, season), "nobody has played"
    better_seeds_win(world, season)
    assert is_over(season)
    text = shown(client, season, "league-standings")
    assert "player5 ▲ goes up to Tier 1" in row_of(text, "player5")
    assert "player4 ▼ goes down to Tier 2" in row_of(text, "player4")
    for name in ("player1", "player2", "player3", "player6", "player7", "player8"):
        assert "goes" not in row_of(text, name)
    assert "who goes up or down; all others stay." in text


def test_while_it_runs_the_marks_are_as_it_stands(world, client, season):
    games = world.games(season)
    world.end(games[0], winner=0)
    world.sweep()
    text = shown(client, season, "league-standings")
    assert text.count("</span> would go up") == text.count("</span> would go down") == 1
    assert "if the season ended now" in text


@pytest.mark.long
def test_the_last_mail_tells_everybody_what_the_season_meant_for_them(world, season):
    better_seeds_win(world, season)
    users = {e.user.username: e.user for e in season.entrants.select_related("user")}
    assert "You are champion! You are number 1 of 4 in Tier 1: you stay in Tier 1." in mail_to(
        users["player1"]
    )
    assert "You are number 4 of 4 in Tier 1: you go down to Tier 2." in mail_to(users["player4"])
    assert "You are number 1 of 4 in Tier 2: you go up to Tier 1." in mail_to(users["player5"])
    stays = mail_to(users["player7"])
    assert "You are number 3 of 4 in Tier 2: you stay in Tier 2." in stays
    assert "player1 is champion." in stays


@pytest.mark.long
def test_the_page_of_a_player_lists_it(world, client, season):
    url = reverse("player", args=["player5"])
    assert "of 4" not in client.get(url).content.decode()
    better_seeds_win(world, season)
    assert "place 1 of 4 in Tier 2, goes up to Tier 1" in client.get(url).content.decode()
    best = client.get(reverse("player", args=["player1"])).content.decode()
    assert "champion, place 1 of 4 in Tier 1, stays in Tier 1" in best


def test_in_a_single_tier_nobody_moves_and_nothing_is_said_of_it(world, elrond, client):
    season, people = begun(world, elrond, "small-season", 4)
    better_seeds_win(world, season)
    assert "goes up" not in row_of(shown(client, season), "player1")
    assert "▲" not in shown(client, season)
    assert "You are champion! You are number 1 of 4 in Tier 1." in mail_to(people[0])


def test_pools_name_their_winners(world, elrond, client):
    cup, _ = begun(world, elrond, "round-robin", 6, settings={"pool_size": 3})
    better_seeds_win(world, cup)
    banner = shown(client, cup).split('class="card champion"')[1].split("</p>")[0]
    assert "Winners of the pools" in banner
    assert ("player1" in banner, "player2" in banner, "player3" in banner) == (True, True, False)


def test_whoever_stands_highest_when_a_ladder_is_over_is_champion(world, elrond, client):
    ladder, people = begun(world, elrond, "ladder", 3, ends_at=world.now + timedelta(days=60))
    from leagues.services.lifecycle import challenges

    pairing = challenges.challenge(ladder.key, people[2], ladder.entrants.get(place=1).pk, world.now)
    world.end(pairing.game, winner=pairing.places.get(entrant__user=people[2]).index)
    world.sweep()
    world.pass_time(timedelta(days=61))
    world.sweep()
    assert is_over(ladder)
    assert "player3" in shown(client, ladder).split('class="card champion"')[1].split("</p>")[0]
    assert "You are champion! You stand on rung 1 of 3." in mail_to(people[2])


def test_events_that_were_over_before_are_written_down_by_the_sweep(world, elrond):
    cup, _ = begun(world, elrond, "swiss", 6)
    for _ in range(3):
        better_seeds_win(world, cup)
    Competition.objects.update(concluded=False)
    Entrant.objects.update(final_place=0, final_of=0, champion=False)
    mails = Delivery.objects.count()
    progress.sweep(world.now)
    assert [row.user.username for row in outcomes.champions_of(cup)] == ["player1"]
    assert Delivery.objects.count() == mails, "nobody is told again"


# -- ties --------------------------------------------------------------------------------------


def test_the_page_says_how_a_tie_was_broken_with_its_figures(world, elrond, client):
    """All won against whom they play with the first side: a full tie but for nothing."""
    cup, _ = begun(world, elrond, "round-robin", 3, settings={"pool_size": 3}, least_entrants=3)
    for game in world.games(cup):
        world.end(game, winner=0)
    world.sweep()
    cup.refresh_from_db()
    text = shown(client, cup)
    assert "How ties were broken" in text
    assert "player1 and player2 are level in everything and share place 1." in text
    assert "Champions" in text
    assert "share the first place" in text


def test_a_tie_break_is_named_with_both_figures(world, elrond, client):
    cup, _ = begun(world, elrond, "round-robin", 4, settings={"pool_size": 4, "games_per_pair": 1})
    winners = {(1, 2): 1, (1, 3): 1, (1, 4): 4, (2, 3): 2, (2, 4): 2, (3, 4): 3}
    seeds = dict(cup.entrants.values_list("user", "seed"))
    for game in world.games(cup):
        here = [seeds[seat.user_id] for seat in game.seats.order_by("position")]
        world.end(game, winner=here.index(winners[tuple(sorted(here))]))
    world.sweep()
    text = shown(client, cup)
    assert "player1 is ahead of player2: Direct encounter, 2 to 0." in text
    assert "player3 is ahead of player4: Direct encounter, 2 to 0." in text


def test_where_only_one_of_two_who_are_level_can_go_up_the_better_seed_does(world, elrond, client):
    settings = {"tier_size": 2, "promoted": 1, "relegated": 1, "scoring": "classic", "most_tiers": 2}
    ends = world.now + timedelta(days=300)
    season, _ = begun(world, elrond, "league-season", 4, settings=settings, games_at_once=0, ends_at=ends)
    for game in world.games(season):
        world.end(game, winner=0)
    world.sweep()
    text = shown(client, season, "league-standings")
    assert "player3 and player4 are level in everything and share place 1; the better seed, player3," in text
    assert "▲ goes up to Tier 1" in row_of(text, "player3")
    assert "▲" not in row_of(text, "player4")
    assert "the better seed of the beginning goes up" in shown(client, season), (
        "it was said before anybody entered"
    )


def test_a_full_tie_is_played_off_where_the_rules_say_so(world, elrond, client):
    settings = {"pool_size": 3, "first_tie": "play-off"}
    cup, people = begun(world, elrond, "round-robin", 3, settings=settings, least_entrants=3)
    for game in world.games(cup):
        world.end(game, winner=0)
    world.sweep()
    assert not is_over(cup)
    assert cup.pairings.filter(slot="P").count() == 6
    assert "Play-off" in shown(client, cup)
    better_seeds_win(world, cup)
    assert is_over(cup)
    text = shown(client, cup)
    assert "player1 is ahead of player2: won the play-off." in text
    assert [row.user for row in outcomes.champions_of(cup)] == [people[0]]
    assert row_of(text, "player1").split()[:3] == ["1", "player1", "4"], (
        "the points of the pool, nothing else"
    )


@pytest.mark.parametrize(
    ("first_tie", "why"),
    [
        ("shared", "They are level in points and all tie-breaks."),
        (
            "play-off",
            "They are level in points and all tie-breaks, and the event ended before they could play it off.",
        ),
    ],
)
def test_an_event_that_its_date_ends_says_with_whom_the_first_place_is_shared(
    world, elrond, client, first_tie, why
):
    """Both have beaten player3 twice, and not played each other when the date comes."""
    settings = {"pool_size": 3, "first_tie": first_tie}
    more = {"ends_at": world.now + timedelta(days=60), "at_deadline": "double-loss", "least_entrants": 3}
    cup, people = begun(world, elrond, "round-robin", 3, settings=settings, **more)
    for game in world.games(cup):
        here = [seat.user for seat in game.seats.order_by("position")]
        if people[2] in here:
            world.end(game, winner=1 - here.index(people[2]))
    world.sweep()
    assert not is_over(cup)
    world.pass_time(timedelta(days=61))
    world.sweep()
    assert is_over(cup)
    text = shown(client, cup)
    assert f"share the first place. {why}" in text
    assert "Its date has come." in text
    mine = "You are champion, and share the first place with player2. You are number 1 of 3 in Pool A."
    assert f"{mine} {why}" in mail_to(people[0])
    assert f"player1 and player2 share the first place and are champions. {why}" in mail_to(people[2])


# -- one scale ---------------------------------------------------------------------------------


def cells_of(text):
    return set(re.findall(r'<span aria-hidden="true">([^<▲▼]+)', text))


def marks_of(text):
    return set(re.findall(r'class="pairing-mark">([^<]+)<', text))


def test_where_a_win_counts_two_it_does_so_in_the_cells_and_in_the_list_of_games(world, elrond, client):
    cup, _ = begun(world, elrond, "round-robin", 4)
    better_seeds_win(world, cup)
    text = shown(client, cup, "league-standings")
    assert cells_of(text) == {"2", "0"}
    assert marks_of(shown(client, cup)) == {"2", "0"}
    assert "In the cells: 2 won, 1 drawn, 0 lost" in text
    assert row_of(text, "player1").split()[:3] == ["1", "player1", "12"]


def test_where_points_are_games_won_everything_counts_so(world, elrond, client):
    """The community's points: a win 1, and a tenth for each game."""
    ends = world.now + timedelta(days=300)
    season, _ = begun(world, elrond, "league-season", 4, games_at_once=0, ends_at=ends)
    better_seeds_win(world, season)
    text = shown(client, season)
    assert cells_of(text) == marks_of(text) == {"1", "0"}
    assert "In the cells: 1 won, ½ drawn, 0 lost" in text
    assert "a game won counts 1, a drawn one ½" in text


def test_a_bracket_and_its_table_count_games(world, elrond, client):
    cup, _ = begun(world, elrond, "knock-out", 4)
    better_seeds_win(world, cup)
    better_seeds_win(world, cup)
    text = shown(client, cup)
    assert marks_of(text) == {"1", "0"}
    assert "2 : 0" in text
    assert row_of(text, "player1").split()[:3] == ["1", "player1", "4"], "four games won"


# -- brackets ----------------------------------------------------------------------------------


def test_the_bracket_explains_a_set_that_ended_one_to_one(world, elrond, client):
    cup, _ = begun(world, elrond, "knock-out", 4)
    for game in world.games(cup):
        world.end(game, winner=0)
    fast = cup.entrants.get(seed=4)
    world.sweep()
    text = shown(client, cup)
    assert "Level sets, and what decided them" in text
    assert "level; better seed" in text or "level; less time used" in text
    Place.objects.filter(pairing__slot="W1-1").exclude(entrant=fast).update(seconds_used=7200)
    Place.objects.filter(pairing__slot="W1-1", entrant=fast).update(seconds_used=3600)
    text = shown(client, cup)
    assert "1\u00a0:\u00a01, and player4 goes on: less time used, 2 hours against 4 hours." in text
    assert "level; less time used" in text
    Place.objects.filter(pairing__slot="W1-1").update(seconds_used=0)
    text = shown(client, cup)
    assert (
        "1\u00a0:\u00a01, and player1 goes on: the better seed, 1 against 4; time and handicap were level."
        in text
    )
    Place.objects.filter(pairing__slot="W1-1", entrant__seed=1).update(handicap=2)
    text = shown(client, cup)
    assert "1\u00a0:\u00a01, and player4 goes on: the smaller handicap, 0 against 4." in text
    assert "level; smaller handicap" in text


def test_a_set_that_somebody_won_needs_no_explanation(world, elrond, client):
    cup, _ = begun(world, elrond, "knock-out", 4)
    better_seeds_win(world, cup)
    assert "Level sets" not in shown(client, cup)
    assert "bracket-why" not in shown(client, cup)
