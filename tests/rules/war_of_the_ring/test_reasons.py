"""Whatever is refused is refused with its reason, in a player's words, and betrays nothing hidden (WR-22)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import Game, IllegalChoice, Seeded, Text
from rules.core.contract.random_games import MOST_CHOICES
from rules.core.decisions import Choice, Decision, OneOf, Subset
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position import names
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.reasons.questions import reason, values_of
from rules.war_of_the_ring.words.notation_writing import JOINTS
from tests.rules.war_of_the_ring.battles import begin, holding
from tests.rules.war_of_the_ring.positions import game, kinds, position
from tests.rules.war_of_the_ring.test_disputed_cases import on_the_table
from tests.rules.war_of_the_ring.test_hunt import hunted, party, with_fellowship

BARE = "is not possible here"
#: Questions that say no more than what can be chosen: what a card lets one choose stands on the card alone.
BY_THE_CARD = {
    "event-figure",
    "event-nation",
    "event-pair",
    "event-recruit",
    "event-region",
    "event-units",
    "heroic-death",
    "path",
    "silence",
    "strike",
}
BOX = box_of({})
FIGURES = [*names.GROUPS["figure"], *BOX.characters]
#: What may stand in the place of what: figures and Characters are named side by side.
THINGS = {
    **{group: list(names.GROUPS[group]) for group in ("region", "nation")},
    "card": list(BOX.cards),
    **dict.fromkeys(("figure", "character"), FIGURES),
}


def refusal(play: Game, seat: str, choice: Choice | Text) -> IllegalChoice:
    with pytest.raises(IllegalChoice) as caught:
        play.choose(seat, choice)
    return caught.value


def told(play: Game, seat: str, choice: Choice | Text) -> tuple[str, str]:
    refused = refusal(play, seat, choice)
    return refused.message, refused.rule


# -- in any position ---------------------------------------------------------------------------------


def mistaken(decision: Decision, rng: Random) -> Iterator[Choice]:
    """Yield answers that name things of the game that are no options: an option with its parts exchanged."""
    values = values_of(decision)
    for _ in range(3 if values else 0):
        parts = JOINTS.split(rng.choice(values))
        for place in range(0, len(parts), 2):
            group = names.group_of(parts[place])
            if group in THINGS and rng.random() < 0.7:
                parts[place] = rng.choice(THINGS[group])
        value = "".join(parts)
        if value not in values:
            options = decision.options
            yield (
                value
                if isinstance(options, OneOf)
                else [value]
                if isinstance(options, Subset)
                else {value: 1}
            )


def random_questions(seed: int, options: dict[str, Any]) -> Iterator[tuple[Game, Decision, Random]]:
    rng = Random(seed)
    play = Game.start(TITLE, options, Seeded(seed))
    for _ in range(MOST_CHOICES):
        if play.is_over:
            return
        decision = rng.choice(play.pending)
        yield play, decision, rng
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))


@pytest.mark.long
@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("seed", range(4))
def test_whatever_exists_and_is_no_choice_is_refused_with_a_reason(seed):
    heard: set[str] = set()
    for play, decision, rng in random_questions(seed, {"strict_stacking": bool(seed % 2)}):
        for choice in mistaken(decision, rng):
            place = f"seed {seed}, {decision.kind}: {choice}"
            with pytest.raises(IllegalChoice) as caught:
                decision.check(choice)
            assert BARE not in caught.value.message, place
            assert caught.value.message.endswith((".", "?")), place
            assert caught.value.rule, place
            if caught.value.code == "not-an-option":  # only what can be chosen instead
                assert decision.kind in BY_THE_CARD, f"{place}: {caught.value.message}"
            heard.add(decision.kind)
            twin = TITLE.twin(play.state, decision.seat, rng)
            assert reason(twin, decision, choice) == reason(play.state, decision, choice), f"{place}: a leak"
    assert len(heard) > 20


@pytest.mark.rule("WR-22")
def test_what_is_nothing_at_all_is_told_with_what_there_is():
    for play, decision, _rng in random_questions(7, {}):
        if values_of(decision):
            value = "lorein" if isinstance(decision.options, OneOf) else ["lorein"]
            choice = {"lorein": 1} if not isinstance(decision.options, OneOf | Subset) else value
            with pytest.raises(IllegalChoice) as caught:
                decision.check(choice)
            assert BARE not in caught.value.message
            assert "lorein" in caught.value.message
        if play.state.turn > 3:
            return


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("choice", ["lorein", "lorein" * 300, "\ud800", ""])
def test_an_unknown_region_is_told_with_the_nearest(choice):
    play = game(phase="fellowship", fellowship={"progress": 2})
    refused = refusal(play, FP, choice)
    assert "is no region" in refused.message
    assert ("did you mean Lórien?" in refused.message) is (choice == "lorein")
    assert len(refused.message) < 200
    assert (refused.code, refused.rule) == ("not-an-option", "WR-14.6")


@pytest.mark.rule("WR-22")
def test_something_of_another_kind_is_told_to_be_no_region():
    play = game(phase="fellowship", fellowship={"progress": 2})
    assert refusal(play, FP, "gondor").message == "“gondor” is no region."
    assert "is no answer to this question" in refusal(play, FP, "rivendell>bree").message


# -- the Fellowship ----------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.6")
def test_a_declaration_reaches_no_farther_than_the_progress():
    play = game(phase="fellowship", fellowship={"progress": 2})
    assert told(play, FP, "lorien") == (
        "Lórien is 5 regions from Rivendell, and the Progress of the Fellowship is 2.",
        "WR-14.6",
    )


@pytest.mark.rule("WR-14.11")
def test_a_reveal_ends_in_no_haven_and_not_beyond_the_progress():
    play = hunted([[6, 1, 1], ["std-0r-1"]], **with_fellowship(party("gimli"), region="hollin", progress=0))
    assert kinds(play) == ["reveal"]
    assert told(play, FP, "rivendell") == (
        "Rivendell is a Stronghold of the Free Peoples: nobody finds the Ring-bearers there.",
        "WR-14.11",
    )
    assert told(play, FP, "bree")[0].endswith("from Hollin, and the Progress of the Fellowship is 1.")


@pytest.mark.rule("WR-14.10", "WR-9.2")
def test_companions_who_leave_are_told_how_far_they_go():
    play = game(dice=(["character"], ["event"]), fellowship={"progress": 1})
    play.choose(FP, "character:separate")
    assert told(play, FP, ["aragorn"])[0] == "Aragorn is not in the Fellowship."
    play.choose(FP, ["boromir"])
    assert told(play, FP, "minas-tirith") == (
        "Minas Tirith is 10 regions from Rivendell, and they go no farther than 3.",
        "WR-9.2",
    )


@pytest.mark.rule("WR-14.3")
def test_the_guide_is_of_the_highest_level():
    play = game(
        phase="fellowship",
        fellowship={"companions": ["boromir", "gimli", "peregrin"], "guide": "boromir"},
        eliminated=["gandalf-the-grey", "strider", "legolas", "meriadoc"],
    )
    play.choose(FP, None)
    assert told(play, FP, "peregrin")[0].startswith("Peregrin Took has Level 1: the Guide is of the highest")
    assert told(play, FP, "strider")[0] == "Strider is out of the game."
    assert told(play, FP, "gollum")[0] == "Gollum guides only when no Companion is left."


# -- Companions, Nazgûl, Minions ---------------------------------------------------------------------


@pytest.mark.rule("WR-9.2")
def test_why_companions_do_not_go_there():
    forces = {
        "bree": {"boromir": 1},
        "helms-deep/inside": {"rohan-regular": 1, "gimli": 1},
        "helms-deep": {"isengard-regular": 1},
        "edoras": {"legolas": 1},
    }
    play = game(dice=(["character"], ["event"]), forces=forces)
    play.choose(FP, "character:move-companions")
    assert told(play, FP, "dale")[0] == "No Companion stands in Dale."
    assert told(play, FP, "helms-deep")[0].startswith("The Companions in Helm's Deep are besieged")
    play.choose(FP, "edoras")
    assert told(play, FP, "edoras")[0] == "They are in Edoras already."
    assert told(play, FP, "helms-deep") == ("Helm's Deep is besieged: no Companion gets in or out.", "WR-9.2")
    assert "and they go no farther than 2" in told(play, FP, "minas-tirith")[0]
    play.choose(FP, "folde")
    assert told(play, FP, "folde") == ("The Companions in Folde have moved already.", "WR-9.2")


@pytest.mark.rule("WR-9.2")
def test_companions_stop_at_a_stronghold_of_the_shadow():
    play = game(dice=(["character"], ["event"]), forces={"dimrill-dale": {"boromir": 1, "strider": 1}})
    play.choose(FP, "character:move-companions")
    play.choose(FP, "dimrill-dale")
    play.choose(FP, ["boromir"])
    assert "go no farther than 2" in told(play, FP, "bree")[0]
    play.choose(FP, "moria")
    assert told(play, FP, "moria")[0] == "The Companions in Moria have moved already."


@pytest.mark.rule("WR-9.4", "WR-9.5")
def test_why_a_nazgul_or_minion_does_not_fly_there():
    forces = {
        "orthanc": {"isengard-regular": 1, "saruman": 1},
        "moria": {"sauron-regular": 1, "mouth-of-sauron": 1},
    }
    play = game(dice=([], ["character"]), forces=forces)
    play.choose(SH, "character:move-nazgul")
    assert told(play, SH, "saruman@orthanc") == ("Saruman never leaves Orthanc.", "WR-9.5")
    assert told(play, SH, "witch-king@moria")[0] == "The Witch-king is not in play."
    assert told(play, SH, "nazgul@bree")[0] == "No Nazgûl is in Bree."
    assert told(play, SH, "strider@bree")[0] == "Strider is neither a Nazgûl nor a Minion."
    play.choose(SH, "mouth-of-sauron@moria")
    assert told(play, SH, "dale")[0].endswith("from Moria, and the Mouth of Sauron goes no farther than 3.")
    play.choose(SH, "hollin")
    assert told(play, SH, "mouth-of-sauron@hollin")[0] == "The Mouth of Sauron in Hollin has moved already."
    play.choose(SH, "nazgul@barad-dur")
    assert told(play, SH, "lorien") == (
        "Lórien is a Stronghold of the Free Peoples, and no Army of the Shadow besieges it.",
        "WR-9.4",
    )


@pytest.mark.rule("WR-18", "WR-4.7")
def test_a_messenger_who_is_used_up_turns_no_other_muster():
    forces = {"moria": {"sauron-regular": 2, "mouth-of-sauron": 1}}
    play = game(dice=([], ["muster", "muster"]), forces=forces, at_war=("sauron",), messenger_used=True)
    assert told(play, SH, "muster:move-armies") == (
        "The Messenger has turned a Muster result to Army already this turn.",
        "WR-18",
    )


# -- Armies ------------------------------------------------------------------------------------------

FRONT = {
    "osgiliath": {"gondor-regular": 2, "gondor-leader": 1, "rohan-regular": 1},
    "minas-tirith": {},
    "pelargir": {},
    "dol-amroth": {},
    "lossarnach": {"gondor-regular": 8, "gondor-elite": 2},
    "orthanc": {"isengard-elite": 2, "saruman": 1},
}


@pytest.mark.rule("WR-1.8")
def test_a_border_that_nobody_crosses_is_named():
    play = game(
        dice=(["muster-army"], ["event"]), forces={"anfalas": {"gondor-regular": 1}}, at_war=("gondor",)
    )
    play.choose(FP, "muster-army:move-armies")
    assert told(play, FP, "anfalas>helms-deep") == (
        "Nobody crosses the border between Anfalas and Helm's Deep.",
        "WR-1.8",
    )
    assert told(play, FP, "anfalas>bree")[0].startswith("Bree does not border on Anfalas: it is")


@pytest.mark.rule("WR-7.2")
def test_a_full_region_lets_no_more_in_where_stacking_is_strict():
    play = game(
        dice=(["muster-army"], ["event"]),
        forces=FRONT,
        at_war=("gondor",),
        options={"strict_stacking": True},
    )
    play.choose(FP, "muster-army:move-armies")
    assert told(play, FP, "osgiliath>lossarnach") == (
        "Lossarnach holds 10 Army units already, and this table lets no more in.",
        "WR-7.2",
    )


@pytest.mark.rule("WR-8.3", "WR-8.9")
def test_who_has_moved_and_who_never_does_is_told_apart():
    play = game(dice=(["muster-army"], ["army"]), forces=FRONT, at_war=("gondor", "isengard"))
    play.choose(FP, "muster-army:move-armies")
    play.choose(FP, "osgiliath>lossarnach")
    assert told(play, FP, {"strider": 1})[0] == "No Strider is in this Army."
    play.choose(FP, {"gondor-regular": 1})
    play.choose(FP, "lossarnach>osgiliath")
    assert "has moved already" not in told(play, FP, {"rohan-regular": 1})[0]
    play.choose(FP, {"gondor-elite": 1})
    play.choose(SH, "army:move-armies")
    play.choose(SH, "orthanc>gap-of-rohan")
    assert told(play, SH, {"saruman": 1, "isengard-elite": 1}) == (
        "Saruman never leaves the region.",
        "WR-8.9",
    )


@pytest.mark.rule("WR-10.2")
def test_who_is_not_at_war_does_not_attack():
    forces = {
        "osgiliath": {"gondor-regular": 2, "rohan-regular": 1},
        "north-ithilien": {"sauron-regular": 2},
    }
    play = game(dice=(["muster-army"], ["event"]), forces=forces, at_war=("gondor",))
    play.choose(FP, "muster-army:attack")
    play.choose(FP, "osgiliath>north-ithilien")
    assert kinds(play) == ["attackers"]
    assert told(play, FP, {"rohan-regular": 1})[0] == "Rohan Regular is not at war and cannot attack."
    assert told(play, FP, {"gimli": 1}) == ("No Gimli is in this Army.", "WR-10.2")


@pytest.mark.rule("WR-10.16", "WR-10.17")
def test_why_an_army_does_not_retreat_or_advance_so():
    play = begin(
        [[1, 1], [1, 1]],
        shadow={"sauron-regular": 3, "sauron-elite": 1},
        free={"gondor-regular": 2},
        party={"sauron-regular": 2},
        region="lossarnach",
        source="osgiliath",
        captured=["pelargir"],
        elsewhere={"pelargir": {}},
    )
    play.choose(SH, "continue")
    assert kinds(play) == ["retreat"]
    assert told(play, FP, "osgiliath")[0] == "An enemy Army is in Osgiliath."
    assert told(play, FP, "pelargir")[0] == "The enemy holds Pelargir: no Army retreats there."
    assert told(play, FP, "bree")[0].startswith("Bree does not border on Lossarnach")
    play.choose(FP, "minas-tirith")
    assert kinds(play) == ["advance"]
    assert told(play, SH, {"sauron-elite": 1})[0].endswith(
        "stayed behind as the rearguard: only attackers advance."
    )
    assert told(play, SH, {"nazgul": 1})[0] == "There was no Nazgûl in this attack."


@pytest.mark.rule("WR-10.12")
def test_why_a_hit_is_not_taken_so():
    play = begin(
        [[5, 1, 1], [1, 1, 1]],
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 1, "gondor-elite": 1, "rohan-regular": 1, "gondor-leader": 1},
    )
    assert kinds(play) == ["hit"]
    assert told(play, FP, "lose:gondor-leader")[0] == "Gondor Leader takes no hits: only Army units do."
    assert told(play, FP, "lose:gondor-elite")[0].startswith("Gondor Elite falls to two hits")
    assert (
        told(play, FP, "reduce:gondor-regular")[0] == "Gondor Regular cannot be reduced: only an Elite can."
    )
    assert told(play, FP, "lose:north-regular")[0] == "No North Regular is left in this Army."


@pytest.mark.rule("WR-7.2")
def test_only_units_are_too_many():
    forces = {
        "edoras": {"rohan-regular": 6, "rohan-elite": 4, "rohan-leader": 2},
        "folde": {"rohan-regular": 2},
        "fords-of-isen": {},
    }
    play = game(dice=(["muster-army"], ["event"]), forces=forces, at_war=("rohan",))
    play.choose(FP, "muster-army:move-armies")
    play.choose(FP, "folde>edoras")
    play.choose(FP, {"rohan-regular": 2})
    while kinds(play) == ["army-move"]:
        play.choose(FP, None)
    assert told(play, FP, {"rohan-leader": 1})[0] == (
        "Rohan Leader does not count: only Army units are too many."
    )


# -- cards -------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-6.1", "WR-6.2", "WR-5.3")
def test_why_a_card_is_not_played():
    play = game(dice=(["muster"], ["event"]), **holding("fp-str-18", "fp-str-12", "fp-char-09", "sh-char-01"))
    play.choose(FP, "muster:play")
    assert told(play, FP, "sh-char-01")[0] == "You hold no card “sh-char-01”."
    assert told(play, FP, "fp-str-01")[0] == "You hold no card “fp-str-01”."
    assert told(play, FP, "fp-str-12")[0].endswith(
        "It asks for this: There is a Free Peoples Army with a Companion."
    )
    assert told(play, FP, "fp-char-09")[0].endswith("has the icon Character: this die does not pay for it.")


@pytest.mark.rule("WR-10.6")
def test_why_a_combat_card_is_not_laid():
    play = begin(
        [], shadow={"sauron-regular": 2}, free={"gondor-regular": 2}, cards=("sh-char-01", "fp-char-06")
    )
    play.choose(SH, None)
    assert told(play, FP, "fp-char-06")[0].endswith("It asks for this: A Companion takes part in the battle.")
    assert told(play, FP, "fp-char-07")[0] == "You hold no card “fp-char-07”."


@pytest.mark.rule("WR-22", "WR-5.3")
@pytest.mark.parametrize(
    "named", ["sh-char-01", "sh-str-24", "fp-char-01", "Shelob's Lair", "no card at all"]
)
def test_a_card_that_is_not_held_is_refused_alike_wherever_it_lies(named):
    """In the other hand, in a deck, or nowhere: the answers differ in nothing but what was sent."""
    play = game(dice=(["muster"], ["event"]), **holding("fp-str-18", "fp-str-12", "sh-char-01"))
    play.choose(FP, "muster:play")
    refused = refusal(play, FP, named)
    assert (refused.code, refused.message.replace(named, "…")) == ("not-held", "You hold no card “…”.")


@pytest.mark.rule("WR-15.7")
def test_a_card_that_does_not_lie_on_the_table_helps_nobody():
    play = hunted([[6, 1, 1], ["std-3-1"]], **{**party("boromir"), **on_the_table("fp-char-07")})
    assert kinds(play) == ["table-card"]
    assert told(play, FP, "fp-char-05")[0] == "No card “fp-char-05” lies on the table."


@pytest.mark.rule("WR-5.4", "WR-5.3")
def test_what_is_not_held_is_not_discarded():
    s = position()
    hand = s.decks["free-peoples/character"][:5] + s.decks["free-peoples/strategy"][:2]
    play = game(dice=(["event"], ["event"]), **holding(*hand[:6]))
    play.choose(FP, "event:draw")
    play.choose(FP, "strategy")
    assert kinds(play) == ["discard"]
    missing = next(c for c in s.decks["free-peoples/character"] if c not in play.state.hands[FP])
    assert told(play, FP, [missing])[0] == f"You hold no card “{missing}”."


@pytest.mark.rule("WR-9.6")
def test_why_aragorn_or_gandalf_does_not_enter_there():
    forces = {"minas-tirith": {"gondor-regular": 1, "strider": 1}, "bree": {"gandalf-the-grey": 1}}
    play = game(dice=(["will-of-the-west"], ["event"]), forces=forces)
    play.choose(FP, "will-of-the-west:upgrade")
    assert told(play, FP, "aragorn@pelargir")[0] == "Aragorn enters play where Strider is: in Minas Tirith."
    assert told(play, FP, "gandalf-the-white@bree")[0] == (
        "Gandalf the White waits until a Minion has entered play."
    )
    assert told(play, FP, "boromir@bree")[0] == "Boromir does not enter play by a Will of the West."


@pytest.mark.rule("WR-22")
def test_the_reason_is_given_for_typed_answers_too():
    play = game(phase="fellowship", fellowship={"progress": 2})
    assert "Lórien is 5 regions from Rivendell" in told(play, FP, Text("declare: Lórien"))[0]
    assert "did you mean Lórien?" in told(play, FP, Text("declare: lorein"))[0]
