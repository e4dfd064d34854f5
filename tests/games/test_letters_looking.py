"""Looking things up by mail: cards, regions and the map, as far as a seat may know of them (MIL-5)."""

import re

import pytest

import rules
from games.letters.parser import read_lines
from games.letters.prose import Sentences
from games.models import Event
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.games.asking import Frodo
from tests.rules.war_of_the_ring.battles import holding

pytestmark = pytest.mark.usefixtures("answerable")

ATHELAS, CLOAKS, PALANTIR = "fp-char-09", "fp-char-01", "sh-char-21"


@pytest.fixture
def frodo(db):
    return Frodo()


def test_a_card_is_found_by_any_words_of_its_title_and_says_both_its_halves(frodo):
    told = frodo.asks("card palantir")
    assert "THE PALANTÍR OF ORTHANC (SHADOW, " in told
    assert "Played with a Character icon, an Event die or the Will of the West." in told
    assert "Event: " in told
    assert "In battle: " in told
    assert "Combat: " in told


def test_a_card_in_another_hand_is_told_like_one_that_nobody_holds(frodo):
    in_a_hand = frodo.asks("card palantir", **holding(PALANTIR))
    in_the_deck = frodo.asks("card palantir", **holding())
    assert "THE PALANTÍR OF ORTHANC" in in_a_hand
    assert in_a_hand == in_the_deck


def test_of_a_card_that_the_seat_may_see_it_is_told_where_it_lies(frodo):
    assert "It is in the hand of the Free Peoples." in frodo.asks("card athelas", **holding(ATHELAS))
    assert "It is in the hand" not in frodo.asks("card athelas", **holding())
    open_to_all = {**holding(PALANTIR), "hands": {FP: [], SH: []}, "table": {FP: [], SH: [PALANTIR]}}
    assert "It lies on the table." in frodo.asks("card palantir", **open_to_all)


def test_words_that_several_cards_have_name_them(frodo):
    told = frodo.asks("card elven")
    assert "More than one card is called so: " in told
    assert "Elven Cloaks; Elven Rope" in told


def test_a_misspelt_card_comes_with_the_nearest(frodo):
    assert "No card is called so. Nearest to it: Athelas" in frodo.asks("card atehlas")


def test_a_card_answers_to_the_name_of_its_other_half(frodo):
    assert "HORN OF GONDOR (FREE PEOPLES" in frodo.asks("card horn")
    assert "More than one card is called so: Elven Cloaks; Elven Rope; Phial" in frodo.asks(
        "card it is a gift"
    )


def test_every_mail_with_the_position_tells_the_own_hand_in_our_words(frodo):
    told = frodo.asks("card", **holding(ATHELAS, CLOAKS, PALANTIR))
    assert "Your cards stand below." in told
    mails = (frodo.turn, frodo.receipt)
    for part in (*(m.body for m in mails), *(m.alternatives[0][0] for m in mails)):
        own = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", part)).lower().partition("your cards ")[2]
        assert "elven cloaks (character icon)" in own
        assert "event: its own special hunt tile" in own
        assert "in battle, it is a gift (3): needs: the region" in own
        assert "athelas (character icon" in own
        assert "palant" not in own


def test_nobody_s_hand_is_empty_words(frodo):
    assert "You hold no cards." in frodo.asks("card", **holding())


def test_looking_at_a_card_does_not_play_it_and_the_receipt_says_how(frodo):
    told = frodo.asks(
        "use event: play-event\ncard cloaks", dice=(["event"], ["army"]), **holding(ATHELAS, CLOAKS)
    )
    assert "1 move played" in told
    assert "ELVEN CLOAKS (FREE PEOPLES" in told
    assert "This only tells of it. To choose it, write `card: cloaks`." in told
    assert frodo.table.play().state.hands[FP] == [ATHELAS, CLOAKS]


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("card athelas", ["card"]),
        ("Card: Athelas", [""]),  # as an answer in notation
        ("card", ["card"]),
        ("region westemnet", ["region"]),
        ("region: westemnet", [""]),
    ],
)
def test_with_a_colon_a_card_or_region_of_war_of_the_ring_is_chosen(line, commands):
    war = Sentences(rules.title("war-of-the-ring"))
    assert [item.command for item in read_lines([line], war).items] == commands


def test_in_a_title_whose_notation_has_no_such_word_a_colon_asks_too():
    duel = Sentences(rules.title("duel"))
    assert [item.command for item in read_lines(["card: courage"], duel).items] == ["card"]


def test_a_region_says_who_controls_it_who_stands_there_and_what_lies_next_to_it(frodo):
    siege = {
        "minas-tirith/inside": {"gondor-regular": 2, "gondor-elite": 1},
        "minas-tirith": {"sauron-regular": 7, "witch-king": 1},
    }
    told = frodo.asks("region minas tirith", forces=siege, at_war=("gondor",))
    assert "MINAS TIRITH: STRONGHOLD OF GONDOR" in told
    assert "Controlled by the Free Peoples." in told
    assert "Gondor: At War, active." in told
    assert "Free Peoples: Gondor 2 Regulars, 1 Elite (besieged)" in told
    assert "Shadow: Sauron 7 Regulars; The Witch-king" in told
    assert "Osgiliath" in told


def test_an_empty_region_says_so_and_several_of_one_name_are_named(frodo):
    assert "Nobody stands here." in frodo.asks("region old forest road")
    assert "More than one region is called so: Minas " in frodo.asks("region minas")
    assert "Write its name, too: `region " in frodo.asks("region")


def test_map_is_the_whole_board_in_text(frodo):
    assert "The position stands below." in frodo.asks("map")
    play = frodo.table.play()
    assert play.title.text_board(play.view("free-peoples")) in frodo.receipt.body


def test_asking_changes_nothing(frodo):
    frodo.asks("card athelas\nregion shire\nmap")
    assert not Event.objects.filter(game=frodo.table.game, kind="choice").exists()


# -- Duel -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("card grey havens", ["GREY HAVENS (LANDMARK)", "Gives: Fortress in Lindon, then"]),
        ("card turn again on yellow", ["After playing a yellow card, take another turn."]),
        ("card c2-red-gondor-mordor", ["Costs: 3 ruse; nothing for whoever has the chain symbol bow"]),
        ("card c2-red-gondor-mordor", ["Gives: 2 Units in Gondor or in Mordor;"]),
        ("card elves", ["More than one card is called so: ", "Elves (c2-green-elves)"]),
        ("region mordor", ["MORDOR", "Landmark: Barad-dûr", "Next to it: "]),
        ("region moria", ["No region is called so. Nearest to it: Mordor."]),
        ("card", ["You hold no cards."]),
    ],
)
def test_duel_tells_of_its_cards_landmarks_tokens_and_regions(duel, post, words, told):
    (receipt,) = post.answer(post.turn_mail(), words)
    body = re.sub(r"\s+", " ", receipt.body)
    assert [part for part in told if part not in body] == []


def test_a_title_without_a_guide_says_so(beans, post):
    (receipt,) = post.answer(post.turn_mail(), "card bean")
    assert "has nothing that could be looked up by mail" in receipt.body
