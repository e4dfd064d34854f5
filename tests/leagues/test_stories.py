"""Events of every format, told once from founding to their end, with all that goes wrong on the way put right."""

import pytest

from leagues.models import AuditEntry, Competition, Entrant, Rating, ResultRecord
from leagues.services.records import ratings
from tests.leagues.reading import acts_offered, standings_of, text_of
from tests.leagues.stories import Story, first_seat

pytestmark = [pytest.mark.django_db, pytest.mark.long]

EIGHT = ("bilbo", "frodo", "merry", "pippin", "gimli", "legolas", "boromir", "eowyn")
SIX = EIGHT[:6]


@pytest.fixture
def story(world):
    return Story(world)


# -- in groups ---------------------------------------------------------------------------------------


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
    _ratings_made_anew_are_the_same()
    _the_next_season_begins(story, tiers)


def _ratings_made_anew_are_the_same():
    """Corrected results, games that were given up and all: the ratings follow from the records."""
    figures = ("system", "side", "user", "value", "games", "wins")
    before = set(Rating.objects.values_list(*figures))
    assert before
    ratings.rebuild()
    assert set(Rating.objects.values_list(*figures)) == before


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


def test_mini_cups_that_follow_each_other(story):
    """The first begins when it is full and the next one opens; a game is played to its last card."""
    story.found("mini-cup", "Green Dragon Cup 1")
    story.arrive(*EIGHT[:3])
    story.sweep()
    story.examine()
    story.arrive("pippin")
    story.sweep()
    assert story.cup.status == Competition.Status.RUNNING
    story.play_to_the_last_card(story.game_of("merry", "pippin").game)
    record = ResultRecord.objects.get(competition=story.cup)
    assert (record.counts, record.facts["turns"] > 0) == (True, True)
    story.play_some(3)
    story.does("bilbo", "leave")
    story.sweep()
    story.directs("readmit", "The wrong cup.", entrant=story.entrant("bilbo").pk, games="replay")
    story.sweep()
    story.examine()
    decided = story.cup.pairings.filter(outcome="played").first()
    story.decide(decided, "draw", "Both say so.")
    story.play_to_the_end(story.better(*EIGHT))
    story.examine()
    story.goes_on_in(Competition.objects.get(previous=story.cup))
    assert story.cup.name == "Green Dragon Cup 2"
    story.arrive(*EIGHT[:3])
    story.does("merry", "leave")
    story.arrive("merry", "gimli")
    story.sweep()
    assert len(story.world.games(story.cup)) == 12
    story.examine()


# -- Swiss, brackets and ladders -----------------------------------------------------------------------


def test_a_swiss_with_a_bye_a_latecomer_and_a_pair_by_hand(story):
    """Legolas rests, Boromir comes late, Elrond pairs and parts people; Merry leaves twice by mistake."""
    story.found(
        "swiss",
        "Swiss of Rivendell",
        pairing_by_hand="on",
        **{
            "setting-rounds": 4,
            "setting-byes": 1,
            "setting-late_entry": "half",
            "setting-first_tie": "play-off",
        },
    )
    story.arrive(*SIX, "eowyn")
    story.does("legolas", "bye", round=1)
    story.does("gimli", "bye", round=2)
    apart = {"entrant": story.entrant("bilbo").pk, "other": story.entrant("frodo").pk}
    story.directs("keep-apart", "Uncle and nephew.", **apart)
    story.examine()
    story.directs("start")
    story.sweep()
    assert story.line("legolas")["points"] == 1
    story.does("merry", "leave")
    story.sweep()
    story.directs("readmit", "A slip of the thumb.", entrant=story.entrant("merry").pk, games="replay")
    story.arrive("boromir")
    assert story.line("boromir")["points"] == 1
    story.does("gimli", "take-back-bye", round=2)
    story.sweep()
    story.examine()
    met = story.cup.pairings.filter(round__number=1, places__entrant=story.entrant("pippin")).get()
    others = [n for n in ("eowyn", "legolas") if not met.places.filter(entrant=story.entrant(n)).exists()]
    by_hand = {"entrant": story.entrant("pippin").pk, "other": story.entrant(others[0]).pk}
    story.directs("pair", "They share a clock.", **by_hand)
    story.examine()
    story.play()
    assert story.cup.rounds.count() == 2
    assert story.game_of("pippin", others[0], round__number=2)
    first = story.cup.pairings.filter(round__number=1, outcome="played").first()
    story.decide(first, "draw", "Neither could win it.")
    story.does("merry", "leave")
    story.play()
    story.directs("readmit", "Again the thumb.", entrant=story.entrant("merry").pk, games="stand")
    story.sweep()
    story.examine()
    story.directs("let-meet", "They do not mind.", **apart)
    story.play_to_the_end()
    story.examine()


def test_a_knock_out_whose_first_sets_are_put_right(story):
    """Frodo is let in while his set can be played; a level set is explained; later results stand."""
    story.found_by_program("knock-out", "Cup of Gondor", pairing_by_hand=True)
    story.arrive(*SIX)
    apart = {"entrant": story.entrant("bilbo").pk, "other": story.entrant("frodo").pk}
    story.directs("keep-apart", "Not in the first round.", **apart)
    story.directs("start")
    story.sweep()
    story.examine()
    here = {game.seats.get(position=0).user.username for game in story.world.games(story.cup)}
    leaver = sorted(here)[0]
    story.does(leaver, "leave")
    story.sweep()
    story.examine()
    story.directs(
        "readmit", "Woke up too late.", refused=True, entrant=story.entrant(leaver).pk, games="stand"
    )
    story.directs("readmit", "Woke up too late.", entrant=story.entrant(leaver).pk, games="replay")
    story.sweep()
    pairing = story.cup.pairings.filter(state="playing").first()
    story.play([pairing.game])
    loser = pairing.places.get(won=False).entrant.user.username
    story.decide(pairing, loser, "Both say so.")
    story.examine()
    story.play(winner=first_seat)
    assert story.cup.rounds.count() == 2
    assert "Level sets, and what decided them" in text_of(story.shown())
    story.examine()
    out = Entrant.objects.exclude(places__pairing__round__number=2).filter(competition=story.cup).first()
    built_upon = out.places.first().pairing.number
    story.directs("adjudicate", "Too late.", refused=True, number=built_upon, verdict="draw")
    story.play_to_the_end(story.better(*SIX))
    story.examine()
    assert story.cup.entrants.filter(champion=True).count() == 1


def test_a_double_knock_out_that_takes_somebody_back(story):
    """It begins when it is full. Who leaves has a second life; somebody runs out of time; Elrond decides a set."""
    story.found("double-knock-out", "Cup of Two Towers", most_entrants=5, starts_when_full="on")
    story.arrive(*SIX[:5])
    story.sweep()
    leaver = story.world.games(story.cup)[0].seats.get(position=0).user.username
    story.does(leaver, "leave")
    story.sweep()
    story.examine()
    story.directs("readmit", "The Palantír lied.", entrant=story.entrant(leaver).pk, games="stand")
    story.play_some(1)
    story.examine()
    late = story.world.games(story.cup)[0].seats.get(position=1).user.username
    lost = story.runs_out_of_time(late)
    assert lost.places.get(entrant=story.entrant(late)).timed_out
    assert AuditEntry.objects.get(act="timeout").about == story.people[late]
    running = story.cup.pairings.filter(state="playing").first()
    story.decide(running, "draw", "A storm.")
    story.play()
    story.examine()
    story.play_to_the_end()
    assert story.cup.pairings.filter(places__entrant=story.entrant(leaver), slot__startswith="L").exists()
    story.examine()


def test_a_ladder_on_which_rungs_are_put_right(story):
    """A result is corrected and the rungs are made again; one is set; one who left stands where they stood."""
    story.found("ladder", "Stairs of Cirith Ungol", pairing_by_hand="on", season_days=100)
    story.arrive(*SIX[:5])
    story.examine()
    story.directs("start")
    story.sweep()
    story.examine()
    by_rung = [e.user.username for e in story.cup.entrants.select_related("user").order_by("place")]
    story.does(by_rung[3], "challenge", entrant=story.entrant(by_rung[1]).pk)
    wrong = story.game_of(by_rung[3], by_rung[1])
    story.play([wrong.game], story.better(by_rung[3], by_rung[1]))
    assert story.entrant(by_rung[3]).place == 2
    story.examine()
    story.does(by_rung[4], "challenge", entrant=story.entrant(by_rung[0]).pk)
    story.play(winner=story.better(by_rung[4], by_rung[0]))
    assert story.entrant(by_rung[4]).place == 1
    story.decide(wrong, by_rung[1], "They had taken the wrong side.")
    assert [story.entrant(name).place for name in by_rung] == [2, 3, 4, 5, 1]
    story.directs("rung", "A seed forgotten.", entrant=story.entrant(by_rung[3]).pk, rung=2)
    story.examine()
    story.does(by_rung[0], "leave")
    story.arrive("legolas")
    assert story.entrant("legolas").place == 5
    story.directs("readmit", "It was a mistake.", entrant=story.entrant(by_rung[0]).pk, games="stand")
    assert story.entrant(by_rung[0]).place == 3
    apart = {"entrant": story.entrant("legolas").pk, "other": story.entrant(by_rung[2]).pk}
    story.directs("keep-apart", "They will not say.", **apart)
    story.does("legolas", "challenge", refused=True, entrant=story.entrant(by_rung[2]).pk)
    story.examine()
    for _ in range(6):
        story.wait(days=17)
        _somebody_challenges(story)
        story.play()
    assert story.cup.status == Competition.Status.FINISHED
    story.examine()


def _somebody_challenges(story):
    """Somebody presses a button that the page offers them."""
    for name in story.rng.sample(sorted(story.people), len(story.people)):
        offered = acts_offered(story.shown(name), f"/leagues/{story.cup.key}/do/").get("challenge", [])
        if offered:
            return story.does(name, "challenge", entrant=int(story.rng.choice(offered).said["entrant"]))
    return None
