"""How Combat cards are laid, shown and resolved, whichever they are (WR-10.7, WR-10.8)."""

import random

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import begin, fight, holding
from tests.rules.war_of_the_ring.positions import kinds

# -- what the log tells ------------------------------------------------------------------------------


@pytest.mark.rule("WR-10.7", "WR-10.8")
@pytest.mark.parametrize(
    ("cards", "shadow", "free", "script", "sentences"),
    [
        (("sh-str-09", "fp-str-01"), {}, {}, [[1] * 4, [1]], ["Daylight (The Last Battle) has no effect."]),
        (
            ("fp-char-06",),
            {},
            {"gimli": 1},
            [[1] * 4, [1] * 2],
            [
                "Gimli gives up 1 Leadership for this round.",
                "The Free Peoples turn 1 missed die to a hit.",
            ],
        ),
        (
            ("sh-char-15",),
            {"nazgul": 1},
            {"gimli": 1},
            [[1] * 4, [1], [1]],
            ["Gimli is silenced for this round."],
        ),
        (
            ("sh-char-08",),
            {"nazgul": 1},
            {},
            [[1] * 4, [1]],
            [
                "The Nazgûl give up 1 Leadership for this round.",
                "The Free Peoples roll 1 die fewer, by Dread and Despair (Candles of Corpses).",
            ],
        ),
        (
            ("fp-str-01",),
            {},
            {},
            [[1] * 3, [1]],
            ["The Shadow rolls 3 dice at most, by Daylight (The Last Battle)."],
        ),
        (
            ("sh-char-09",),
            {"nazgul": 1},
            {},
            [[1] * 4, [1], [1]],
            ["The Free Peoples may not roll again this round."],
        ),
        (
            ("fp-str-08",),
            {},
            {},
            [[1, 2, 2, 2], [1]],
            ["The Free Peoples score 1 hit more, by Confusion (Wisdom of Elrond)."],
        ),
        (
            ("fp-str-06",),
            {},
            {"gondor-elite": 2},
            [[6, 6, 1, 1], [1] * 3],
            ["The Shadow scores 1 hit fewer, by Shield-wall (Faramir's Rangers)."],
        ),
        (
            ("sh-char-17",),
            {},
            {"gondor-elite": 2},
            [[1, 4, 1], [1] * 4, [1] * 2],
            ["The Shadow strikes besides with 1, 4 and 1, needing 4: 1 hit."],
        ),
    ],
)
def test_the_log_tells_what_a_card_has_done(cards, shadow, free, script, sentences):
    play = fight(
        script,
        region="dimrill-dale",
        source="moria",
        shadow={"sauron-regular": 4, **shadow},
        free={"gondor-regular": 1, **free},
        cards=cards,
    )
    while kinds(play) == ["hit"]:
        play.choose(play.pending[0].seat, "lose:gondor-regular")
    log = [TITLE.describe_line(line) for line in play.lines]
    assert [line for line in log if line in sentences] == sentences


# -- laying and uncovering ---------------------------------------------------------------------------


@pytest.mark.rule("WR-10.6", "WR-10.7")
def test_scouts_leave_before_durins_bane_strikes():
    play = fight(
        [],
        region="dimrill-dale",
        source="moria",
        shadow={"sauron-regular": 3},
        free={"elves-regular": 2},
        cards=("sh-char-17", "fp-str-05"),
    )
    play.choose(FP, "parth-celebrant")
    assert told(play, "additional-attack") == []
    assert "sh-char-17" in play.state.discards


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize(("attacker", "first"), [(SH, FP), (FP, SH)])
def test_of_two_cards_with_one_number_the_defenders_is_first(attacker, first):
    """Black Breath against Heroic Death, both 6: who defends acts first."""
    play = fight(
        [[6, 1], [6, 1], [6], [6]],
        attacker=attacker,
        shadow={"sauron-regular": 2, "nazgul": 1},
        free={"gondor-regular": 2, "gondor-leader": 1},
        cards=("sh-char-11", "fp-char-10"),
    )
    assert play.pending[0].seat == first


@pytest.mark.rule("WR-10.6", "WR-22")
def test_a_laid_card_shows_only_its_back():
    play = begin(
        [],
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 2},
        cards=("sh-str-01", "fp-str-01"),
    )
    play.choose(SH, "sh-str-01")
    assert play.pending[0].context["enemy_deck"] == "strategy"
    assert "sh-str-01" not in str(play.view(FP))
    assert "combat-card-shown" not in [line.kind for line in play.log(FP)]


@pytest.mark.rule("WR-10.6", "WR-22")
def test_any_card_of_the_deck_may_lie_there():
    """What the enemy sees is the same whichever card was laid."""
    play = begin(
        [], shadow={"sauron-regular": 3}, free={"gondor-regular": 2}, cards=("sh-str-01", "fp-str-01")
    )
    play.choose(SH, "sh-str-01")
    twins = [TITLE.twin(play.state, FP, random.Random(seed)) for seed in range(5)]
    assert len({twin.battle_cards[SH] for twin in twins}) > 1
    assert all(TITLE.view(twin, FP) == play.view(FP) for twin in twins)
    assert all(TITLE.view(twin, None) == play.view(None) for twin in twins)


@pytest.mark.rule("WR-10.6", "WR-22")
@pytest.mark.parametrize("attacker", [SH, FP])
@pytest.mark.parametrize(
    ("shadow_card", "free_card"),
    [("sh-char-01", "fp-char-05"), ("sh-char-17", "fp-char-19"), ("sh-char-05", "fp-char-01")],
)
def test_the_card_window_opens_whether_or_not_a_card_fits(attacker, shadow_card, free_card):
    """None of these cards can be laid here, but only their owners know."""
    play = begin(
        [],
        attacker=attacker,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 2},
        cards=(shadow_card, free_card),
    )
    for side in (attacker, FP if attacker == SH else SH):
        assert kinds(play) == ["combat-card"]
        assert play.pending[0].seat == side
        assert list(play.pending[0].legal()) == [None]
        play.choose(side, None)
    assert [line["side"] for line in told(play, "no-combat-card")] == [
        attacker,
        FP if attacker == SH else SH,
    ]


@pytest.mark.rule("WR-10.6", "WR-22")
def test_an_empty_hand_is_public_and_is_not_asked():
    play = begin([[1], [1]], shadow={"sauron-regular": 1}, free={"gondor-regular": 1})
    assert kinds(play) == ["continue"]


@pytest.mark.rule("WR-6.11", "WR-10.6")
def test_one_card_each_in_every_round_and_then_to_the_discards():
    play = begin(
        [[1] * 3] * 2 + [[1] * 3] * 2,
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 3},
        cards=("sh-str-01", "sh-str-22", "fp-str-01"),
    )
    play.choose(SH, "sh-str-01")
    play.choose(FP, None)
    assert play.state.discards == ["sh-str-01"]
    play.choose(SH, "continue")
    play.choose(FP, None)
    assert kinds(play) == ["combat-card"]
    assert list(play.pending[0].options.values) == ["sh-str-22"]


@pytest.mark.rule("WR-10.6", "WR-6.5")
def test_denethors_folly_closes_the_window_of_the_free_peoples():
    s = holding("sh-str-03", "fp-str-01")
    s["hands"][SH] = []
    play = begin(
        [[1, 1], [1, 1]],
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 2},
        free={"gondor-regular": 2},
        table={FP: [], SH: ["sh-str-03"]},
        **s,
    )
    assert kinds(play) != ["combat-card"]
    assert told(play, "no-combat-card") == []
