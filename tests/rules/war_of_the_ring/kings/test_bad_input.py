"""Positions and records with things of Kings that cannot be so: refused by their names (KM-1.1, KM-1.3, WR-22)."""

import msgspec
import pytest

from rules import Decision, IllegalChoice, PositionError, RecordedGame, ReplayError, Subset, replay
from rules.core.transcript import read_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.soundness.positions import load
from tests.rules.war_of_the_ring.kings.positions import KINGS, at_home, kings_game, tempting
from tests.rules.war_of_the_ring.test_games import GOLDEN

PLAYED = (GOLDEN / "corruption.txt").read_text(encoding="utf-8")


def refused(position, options=KINGS):
    """Return what is wrong with a position written by hand."""
    with pytest.raises(PositionError) as caught:
        load({"options": TITLE.normalise_options(options), **position})
    return caught.value.problems


def keeping(**parts):
    """Return a position in which Kings keeps these things, whatever they are."""
    return {"sets": {"kings": parts}}


# -- a game without Kings ----------------------------------------------------------------------------


@pytest.mark.rule("KM-1.1", "WR-3.7")
@pytest.mark.parametrize("options", [{}, {"lords": True}], ids=["base", "lords"])
@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"forces": {"dale/free-peoples": {"characters": ["brand"]}}}, "“brand” is in no set"),
        (
            {"forces": {"dale/free-peoples": {"figures": {"north-regular": 1, "brand-leader": 1}}}},
            "“brand-leader” is in no set",
        ),
        ({"casualties": {"brand-leader": 1}}, "“brand-leader” is in no set"),
        ({"eliminated": ["ugluk"]}, "“ugluk” is in no set"),
        ({"hands": {"shadow": ["kome-sh-char-26"]}}, "“kome-sh-char-26” is in no set"),
        ({"tiles_drawn": ["kings-1"]}, "“kings-1” is in no set"),
        (
            {"phase": "actions", "dice": {"free-peoples": ["fp-ruler/event"]}},
            "the Ruler die is not in this game",
        ),
        ({"sets": {"kings": {}}}, "“kings” is not in this game"),
    ],
)
def test_another_game_refuses_what_is_of_kings_by_its_name(position, said, options):
    assert any(said in problem for problem in refused(position, options))


@pytest.mark.rule("KM-1.1", "WR-22")
@pytest.mark.parametrize(
    ("played", "forged", "said"),
    [
        ("fp-str-04", "kome-fp-str-26", "“kome-fp-str-26” is in no set of this game"),
        ("event:play-event", "fp-ruler/event:play-event", "You have no Ruler die showing Event"),
        ("event:play-event", "attempt:dain", "Kings of Middle-earth is not played at this table"),
        ("saruman@orthanc", "ugluk@orthanc", "Uglúk is in no set of this game"),
    ],
    ids=["card", "die", "attempt", "character"],
)
def test_a_record_in_which_somebody_plays_what_the_box_does_not_hold(played, forged, said):
    record = msgspec.to_builtins(read_transcript(PLAYED))
    entry = next(one for one in record["entries"] if one.get("choices") == [played])
    entry["choices"] = [forged]
    with pytest.raises(ReplayError, match=said) as caught:
        replay(record)
    assert caught.value.code == "bad-record"
    assert caught.value.entry == entry["seq"]


@pytest.mark.rule("KM-1.1", "WR-22")
def test_a_record_that_begins_with_what_cannot_be():
    position = {"phase": "actions", "dice": {"free-peoples": ["character"], "shadow": []}}
    game = RecordedGame(TITLE, KINGS, seed=1, position=position)
    game.resign(FP)
    record = msgspec.to_builtins(game.record())
    assert replay(record).is_over
    record["position"] |= keeping(tiles={"brand": ["std-3-1"]})
    with pytest.raises(ReplayError, match="Brand would be corrupted by his tiles"):
        replay(record)


# -- a game with Kings -------------------------------------------------------------------------------


@pytest.mark.rule("KM-1.3", "KM-6", "WR-3.7")
@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            keeping(corrupted={"brand": "dale"}, removed=["brand"]),
            "Brand is more than one of these: corrupted, removed",
        ),
        (
            {"forces": {"dale": "2 north-regular, brand-leader, brand"}},
            "Brand is more than one of these: a Leader, awakened",
        ),
        (
            {"forces": {"dale": "2 north-regular, brand-leader"}, **keeping(corrupted={"brand": "dale"})},
            "Brand is more than one of these: a Leader, corrupted",
        ),
        (
            {"forces": {"dale": "north-regular, brand"}, "eliminated": ["brand"]},
            "Brand is more than one of these: awakened, lost after he awoke",
        ),
        ({"casualties": {"brand-leader": 10**9}}, "Brand is more than one of these"),
        (
            {
                "forces": {
                    "dale/free-peoples": {"figures": {"north-regular": 1, "brand-leader": 1}},
                    "bree/free-peoples": {"figures": {"north-regular": 1, "brand-leader": 1}},
                }
            },
            "Brand is more than one of these: a Leader, a Leader",
        ),
        (
            {"forces": {"dale/free-peoples": {"figures": {"north-regular": 1, "brand-leader": 2}}}},
            "2 is no number of Brand figures (1 to 1)",
        ),
        ({"forces": {"dale": "north-regular"}, "casualties": {}}, "Brand is nowhere"),
        ({"forces": {"dale": "brand-leader"}}, "a Leader stands alone in Dale"),
        (
            {"forces": {"dale/shadow": {"figures": {"brand-leader": 1}}}},
            "Brand stands among the figures of the Shadow",
        ),
        ({"fellowship": {"companions": ["theoden"]}}, "“theoden” is none of its Companions"),
        ({"pools": {"brand-leader": 1}}, "reinforcements: “brand-leader” is no figure"),
        (keeping(corrupted={"brand": "erebor"}), "the corrupted Brand is in Dale, and stays there"),
        (keeping(corrupted={"brand": "lake-town"}), "“lake-town” is no region"),
        (keeping(corrupted={"bard": "dale"}), "“bard” is no Sovereign: did you mean Brand?"),
        (keeping(removed=["aragorn"]), "“aragorn” is no Sovereign"),
    ],
)
def test_every_sovereign_is_in_one_state(position, said):
    assert any(said in problem for problem in refused(position))


@pytest.mark.rule("KM-6.1", "KM-7.6", "KM-7.7", "WR-3.7")
@pytest.mark.parametrize(
    ("position", "said"),
    [
        (keeping(tiles={"brand": ["std-2-1"]}), "Brand would be corrupted by his tiles"),
        (keeping(tiles={"brand": ["std-1-1", "std-1-1"]}), "the Hunt tile std-1-1 is in 2 places"),
        (
            {"tiles_drawn": ["std-1-1"], **keeping(tiles={"dain": ["std-1-1"]})},
            "the Hunt tile std-1-1 is in 2 places",
        ),
        (keeping(tiles={"dain": ["std-1-1"], "brand": ["std-1-1"]}), "the Hunt tile std-1-1 is in 2 places"),
        (keeping(tiles={"dain": ["std-eyer-1"]}), "“std-eyer-1” is no Corruption tile"),
        (keeping(tiles={"dain": ["one"]}), "“one” is no Corruption tile"),
        (keeping(tiles={"bard": ["std-1-1"]}), "“bard” is no Sovereign"),
        (
            {"eliminated": ["dain"], **keeping(tiles={"dain": ["std-1-1"]})},
            "Corruption tiles lie on Dáin Ironfoot, who is no Leader",
        ),
        (
            keeping(corrupted={"brand": "dale"}, tiles={"brand": ["kings-1"]}),
            "Corruption tiles lie on Brand, who is no Leader",
        ),
        (keeping(seen={"dain": ["std-1-1"]}), "the Free Peoples have seen tiles that do not lie on"),
        (keeping(seen={"bard": []}), "“bard” is no Sovereign"),
    ],
)
def test_tiles_lie_on_leaders_and_do_not_corrupt_them(position, said):
    assert any(said in problem for problem in refused(position))


@pytest.mark.rule("KM-4", "KM-5.5", "KM-10.6", "WR-3.7")
@pytest.mark.parametrize(
    ("position", "said"),
    [
        (keeping(tokens=["dain"]), "there is a Ruler token of Dáin Ironfoot, who is not awake"),
        (keeping(tokens=["bard"]), "tokens: “bard” is no Sovereign"),
        (keeping(dismay=["dain"]), "there are Dismay tokens in a game without them"),
        (keeping(attempted=["bard"]), "attempted: “bard” is no Sovereign"),
        (keeping(due=["bard"]), "due: “bard” is no Sovereign"),
        (keeping(pool=["vilya"]), "“vilya” is no Ruler die"),
        (keeping(discarded={"shadow": "fp-ruler/event"}), "no die of the shadow shows “fp-ruler/event”"),
        (keeping(discarded={"sauron": "event"}), "no die of the sauron shows “event”"),
        (
            {"phase": "actions", "dice": {"shadow": ["shadow-ruler/eye"]}},
            "the Ruler die shows an Eye: it is in the Hunt Box",
        ),
        ({"phase": "actions", "dice": {"shadow": ["fp-ruler/event"]}}, "the Ruler die is not of the Shadow"),
        (
            {"phase": "actions", "dice": {"shadow": ["shadow-ruler/army", "shadow-ruler/event"]}},
            "there are 2 Ruler dice, and one in the game",
        ),
    ],
)
def test_dice_and_tokens_are_each_where_they_can_be(position, said):
    assert any(said in problem for problem in refused(position))


@pytest.mark.rule("KM-10.6", "KM-11.3")
def test_a_ruler_token_is_in_one_place_and_with_the_variant_nowhere():
    awake = {"forces": {"dale": "north-regular, brand"}}
    with_dismay = {**KINGS, "dismay_tokens": True}
    problems = refused({**awake, **keeping(tokens=["brand"], dismay=["brand"])}, with_dismay)
    assert problems == ["the Ruler token of brand is in 2 places"]
    problems = refused({**awake, **keeping(tokens=["brand"])}, {**KINGS, "no_ruler_tokens": True})
    assert problems == ["there are Ruler tokens in a game without them"]


@pytest.mark.rule("KM-15", "WR-22")
@pytest.mark.parametrize(
    "kept",
    [
        3,
        [],
        {"tiles": 3},
        {"tiles": {"dain": [1]}},
        {"corrupted": ["brand"]},
        {"discarded": {"shadow": None}},
    ],
)
def test_what_kings_keeps_is_of_the_right_kind(kept):
    problems = refused({"sets": {"kings": kept}, "captured": ["helms-deep"], "hunt_pool": []})
    assert any(problem.startswith("kings: Expected") for problem in problems)


# -- choices ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-7.3", "WR-22")
@pytest.mark.parametrize("choice", ["std-3-1", "kings-1", "", None, 3, ["std-1-1"], "std-1-1" * 1000])
def test_only_a_tile_that_was_drawn_is_put_on_him(choice):
    play = tempting([["std-1-1"], ["std-2-1"]], eyes=3)
    play.choose(SH, "attempt:dain")
    with pytest.raises(IllegalChoice):
        play.choose(SH, choice)
    play.choose(SH, "std-1-1")


@pytest.mark.rule("KM-6.4", "KM-7.1", "WR-22")
@pytest.mark.parametrize(
    ("side", "choice"),
    [
        (FP, "muster:awaken@edoras"),
        (FP, "attempt:dain"),
        (FP, "muster:attempt:dain"),
        (FP, "muster:chieftain"),
        (FP, "fp-ruler/muster:awaken"),
        (SH, "attempt:aragorn"),
        (SH, "attempt:"),
        (SH, "army:attempt:dain"),
        (SH, "army:awaken"),
        (SH, "army:ruler-token-brand"),
    ],
)
def test_what_is_no_action_of_a_side_is_refused(side, choice):
    play = kings_game(
        dice=(["muster"], ["army"]),
        to_act=side,
        hunt_box={FP: 0, SH: 3},
        forces=at_home("theoden"),
        at_war=("rohan",),
    )
    with pytest.raises(IllegalChoice):
        play.choose(side, choice)


# -- names that begin alike --------------------------------------------------------------------------


@pytest.mark.rule("KM-5", "WR-9.2")
@pytest.mark.parametrize("line", ["meriadoc, brand", "Meriadoc; Brand", "Meriadoc and Brand"])
def test_meriadoc_and_brand_are_two_and_no_brandybuck(line):
    """Between commas stand names of their own, also where both together begin a longer one."""
    together = Decision(FP, "companions", "Who goes together?", Subset(("meriadoc", "brand"), 1), "WR-9.2")
    assert TITLE.read(together, line) == ["meriadoc", "brand"]
    assert TITLE.read(together, "Meriadoc Brandybuck") == ["meriadoc"]
