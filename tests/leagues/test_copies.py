"""Moderators play a game again from a step, beside it or instead of it; and look at it (MOD-11)."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.hours import resignation
from games.ledger import records
from games.ledger.rebuild import rebuild
from games.ledger.verification import faults_of
from games.lobby import invitations, tables
from games.models import Event, Game, Seat
from games.play import seat_links, undo
from games.play.copies import copy_game, steps_of
from leagues.models import AuditEntry, Competition, Pairing, ResultRecord
from leagues.services.conduct import copies, moderation
from leagues.services.lifecycle import progress
from leagues.services.rounds import standings
from notifications.models import Delivery
from rules.core import cli
from rules.core.errors import ReplayError
from rules.core.records import check_chain, check_fairness, dump_record, load_record, proofs
from rules.core.transcript import write_transcript
from tests.conftest import Table, person, refused
from tests.games.test_takeback import reach_follow_up
from tests.leagues.world import players
from tests.opening import open_table

pytestmark = pytest.mark.django_db


def table_of(game, table):
    return Table(game, table.fellowship, table.sauron)


# -- the copy itself ---------------------------------------------------------------------------


def test_a_copy_stands_where_the_game_stood_and_goes_on(duel):
    for _ in range(4):
        duel.discard()
    then = duel.play().view("*")
    for _ in range(3):
        duel.discard()
    copy = table_of(copy_game(duel.game.key, 4), duel)
    assert copy.play().view("*") == then
    assert [s.user for s in copy.game.seats.all()] == [s.user for s in duel.game.seats.all()]
    assert not copy.game.rated
    assert duel.play().view("*") != then
    copy.play_out()
    assert faults_of(copy.game) == []
    assert faults_of(duel.reload().game) == []


@pytest.mark.long
def test_a_copy_draws_anew_so_that_nobody_knows_what_comes(duel):
    """Everything of both games is the same but the seed: the next draws differ, those before do not."""
    for _ in range(3):
        duel.discard()
    made = [copy_game(duel.game.key, 3) for _ in range(3)]
    assert len({game.commitment for game in [duel.game, *made]}) == 4
    drawn = set()
    for game in made:
        copy = table_of(game, duel)
        copy.play_out(seed=5)
        outcomes = [e.chance for e in Event.objects.filter(game=game).order_by("seq")]
        drawn.add(json.dumps(outcomes))
    assert len(drawn) == 3


def test_the_record_of_a_copy_proves_its_own_draws_and_names_the_others(duel):
    for _ in range(3):
        duel.discard()
    copy = table_of(copy_game(duel.game.key, 2), duel)
    copy.play_out()
    record = load_record(dump_record(records.record_of(copy.game)))
    assert record.origin.game == duel.game.key
    assert record.origin.entries == 3
    assert record.origin.hash == Event.objects.get(game=duel.game, seq=2).hash
    check_chain(record)
    assert check_fairness(record) == sum(len(e.chance) for e in record.entries[3:])
    assert {entry.seq for entry, _, _ in proofs(record)}.isdisjoint({0, 1, 2})
    record.origin.entries = 1  # who claims more for the seed than it gave is found out
    with pytest.raises(ReplayError):
        check_chain(record)
    assert "copy: the first 3 entries" in write_transcript(records.record_of(copy.game))


def test_a_record_cannot_claim_to_copy_what_it_does_not_hold(duel):
    record = records.record_of(copy_game(duel.game.key, 0))
    for entries in (0, 2, -1, 10**9):
        record.origin.entries = entries
        with pytest.raises(ReplayError):
            check_chain(record)


def test_what_was_taken_back_is_not_copied(duel):
    seat, red = reach_follow_up(duel)
    done = duel.submit(seat, red)
    undo.take_back(duel.game.key, seat, done.version)
    duel.discard()
    copy = copy_game(duel.game.key, len(steps_of(duel.reload().game)) - 1)
    kinds = list(Event.objects.filter(game=copy).order_by("seq").values_list("seq", "kind"))
    assert kinds == [(0, "start"), *((n, "choice") for n in range(1, len(kinds)))]
    assert table_of(copy, duel).play().view("*") == duel.play().view("*")
    assert faults_of(copy) == []


def test_a_finished_game_is_copied_before_its_end(duel):
    duel.discard()
    resignation.resign(duel.game.key, "sauron")
    copy = copy_game(duel.game.key, 1)
    assert copy.status == Game.Status.RUNNING
    assert copy.seed == ""
    assert copy.sealed_seed


def test_a_step_that_ended_the_game_is_none_to_go_on_from(duel):
    duel.play_out()
    steps = steps_of(duel.game)
    with refused("over-there"):
        copy_game(duel.game.key, len(steps) - 1)
    for step in (-1, len(steps)):
        with refused("no-such-step"):
            copy_game(duel.game.key, step)
    assert Game.objects.count() == 1
    assert copy_game(duel.game.key, len(steps) - 2).status == Game.Status.RUNNING


def test_every_clock_of_a_copy_is_fresh_and_rebuild_finds_the_same(duel):
    duel.discard()
    copy = copy_game(duel.game.key, 1)

    def clocks():
        return list(copy.seats.values("name", "bank_ms", "due_at", "full_decisions", "waiting_since"))

    before = clocks()
    assert all(row["bank_ms"] >= copy.clock_bank * 1000 for row in before)
    rebuild(copy.key)
    assert clocks() == before


def test_bots_and_guests_come_along(duel):
    frodo = duel.fellowship
    game = open_table(frodo, title="duel", seat="fellowship", bots={"sauron": "random"})
    copy = copy_game(game.key, 0)
    assert copy.seats.get(name="sauron").bot == "random"

    private = open_table(frodo, title="duel", seat="fellowship", visibility="private")
    secret = invitations.seat_link(private.key, frodo, "sauron").rstrip("/").rsplit("/", 1)[-1]
    _, own = invitations.join_by_link(secret, guest_name="Pippin")
    tables.start_now(private.key, frodo)
    with refused("guest-without-address"):
        copy_game(private.key, 0)
    Seat.objects.filter(game=private, name="sauron").update(guest_email="pippin@example.org")
    copy = copy_game(private.key, 0)
    fresh = seat_links.secret_of(copy.seats.get(name="sauron"))
    assert fresh != own
    assert invitations.seat_behind(own).game_id == private.pk
    assert invitations.seat_behind(fresh).game_id == copy.pk


def test_a_copy_is_exported_and_taken_in_again(duel, tmp_path, capsys):
    duel.discard()
    copy = table_of(copy_game(duel.game.key, 1), duel)
    copy.play_out()
    file = tmp_path / "copy.json"
    file.write_bytes(dump_record(records.record_of(copy.game)))
    assert cli.main(["verify", str(file)]) == 0
    assert f"a copy of game {duel.game.key}" in " ".join(capsys.readouterr().out.split())
    call_command("import_game", str(file))
    taken_in = Game.objects.exclude(pk__in=[duel.game.pk, copy.game.pk]).get()
    assert taken_in.origin == copy.game.origin
    assert faults_of(taken_in) == []


# -- moderators --------------------------------------------------------------------------------


def test_a_copy_beside_the_game_tells_everybody_and_notes_both(duel, moderator):
    duel.discard()
    made = copies.copy(moderator, duel.game.key, 0, "To study.")
    assert not duel.reload().is_finished
    assert AuditEntry.objects.get(game=duel.game).data["copy"] == made.key
    assert AuditEntry.objects.get(game=made).data["original"] == duel.game.key
    told = Delivery.objects.filter(subject__what="moderation")
    assert {row.user for row in told} == {duel.fellowship, duel.sauron}


def test_a_game_is_rewound_by_going_on_in_a_copy(duel, moderator, client):
    for _ in range(3):
        duel.discard()
    client.force_login(moderator)
    page = client.get(reverse("moderation"), {"game": duel.game.key}).content.decode()
    assert "After step (0 to 3)" in page
    given = {"act": "rewind", "step": "2", "reason": "A wrong rule."}
    answer = client.post(reverse("moderate-game", args=[duel.game.key]), given)
    made = Game.objects.get(origin__game=duel.game.key)
    assert answer.url == reverse("game", args=[made.key])
    assert duel.reload().game.result["winners"] == []
    assert "Play goes on from step 2" in duel.game.result["text"]
    for key, other in ((duel.game.key, made.key), (made.key, duel.game.key)):
        text = client.get(reverse("game", args=[key])).content.decode()
        assert "A wrong rule." in text
        assert f"/game/{other}/" in text
    proof = client.get(reverse("proof", args=[made.key])).content.decode()
    assert "first 3 steps are a copy" in proof


def test_a_finished_game_that_is_rewound_counts_for_no_rating(duel, moderator, world):
    Game.objects.update(rated=True)
    Seat.objects.update(full_decisions=5)
    resignation.resign(duel.game.key, "sauron")
    progress.sweep(world.now)
    assert ResultRecord.objects.get().counts
    copies.copy(moderator, duel.game.key, 0, "The board was broken.", instead=True)
    assert ResultRecord.objects.get().annulled


def test_only_a_moderator_with_a_reason_and_no_part_in_it_copies(duel, moderator):
    with refused("not-a-moderator"):
        copies.copy(duel.sauron, duel.game.key, 0, "For me.")
    with refused("reason-needed"):
        copies.copy(moderator, duel.game.key, 0, " ")
    duel.sauron.is_staff = True
    duel.sauron.save()
    with refused("own-game"):
        copies.copy(duel.sauron, duel.game.key, 0, "For me.")
    with refused("no-such-game"):
        copies.copy(moderator, "nowhere", 0, "Where?")
    with refused("no-such-step"):
        copies.copy(moderator, duel.game.key, 99, "When?", instead=True)
    assert not duel.reload().is_finished


@pytest.mark.parametrize("ended", [False, True])
def test_in_an_event_the_copy_takes_the_place_of_the_game(world, elrond, moderator, ended):
    cup = world.found(elrond, "round-robin", least_entrants=2)
    world.enter(cup, players(3))
    world.pass_time(timedelta(days=21))
    world.sweep()
    first = world.games(cup)[0]
    if ended:
        world.end(first, winner=0)
        world.sweep()
    with refused("one-game-of-an-event"):
        copies.copy(moderator, first.key, 0, "Why not.")
    made = copies.copy(moderator, first.key, 0, "A fault of ours.", instead=True)
    world.sweep()
    pairing = Pairing.objects.get(game=made)
    assert pairing.state == Pairing.State.PLAYING
    assert list(pairing.places.values_list("points", flat=True)) == [None, None]
    assert made.in_event
    for game in world.games(cup):
        world.end(game, winner=1)
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED
    assert Pairing.objects.get(game=made).places.get(index=1).points == 2.0
    assert sum(line.played for line in standings.load(cup).tables()[0].lines) == 12
    with refused("not-running"):
        copies.copy(moderator, made.key, 0, "Too late.", instead=True)


def test_a_result_on_which_others_were_paired_is_not_played_again(world, elrond, moderator):
    cup = world.found(elrond, "swiss", least_entrants=4)
    world.enter(cup, players(4))
    world.pass_time(timedelta(days=21))
    world.sweep()
    games = world.games(cup)
    for game in games:
        world.end(game)
    world.sweep()
    with refused("built-upon"):
        copies.copy(moderator, games[0].key, 0, "Again.", instead=True)
    assert not Game.objects.exclude(origin={}).exists()


# -- looking, and seats ------------------------------------------------------------------------


def test_a_moderator_who_looks_tells_the_players_why(duel, moderator, client):
    client.force_login(moderator)
    where = reverse("moderate-game", args=[duel.game.key])
    assert client.post(where, {"act": "see", "seat": "sauron", "reason": ""}).status_code == 422
    assert client.post(where, {"act": "see", "seat": "nobody", "reason": "Why."}).status_code == 404
    page = client.post(where, {"act": "see", "seat": "sauron", "reason": "A report."})
    assert page.status_code == 200
    assert "the players have been told" in page.content.decode()
    entry = AuditEntry.objects.get(act="see")
    assert Delivery.objects.filter(subject__entry=entry.pk).count() == 2
    client.force_login(duel.fellowship)
    assert "A report." in client.get(reverse("game", args=[duel.game.key])).content.decode()
    duel.sauron.is_staff = True
    duel.sauron.save()
    with refused("own-game"):
        moderation.see(duel.sauron, duel.game.key, "fellowship", "Curious.")


def test_what_a_player_kept_for_later_does_not_pass_to_who_takes_the_seat(duel, moderator):
    """Drafts and orders are secrets of the former player; the opponent might be told of them otherwise."""
    sam = person("sam")
    Seat.objects.filter(game=duel.game, name="sauron").update(draft=[{"text": "secret"}], has_orders=True)
    moderation.act_on_game(moderator, duel.game.key, "swap-seat", "Ill.", seat="sauron", username="sam")
    seat = duel.seat("sauron")
    assert (seat.user, seat.draft, seat.has_orders) == (sam, [], False)
    assert Event.objects.filter(game=duel.game, kind="substitute", seat="sauron").exists()
    assert faults_of(duel.reload().game) == []
