"""First steps: practice with the side of one's choice, the guide of a first turn (LOB-19), the verdict."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

import rules
from games.models import Game
from games.play import access, positions
from games.play.submit import submit
from tests.opening import open_table
from tests.pages.test_colour_vision import linear

SHEETS = Path(__file__).resolve().parents[2] / "static/css"
SEATS = [
    ("duel", "fellowship"),
    ("duel", "sauron"),
    ("war-of-the-ring", "free-peoples"),
    ("war-of-the-ring", "shadow"),
]


def practise(reader, title, seat, **more):
    """Press a button of a practice form; returns the game and its page."""
    sent = {"title": title, "side": seat, "bot": next(iter(rules.title(title).bots)), **more}
    answer = reader.post("/tables/practice/", sent, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return Game.objects.latest("pk"), unescape(answer.content.decode())


def look(reader, game, query=""):
    return unescape(reader.get(f"/game/{game.key}/{query}").content.decode())


# -- practice ----------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("title", "seat"), SEATS)
def test_a_practice_game_begins_with_the_side_of_ones_choice(frodo, reader, title, seat):
    for page in ("/", "/handbook/", f"/handbook/{title}/", f"/tables/new/?title={title}"):
        html = reader.get(page).content.decode()
        assert f'name="side" value="{seat}">Play {rules.title(title).seat_name(seat)}<' in html, page
    game, html = practise(reader, title, seat)
    assert (game.status, game.visibility, game.rated) == ("running", "private", False)
    assert {place.name: place.bot or place.user for place in game.seats.all()} == {
        place.name: frodo if place.name == seat else "random" for place in game.seats.all()
    }
    assert 'aria-label="Your side"' in html


def test_a_side_that_is_not_there_is_refused(reader):
    answer = reader.post("/tables/practice/", {"title": "duel", "side": "balrog", "bot": "random"})
    assert answer.status_code == 422
    assert "no seat" in answer.content.decode()
    assert not Game.objects.exists()


def offered(reader, title):
    """What the practice form offers beside the usual table: words by the query that wants it."""
    html = unescape(reader.get(f"/handbook/{title}/").content.decode())
    return {
        query: words.strip() for query, words in re.findall(r'<option value="(\S*side=\S*)">([^<]+)<', html)
    }


@pytest.mark.long
@pytest.mark.parametrize("number", ["3", "4"])
def test_practice_offers_tables_of_partners_with_bots_in_all_other_seats(frodo, reader, number):
    title = rules.title("war-of-the-ring")
    seats = title.seats({"players": number})
    found = {query: words for query, words in offered(reader, title.id).items() if f"={number}&" in query}
    assert list(found) == [f"option-players={number}&side={seat}" for seat in (*seats, "")]
    assert found[f"option-players={number}&side=saruman"] == f"{number} players: Saruman, with Witch-king"
    game, html = practise(reader, title.id, "", table=f"option-players={number}&side=saruman", other="1")
    assert (game.status, game.visibility, game.options["players"]) == ("running", "private", number)
    assert {place.name: place.bot or place.user for place in game.seats.all()} == {
        seat: frodo if seat == "saruman" else "random" for seat in seats
    }
    assert "Saruman" in html


@pytest.mark.parametrize(("title", "sizes"), [("duel", set()), ("risk", {"3", "4", "alliance", "team"})])
def test_practice_offers_whatever_sizes_a_title_has(reader, title, sizes):
    assert {re.search(r"players=(\w+)", query)[1] for query in offered(reader, title)} == sizes


def test_a_seat_at_another_table_may_be_drawn(frodo, reader):
    game, _ = practise(reader, "risk", "", table="option-players=3&side=", other="1")
    assert sorted(place.bot for place in game.seats.all()) == ["", "random", "random"]
    assert game.seats.filter(user=frodo).count() == 1


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("option-players=7&side=gondor", "is not offered"),
        ("option-players=4&side=shadow", "no seat"),
        ("option-nazgul=4", "no option"),
        ("&&=%ff&side=%00", "no seat"),
    ],
)
def test_another_table_that_is_not_offered_is_refused(reader, table, words):
    sent = {"title": "war-of-the-ring", "bot": "random", "table": f"side=mordor&{table}", "other": "1"}
    answer = reader.post("/tables/practice/", sent)
    assert answer.status_code == 422
    assert words in unescape(answer.content.decode())
    assert not Game.objects.exists()


def test_a_visitor_is_led_to_an_account(db):
    html = Client().get("/handbook/duel/").content.decode()
    assert "/accounts/signup/?next=/handbook/duel/" in html
    assert "/tables/practice/" not in html


def test_the_guide_is_offered_until_a_game_was_played_to_its_end(frodo, reader):
    checked = 'name="guided" value="1" checked'
    assert reader.get("/handbook/duel/").content.decode().count(checked) == 1
    game = open_table(frodo, title="duel", solo=True)
    reader.post(f"/game/{game.key}/act/ask-cancel")
    assert checked not in reader.get("/handbook/duel/").content.decode()
    assert checked in reader.get("/handbook/war-of-the-ring/").content.decode()


# -- the guide ---------------------------------------------------------------------------------


def speaks(html):
    """The heading of what the guide says, None while it is silent."""
    found = re.search(r'class="guide-who">[^<]*</span> ([^<]+)', html)
    return found and found[1]


@pytest.mark.parametrize(
    ("title", "seat", "first"),
    [
        ("war-of-the-ring", "free-peoples", "Who leads the way"),
        ("war-of-the-ring", "shadow", "While the Free Peoples act"),
        ("duel", "sauron", "Your first pick"),
        ("duel", "fellowship", "While the other side picks"),
    ],
)
def test_the_first_question_is_explained_with_and_without_the_board(reader, title, seat, first):
    game, html = practise(reader, title, seat, guided="1")
    assert speaks(html) == first
    assert speaks(look(reader, game, "?mode=text")) == first
    assert "What you play for" in html


def test_the_guide_goes_on_from_question_to_question_and_falls_silent(frodo, reader):
    game, _ = practise(reader, "duel", "sauron", guided="1")
    told = []
    for _ in range(40):
        viewer = access.viewer_for(access.get_game(game.key), frodo)
        play = positions.open_game(viewer)
        if play.view(None)["turn"] > 8:
            break
        heading = speaks(look(reader, game))
        told += [heading] if heading not in told[-1:] else []
        decision = play.pending[0]
        choice = decision.fallback_choice()
        submit(game.key, decision.seat, expected_version=viewer.game.version, choices=[choice])
    picks = [heading for heading in told if heading and "pick" in heading and "other" not in heading]
    assert picks == ["Your first pick", "Your second pick", "Your third pick"]
    assert "You know how it goes" in told
    html = look(reader, game)
    assert speaks(html) is None
    assert "css/guide" not in html


def test_one_click_sends_the_guide_away_and_the_next_guided_game_has_it_again(reader):
    game, _ = practise(reader, "duel", "sauron", guided="1")
    answer = reader.post(f"/game/{game.key}/guide?mode=text", {"guide": "off"})
    assert answer.headers["Location"] == f"/game/{game.key}/?mode=text"
    html = look(reader, game)
    assert speaks(html) is None
    assert "Explain the first turn to me" in html
    reader.post(f"/game/{game.key}/guide", {"guide": "on"})
    assert speaks(look(reader, game)) == "Your first pick"
    reader.post(f"/game/{game.key}/guide", {"guide": "off"})
    assert speaks(practise(reader, "duel", "sauron", guided="1")[1]) == "Your first pick"
    assert speaks(practise(reader, "duel", "sauron")[1]) is None


def test_nobody_else_hears_or_stops_the_guide(duel, client):
    duel.game.seats.update(guided=True)
    assert speaks(look(client, duel.game)) is None
    assert client.post(f"/game/{duel.game.key}/guide", {"guide": "off"}).status_code == 403
    assert all(seat.guided for seat in duel.game.seats.all())


# -- the verdict -------------------------------------------------------------------------------


def verdict(html):
    """The side in whose colours the verdict stands, and its words."""
    found = re.search(r'verdict side-([a-z-]*)".*?<span>([^<]+)</span></h2>', html)
    return found.groups()


def test_each_reads_the_verdict_in_the_colours_of_the_winner(duel, client):
    duel.past_the_first_moves()
    sauron, fellowship = Client(), Client()
    sauron.force_login(duel.sauron)
    fellowship.force_login(duel.fellowship)
    sauron.post(f"/game/{duel.game.key}/act/resign")
    assert verdict(look(fellowship, duel.game)) == ("fellowship", "You have won.")
    assert verdict(look(sauron, duel.game)) == ("fellowship", "You have lost.")
    assert verdict(look(client, duel.game)) == ("fellowship", "Victory for Fellowship.")
    for reader in (sauron, fellowship, client):
        assert "Sauron resigned." in look(reader, duel.game)
    assert f"/game/{duel.game.key}/report/" in look(client, duel.game)
    report = client.get(f"/game/{duel.game.key}/report/").content.decode()
    assert "The Quest of the Ring" in report


@pytest.mark.parametrize("result", [{"winners": []}, {"winners": ["fellowship", "sauron"]}])
def test_a_game_without_a_single_winner_is_only_over(duel, client, result):
    duel.past_the_first_moves()
    client.force_login(duel.sauron)
    client.post(f"/game/{duel.game.key}/act/resign")
    Game.objects.filter(pk=duel.game.pk).update(result={**duel.reload().game.result, **result})
    assert verdict(look(client, duel.game)) == ("", "The game is over.")


def contrast(one, other):
    """How far apart two colours are for a reader, from 1 to 21 (WCAG)."""
    shares = (0.2126, 0.7152, 0.0722)
    dark, light = sorted(
        sum(share * part for share, part in zip(shares, linear(colour), strict=True))
        for colour in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("sheet", "colour"),
    [
        ("duel", "fellowship"),
        ("duel", "sauron"),
        ("war_of_the_ring", "free-peoples"),
        ("war_of_the_ring", "shadow-side"),
    ],
)
def test_the_verdict_can_be_read_by_day_and_by_night(sheet, colour):
    def of(file, name):
        css = (SHEETS / file).read_text(encoding="utf-8")
        return re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", css).groups()

    for won, ground in zip(of(f"titles/{sheet}.css", colour), of("base.css", "raised"), strict=True):
        parts = [(int(won[i : i + 2], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5)]
        mixed = "#" + "".join(f"{round(0.12 * a + 0.88 * b):02x}" for a, b in parts)
        assert contrast(won, mixed) >= 4.5
