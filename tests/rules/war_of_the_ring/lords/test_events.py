"""The Event halves of the cards of Lords (LM-17)."""

from random import Random

import pytest

from rules.core.errors import IllegalChoice
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.position.catalogue import CARDS, FP, REGIONS, SH
from rules.war_of_the_ring.position.state import controller
from rules.war_of_the_ring.sets.lords.cards.table_cards import GATES, LORE, SHALL_GET_IT, WONT_GO_BACK
from rules.war_of_the_ring.sets.lords.state import OUT, lords
from rules.war_of_the_ring.sets.lords.story import SENTENCES
from tests.rules.lines import told
from tests.rules.war_of_the_ring.events import PASS, answer, done, free, shadow, tiles
from tests.rules.war_of_the_ring.lords.cards import hold, kept, may_play, play_card
from tests.rules.war_of_the_ring.positions import kinds, position

KNOW_THE_WAY = "lome-fp-char-25"
SAFE_PATHS = "lome-fp-char-26"
WIND = "lome-fp-char-27"
THREE_RINGS = "lome-fp-char-28"
EVERY_LITTLE = "lome-fp-str-25"
RANGERS = "lome-fp-str-26"
WITH_SMEAGOL = {"companions": ["strider", "boromir", "smeagol"], "guide": "smeagol"}
REST = ["gandalf-the-grey", "legolas", "gimli", "meriadoc", "peregrin"]


def seen_by(play, seat):
    """What a seat reads in the log, by kind."""
    return {line.kind for line in play.lines if line.is_visible_to(seat)}


@pytest.mark.rule("LM-17")
def test_every_card_of_lords_has_an_event_half():
    mine = {card for card, facts in CARDS.items() if facts.set == "lords"}
    assert mine <= set(EVENTS)
    assert len(mine) == 14


# -- You Know the Way There --------------------------------------------------------------------------


@pytest.mark.rule("LM-2.2", "LM-17")
@pytest.mark.card("lome-fp-char-25")
@pytest.mark.parametrize("where", [{"region": "rivendell"}, {"region": None, "mordor": 1}])
def test_the_tiles_that_wait_join_the_pool_in_mordor_and_outside(where):
    play = play_card(KNOW_THE_WAY, fellowship=where)
    assert {"smeagol-1", "smeagol-2", "smeagol-3", "smeagol-4"} <= set(play.state.hunt_pool)
    assert play.state.hunt_pool == sorted(play.state.hunt_pool)
    assert lords(play.state).tiles_aside == []
    assert told(play, "tiles-added") == [{"tiles": ["smeagol-3", "smeagol-4"]}]
    assert KNOW_THE_WAY in play.state.discards


@pytest.mark.rule("LM-10.4", "LM-17")
@pytest.mark.card("lome-fp-char-25")
def test_the_way_is_known_to_gollum_too():
    play = play_card(
        KNOW_THE_WAY,
        fellowship={"companions": [], "guide": "gollum"},
        eliminated=["strider", "boromir", *REST],
    )
    assert "smeagol-3" in play.state.hunt_pool


@pytest.mark.rule("WR-15.11")
@pytest.mark.card("lome-fp-char-25")
def test_an_empty_pool_is_filled_before_the_tiles_join_it():
    pool = position(options={"lords": True}).hunt_pool
    play = play_card(KNOW_THE_WAY, hunt_pool=[], tiles_drawn=pool)
    assert tiles(3)[0] in play.state.hunt_pool
    assert "smeagol-3" in play.state.hunt_pool


# -- Safe Paths in the Dark --------------------------------------------------------------------------


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-char-26")
def test_safe_paths_heal_one_and_ask_nothing_where_no_card_lies():
    play = play_card(SAFE_PATHS, fellowship={"corruption": 2})
    assert play.state.fellowship.corruption == 1
    assert done(play)


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-char-26")
@pytest.mark.parametrize("card", [SHALL_GET_IT, WONT_GO_BACK])
def test_safe_paths_discard_one_of_two_cards(card):
    fellowship = WITH_SMEAGOL if card == WONT_GO_BACK else {}
    play = play_card(
        SAFE_PATHS, table=(card, GATES), fellowship=fellowship, **({"eliminated": REST} if fellowship else {})
    )
    assert play.state.table[SH] == [GATES]
    assert card in play.state.discards
    assert told(play, "table-card-discarded") == [{"card": card, "why": SAFE_PATHS}]
    assert done(play)


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-char-26")
def test_of_both_cards_the_free_peoples_choose_one():
    play = play_card(SAFE_PATHS, table=(SHALL_GET_IT, WONT_GO_BACK), fellowship=WITH_SMEAGOL, eliminated=REST)
    assert (kinds(play), play.pending[0].seat, play.pending[0].may_pass) == (["event-way"], FP, False)
    answer(play, f"discard:{WONT_GO_BACK}")
    assert play.state.table[SH] == [SHALL_GET_IT]


# -- Wind from the West ------------------------------------------------------------------------------


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-char-27")
def test_wind_from_the_west_discards_a_card_from_the_table():
    play = play_card(WIND, table=(GATES, LORE), also=("sh-char-05",))
    assert kinds(play) == ["event-way"]
    answer(play, f"discard:{LORE}")
    assert play.state.table[SH] == [GATES]
    assert play.state.hands[SH] == ["sh-char-05"]
    assert "hand-seen" not in seen_by(play, FP)
    assert done(play)


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-char-27")
def test_we_shall_get_it_is_blown_away_too():
    play = play_card(WIND, table=(SHALL_GET_IT,))
    assert play.state.table[SH] == []
    assert SHALL_GET_IT in play.state.discards


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-char-27")
def test_a_hand_without_cards_is_not_looked_at():
    assert done(play_card(WIND))


@pytest.mark.rule("LM-17", "LM-18")
@pytest.mark.card("lome-fp-char-27")
def test_who_has_played_it_alone_sees_the_hand_and_everybody_what_is_discarded():
    play = play_card(WIND, also=("sh-str-06", "sh-char-05"))
    asked = play.pending[0]
    assert (asked.kind, asked.seat, asked.may_pass) == ("look-at-hand", FP, True)
    assert "2 cards" in asked.prompt
    assert "sh-char-05" not in str(asked.describe())
    answer(play, "look")
    assert [line.data for line in play.lines if line.kind == "hand-seen"] == [
        {"of": SH, "cards": ["sh-char-05", "sh-str-06"]}
    ]
    assert "hand-seen" in seen_by(play, FP)
    assert not {"hand-seen"} & (seen_by(play, SH) | seen_by(play, None))
    assert {"hand-looked-at"} <= seen_by(play, SH) & seen_by(play, None)
    assert list(play.pending[0].options.values) == ["sh-char-05", "sh-str-06"]
    assert not play.pending[0].may_pass
    answer(play, "sh-str-06")
    assert play.state.hands[SH] == ["sh-char-05"]
    assert "sh-str-06" in play.state.discards
    assert play.state.hidden_discards == []
    assert told(play, "hand-card-discarded") == [{"side": SH, "card": "sh-str-06"}]
    assert done(play)


@pytest.mark.rule("LM-17", "LM-18")
@pytest.mark.card("lome-fp-char-27")
def test_a_look_cannot_be_taken_back():
    play = play_card(WIND, also=("sh-str-06", "sh-char-05"))
    assert play.choose(FP, "look").barrier


@pytest.mark.rule("LM-17", "LM-18")
@pytest.mark.card("lome-fp-char-27")
def test_who_does_not_look_learns_nothing():
    play = play_card(WIND, PASS, also=("sh-str-06", "sh-char-05"))
    assert len(play.state.hands[SH]) == 2
    assert "hand-seen" not in seen_by(play, FP)
    assert "hand-looked-at" not in seen_by(play, SH)
    assert done(play)


@pytest.mark.rule("LM-17", "LM-18")
@pytest.mark.card("lome-fp-char-27")
def test_nothing_that_is_asked_or_refused_before_the_look_hangs_on_the_hand():
    """With other cards in the Shadow's hand the Free Peoples are asked and refused the same."""
    here = hold(WIND, also=("sh-str-06", "sh-char-05"))
    twin = TITLE.twin(here.state, FP, Random(3))
    assert twin.hands[SH] != here.state.hands[SH]
    there = hold(WIND, also=("sh-str-06", "sh-char-05"), hands=twin.hands, decks=twin.decks)
    words = []
    for play in (here, there):
        play.choose(FP, "event:play-event")
        play.choose(FP, WIND)
        asked = play.pending[0]
        refused = []
        for choice in ("sh-char-05", "sh-str-24", "nobody"):
            with pytest.raises(IllegalChoice) as caught:
                play.choose(FP, choice)
            refused.append(caught.value.message)
        words.append((asked.describe(), refused, play.view(FP), play.log(FP)))
    assert words[0] == words[1]


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-char-27")
def test_a_single_card_is_seen_and_discarded_without_a_question_which():
    play = play_card(WIND, "look", also=("sh-char-05",))
    assert play.state.hands[SH] == []
    assert play.state.discards.count("sh-char-05") == 1
    assert done(play)


# -- Three Rings for the Elven-Kings -----------------------------------------------------------------


def rings_of(play):
    """Where each Ring is; the counts by side say the same."""
    where = lords(play.state).rings
    assert play.state.rings == {side: list(where.values()).count(side) for side in (FP, SH)}
    return where


def with_rings(**where):
    rings = {"vilya": FP, "nenya": FP, "narya": FP} | where
    return {
        "sets": kept(rings=rings),
        "rings": {side: list(rings.values()).count(side) for side in (FP, SH)},
    }


@pytest.mark.rule("LM-8.8", "LM-17")
@pytest.mark.card("lome-fp-char-28")
@pytest.mark.parametrize(
    ("dice", "where", "after"),
    [
        ([4, 4, 4], {"vilya": OUT}, {"vilya": OUT, "nenya": FP, "narya": FP}),
        ([5, 1, 1], {"vilya": OUT, "nenya": SH}, {"vilya": FP, "nenya": SH, "narya": FP}),
        ([5, 6, 1], {"vilya": OUT, "nenya": SH}, {"vilya": FP, "nenya": FP, "narya": FP}),
        ([5, 6, 6], {"vilya": OUT}, {"vilya": FP, "nenya": FP, "narya": FP}),
        ([5, 6, 6], {}, {"vilya": FP, "nenya": FP, "narya": FP}),
    ],
)
def test_used_rings_come_back_those_out_of_the_game_first(dice, where, after):
    play = play_card(THREE_RINGS, script=[dice], **with_rings(**where))
    assert rings_of(play) == after
    assert done(play)


@pytest.mark.rule("LM-8.8", "LM-17")
@pytest.mark.card("lome-fp-char-28")
def test_which_of_several_rings_comes_back_is_asked():
    play = play_card(THREE_RINGS, script=[[5, 1, 1]], **with_rings(vilya=SH, nenya=OUT, narya=OUT))
    assert (kinds(play), play.pending[0].seat) == (["which-ring"], FP)
    assert list(play.pending[0].options.values) == ["nenya", "narya"]
    answer(play, "narya")
    assert rings_of(play) == {"vilya": SH, "nenya": OUT, "narya": FP}
    assert told(play, "ring-returned") == [{"ring": "narya", "source": OUT}]


@pytest.mark.rule("LM-8.8", "LM-17")
@pytest.mark.card("lome-fp-char-28")
def test_where_all_of_them_come_back_none_is_asked_for_and_the_shadows_follow():
    play = play_card(THREE_RINGS, script=[[5, 6, 5]], **with_rings(vilya=SH, nenya=OUT, narya=OUT))
    assert set(rings_of(play).values()) == {FP}
    assert [line["source"] for line in told(play, "ring-returned")] == [OUT, OUT, SH]
    assert done(play)


@pytest.mark.rule("LM-8.8")
@pytest.mark.card("lome-fp-char-28")
def test_a_ring_that_has_come_back_is_no_longer_fresh_with_the_shadow():
    play = play_card(THREE_RINGS, script=[[5, 1, 1]], rings_fresh=1, **with_rings(vilya=SH))
    assert play.state.rings_fresh == 0


# -- Every Little is a Gain --------------------------------------------------------------------------


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-str-25")
def test_gondor_gains_a_little_in_three_places_and_a_card():
    play = play_card(EVERY_LITTLE, forces={"pelargir": {}, "lossarnach": {}, "lamedon": {}})
    for region in ("pelargir", "lossarnach", "lamedon"):
        assert free(play, region) == {"gondor-regular": 1}
    assert len(play.state.hands[FP]) == 1
    assert CARDS[play.state.hands[FP][0]].deck == "strategy"


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-str-25")
def test_a_place_that_is_not_free_gains_nothing():
    play = play_card(
        EVERY_LITTLE,
        forces={"pelargir": {"sauron-regular": 1}, "lossarnach": {}, "lamedon": {}},
        captured=["pelargir"],
    )
    assert free(play, "pelargir") == {}
    assert free(play, "lossarnach") == free(play, "lamedon") == {"gondor-regular": 1}


# -- Rangers of the North ----------------------------------------------------------------------------

EMPTY = {r: {} for r, x in REGIONS.items() if x.nation == "north"}


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-str-26")
@pytest.mark.parametrize(
    ("region", "may"), [("bree", True), ("ettenmoors", True), ("angmar", False), ("moria", False)]
)
def test_rangers_need_a_shadow_army_in_the_north_or_beside_it(region, may):
    def placed(where):
        return {r: {} for r in REGIONS if r in ("angmar", "mount-gram", "moria", "ettenmoors")} | {
            where: {"sauron-regular": 1}
        }

    others = [r for r in position(options={"lords": True}).forces if r.endswith(f"/{SH}")]
    emptied = {key.partition("/")[0]: {} for key in others} | placed(region)
    assert may_play(RANGERS, forces=emptied) == may
    nazgul_only = emptied | {region: {"nazgul": 1}}
    assert not may_play(RANGERS, forces=nazgul_only)


@pytest.mark.rule("LM-17", "WR-6.6", "WR-6.9")
@pytest.mark.card("lome-fp-str-26")
def test_rangers_strike_and_gather_beside_the_army():
    play = play_card(
        RANGERS,
        script=[[5, 6, 4]],
        forces={**EMPTY, "arnor": {"sauron-regular": 3}, "ettenmoors": {}, "angmar": {}, "mount-gram": {}},
    )
    assert shadow(play, "arnor") == {"sauron-regular": 1}
    answer(play, "north-elite")
    assert free(play, "north-downs") == {"north-elite": 1, "north-leader": 1}
    assert done(play)


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-str-26")
def test_rangers_gather_beside_the_army_not_where_it_stood():
    play = play_card(
        RANGERS,
        script=[[5, 5, 5]],
        forces={**EMPTY, "bree": {"sauron-regular": 1}, "ettenmoors": {}, "angmar": {}, "mount-gram": {}},
        captured=["bree"],
    )
    assert shadow(play, "bree") == {}
    assert sorted(play.pending[0].options.values) == ["buckland", "north-downs"]
    assert controller(play.state, "bree") == SH


@pytest.mark.rule("LM-17")
@pytest.mark.card("lome-fp-str-26")
def test_where_no_region_is_free_the_rangers_only_strike():
    play = play_card(
        RANGERS,
        script=[[1, 5, 1]],
        forces={
            **EMPTY,
            "bree": {"sauron-regular": 2},
            "buckland": {"sauron-regular": 1},
            "north-downs": {"sauron-regular": 1},
        },
        captured=["bree"],
    )
    answer(play, "bree")
    assert shadow(play, "bree") == {"sauron-regular": 1}
    assert told(play, "recruited") == []
    assert done(play)


# -- the log -----------------------------------------------------------------------------------------


@pytest.mark.rule("LM-17")
@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("tiles-added", {"tiles": ["smeagol-3", "smeagol-4"]}, "2 Sméagol tiles join the Hunt Pool."),
        ("hand-looked-at", {"side": FP, "of": SH}, "The Free Peoples look at the Shadow's hand."),
        ("hand-seen", {"of": SH, "cards": ["sh-char-05"]}, "You see the Shadow's hand: Orc Patrol."),
        (
            "hand-card-discarded",
            {"side": SH, "card": "sh-char-05"},
            "Orc Patrol is discarded from the Shadow's hand, face up.",
        ),
        (
            "ring-returned",
            {"ring": "vilya", "source": OUT},
            "Vilya comes back to the Free Peoples, from out of the game.",
        ),
        (
            "ring-returned",
            {"ring": "narya", "source": SH},
            "Narya comes back to the Free Peoples, from the Shadow.",
        ),
        ("balrog-activated", {}, "The Balrog is active."),
        (
            "leadership-cancelled",
            {"side": SH, "points": 2, "card": WONT_GO_BACK},
            "The Shadow loses 2 Leadership for this round, by Fear of their Masters (We Won't Go Back).",
        ),
        (
            "sixes-count-more",
            {"side": FP, "hits": 1, "card": WONT_GO_BACK},
            "Each natural 6 of the Free Peoples scores 1 more hit this round,"
            " by Fear of their Masters (We Won't Go Back).",
        ),
        ("orderly-withdrawal", {"side": FP}, "The Free Peoples withdraw after this round."),
        (
            "no-retreat",
            {"side": FP, "region": "dagorlad"},
            "The Free Peoples find no way to retreat from Dagorlad.",
        ),
    ],
)
def test_the_lines_of_these_cards_read_as_sentences(kind, data, words):
    assert SENTENCES[kind](data) == words
