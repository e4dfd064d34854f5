"""Every card can be read where it is named: below the board in text, and on the pages beside the game."""

import re

import pytest
from django.template.loader import render_to_string

from games.boards.mentions import lexicon_of
from rules.war_of_the_ring.position.catalogue import CARDS
from tests.games.asking import Frodo
from tests.rules.war_of_the_ring.battles import holding

WAR = "war-of-the-ring"
ATHELAS, PALANTIR = "fp-char-09", "sh-char-21"


@pytest.fixture
def frodo(db):
    return Frodo()


def named_on(client, address):
    """The names under `Cards named here`, and everything that they say."""
    page = client.get(address).content.decode()
    part = page.partition('id="named-title"')[2].partition("</section>")[0]
    return re.findall(r'class="face-name">([^<]+)<', part), part


def cards_seen_by(frodo, seat):
    """The lines of the story that name a card to a seat alone."""
    return [line for line in frodo.table.game.log_lines.filter(kind="card-seen") if seat in line.visible_to]


def seated(client, frodo):
    client.force_login(frodo.table.fellowship)
    return f"/game/{frodo.table.game.key}/"


def test_the_board_in_text_is_followed_by_the_cards_that_it_names(frodo, client):
    frodo.table.put(position(ATHELAS))
    names, part = named_on(client, f"{seated(client, frodo)}?mode=text")
    assert "Athelas" in names
    assert "Strider" in names, "characters of the Fellowship, too"
    assert len(names) == len(set(names))
    assert "remove 1 Corruption" in part


def test_nothing_is_told_of_what_others_hold(frodo, client):
    frodo.table.put(position(ATHELAS, PALANTIR))
    names, _ = named_on(client, f"{seated(client, frodo)}?mode=text")
    hidden = [CARDS[line.data["card"]].title for line in cards_seen_by(frodo, "shadow")]
    assert len(hidden) == 2
    assert not {CARDS[PALANTIR].title, *hidden} & set(names)


def test_in_duel_the_ids_of_the_display_name_their_cards(duel, client):
    client.force_login(duel.fellowship)
    names, part = named_on(client, f"/game/{duel.game.key}/?mode=text")
    lexicon = lexicon_of("duel")
    shown = {slot["card"] for slot in duel.play().view("fellowship")["display"] if slot["card"]}
    assert {lexicon.faces[card].name for card in shown} <= set(names)
    assert "Gives" in part


def test_with_the_board_there_is_no_such_list(frodo, client):
    assert named_on(client, seated(client, frodo)) == ([], "")


def test_the_steps_of_a_game_and_its_draws_link_cards(frodo, client):
    address = seated(client, frodo)
    own, _ = cards_seen_by(frodo, "free-peoples")
    link = f'data-card="{own.data["card"]}"'
    assert link in client.get(f"{address}replay/?at={own.seq}").content.decode()
    assert link in client.get(f"{address}proof/").content.decode()


def test_the_copy_in_text_tells_its_cards(frodo, client):
    frodo.table.put(position(ATHELAS))
    address = f"{seated(client, frodo)}planning/"
    client.post(address, {"act": "make"})
    names, _ = named_on(client, f"{address}?mode=text")
    assert "Athelas" in names


def test_the_report_links_what_was_played_and_who_was_lost():
    side = {"side": "free-peoples", "name": "Free Peoples", "hits": 1, "rolled": 2, "expected": 1}
    told = {**side, "faces": [], "cards": [CARDS[ATHELAS].title], "losses": ["1 Gondor Elite", "Boromir"]}
    html = render_to_string(
        "games/board/war_of_the_ring/report.html", {"report": {"sides": [told], "plots": []}}
    )
    assert f'data-card="{ATHELAS}"' in html
    assert 'data-card="boromir"' in html


def position(*cards):
    from tests.rules.war_of_the_ring.positions import game

    return game(dice=(["character"], ["army"]), **holding(*cards))
