"""What the twins of tests/hidden cannot compare: pictures, and refusals of cards wherever they lie (WR-22)."""

import re

import pytest
from django.test import Client

from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH, SIDES
from tests.conftest import game_of_two


@pytest.fixture
def war(db):
    """A game in which both hold cards."""
    table = game_of_two("war-of-the-ring")
    assert all(table.play().state.hands[side] for side in SIDES)
    return table


def reader(table, seat):
    client = Client()
    if seat is not None:
        client.force_login(table.seat(seat).user)
    return client


@pytest.mark.rule("WR-22")
def test_every_picture_is_the_same_for_every_game(war):
    """No picture is drawn from a position: what pages show as an image, or draw by reference, is a static file."""
    for seat in (*SIDES, None):
        client = reader(war, seat)
        for path in ("", "replay/", "proof/", "share/"):
            text = client.get(f"/game/{war.game.key}/{path}").content.decode()
            shown = re.findall(
                r'<(?:img|image|source|object|embed|iframe)[^>]+?(?:src|href|data)="([^"]+)"', text
            )
            drawn = re.findall(r'<use[^>]+?href="([^"#]+)', text)
            named = re.findall(r'<meta[^>]+og:image[^>]+content="([^"]+)"', text)
            assert shown
            assert [address for address in shown + drawn + named if "/static/" not in address] == []


@pytest.mark.rule("WR-22")
def test_a_refused_card_is_refused_alike_wherever_it_lies(war):
    """A card in the other's hand, one in his deck: the answers differ in nothing but its name."""
    play = war.play()
    seat = play.pending[0].seat
    other = SH if seat == FP else FP
    client, state = reader(war, seat), play.state
    cards = [
        state.hands[other][0],
        state.decks[f"{other}/character"][-1],
        state.decks[f"{other}/strategy"][0],
    ]
    answers = []
    for card in cards:
        for words in (card, CARDS[card].title):
            body = {"version": war.version(seat), "choices": [words]}
            answer = client.post(
                f"/api/v1/games/{war.game.key}/moves/", body, content_type="application/json"
            )
            answers.append((answer.status_code, answer.content.decode().replace(words, "…")))
    assert len(set(answers)) == 1
    assert answers[0][0] == 422
