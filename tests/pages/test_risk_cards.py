"""The cards of Risk as faces, on their shelves and on the page."""

import pytest
from django.template.loader import render_to_string

from games.boards.risk.cards import EFFECTS, WINDOWS, face, plain
from games.boards.risk.shelves import shelves
from games.boards.shelves import faces_of
from rules.risk.data import ADVENTURES, CARDS, MISSIONS, TERRITORIES, TERRITORY_CARDS

EVERY = (*ADVENTURES, *TERRITORY_CARDS)


def test_every_card_has_a_face_whose_head_is_short():
    for card in EVERY:
        says = face(card)
        assert says["title"]
        assert 0 < len(says["effect"]) < 28, says["effect"]
        assert says["icon"] in ("archer", "rider", "eagle", "wild", "site", "power", "event")
        assert all(words.endswith(".") and "None" not in words for words in says["text"])
        assert says["window"]


def test_no_effect_or_window_is_written_for_a_card_that_is_not_there():
    assert set(EFFECTS) == {plain(card) for card in CARDS}
    assert set(WINDOWS) == {card.window for card in CARDS.values()}


def test_a_territory_card_says_where_it_is_and_what_a_set_brings():
    says = face("card-moria")
    assert (says["title"], says["icon"], says["effect"]) == ("Moria", "eagle", "Eagle")
    assert says["text"] == [
        "Moria in Rhovanion, a Sauron territory.",
        "Three Eagles bring 8 battalions, one of each 10.",
    ]
    assert (says["alignment"], says["points"]) == ("evil", "")


def test_a_wild_card_has_no_place():
    says = face("card-wild-1")
    assert (says["title"], says["icon"], says["territory"], says["alignment"]) == (
        "Wild card",
        "wild",
        "",
        "",
    )


@pytest.mark.parametrize(
    ("card", "good", "evil", "points"),
    [
        ("mission-bree", "2 battalions there", "6 battalions there", "Free Peoples 2 points, Sauron 1"),
        ("mission-harlond", "a Territory card in step 4", None, "Free Peoples 2 points, Sauron 3"),
        ("mission-hobbiton", "2 battalions in your territories of Eriador", None, "2 points"),
        (
            "mission-elven-halls",
            "2 battalions in any territories of yours",
            "a battalion in any territories of yours",
            "Free Peoples 2 points, Sauron 3",
        ),
    ],
)
def test_a_mission_says_what_it_brings_either_side(card, good, evil, points):
    says = face(card)
    assert says["rewards"] == {"good": good, "evil": evil or good}
    assert says["points"] == points
    assert says["effect"] == f"Leader in {TERRITORIES[MISSIONS[card].territory].name}"


def test_a_power_counts_and_an_event_does_not():
    assert (face("ambush")["kind"], face("ambush")["points"]) == ("power", "1 point")
    assert (face("raiders")["kind"], face("raiders")["points"]) == ("event", "")


def test_every_card_lies_on_a_shelf_those_that_are_alike_together():
    found = {shelf.heading: len(shelf.faces) for shelf in shelves()}
    assert found == {"Missions": 22, "Powers": 22, "Events": 10, "Territory cards": 65}
    assert set(faces_of(shelves())) == set(EVERY)
    assert faces_of(shelves())["grima-wormtongue-2"].also == ("grima-wormtongue-2",)


def test_names_of_places_mean_a_card_only_where_it_is_named():
    faces = faces_of(shelves())
    for card in ("card-moria", "mission-mount-doom", "card-mount-doom"):
        assert faces[card].phrases == ()
        assert faces[card].shared == (face(card)["title"],)
    assert faces["mission-erebor"].phrases == ("Erebor",)


def test_a_card_on_the_page_has_its_buttons():
    html = render_to_string(
        "games/board/risk/card.html",
        {"face": face("ambush"), "acts": [{"value": "with:ambush", "label": "With it"}]},
    )
    assert 'form="move-form" name="choice" value="with:ambush"' in html
    assert "3 more" not in html.partition("</header>")[0]
    assert "counts 1 point" in html
    assert "style=" not in html
    assert "<button" not in render_to_string("games/board/risk/card.html", {"face": face("card-moria")})
