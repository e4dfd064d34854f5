"""Leagues in groups, told from founding to their end, with all that goes wrong on the way put right."""

from __future__ import annotations

import pytest

from leagues.models import Competition
from tests.leagues.reading import standings_of, text_of
from tests.leagues.stories import Story, first_seat

pytestmark = pytest.mark.django_db

EIGHT = ("bilbo", "frodo", "merry", "pippin", "gimli", "legolas", "boromir", "eowyn")


@pytest.fixture
def story(world, request):
    return Story(world, request.param)


@pytest.mark.long
@pytest.mark.parametrize("story", [1], indirect=True)
def test_a_season_of_two_tiers_and_the_one_after_it(story):
    """Bilbo leaves by mistake, a result was reported wrongly, Gimli goes west; who goes up or down does so."""
    story.found(
        "league-season",
        "League of the Third Age 2026",
        games_at_once=0,
        renews="on",
        **{
            "setting-tier_size": 4,
            "setting-promoted": 1,
            "setting-relegated": 1,
            "setting-scoring": "classic",
        },
    )
    story.arrive(*EIGHT)
    story.directs("place", entrant=story.entrant("eowyn").pk, seed=1, tier=1)
    story.examine()
    story.directs("start")
    story.sweep()
    assert story.entrant("eowyn").group == "Tier 1"
    assert len(story.world.games(story.cup)) == 24
    story.play_some(8)
    story.does("bilbo", "leave")
    story.sweep()
    story.examine()
    story.directs("readmit", "The wrong button.", entrant=story.entrant("bilbo").pk, games="replay")
    story.sweep()
    wrong = story.cup.pairings.filter(outcome="played").first()
    loser = wrong.places.get(won=False).entrant.user.username
    before = story.line(loser)["won"]
    story.decide(wrong, loser, "They gave up for a friend.")
    assert story.line(loser)["won"] == before + 1
    open_game = story.cup.pairings.exclude(state="done").first()
    story.directs("extend", "A journey.", number=open_game.number, days=9)
    story.directs("replace", "Gimli goes west.", entrant=story.entrant("gimli").pk, username="butterbur")
    story.examine()
    story.directs("remove", "Boromir is not seen any more.", entrant=story.entrant("boromir").pk)
    story.play_to_the_end()
    story.examine()
    tiers = dict(story.cup.entrants.values_list("user__username", "next_tier"))
    assert sorted(tiers.values()).count(1) == 4
    text = text_of(story.last_mail_to("eowyn"))
    assert f"{'stay in' if tiers['eowyn'] == 1 else 'go down to'} Tier {tiers['eowyn']}" in text
    _the_next_season_begins(story, tiers)


def _the_next_season_begins(story, tiers):
    """Everybody enters again, and plays where the last season has put them."""
    story.goes_on_in(Competition.objects.get(previous=story.cup))
    assert story.cup.name == "League of the Third Age 2027"
    story.people["butterbur"] = story.stranger
    here = [name for name in (*EIGHT, "butterbur") if name != "gimli"]
    story.arrive(*here)
    story.directs("start")
    story.sweep()
    assert {name: story.entrant(name).group for name in here} == {n: f"Tier {tiers[n]}" for n in here}
    story.directs("call-off", "The Age is over.")
    assert story.cup.status == Competition.Status.CANCELLED
    story.examine()


@pytest.mark.long
@pytest.mark.parametrize("story", [3], indirect=True)
def test_a_season_by_the_community_s_points_round_by_round(story):
    """Games that could not be played count a share; who was taken out comes back before the round is over."""
    story.found_by_program(
        "league-season",
        "Bree League",
        settings={"tier_size": 6, "first_threshold": 2, "second_threshold": 4, "pace": "rounds"},
        games_at_once=0,
    )
    story.arrive(*EIGHT[:5])
    story.directs("start")
    story.sweep()
    story.examine()
    for _ in range(3):
        story.play()
    story.directs("remove", "Not seen for weeks.", entrant=story.entrant("merry").pk)
    story.sweep()
    story.examine()
    story.directs("readmit", "Was ill.", entrant=story.entrant("merry").pk, games="replay")
    story.sweep()
    story.examine()
    story.play_to_the_end()
    assert story.line("merry")["played"] == 8
    story.examine()


@pytest.mark.long
@pytest.mark.parametrize("story", [4], indirect=True)
def test_a_round_robin_that_is_level_but_for_a_wrong_result(story):
    """The first seat wins every game. One was reported wrongly; put right, all are level, and play it off."""
    story.found("round-robin", "Cup of the Shire", **{"setting-first_tie": "play-off"})
    story.arrive(*EIGHT[:4])
    story.directs("start")
    story.sweep()
    story.examine()
    story.does("pippin", "leave")
    story.directs("readmit", "It was his cousin.", entrant=story.entrant("pippin").pk, games="replay")
    story.sweep()
    wrong = story.game_of("bilbo", "frodo")
    names = list(wrong.places.order_by("index").values_list("entrant__user__username", flat=True))
    story.play([wrong.game], winner=lambda people: 1)
    story.examine()
    story.decide(wrong, names[0], "They had swapped the sides.")
    story.play(winner=first_seat)
    assert story.cup.pairings.filter(slot="P").count() == 12
    assert {line.rank for line in standings_of(story.shown())["Pool A"]} == {1}
    story.examine()
    story.play_to_the_end(story.better(*EIGHT))
    assert [line.name for line in standings_of(story.shown())["Pool A"]] == list(EIGHT[:4])
    assert "won the play-off" in text_of(story.shown())
    story.examine()


@pytest.mark.long
@pytest.mark.parametrize("story", [5], indirect=True)
def test_pools_into_which_somebody_comes_late(story):
    """Merry and Pippin are kept apart, Gimli comes late, Frodo's lost games stand, and a game is not played."""
    story.found(
        "round-robin",
        "Pools of Imladris",
        pairing_by_hand="on",
        **{"setting-pool_size": 4, "setting-late_entry": "yes"},
    )
    story.arrive("merry", "pippin", "frodo", "bilbo", "eowyn", "legolas", "boromir")
    pair = {"entrant": story.entrant("merry").pk, "other": story.entrant("pippin").pk}
    story.directs("keep-apart", "They play by one lamp.", **pair)
    story.does("boromir", "leave")
    story.examine()
    story.directs("start")
    story.sweep()
    assert story.entrant("merry").group != story.entrant("pippin").group
    story.play_some(3)
    story.arrive("gimli")
    story.sweep()
    assert not story.may_replace("boromir"), "he was not in it when it began"
    story.examine()
    story.does("frodo", "leave")
    story.sweep()
    lost = story.line("frodo")["lost"]
    story.directs("readmit", "He is back.", entrant=story.entrant("frodo").pk, games="stand")
    assert story.line("frodo")["lost"] == lost
    number = story.cup.pairings.exclude(state="done").first().number
    story.directs("adjudicate", "A power cut.", number=number, verdict="unplayed")
    story.examine()
    story.play_to_the_end()
    assert "Winners of the pools" in text_of(story.shown())
    story.examine()


@pytest.mark.long
@pytest.mark.parametrize("story", [6], indirect=True)
def test_mini_cups_that_follow_each_other(story):
    """The first begins when it is full and the next one opens; somebody leaves it by mistake."""
    story.found("mini-cup", "Green Dragon Cup 1")
    story.arrive(*EIGHT[:3])
    story.sweep()
    story.examine()
    story.arrive("pippin")
    story.sweep()
    assert story.cup.status == Competition.Status.RUNNING
    story.examine()
    following = Competition.objects.get(previous=story.cup)
    story.play_some(4)
    story.does("bilbo", "leave")
    story.sweep()
    story.directs("readmit", "The wrong cup.", entrant=story.entrant("bilbo").pk, games="replay")
    story.sweep()
    story.examine()
    decided = story.cup.pairings.filter(outcome="played").first()
    story.decide(decided, "draw", "Both say so.")
    story.play_to_the_end()
    story.examine()
    first = story.cup
    story.goes_on_in(following)
    story.arrive(*EIGHT[:3])
    story.does("merry", "leave")
    story.arrive("merry", "gimli")
    story.sweep()
    story.examine()
    story.play_to_the_end(story.better(*EIGHT))
    assert story.cup.entrants.get(champion=True).user.username == "bilbo"
    assert (first.name, story.cup.name) == ("Green Dragon Cup 1", "Green Dragon Cup 2")
    story.examine()
