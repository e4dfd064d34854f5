"""The pages of directors and moderators offer only what can be done now, and say why not."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from leagues.services import directing
from leagues.services.directing import offers, pairs
from leagues.services.directing.offers import of_entrant
from leagues.services.entry import byes, registration
from leagues.services.lifecycle import start
from tests.conftest import person, refused
from tests.leagues.test_ways_back import begun
from tests.leagues.world import is_over, players

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_director_is_offered_nothing_about_their_own_games(world, client):
    arwen = person("arwen")
    cup = world.found(arwen, "round-robin")
    world.enter(cup, [arwen, *players(3)])
    world.pass_time(timedelta(days=14))
    world.sweep()
    cup.refresh_from_db()
    for pairing in cup.pairings.all():
        own = pairing.places.filter(entrant__user=arwen).exists()
        offered = offers.of_game(cup, pairing, arwen, world.now)
        assert offered.decide != own
        assert bool(offered.why) == own
    mine = of_entrant(cup, cup.entrants.get(user=arwen), arwen)
    assert (mine.remove, mine.replace) == (False, False)
    client.force_login(arwen)
    shown = client.get(reverse("league-director", args=[cup.key])).content.decode()
    assert shown.count("This is your own game: another director has to decide.") == 6
    assert "<option value=" in shown
    assert f">{arwen}</option>" not in shown


@pytest.mark.long
def test_what_is_refused_now_is_not_offered(world, elrond, client):
    """Too few to begin; no clock that could be stopped twice; nothing to decide when all is over."""
    cup = world.found(elrond, "round-robin")
    people = players(4)
    world.enter(cup, people[:1])
    client.force_login(elrond)

    def shown():
        return client.get(reverse("league-director", args=[cup.key])).content.decode()

    assert "Begin now" not in shown()
    assert "1 has entered; 4 are needed to begin." in shown()
    world.enter(cup, people[1:])
    assert "Begin now" in shown()
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()
    assert "End the round now" in shown()
    assert shown().count(">Stop</button>") == 12
    assert "Let run" not in shown()
    directing.pause(cup.key, elrond, 1, True, "A storm.", world.now)
    assert shown().count(">Stop</button>") == 11
    assert shown().count(">Let run</button>") == 1
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    cup.refresh_from_db()
    assert is_over(cup)
    for words in ("Begin now", "End the round now", ">Decide<", ">Change<", ">Extend<", "Let in again"):
        assert words not in shown()


def test_excusing_is_offered_once_and_after_the_end_too(world, elrond, client):
    cup, _ = begun(world, elrond, "round-robin", 4)
    place = cup.pairings.get(number=1).places.first()
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    place.refresh_from_db()
    place.timed_out = True
    place.save()
    client.force_login(elrond)
    page = reverse("league-director", args=[cup.key])
    assert client.get(page).content.decode().count(">Excuse</button>") == 1
    directing.excuse(cup.key, elrond, 1, "A power cut.", world.now)
    assert ">Excuse</button>" not in client.get(page).content.decode()


def test_leaving_is_not_offered_in_an_event_that_was_called_off(world, elrond, client):
    cup, people = begun(world, elrond, "round-robin", 4)
    client.force_login(people[0])
    page = reverse("league", args=[cup.key])
    assert ">Leave</button>" in client.get(page).content.decode()
    directing.call_off(cup.key, elrond, "A flood.", world.now)
    assert ">Leave</button>" not in client.get(page).content.decode()


def test_a_moderator_reads_why_a_game_of_an_event_is_not_played_again(world, elrond, client, moderator):
    cup, _ = begun(world, elrond, "swiss", 6)
    first = world.games(cup)[0]
    client.force_login(moderator)

    def shown():
        return client.get(reverse("moderation"), {"game": first.key}).content.decode()

    assert "Play again from a step" in shown()
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    assert "Play again from a step" not in shown()
    assert "The next round was paired from this result: it stands." in shown()


@pytest.mark.parametrize("preset", ["round-robin", "swiss", "knock-out"])
def test_nobody_takes_the_place_of_whoever_left_before_it_began(world, elrond, preset):
    """They had none: whoever took it would be in no pool, no round and no bracket."""
    cup = world.found(elrond, preset)
    people = players(7)
    world.enter(cup, people)
    registration.leave(cup.key, people[6], world.now)
    world.pass_time(timedelta(days=21))
    world.sweep()
    cup.refresh_from_db()
    leaver = cup.entrants.get(user=people[6])
    offered = of_entrant(cup, leaver, elrond)
    assert not offered.replace
    assert "not in it when it began" in offered.why
    late = players(1, "late")[0]
    with refused("no-way-back"):
        directing.replace(cup.key, elrond, leaver.pk, late.username, "A friend of his.", world.now)
    ladder = world.found(elrond, "ladder")
    world.enter(ladder, people[:3])
    directing.start_now(ladder.key, elrond, world.now)
    ladder.refresh_from_db()
    first = ladder.entrants.get(place=1)
    registration.leave(ladder.key, first.user, world.now)
    assert of_entrant(ladder, ladder.entrants.get(pk=first.pk), elrond).replace, (
        "a ladder has room at its foot"
    )


# -- acts that could only be refused -----------------------------------------------------------


def direct(client, cup, user):
    """The page on which somebody directs an event."""
    client.force_login(user)
    return client.get(reverse("league-director", args=[cup.key])).content.decode()


def test_a_director_is_not_offered_to_replay_a_game_of_their_own(world, client):
    arwen = person("arwen")
    cup = world.found(arwen, "round-robin")
    people = players(3)
    world.enter(cup, [arwen, *people])
    directing.start_now(cup.key, arwen, world.now)
    world.sweep()
    registration.leave(cup.key, people[0], world.now)
    world.sweep()
    cup.refresh_from_db()
    leaver = cup.entrants.get(user=people[0])
    offered = of_entrant(cup, leaver, arwen)
    assert offered.readmit == ("stand",)
    text = direct(client, cup, arwen)
    assert offered.why in text
    assert "There is no lost game of theirs" not in text
    with refused("own-game"):
        directing.readmit(cup.key, arwen, leaver.pk, "replay", "A mistake.", world.now)
    directing.readmit(cup.key, arwen, leaver.pk, "stand", "A mistake.", world.now)


def test_what_another_director_said_about_oneself_is_not_offered_to_be_taken_back(world, elrond, client):
    arwen = person("arwen")
    cup = world.found(elrond, "swiss", pairing_by_hand=True)
    cup.directors.add(arwen)
    people = players(3)
    world.enter(cup, [arwen, *people])
    own, one, other, third = cup.entrants.order_by("pk").values_list("pk", flat=True)
    pairs.keep_apart(cup.key, elrond, own, one, "One house.", world.now)
    pairs.pair(cup.key, elrond, own, other, "One clock.", world.now)
    pairs.keep_apart(cup.key, elrond, one, third, "Brothers.", world.now)
    text = direct(client, cup, arwen)
    assert text.count("This is about you: another director has to decide.") == 2
    assert text.count(">Let them meet</button>") == 1
    assert ">Leave it to the rules</button>" not in text
    assert direct(client, cup, elrond).count(">Let them meet</button>") == 2


def test_no_mini_cup_is_offered_to_begin_of_people_who_are_away(world, elrond, client):
    cup = world.found(elrond, "mini-cup", starts_when_full=False)
    world.enter(cup, players(3))
    world.pass_time(timedelta(days=5))
    world.enter(cup, players(1, "late"))
    with refused("too-few"):
        directing.start_now(cup.key, elrond, world.now)
    text = direct(client, cup, elrond)
    assert "Begin now" not in text
    assert start.NO_CUP in text
    world.enter(cup, players(3, "new"))
    assert "Begin now" in direct(client, cup, elrond)
    directing.start_now(cup.key, elrond, world.now)


def test_the_only_one_on_a_ladder_has_no_other_rung(world, elrond, client):
    ladder, _ = begun(world, elrond, "ladder", 2)
    assert direct(client, ladder, elrond).count("Set the rung") == 2
    registration.leave(ladder.key, ladder.entrants.get(place=1).user, world.now)
    assert "Set the rung" not in direct(client, ladder, elrond)


def test_the_last_director_is_not_offered_to_go(world, elrond, moderator, client):
    cup = world.found(elrond, "swiss")
    arwen = person("arwen")
    for user in (moderator, elrond):
        text = direct(client, cup, user)
        assert "Remove elrond" not in text
        assert "Step down" not in text
    cup.directors.add(arwen)
    assert "Remove elrond" in direct(client, cup, moderator)
    assert "Step down" in direct(client, cup, elrond)
    User.objects.filter(pk=arwen.pk).update(is_active=False)
    assert "Step down" not in direct(client, cup, elrond), "who cannot sign in cannot direct"


def test_no_bye_is_offered_in_a_round_in_which_one_is_paired_by_hand(world, elrond, client):
    cup = world.found(elrond, "swiss", settings={"rounds": 1, "byes": 1}, pairing_by_hand=True)
    people = players(3)
    world.enter(cup, people)
    one, other, _ = cup.entrants.order_by("pk")
    assert byes.offer(cup, one).free == (1,)
    pairs.pair(cup.key, elrond, one.pk, other.pk, "They asked for it.", world.now)
    assert byes.offer(cup, one).free == ()
    client.force_login(people[0])
    assert "Sit it out" not in client.get(reverse("league", args=[cup.key])).content.decode()
    with refused("by-hand"):
        byes.ask(cup.key, people[0], 1, world.now)
    registration.leave(cup.key, people[1], world.now)
    assert byes.offer(cup, one).free == (1,)
