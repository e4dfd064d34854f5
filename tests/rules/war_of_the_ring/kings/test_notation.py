"""The words that players type for what Kings asks (KM-7.3, KM-9, KM-10.6, KM-11.2, WR-22)."""

import pytest

from rules import Decision, IllegalChoice, OneOf
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.kings.corruption import tile_label
from rules.war_of_the_ring.sets.kings.ruler_dice import dismay_label

TILES = OneOf(["std-1-1", "std-1r-1", "std-3-1", "std-eyer-1"], tile_label)
TILE = Decision(SH, "corruption-tile", "Which tile do you put on Dáin?", TILES, "KM-7.3")
ON = Decision(SH, "draw-on", "Draw another in its place?", OneOf(("draw",)), "KM-11.2", may_pass=True)
HEIR = Decision(FP, "heir-of-bard", "Does Brand cancel it?", OneOf(("use",)), "KM-9.4", may_pass=True)
TOKENS = OneOf(["brand:shadow", "brand:free-peoples"], dismay_label)
DISMAY = Decision(SH, "dismay", "Spend a Dismay token?", TOKENS, "KM-10.6", may_pass=True)
TWO = OneOf([*TOKENS.values, "dain:shadow", "dain:free-peoples"], dismay_label)
OF_TWO = Decision(SH, "dismay", "Spend a Dismay token?", TWO, "KM-10.6", may_pass=True)
STAND = Decision(SH, "retreat", "Where to?", OneOf(["bree", "arnor"]), "WR-10.16", may_pass=True)


@pytest.mark.rule("WR-22", "KM-7.3", "KM-9.4", "KM-10.6", "KM-11.2")
@pytest.mark.parametrize(
    ("asked", "text", "choice"),
    [
        (TILE, "tile: 1r", "std-1r-1"),
        (TILE, "tile: 1 reveal", "std-1r-1"),
        (TILE, "1 with reveal", "std-1r-1"),
        (TILE, "tile: 1", "std-1-1"),
        (TILE, "3", "std-3-1"),
        (TILE, "tile: eye r", "std-eyer-1"),
        (ON, "stop", None),
        (ON, "draw-on: stop", None),
        (ON, "yes", "draw"),
        (ON, "draw", "draw"),
        (HEIR, "heir of bard", "use"),
        (HEIR, "Heir of Bard: yes", "use"),
        (HEIR, "ok", "use"),
        (HEIR, "no", None),
        (DISMAY, "dismay: own", "brand:shadow"),
        (DISMAY, "brand own", "brand:shadow"),
        (DISMAY, "theirs", "brand:free-peoples"),
        (OF_TWO, "dain: own", "dain:shadow"),
    ],
)
def test_words_that_players_type(asked, text, choice):
    assert TITLE.read(asked, text) == choice


@pytest.mark.rule("WR-22", "KM-7.3", "KM-10.6")
@pytest.mark.parametrize(
    ("asked", "text", "code"),
    [
        (TILE, "tile: 2r", "not-an-option"),
        (TILE, "tile: 3r", "not-an-option"),
        (TILE, "stop", "not-an-option"),
        (TILE, "yes", "not-an-option"),
        (OF_TWO, "own", "ambiguous"),
        (DISMAY, "yes", "not-an-option"),
        (STAND, "yes", "unknown-region"),
        (STAND, "own", "unknown-region"),
    ],
)
def test_they_mean_nothing_where_they_could_be_two_things_or_none(asked, text, code):
    with pytest.raises(IllegalChoice) as refused:
        TITLE.read(asked, text)
    assert refused.value.code == code
