"""The seeds of an event's games are fixed before anybody enters; the words of those who enter come after (MOV-8)."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from accounts.models import ApiToken
from games.ledger import records
from games.models import Game, SeedTree
from games.play import event_seeds
from games.play.imports import import_record
from leagues.models import Entrant
from leagues.services import directing
from leagues.services.entry import registration
from rules.core import seed_trees
from rules.core.chance import commitment
from rules.core.errors import ReplayError
from rules.core.records import Given, check_chain, seal
from rules.core.trust import trust_of
from tests import documented
from tests.conftest import person, refused
from tests.leagues.world import players

pytestmark = pytest.mark.django_db

ONCE = {"games_per_pair": 1}


def begun(world, elrond, words, **more):
    """A round robin that has begun, and its people, who gave these words as they entered."""
    made = world.found(elrond, "round-robin", settings=ONCE, **{"least_entrants": 2} | more)
    people = players(len(words))
    world.pass_time(timedelta(hours=1))
    for user, word in zip(people, words, strict=True):
        registration.enter(made.key, user, world.now, salt=word)
    world.pass_time(timedelta(days=21))
    world.sweep()
    made.refresh_from_db()
    return made, people


def record_of(game):
    game.refresh_from_db()
    return records.record_of(game)


def game_of(event, *people):
    games = Game.objects.filter(pairing__competition=event, status=Game.Status.RUNNING)
    for user in people:
        games = games.filter(seats__user=user)
    return games.get()


def root_of(event):
    return SeedTree.objects.get(event=event.key).root


def test_the_fingerprint_is_there_before_anybody_enters_and_every_game_holds_it(
    world, elrond, client, tmp_path
):
    event = world.found(elrond, "round-robin", settings=ONCE, least_entrants=2)
    root = root_of(event)
    client.force_login(person("gothmog"))
    page = client.get(f"/leagues/{event.key}/").content.decode()
    assert root in page
    assert f'name="salt" data-suggest-salt data-commitment="{root}"' in page
    people = players(3)
    world.pass_time(timedelta(hours=1))
    for user in people:
        registration.enter(event.key, user, world.now, salt=f"word of {user.username}")
    world.pass_time(timedelta(days=21))
    world.sweep()
    numbers = []
    for game in world.games(event):
        world.end(game)
        record = record_of(game)
        check_chain(record)
        assert (record.fairness.tree.event, record.fairness.tree.root) == (event.key, root)
        assert trust_of(record).choosable == [], "from the setup on nothing was the server's to choose"
        assert {how.early for how in record.fairness.given.values()} == {False}
        numbers.append(record.fairness.tree.number)
    assert documented.check(tmp_path, record)[0]
    assert sorted(numbers) == [0, 1, 2]


def test_a_server_that_fixes_another_seed_when_it_knows_the_words_is_found_out(world, elrond):
    event, (one, other, _) = begun(world, elrond, ["mellon", "ash nazg", ""])
    record = record_of(game_of(event, one, other))
    record.fairness.commitment = commitment(b"the best of twenty thousand")
    with pytest.raises(ReplayError, match="not among those that were fixed together"):
        check_chain(seal(record))


def test_who_gives_none_has_one_that_nobody_chose(world, elrond, client):
    event, (one, other) = begun(world, elrond, ["", ""])
    game = game_of(event, one, other)
    record = record_of(game)
    tree = record.fairness.tree
    for seat, word in record.fairness.salts.items():
        assert word == seed_trees.own_word(tree.root, tree.number, seat)
        assert record.fairness.given[seat] == Given(None, early=True, server=True)
    check_chain(record)
    setup = [outcome.index for outcome in record.entries[0].chance]
    assert trust_of(record).choosable == setup
    page = client.get(f"/game/{game.key}/proof/").content.decode()
    assert page.count("the server’s, for want of another") == 2
    assert f'data-word="{next(iter(record.fairness.salts.values()))}"' not in page


def test_a_word_can_be_given_and_changed_for_the_games_to_come(world, elrond):
    event, people = begun(world, elrond, ["first", "", ""], games_at_once=1)
    before = world.games(event)
    registration.choose_salt(event.key, people[0], "second", world.now)
    for game in before:
        assert "second" not in record_of(game).fairness.salts.values(), "what has begun stays as it is"
    registration.choose_salt(event.key, people[1], "of my own", world.now)
    for _ in range(3):
        for game in world.games(event):
            world.end(game)
        world.pass_time(timedelta(minutes=5))
        world.sweep()
    later = Game.objects.filter(pairing__competition=event).exclude(pk__in=[game.pk for game in before])
    own = [record_of(game) for game in later.filter(seats__user=people[0])]
    assert own
    assert all("second" in record.fairness.salts.values() for record in own)
    with refused("not-entered"):
        registration.choose_salt(event.key, person("stranger"), "word")


def test_a_word_from_before_the_seeds_proves_nothing(world, elrond, monkeypatch):
    """A further tree is fixed when the one before is half used; what was said before that is early for it."""
    monkeypatch.setattr(seed_trees, "SIZE", 64)
    event = world.found(elrond, "round-robin", settings=ONCE, least_entrants=2)
    one, other = players(2)
    registration.enter(event.key, one, world.now, salt="from the beginning")
    registration.enter(event.key, other, world.now, salt="mellon")
    assert list(event_seeds.take(event.key, 31)) == list(range(31))
    assert SeedTree.objects.filter(event=event.key).count() == 1
    world.pass_time(timedelta(days=1))
    assert list(event_seeds.take(event.key, 33)) == list(range(31, 64))
    assert SeedTree.objects.filter(event=event.key).count() == 2
    world.pass_time(timedelta(days=1))
    registration.choose_salt(event.key, other, "and after it", world.now)
    world.pass_time(timedelta(days=21))
    world.sweep()
    record = record_of(game_of(event, one, other))
    check_chain(record)
    assert record.fairness.tree.number == 0
    assert record.fairness.tree.root == SeedTree.objects.get(event=event.key, number=1).root
    early = {record.fairness.salts[seat]: how.early for seat, how in record.fairness.given.items()}
    assert early == {"from the beginning": True, "and after it": False}


def test_the_same_word_again_came_when_it_came_first(world, elrond):
    event = world.found(elrond, "round-robin", settings=ONCE, least_entrants=2)
    (user,) = players(1)
    at = registration.enter(event.key, user, world.now, salt="mellon").salt_at
    world.pass_time(timedelta(days=1))
    assert registration.choose_salt(event.key, user, "mellon", world.now).salt_at == at
    registration.leave(event.key, user, world.now)
    assert registration.enter(event.key, user, world.now, salt="mellon").salt_at == at
    assert registration.choose_salt(event.key, user, "another", world.now).salt_at == world.now


def test_numbers_follow_from_who_entered_first(world, elrond):
    event, _ = begun(world, elrond, [""] * 5)
    pairings = list(event.pairings.prefetch_related("places").order_by("seed_number"))
    for number in set(event.pairings.values_list("round", flat=True)):
        of_round = [p for p in pairings if p.round_id == number]
        who = [sorted(place.entrant_id for place in p.places.all()) for p in of_round]
        assert who == sorted(who)
    assert [p.seed_number for p in pairings] == list(range(10))


@pytest.mark.parametrize("days", [0, 30])
def test_a_game_that_is_replayed_has_a_seed_that_nobody_has_seen(world, elrond, days):
    event, (one, other, _) = begun(world, elrond, ["a", "b", "c"], round_days=days)
    pairing = game_of(event, one, other).pairing
    first = record_of(pairing.game).fairness.tree.number
    registration.leave(event.key, one, world.now)
    world.sweep()
    assert record_of(pairing.game).fairness.seed is not None
    entrant = event.entrants.get(user=one)
    directing.readmit(event.key, elrond, entrant.pk, "replay", "Left by mistake.", world.now)
    world.sweep()
    again = record_of(game_of(event, one, other)).fairness.tree.number
    used = set(event.pairings.values_list("seed_number", flat=True))
    assert again > 2 >= first
    assert len(used) == 3


def test_who_takes_a_place_over_does_not_take_the_word(world, elrond):
    event, (one, _, _) = begun(world, elrond, ["mine", "b", "c"])
    new = players(1, "substitute")[0]
    entrant = directing.replace(event.key, elrond, event.entrants.get(user=one).pk, new.username, "Ill.")
    assert (entrant.user, entrant.salt, entrant.salt_at) == (new, "", None)


def test_a_team_takes_the_words_of_those_who_join(world, elrond, client):
    event = world.found(elrond, "team-round-robin", team_size=2)
    captain, member = players(2)
    client.force_login(captain)
    client.post(f"/leagues/{event.key}/do/found-team/", {"name": "The Ents", "salt": "of the captain"})
    client.post(f"/leagues/{event.key}/do/ask-player/", {"username": member.username})
    team = event.teams.get()
    client.force_login(member)
    client.post(f"/leagues/{event.key}/do/join-team/", {"team": team.pk, "salt": "of the member"})
    assert set(event.entrants.values_list("salt", flat=True)) == {"of the captain", "of the member"}


def test_an_event_from_before_has_its_seeds_from_the_next_entry_or_game_on(world, elrond):
    event = world.found(elrond, "round-robin", settings=ONCE, least_entrants=2)
    SeedTree.objects.all().delete()
    registration.enter(event.key, players(1)[0], world.now)
    assert SeedTree.objects.filter(event=event.key).count() == 1
    assert Entrant.objects.get(competition=event).salt == ""


def test_a_game_of_an_event_moves_to_another_server(world, elrond):
    event, (one, other) = begun(world, elrond, ["mellon", ""])
    game = game_of(event, one, other)
    world.end(game)
    record = record_of(game)
    copy = import_record(record)
    assert record_of(copy).fairness == record.fairness


def test_programs_read_the_fingerprint_and_give_words(world, elrond, client):
    event = world.found(elrond, "round-robin", settings=ONCE, least_entrants=2)
    one, other = players(2)
    address = f"/api/v1/leagues/{event.key}/"
    headers = {
        user: {"Authorization": f"Bearer {ApiToken.objects.issue(user, 'test', ['lobby', 'read'])[1]}"}
        for user in (one, other)
    }

    def post(user, act, data):
        return client.post(
            f"{address}acts/{act}/", data, content_type="application/json", headers=headers[user]
        )

    assert post(one, "enter", {"salt": "mellon"}).status_code == 200
    assert post(other, "enter", {}).status_code == 200
    assert post(other, "salt", {"salt": "x" * 65}).status_code == 422
    assert post(other, "salt", {"salt": "ash nazg"}).status_code == 200
    shown = client.get(address, headers=headers[one]).json()
    assert shown["you"]["salt"] == "mellon"
    assert [(tree["root"], tree["first"]) for tree in shown["seeds"]] == [(root_of(event), 0)]
    assert "ash nazg" not in str(shown)
    world.pass_time(timedelta(days=21))
    world.sweep()
    told = client.get(f"{address}pairings/", headers=headers[one]).json()["results"]
    assert [pairing["seed_number"] for pairing in told] == [0]
    proof = client.get(f"/api/v1/games/{told[0]['game']}/proof/", headers=headers[one]).json()
    tree = proof["tree"]
    assert seed_trees.root_of(proof["commitment"], tree["number"], tree["path"]) == root_of(event)


def test_a_change_of_the_key_keeps_what_was_promised(world, elrond, settings, monkeypatch):
    event = world.found(elrond, "round-robin", settings=ONCE, least_entrants=2)
    before = event_seeds.promised(event.key, 7)
    monkeypatch.setenv("FORMER_SEED_KEY", settings.SEED_KEY)
    settings.SEED_KEY = "another key"
    call_command("change_seed_key")
    after = event_seeds.promised(event.key, 7)
    assert (after.commitment, after.tree) == (before.commitment, before.tree)
    settings.SEED_KEY = "a third one"
    monkeypatch.setenv("FORMER_SEED_KEY", "a fourth")
    with pytest.raises(CommandError, match=f"Nothing is changed: .* event {event.key}"):
        call_command("change_seed_key")
