"""In events a director sets positions right, and has games played again; nobody else, and never in their own game."""

from games.acts import votes
from games.ledger.verification import faults_of
from games.models import Event, Game, Seat
from games.play import access, positions
from leagues.models import AuditEntry, ResultRecord
from leagues.services import directing
from leagues.services.conduct import copies
from leagues.services.records import exports, results
from notifications.models import Delivery
from tests.conftest import code_of, refused

COINS = "Coins of Sauron = 9"


def game_of(cup, number=1):
    return cup.pairings.select_related("game").get(number=number).game


def view_of(game):
    game = access.get_game(game.key)
    return positions.open_game(access.Viewer(game, tuple(game.seats.all()), None, None)).view(None)


def test_a_director_sets_a_position_right_with_a_reason_that_the_players_read(world, elrond, cup):
    game = game_of(cup)
    pairing = directing.correct(cup.key, elrond, 1, "coins of sauron = 9", "A misprint.", world.now)
    assert pairing.game == game
    assert view_of(game)["sides"]["sauron"]["coins"] == 9
    entry = AuditEntry.objects.get(act="corrected")
    assert (entry.reason, entry.actor, entry.data) == ("A misprint.", elrond, {"change": COINS})
    assert entry.text == f"The position was set right: {COINS}."
    assert Delivery.objects.filter(kind="league", subject__entry=entry.pk).count() == 2
    newest = Event.objects.filter(game=game).latest("seq")
    assert (newest.kind, newest.seat, newest.change) == ("correction", "", COINS)
    told = positions.log_lines(access.Viewer(access.get_game(game.key), tuple(game.seats.all()), None, None))
    assert told[-1]["text"] == f"A director set the position right: {COINS}."
    assert faults_of(access.get_game(game.key)) == []


def test_its_result_counts_for_the_event_and_for_no_rating(world, elrond, cup):
    game = game_of(cup)
    directing.correct(cup.key, elrond, 1, COINS, "A misprint.", world.now)
    world.end(game, 0)
    world.sweep()
    pairing = cup.pairings.get(number=1)
    assert pairing.state == "done"
    record = results.make(Game.objects.get(pk=game.pk), cup)
    assert record.counts is False
    assert record.counts_not == "the position was set right by hand"
    assert exports.row_of(ResultRecord.objects.get(game=game))["corrected"] is True


def test_what_cannot_be_is_refused_and_leaves_no_trace(world, elrond, cup):
    before = Event.objects.count()
    for change, reason, code in (
        ("Coins of Sauron = 99", "A misprint.", "bad-number"),
        ("nonsense", "A misprint.", "malformed"),
        (COINS, " ", "reason-needed"),
    ):
        with refused(code):
            directing.correct(cup.key, elrond, 1, change, reason, world.now)
    with refused("no-such-pairing"):
        directing.correct(cup.key, elrond, 99, COINS, "A misprint.", world.now)
    assert Event.objects.count() == before
    assert not AuditEntry.objects.filter(act="corrected").exists()


def test_neither_the_players_nor_a_director_in_their_own_game_do_it(world, elrond, cup):
    game = game_of(cup)
    player = game.seats.get(name="sauron").user
    viewer = access.viewer_for(access.get_game(game.key), player)
    for kind in ("correct", "copy"):
        assert code_of(votes.agree, viewer, kind, COINS) == "not-by-agreement"
    for act in (
        lambda: directing.correct(cup.key, player, 1, COINS, "A misprint.", world.now),
        lambda: copies.play_again(cup.key, player, 1, 0, "A misprint.", world.now),
    ):
        with refused("not-a-director"):
            act()
        cup.directors.add(player)
        with refused("own-game"):
            act()
        cup.directors.remove(player)


def test_a_director_has_a_game_played_again_from_a_step(world, elrond, cup):
    game = game_of(cup)
    copies.play_again(cup.key, elrond, 1, 0, "A fault of ours.", world.now)
    pairing = cup.pairings.select_related("game").get(number=1)
    assert pairing.game != game
    assert pairing.state == "playing"
    assert not pairing.game.rated
    game.refresh_from_db()
    assert (game.status, game.result["winners"]) == ("finished", [])
    assert set(AuditEntry.objects.values_list("act", flat=True)) >= {"copied", "copy-of"}
    people = set(Seat.objects.filter(game=pairing.game).values_list("user__username", flat=True))
    assert people == set(game.seats.values_list("user__username", flat=True))
    with refused("no-such-step"):
        copies.play_again(cup.key, elrond, 1, 99, "A fault of ours.", world.now)


def test_the_page_of_directors_offers_both(world, elrond, cup, client):
    client.force_login(elrond)
    page = client.get(f"/leagues/{cup.key}/direct/").content.decode()
    assert "What should be where" in page
    assert "Play on in a copy, from step" in page
    game = game_of(cup)
    client.post(
        f"/leagues/{cup.key}/direct/correct/", {"number": 1, "change": COINS, "reason": "A misprint."}
    )
    assert view_of(game)["sides"]["sauron"]["coins"] == 9
