"""What the home and the page of one's games ask the database: six statements, and nobody else's secrets."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from freezegun import freeze_time

from accounts import blocks
from games.chat import talk
from games.hours import reliability
from games.ledger import rows
from games.ledger.lists import find
from games.lobby import invitations, next_game, pages, search, tables
from games.models import Game, Invitation, Miss, Seat, new_key
from games.play import access, positions
from games.play.submit import submit

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

MOST = 6
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def page(client, address="/"):
    answer = client.get(address)
    assert answer.status_code == 200
    return TOKEN.sub("", answer.content.decode())


def statements(client, address):
    with CaptureQueriesContext(connection) as asked:
        page(client, address)
    return len(asked)


def copied(game, number):
    """Write so many games like this one, which wait for its player."""
    seats = list(game.seats.all())
    for _ in range(number):
        game.pk, game.key = None, new_key()
        game.save(force_insert=True)
        for seat in seats:
            seat.pk, seat.game, seat.waiting_since = None, game, timezone.now()
            seat.save(force_insert=True)


@pytest.fixture
def busy(table, person, frodo):
    """Let there be rated tables that wait, games to watch, and an invitation of Frodo's."""
    owner, other = person("bilbo"), person("merry")
    for number in range(3):
        table(owner=owner, rated=True, note=f"{number}")
        table(owner=other, bots={"sauron": "random"})
    invitations.invite(table(owner=owner, visibility="private").key, owner, "frodo")
    return owner


@pytest.mark.parametrize("address", ["/", "/my/", "/my/?show=finished"])
def test_however_many_games_somebody_has_it_is_six_statements(busy, table, browser, frodo, address):
    client, counted = browser(frodo), {}
    game = table(bots={"sauron": "random"})
    with freeze_time(timezone.now()):  # the first request of ten minutes notes the visit
        page(client, address)
        for number in (1, 3, 20):
            copied(game, number - game.owner.seats.count())
            counted[number] = statements(client, address)
    assert len(set(counted.values())) == 1, counted
    assert counted[20] <= MOST


def test_a_stranger_costs_less(busy, browser):
    assert statements(browser(), "/") <= MOST - 2, "there is no session and nobody to know"


def test_many_over_open_or_unseen_cost_no_more(busy, table, browser, frodo):
    client = browser(frodo)
    with freeze_time(timezone.now()):
        for _ in range(4):
            table(name="Waits")
            over = table(bots={"sauron": "random"})
            Game.objects.filter(pk=over.pk).update(status="finished", finished_at=timezone.now())
        page(client, "/my/")
        assert statements(client, "/my/") <= MOST
        assert page(client, "/my/").count(">new</span>") == 4


def test_only_a_crowd_is_not_counted_anew_for_everybody(busy, table, frodo, monkeypatch):
    def told(seconds):
        with freeze_time(timezone.now() + timedelta(seconds=seconds)):
            return pages.home(None, tables=4, watched=2, lines=3)

    for number in (4, 5):
        table(owner=frodo)
        assert told(0).number_of_tables == number
    monkeypatch.setattr(pages, "MANY", 5)
    assert told(0).number_of_tables == 5
    newest = table(owner=frodo)
    found = told(pages.KEPT_SECONDS - 5)
    assert (found.number_of_tables, newest in found.tables) == (5, True), "it is shown at once"
    assert told(pages.KEPT_SECONDS + 5).number_of_tables == 6


# -- the same as is told one by one ------------------------------------------------------------


def free_tables(reader):
    """Open tables with a seat for anybody, but those of the reader, or to which they are invited."""
    tables = search.open_tables(reader, {"seats": "1"})
    if reader is None:
        return tables
    invited = Invitation.objects.filter(user=reader, state=Invitation.State.OPEN).values("game")
    return tables.exclude(seats__user=reader).exclude(pk__in=invited)


def games_of_others(reader):
    """Games to watch, but those at which the reader sits."""
    return search.watchable_games().exclude(pk__in=[] if reader is None else search.tables_of(reader))


def test_the_home_finds_what_the_lists_find(busy, table, frodo, sam, person):
    full, linked, kept = (table(owner=person(name)) for name in ("pippin", "rosie", "fatty"))
    tables.join(full.key, user=sam)
    invitations.seat_link(linked.key, linked.owner, "sauron")
    invitations.invite(kept.key, kept.owner, "sam")
    for reader in (None, frodo, sam, busy):
        found = pages.home(reader, tables=4, watched=2, lines=3)
        free = list(free_tables(reader)[:4])
        assert [(g.key, g.free_seats) for g in found.tables] == [(g.key, g.free_seats) for g in free]
        assert found.watched == list(games_of_others(reader)[:2])
        assert found.number_of_tables == search.open_tables(reader).count() == 6
        assert found.number_to_watch == search.watchable_games().count() == 3
        for shown, listed in zip(found.tables, free, strict=True):
            assert search.why_not_join(shown, reader) == search.why_not_join(listed, reader)
        if reader is not None:
            known = [(row.pk, row.game, row.sender) for row in search.invitations_of(reader)]
            assert [(i.pk, i.game, i.sender) for i in found.invitations] == known


def test_seats_stand_in_the_order_in_which_the_next_game_comes(table, frodo):
    now = timezone.now()
    for number in range(6):
        game = table(bots={"sauron": "random"})
        Seat.objects.filter(game=game, user=frodo).update(
            waiting_since=now if number % 2 else None,
            due_at=now + timedelta(hours=9 - number) if number in (1, 3) else None,
        )
    table(solo=True)
    listed = search.games_of(frodo)
    found = pages.home(frodo, tables=4, watched=3, lines=9)
    assert found.waiting + found.others == listed == pages.mine(frodo, 10).running
    assert (found.number_waiting, found.number_of_others) == (4, 3)
    assert [line.game for line in found.waiting] == [line.game for line in listed[:4]]


def test_the_number_beside_my_games_is_the_same_on_every_page(table, browser, frodo):
    games = [table(bots={"sauron": "random"}) for _ in range(6)]
    waits, held, *over = games
    now = timezone.now()
    Seat.objects.filter(user=frodo).update(waiting_since=None)
    Seat.objects.filter(game__in=(waits, held), user=frodo).update(waiting_since=now)
    Game.objects.filter(pk=held.pk).update(held_until=now + timedelta(minutes=1))
    ends = (
        ({"reason": "resignation"}, 1),
        ({"reason": "aborted"}, 1),
        (None, 1),
        ({"reason": "victory"}, 99),
    )
    for game, (result, days) in zip(over, ends, strict=True):
        end = {"status": "finished", "finished_at": now - timedelta(days=days), "result": result}
        Game.objects.filter(pk=game.pk).update(**end)
    for address in ("/tables/", "/", "/my/", "/my/?show=finished"):
        assert "(3 waiting for you)" in page(browser(frodo), address), address
    assert len(next_game.unseen_games(frodo)) == 2


def test_who_may_sit_down_at_no_rated_table_reads_why(table, browser, frodo, person):
    game = table(rated=True, owner=person("bilbo"))
    assert "reliable players" not in page(browser(frodo))
    now = timezone.now()
    missed = [Miss(user=frodo, game=game, at=now - timedelta(days=1)) for _ in range(30)]
    Miss.objects.bulk_create(missed)
    assert reliability.is_barred(frodo, now)
    assert "Rated tables are for reliable players" in page(browser(frodo))
    Miss.objects.update(forgiven=True)
    assert "reliable players" not in page(browser(frodo))


def test_what_was_said_meanwhile_stands_beside_its_game(table, browser, frodo, sam):
    game = table()
    tables.join(game.key, user=sam)
    tables.start_now(game.key, frodo)
    assert "new line" not in page(browser(frodo), "/my/")
    talk.say(access.viewer_for(access.get_game(game.key), sam), "Well met")
    assert "1 new line in the chat" in page(browser(frodo), "/my/")


# -- at once -----------------------------------------------------------------------------------


def test_what_somebody_does_is_seen_at_once_by_whom_it_concerns(table, browser, frodo, sam):
    stranger, his, hers = browser(), browser(frodo), browser(sam)
    assert "No table waits for you" in page(stranger)
    game = table(name="Bag End")
    here = f'href="/game/{game.key}/"'
    assert here in page(stranger)
    assert here in page(hers)
    assert here not in page(his), "it is his own"
    assert here in page(his, "/my/")
    tables.join(game.key, user=sam)
    assert here not in page(stranger), "it is full"
    assert here not in page(hers)
    assert here in page(hers, "/my/")
    tables.leave(game.key, user=sam)
    assert here in page(stranger)
    assert here in page(hers)
    assert here not in page(hers, "/my/")
    tables.join(game.key, user=sam)
    tables.start_now(game.key, frodo)
    assert here in page(stranger).partition("Games to watch")[2]
    asked = game.seats.select_related("user").get(waiting_since__isnull=False)
    assert "(1 waiting for you)" in page(browser(asked.user))
    decision = positions.open_decision(access.viewer_for(access.get_game(game.key), asked.user))
    submit(game.key, asked.name, expected_version=0, choices=[decision.fallback])
    game.refresh_from_db()
    assert f"?v={game.published_version}" in page(stranger), "it has moved"


def test_nobody_reads_anything_of_what_others_do_in_private(table, browser, frodo, sam, person):
    """What Frodo and Sam do behind closed doors changes no byte of what others are shown."""
    table(owner=person("bilbo"))
    others = [browser(), browser(person("pippin"))]
    with freeze_time(timezone.now()):
        for other in others:
            page(other)
        before = [
            [page(other) for address in ("/", "/my/")[: 1 + number]] for number, other in enumerate(others)
        ]
        game = table(visibility="private", name="Secret")
        invitations.invite(game.key, frodo, "sam")
        table(solo=True)
        blocks.block(frodo, sam)
        table(owner=sam, bots={"sauron": "random"}, visibility="private")
        theirs = browser(frodo)
        theirs.cookies["theme"] = "dark"
        assert "Secret" in page(theirs, "/my/")
        page(theirs)
        page(theirs, "/tables/new/?title=duel")
        after = [
            [page(other) for address in ("/", "/my/")[: 1 + number]] for number, other in enumerate(others)
        ]
    assert before == after


def test_the_form_that_is_made_once_holds_nothing_of_who_has_read_it(browser, frodo, sam):
    his, hers = browser(frodo), browser(sam)
    filled = page(his, "/tables/new/?title=duel&opponent=invite&username=gollum")
    assert "gollum" in filled
    own = [
        re.findall(r"\b[0-9a-f]{64}\b", page(client, "/tables/new/?title=duel"))
        for client in (his, hers, his)
    ]
    assert own[0] == own[2]
    assert len(set(own[0])) == len(set(own[1])) == 1
    assert own[0] != own[1], "everybody's next table has a seed of its own"
    again = page(hers, "/tables/new/?title=duel")
    assert "gollum" not in again
    assert "frodo" not in again


# -- the index ---------------------------------------------------------------------------------


def plan(statement, parameters):
    """Return how the database would carry a statement out if it had many rows."""
    explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_sort = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"{explain} {statement}", parameters)
        return "\n".join(str(row) for row in cursor.fetchall())


def test_games_to_watch_are_found_in_their_order(db):
    listed, parameters = search.watchable_games()[:3].query.sql_with_params()
    for statement in (listed, listed.replace("LIMIT 3", "LIMIT 3 OFFSET 40")):
        told = plan(statement, parameters)
        assert "game_to_watch" in told
        assert "TEMP B-TREE" not in told
        assert "Sort" not in told


PARTS = {
    "home": pages._FOR_READERS,
    "reach": pages._OF_GAMES,
    "game": (*pages._IN_THE_GAME, pages._ASKED, pages._UNSEEN, *pages._OF_A_VIEWER),
}


@pytest.mark.parametrize(("place", "parts"), PARTS.items(), ids=PARTS)
def test_no_page_reads_all_games_or_seats(frodo, place, parts):
    facts = {**pages._facts(frodo), "tables": 4, "watched": 3, "over": 30, "game": 7, "seat": "sauron"}
    told = plan(" UNION ALL ".join([*parts, *pages._parts_of(place)]), facts)
    if connection.vendor == "sqlite":
        assert set(re.findall(r"SCAN (\w+)", told)) <= {"CONSTANT", "own", *re.findall(r"of_\w+", told)}
    else:
        assert "Seq Scan" not in told
    assert ("game_to_watch" in told) == (place == "home")


def test_many_numbers_or_words_are_one_parameter(frodo, sam):
    found = rows.select(type(frodo), rows.among("row.id"), [rows.members([sam.pk, frodo.pk, 0])])
    assert {user.pk for user in found} == {frodo.pk, sam.pk}
    assert find(["SELECT 'a', 1, 2, 3, NULL, 'b'"], {})["a"][0].words == "b"


def test_a_cache_that_is_down_costs_no_answer(browser, frodo, monkeypatch):
    def down(*_, **__):
        raise ConnectionError("the cache is away")

    for name in ("get", "set"):
        monkeypatch.setattr(type(cache._connections["default"]), name, down)
    for address in ("/", "/my/", "/tables/new/?title=duel"):
        page(browser(frodo), address)
