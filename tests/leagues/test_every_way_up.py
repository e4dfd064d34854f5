"""Swiss, knock-outs and ladders, told from founding to their end, with all that goes wrong on the way put right."""

from __future__ import annotations

import pytest

from leagues.models import Competition, Entrant
from tests.leagues.reading import acts_offered, text_of
from tests.leagues.stories import Story, first_seat

pytestmark = pytest.mark.django_db

SIX = ("bilbo", "frodo", "merry", "pippin", "gimli", "legolas")


@pytest.fixture
def story(world, request):
    return Story(world, request.param)


@pytest.mark.long
@pytest.mark.parametrize("story", [1, 2], indirect=True)
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


@pytest.mark.long
@pytest.mark.parametrize("story", [3, 4], indirect=True)
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


@pytest.mark.long
@pytest.mark.parametrize("story", [5], indirect=True)
def test_a_double_knock_out_that_takes_somebody_back(story):
    """Who leaves has a second life, and comes back in the lower half; a set is decided by Elrond."""
    story.found("double-knock-out", "Cup of Two Towers")
    story.arrive(*SIX[:5])
    story.directs("start")
    story.sweep()
    leaver = story.world.games(story.cup)[0].seats.get(position=0).user.username
    story.does(leaver, "leave")
    story.sweep()
    story.examine()
    story.directs("readmit", "The Palantír lied.", entrant=story.entrant(leaver).pk, games="stand")
    story.play_some(1)
    story.examine()
    running = story.cup.pairings.filter(state="playing").first()
    if running is not None:
        story.decide(running, "draw", "A storm.")
    story.play()
    story.examine()
    story.play_to_the_end()
    assert story.cup.pairings.filter(places__entrant=story.entrant(leaver), slot__startswith="L").exists()
    story.examine()


@pytest.mark.long
@pytest.mark.parametrize("story", [6], indirect=True)
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
