"""The Event halves of the Free Peoples' cards of Kings (KM-13)."""

import pytest

from rules.core.errors import IllegalChoice
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.position.catalogue import CARDS, FP, REGIONS, SETTLEMENTS_OF, SH
from rules.war_of_the_ring.sets.kings import sovereigns
from rules.war_of_the_ring.sets.kings.state import DOUBTFUL, FACTS, FOLLY, kings
from tests.rules.lines import told
from tests.rules.war_of_the_ring.events import PASS, answer, done, free
from tests.rules.war_of_the_ring.kings.cards import hold, lies_on, may_play, play_card, realm
from tests.rules.war_of_the_ring.kings.positions import KINGS
from tests.rules.war_of_the_ring.positions import kinds, position

HOUSE = "kome-fp-char-23"
AID = "kome-fp-char-25"
NOT_SO_DARK = "kome-fp-char-26"
WISDOM = "kome-fp-str-08"
RIDERS = "kome-fp-str-16"
BRANDS_MEN = "kome-fp-str-19"
DAINS_GUARD = "kome-fp-str-22"
ARCHERS = "kome-fp-str-24"
AT_YOUR_SERVICE = "kome-fp-str-25"
LITTLE_VILLAGES = "kome-fp-str-26"
#: Whose men a card brings.
KINGSMEN = [(RIDERS, "theoden"), (BRANDS_MEN, "brand"), (DAINS_GUARD, "dain"), (ARCHERS, "thranduil")]


def seen_by(play, seat):
    """What a seat reads in the log, by kind."""
    return {line.kind for line in play.lines if line.is_visible_to(seat)}


def drawn(play):
    """From which decks the Free Peoples have drawn."""
    return [line["deck"] for line in told(play, "card-drawn") if line["side"] == FP]


@pytest.mark.rule("KM-1.4", "KM-13")
def test_every_card_of_kings_has_an_event_half_and_eleven_take_the_place_of_others():
    mine = {card for card, facts in CARDS.items() if facts.set == "kings"}
    assert mine <= set(EVENTS)
    assert len(mine) == 19
    decks = position(options={"kings": True}).decks
    assert {len(deck) for deck in decks.values()} == {26}
    assert not {CARDS[card].replaces for card in mine} & {card for deck in decks.values() for card in deck}


# -- House of the Stewards ---------------------------------------------------------------------------


def boromir_in(region, **more):
    return realm(forces={region: {"gondor-regular": 1, "boromir": 1}}, **more)


@pytest.mark.rule("KM-13", "WR-6.2")
@pytest.mark.card("kome-fp-char-23")
@pytest.mark.parametrize(
    ("region", "may"), [("lossarnach", True), ("minas-tirith", True), ("edoras", False), ("osgiliath", False)]
)
def test_the_house_of_the_stewards_needs_boromir_in_gondor(region, may):
    assert may_play(HOUSE, **boromir_in(region, gone=("denethor", "theoden"))) is may
    assert not may_play(HOUSE)


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.card("kome-fp-char-23")
def test_gondor_comes_to_boromir_and_two_cards_to_the_hand():
    play = play_card(HOUSE, **boromir_in("lossarnach", tiles={"denethor": ["std-2-1"]}))
    assert kinds(play) == ["event-way"]
    answer(play, "recruit", "gondor-elite")
    assert free(play, "lossarnach") == {"gondor-regular": 1, "gondor-elite": 1, "boromir": 1}
    assert lies_on(play, "denethor") == ["std-2-1"]
    assert drawn(play) == ["strategy", "strategy"]
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-char-23")
def test_or_a_tile_of_denethor_goes_back_unseen():
    play = hold(
        HOUSE, script=[["std-2-1"]], **boromir_in("lossarnach", tiles={"denethor": ["std-0r-1", "std-2-1"]})
    )
    answer(play, "event:play-event", HOUSE, "return-tile")
    assert lies_on(play, "denethor") == ["std-0r-1"]
    assert "std-2-1" in play.state.hunt_pool
    assert told(play, "corruption-removed") == [{"sovereign": "denethor", "cause": HOUSE}]
    assert "std-2-1" not in str([line.data for line in play.lines if line.is_visible_to(FP)])
    assert free(play, "lossarnach") == {"gondor-regular": 1, "boromir": 1}
    assert drawn(play) == ["strategy", "strategy"]
    assert done(play)


@pytest.mark.rule("KM-15")
@pytest.mark.parametrize(
    ("lie_there", "gone", "certain"),
    [
        (["std-1-1", "std-1-2"], "std-1-2", ["std-1-1"]),
        (["std-0r-1", "std-0r-2", "std-1-1"], "std-1-1", ["std-0r-1"]),
        (["std-0r-1", "std-0r-2", "std-1-1"], "std-0r-1", ["std-0r-1"]),
        (["std-0r-1", "std-1-1"], "std-1-1", None),
    ],
)
def test_of_tiles_that_were_seen_those_stay_known_that_are_certain(lie_there, gone, certain):
    tiles = {"tiles": {"denethor": lie_there}, "seen": {"denethor": lie_there}}
    play = hold(HOUSE, script=[[gone]], **boromir_in("lossarnach", **tiles))
    answer(play, "event:play-event", HOUSE, "return-tile")
    assert len(lies_on(play, "denethor")) == len(lie_there) - 1
    assert play.view(FP)["kings"]["sovereigns"]["denethor"]["tiles"] == certain


@pytest.mark.rule("KM-13", "WR-6.3")
@pytest.mark.card("kome-fp-char-23")
@pytest.mark.parametrize(
    "parts",
    [
        boromir_in("lossarnach"),
        boromir_in("lossarnach", tiles={"denethor": ["kings-1"]}),
        {**boromir_in("lossarnach", tiles={"denethor": ["std-1-1"]}), "table": (DOUBTFUL,)},
    ],
)
def test_without_a_hidden_tile_to_remove_figures_are_recruited_and_nobody_is_asked_what(parts):
    play = play_card(HOUSE, **parts)
    assert kinds(play) == ["event-recruit"]


@pytest.mark.rule("KM-6.11", "KM-13")
@pytest.mark.card("kome-fp-char-23")
def test_a_card_recruits_an_elite_where_the_corrupted_denethor_bars_them():
    play = play_card(
        HOUSE,
        **realm(corrupted=("denethor",), forces={"minas-tirith": {"gondor-regular": 1, "boromir": 1}}),
    )
    answer(play, "gondor-elite")
    assert free(play, "minas-tirith") == {"gondor-regular": 1, "gondor-elite": 1, "boromir": 1}


# -- the Kings' men ----------------------------------------------------------------------------------


@pytest.mark.rule("KM-6.9", "KM-13")
@pytest.mark.card("kome-fp-str-16", "kome-fp-str-19", "kome-fp-str-22", "kome-fp-str-24")
@pytest.mark.parametrize(("card", "king"), KINGSMEN)
@pytest.mark.parametrize("table", [(), (DOUBTFUL,)])
def test_a_corrupted_king_is_taken_out_of_play_and_nothing_else_happens(card, king, table):
    play = play_card(card, table=table, **realm(corrupted=(king,)))
    assert sovereigns.state_of(play.state, king) == "gone"
    assert kings(play.state).removed == [king]
    assert told(play, "sovereign-removed") == [{"sovereign": king}]
    assert told(play, "recruited") == []
    assert drawn(play) == []
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.parametrize(
    ("card", "answers", "region", "more"),
    [
        ("kome-fp-str-16", ("rohan-elite",), "edoras", {"rohan-elite": 1, "rohan-leader": 1}),
        ("kome-fp-str-19", (), "dale", {"north-regular": 2}),
        ("kome-fp-str-22", ("dwarves-regular",), "erebor", {"dwarves-regular": 1, "dwarves-leader": 1}),
        ("kome-fp-str-24", ("elves-elite",), "woodland-realm", {"elves-elite": 1}),
    ],
)
def test_the_men_of_a_king_gather_at_home_and_a_card_is_drawn(card, answers, region, more):
    before = free(hold(card), region)
    play = play_card(card, *answers)
    assert free(play, region) == {**before, **{kind: before.get(kind, 0) + n for kind, n in more.items()}}
    assert drawn(play) == ["strategy"]
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-str-16", "kome-fp-str-19", "kome-fp-str-22", "kome-fp-str-24")
@pytest.mark.parametrize(("card", "king"), KINGSMEN)
def test_or_their_king_loses_a_hidden_tile(card, king):
    parts = realm(tiles={king: ["kings-2", "std-1-1"]})
    play = play_card(card, "return-tile", **parts)
    assert lies_on(play, king) == ["kings-2"]
    assert "std-1-1" in play.state.hunt_pool
    assert "std-1-1" not in str([line.data for line in play.lines if line.is_visible_to(FP)])
    assert told(play, "recruited") == []
    assert drawn(play) == ["strategy"]
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.3", "WR-6.6")
@pytest.mark.card("kome-fp-str-22")
def test_where_nobody_can_be_recruited_the_tile_goes_without_a_question():
    play = play_card(
        DAINS_GUARD,
        captured=["erebor"],
        **realm(
            tiles={"dain": ["std-1-1"]},
            forces={"erebor": {"sauron-regular": 1}, "iron-hills": {"dwarves-regular": 1, "dain-leader": 1}},
        ),
    )
    assert lies_on(play, "dain") == []
    assert drawn(play) == ["strategy"]
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.3")
@pytest.mark.card("kome-fp-str-22")
def test_where_neither_can_be_done_a_card_is_drawn_all_the_same():
    play = play_card(
        DAINS_GUARD, captured=["erebor"], **realm(gone=("dain",), forces={"erebor": {"sauron-regular": 1}})
    )
    assert told(play, "recruited") == []
    assert drawn(play) == ["strategy"]
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.card("kome-fp-str-22")
def test_a_leader_alone_comes_to_no_empty_region():
    spent = {"dwarves-regular": 5, "dwarves-elite": 5}
    parts = realm(
        gone=("dain",),
        forces={"erebor": {}, "ered-luin": spent, "iron-hills": {}},
    )
    play = play_card(DAINS_GUARD, captured=[], **parts)
    assert told(play, "recruited") == []
    assert drawn(play) == ["strategy"]


@pytest.mark.rule("KM-13", "WR-6.3")
@pytest.mark.card("kome-fp-str-16")
def test_the_riders_come_to_edoras_or_to_a_companion_in_rohan():
    forces = {"folde": {"gimli": 1}, "westemnet": {"legolas": 1}, "druadan-forest": {"boromir": 1}}
    play = play_card(RIDERS, **realm(forces=forces))
    assert list(play.pending[0].options.values) == ["edoras", "folde", "westemnet"]
    answer(play, "folde", "rohan-regular")
    assert free(play, "folde") == {"rohan-regular": 1, "rohan-leader": 1, "gimli": 1}
    assert done(play)


@pytest.mark.rule("KM-6.2", "KM-13")
@pytest.mark.card("kome-fp-str-16")
def test_an_awakened_sovereign_is_a_companion_to_whom_the_riders_come():
    play = play_card(RIDERS, **realm(forces={"eastemnet": {"theoden": 1}}))
    assert list(play.pending[0].options.values) == ["eastemnet", "edoras"]


# -- Ever at Your Service ----------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.card("kome-fp-str-25")
def test_a_unit_comes_to_a_sovereign_who_is_not_corrupted_and_a_tile_goes():
    play = play_card(
        AT_YOUR_SERVICE,
        **realm(corrupted=("brand",), awakened=("theoden",), tiles={"dain": ["std-1-1"]}),
    )
    asked = play.pending[0]
    assert (asked.kind, asked.seat) == ("event-sovereign", FP)
    assert set(asked.options.values) == {"dain", "denethor", "theoden", "thranduil"}
    answer(play, "dain", "dwarves-regular")
    assert free(play, "erebor")["dwarves-regular"] == 2
    assert lies_on(play, "dain") == []
    assert told(play, "corruption-removed") == [{"sovereign": "dain", "cause": AT_YOUR_SERVICE}]
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.card("kome-fp-str-25")
def test_the_unit_comes_where_an_awakened_sovereign_has_gone():
    play = play_card(AT_YOUR_SERVICE, "brand", "north-elite", **realm(forces={"bree": {"brand": 1}}))
    assert free(play, "bree") == {"brand": 1, "north-elite": 1}
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-str-25")
def test_while_the_welcome_is_doubtful_the_tile_stays():
    play = play_card(
        AT_YOUR_SERVICE, "dain", "dwarves-regular", table=(DOUBTFUL,), **realm(tiles={"dain": ["std-1-1"]})
    )
    assert lies_on(play, "dain") == ["std-1-1"]
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-str-25")
def test_with_all_sovereigns_fallen_nobody_is_served():
    play = play_card(
        AT_YOUR_SERVICE, **realm(corrupted=("brand", "dain"), gone=("denethor", "theoden", "thranduil"))
    )
    assert told(play, "recruited") == []
    assert done(play)


# -- Wisdom of Elrond --------------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-13.3")
@pytest.mark.card("kome-fp-str-08")
def test_elrond_rouses_a_nation():
    play = play_card(WISDOM, "advance", "rohan", **realm(tiles={"dain": ["std-1-1"]}))
    assert "rohan" in play.state.active
    assert play.state.steps["rohan"] == position().steps["rohan"] - 1
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.3")
@pytest.mark.card("kome-fp-str-08")
def test_without_tiles_on_any_sovereign_elrond_can_only_rouse():
    assert kinds(play_card(WISDOM)) == ["event-nation"]


@pytest.mark.rule("KM-13", "KM-15")
@pytest.mark.card("kome-fp-str-08")
def test_only_who_has_played_the_card_sees_the_tiles():
    play = play_card(WISDOM, "look", **realm(tiles={"dain": ["std-1-2", "std-2-1"], "brand": ["std-1-1"]}))
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("look-at-tiles", FP, False)
    assert set(asked.options.values) == {"brand", "dain"}
    assert "std-" not in str(asked.describe())
    assert play.choose(FP, "dain").barrier
    assert {"tiles-seen", "tiles-looked-at"} <= seen_by(play, FP)
    assert "tiles-seen" not in seen_by(play, SH) | seen_by(play, None)
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("return-tile", FP, True)
    assert list(asked.options.values) == ["std-1-1", "std-2-1"]  # tiles that look alike go by one name
    answer(play, "std-2-1")
    assert lies_on(play, "dain") == ["std-1-2"]
    assert "std-2-1" in play.state.hunt_pool
    assert told(play, "corruption-removed") == [{"sovereign": "dain", "cause": WISDOM}]
    assert done(play)


@pytest.mark.rule("KM-11.1", "KM-13")
@pytest.mark.card("kome-fp-str-08")
def test_tiles_that_everybody_sees_need_no_look_and_may_go_all_the_same():
    visible = {**KINGS, "visible_corruption_tiles": True}
    play = play_card(WISDOM, "look", options=visible, **realm(tiles={"dain": ["std-1-1", "std-2-1"]}))
    assert "tiles-seen" not in seen_by(play, FP)
    answer(play, "std-1-1")
    assert lies_on(play, "dain") == ["std-2-1"]
    assert told(play, "corruption-removed") == [{"sovereign": "dain", "cause": WISDOM, "tile": "std-1-1"}]


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-str-08")
def test_elrond_may_leave_the_tiles_as_they_are():
    play = play_card(WISDOM, "look", PASS, **realm(tiles={"dain": ["std-1-1"]}))
    assert lies_on(play, "dain") == ["std-1-1"]
    assert kings(play.state).seen == {"dain": ["std-1-1"]}
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-str-08")
def test_while_the_welcome_is_doubtful_elrond_sees_and_changes_nothing():
    play = play_card(WISDOM, "look", table=(DOUBTFUL,), **realm(tiles={"dain": ["std-1-1"]}))
    assert "tiles-seen" in seen_by(play, FP)
    assert lies_on(play, "dain") == ["std-1-1"]
    assert done(play)


@pytest.mark.rule("KM-13", "WR-6.3")
@pytest.mark.card("kome-fp-str-08")
def test_with_all_nations_at_war_and_no_tile_elrond_has_nothing_to_say():
    assert done(play_card(WISDOM, at_war=tuple(position().steps)))


# -- It Is Not So Dark Here --------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "KM-15")
@pytest.mark.card("kome-fp-char-26")
def test_a_nation_takes_heart_and_a_tile_that_was_seen_must_go():
    play = play_card(NOT_SO_DARK, "gondor", **realm(tiles={"denethor": ["kings-1", "std-1-1", "std-1r-1"]}))
    assert play.state.steps["gondor"] == position().steps["gondor"] - 1
    assert "gondor" not in play.state.active
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("return-tile", FP, False)
    assert [asked.options.label(v) for v in asked.options.values] == ["1 with a crown", "1", "1 with reveal"]
    assert asked.fallback_choice() != "kings-1"
    with pytest.raises(IllegalChoice):
        play.choose(FP, "std-2-1")
    answer(play, "std-1r-1")
    assert lies_on(play, "denethor") == ["kings-1", "std-1-1"]
    assert kings(play.state).seen == {"denethor": ["std-1-1"]}
    assert "std-1r-1" in play.state.hunt_pool
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-char-26")
def test_a_kings_tile_may_be_what_goes():
    play = play_card(NOT_SO_DARK, "gondor", "kings-1", **realm(tiles={"denethor": ["kings-1", "std-2-1"]}))
    assert lies_on(play, "denethor") == ["std-2-1"]
    assert done(play)


@pytest.mark.rule("KM-13", "KM-15")
@pytest.mark.card("kome-fp-char-26")
def test_two_tiles_that_look_alike_are_asked_for_as_others_are():
    play = play_card(NOT_SO_DARK, "gondor", **realm(tiles={"denethor": ["std-1-1", "std-1-2"]}))
    assert list(play.pending[0].options.values) == ["std-1-1"]
    answer(play, "std-1-1")
    assert len(lies_on(play, "denethor")) == 1
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-char-26")
def test_the_only_tile_goes_when_it_has_been_seen():
    play = play_card(NOT_SO_DARK, "gondor", **realm(tiles={"denethor": ["std-2-1"]}))
    assert "tiles-seen" in seen_by(play, FP)
    assert lies_on(play, "denethor") == []
    assert done(play)


@pytest.mark.rule("KM-13", "WR-13.2")
@pytest.mark.card("kome-fp-char-26")
def test_no_passive_nation_takes_the_last_step_and_without_tiles_nothing_follows():
    play = play_card(NOT_SO_DARK, steps={**position().steps, "rohan": 1})
    assert "rohan" not in play.pending[0].options.values
    answer(play, "elves")
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-char-26")
def test_while_the_welcome_is_doubtful_the_tiles_are_only_seen():
    play = play_card(
        NOT_SO_DARK, "gondor", table=(DOUBTFUL,), **realm(tiles={"denethor": ["std-1-1", "std-1r-1"]})
    )
    assert "tiles-seen" in seen_by(play, FP)
    assert lies_on(play, "denethor") == ["std-1-1", "std-1r-1"]
    assert done(play)


# -- Aid in Time of Need -----------------------------------------------------------------------------


@pytest.mark.rule("KM-6.6", "KM-13")
@pytest.mark.card("kome-fp-char-25")
def test_companions_come_to_a_sovereign_and_he_awakens_whatever_his_nation_does():
    play = play_card(AID, **realm(forces={"folde": {"gimli": 1}}, tiles={"theoden": ["kings-1", "std-2-1"]}))
    assert (kinds(play), play.pending[0].may_pass) == (["companions-from"], True)
    answer(play, "folde", "edoras")
    assert sovereigns.state_of(play.state, "theoden") == "awakened"
    assert sovereigns.where_is(play.state, "theoden") == "edoras"
    assert lies_on(play, "theoden") == []
    assert {"kings-1", "std-2-1"} <= set(play.state.hunt_pool)
    assert done(play)


@pytest.mark.rule("KM-6.6", "KM-13")
@pytest.mark.card("kome-fp-char-25")
def test_of_several_sovereigns_one_awakens_and_one_must():
    forces = {"edoras": {"rohan-regular": 1, "theoden-leader": 1, "gimli": 1, "boromir": 1}}
    play = play_card(AID, PASS, **realm(forces=forces, awakened=("denethor",)))
    assert sovereigns.awakened(play.state) == ["denethor", "theoden"]
    forces |= {"erebor": {"dwarves-regular": 1, "dain-leader": 1, "legolas": 1}}
    play = play_card(AID, PASS, **realm(forces=forces))
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("awaken", FP, False)
    assert list(asked.options.values) == ["dain@erebor", "theoden@edoras"]
    answer(play, "dain@erebor")
    assert sovereigns.awakened(play.state) == ["dain"]
    assert done(play)


@pytest.mark.rule("KM-6.6", "KM-13")
@pytest.mark.card("kome-fp-char-25")
@pytest.mark.parametrize(
    ("table", "at_war", "awakens"),
    [((DOUBTFUL,), (), False), ((DOUBTFUL,), ("gondor",), True), ((FOLLY,), ("gondor",), False)],
)
def test_cards_on_the_table_keep_a_sovereign_from_awakening(table, at_war, awakens):
    forces = {"minas-tirith": {"gondor-regular": 1, "denethor-leader": 1, "boromir": 1}}
    play = play_card(AID, PASS, table=table, at_war=at_war, **realm(forces=forces))
    assert (sovereigns.state_of(play.state, "denethor") == "awakened") is awakens
    assert done(play)


@pytest.mark.rule("KM-6.3", "KM-13")
@pytest.mark.card("kome-fp-char-25")
def test_a_corrupted_sovereign_awakens_no_more():
    forces = {"edoras": {"rohan-regular": 1, "boromir": 1}}
    play = play_card(AID, PASS, **realm(corrupted=("theoden",), forces=forces))
    assert sovereigns.corrupted(play.state) == ["theoden"]
    assert done(play)


@pytest.mark.rule("KM-13")
@pytest.mark.card("kome-fp-char-25")
def test_without_companions_on_the_map_nothing_happens():
    assert done(play_card(AID))


# -- Men of Little Villages --------------------------------------------------------------------------


@pytest.mark.rule("KM-13", "WR-6.6")
@pytest.mark.card("kome-fp-str-26")
def test_four_nations_send_a_regular_or_a_leader_each():
    play = play_card(LITTLE_VILLAGES)
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("event-recruit", FP, False)
    assert {value.partition("@")[2] for value in asked.options.values} == {
        r for nation in ("dwarves", "elves", "gondor", "north", "rohan") for r in SETTLEMENTS_OF[nation]
    }
    assert "gondor-leader@pelargir" in asked.options.values
    assert "north-leader@bree" in asked.options.values
    assert "gondor-leader@lossarnach" not in asked.options.values  # no unit is there
    answer(play, "gondor-leader@pelargir")
    assert not [value for value in play.pending[0].options.values if value.startswith("gondor")]
    answer(play, "north-regular@bree", "rohan-regular@westemnet", "elves-regular@lorien")
    assert free(play, "pelargir") == {"gondor-regular": 1, "gondor-leader": 1}
    assert free(play, "bree") == {"north-regular": 2}
    assert free(play, "westemnet") == {"rohan-regular": 1}
    assert len(told(play, "recruited")) == 4
    assert done(play)


@pytest.mark.rule("KM-13", "WR-1.13")
@pytest.mark.card("kome-fp-str-26")
def test_only_free_settlements_send_anybody_and_the_others_do_what_they_can():
    closed = {r: {"sauron-regular": 1} for r in SETTLEMENTS_OF["rohan"]} | {
        "erebor": {"sauron-regular": 2},
        "erebor/inside": {"dwarves-regular": 1, "dain-leader": 1},
        "ered-luin": {"sauron-regular": 1},
        "iron-hills": {"sauron-regular": 1},
    }
    taken = [*SETTLEMENTS_OF["rohan"], "ered-luin", "iron-hills"]
    play = play_card(LITTLE_VILLAGES, captured=taken, **realm(gone=("theoden",), forces=closed))
    nations = {REGIONS[value.partition("@")[2]].nation for value in play.pending[0].options.values}
    assert nations == {"elves", "gondor", "north"}
    answer(play, "gondor-regular@pelargir", "north-regular@bree", "elves-regular@lorien")
    assert len(told(play, "recruited")) == 3
    assert done(play)


@pytest.mark.rule("KM-6.11", "KM-13")
@pytest.mark.card("kome-fp-str-26")
def test_a_corrupted_brand_keeps_no_leader_of_the_north_from_coming_by_a_card():
    play = play_card(LITTLE_VILLAGES, "north-leader@bree", **realm(corrupted=("brand",)))
    assert free(play, "bree") == {"north-regular": 1, "north-leader": 1}


@pytest.mark.rule("KM-13")
def test_every_sovereign_has_one_nation():
    assert len({one.nation for one in FACTS.values()}) == 5
