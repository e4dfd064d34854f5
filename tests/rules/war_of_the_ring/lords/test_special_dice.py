"""Keeper dice and Lesser Minion dice: recovered, rolled, kept, spent and lost (LM-3, LM-5, LM-6, LM-7)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import CHARACTERS, DICE, FP, SH
from rules.war_of_the_ring.position.state import initial_state
from rules.war_of_the_ring.sets.lords.state import Lords, lords
from rules.war_of_the_ring.turns.action_dice import options, ring_changes
from tests.rules.lines import told
from tests.rules.war_of_the_ring.lords.positions import LORDS, PARTY, lords_game
from tests.rules.war_of_the_ring.positions import kinds

ELROND = {"rivendell": {"elves-regular": 1, "elrond": 1}}
GALADRIEL = {"lorien": {"elves-regular": 1, "galadriel": 1}}
BALROG = {"moria": {"sauron-regular": 2, "balrog": 1}}
GOTHMOG = {"minas-morgul": {"sauron-regular": 5, "gothmog": 1}}
WHITE = {"edoras": {"rohan-regular": 1, "gandalf-the-white": 1}}
CHIEF = {"dol-guldur": {"sauron-regular": 5, "witch-king-chief-of-the-ringwraiths": 1}}
CAPTAIN = {"dol-guldur": {"sauron-regular": 5, "witch-king": 1}}
KEEPER_OF_NARYA = "gandalf-the-grey-keeper-of-narya"
WITHOUT_GANDALF = {
    "eliminated": ["gandalf-the-grey"],
    "fellowship": {"companions": [c for c in PARTY if c != "gandalf-the-grey"], "guide": "strider"},
}
GUIDED_BY_NARYA = {
    "fellowship": {
        "companions": [KEEPER_OF_NARYA, *(c for c in PARTY if CHARACTERS[c].person != "gandalf-the-grey")],
        "guide": KEEPER_OF_NARYA,
    }
}


def next_turn(kept=None, **parts):
    """Begin the turn after one of which this is kept, and return what Lords keeps of the new one."""
    parts.setdefault("sets", {"lords": Lords(**kept or {})})
    play = lords_game(phase="draw", **parts)
    assert play.state.turn == parts.get("turn", 2) + 1
    return play, lords(play.state)


def rolled(free=(), shadow=(), *, allocated=0, forces=None, **parts):
    """Let both sides roll these special dice, by kind and number, with standard ones that show Character."""
    script = [[1] * 4]
    script += [[n for _, n in free]] if free else []
    script += [[1] * (7 - allocated)]
    script += [[n for _, n in shadow]] if shadow else []
    pool = [kind for kind in DICE if kind in dict([*free, *shadow])]
    play = lords_game(
        script,
        phase="hunt-allocation",
        sets={"lords": Lords(pool=pool)},
        forces=forces or {**ELROND, **GALADRIEL, **BALROG, **GOTHMOG},
        **parts,
    )
    play.choose(SH, allocated)
    return play


# -- phase 1: stars, owners, recovering --------------------------------------------------------------


@pytest.mark.rule("LM-3.1", "LM-11.14")
@pytest.mark.parametrize(
    ("kept", "forces", "lost"),
    [
        ({FP: "vilya/army"}, {**ELROND, **WHITE}, ["vilya"]),
        ({FP: "nenya/eye"}, {**GALADRIEL, **WHITE}, ["nenya"]),
        ({FP: "vilya/army"}, ELROND, []),
        ({SH: "balrog/character"}, {**BALROG, **CHIEF}, ["balrog"]),
        ({SH: "balrog/eye"}, {**BALROG, **CAPTAIN}, ["balrog", "gothmog"]),
        ({SH: "gothmog/army"}, {**GOTHMOG, **CHIEF}, ["gothmog"]),
        ({SH: "gothmog/army"}, GOTHMOG, []),
        ({SH: "balrog/character"}, {**BALROG, **WHITE}, []),
    ],
)
def test_a_star_costs_the_die_once_the_one_who_is_feared_is_there(kept, forces, lost):
    white = "edoras" in forces
    _, part = next_turn(
        {"kept": kept, "starred": list(kept)}, forces=forces, **(WITHOUT_GANDALF if white else {})
    )
    assert part.lost == lost
    assert not set(lost) & set(part.pool)


@pytest.mark.rule("LM-3.1")
def test_a_die_without_a_star_or_one_that_was_not_kept_stays():
    play, part = next_turn({"kept": {SH: "balrog/muster"}}, forces={**BALROG, **CHIEF})
    assert part.lost == []
    assert part.pool == ["balrog"]
    assert (part.kept, part.rolled, part.starred) == ({}, {}, [])
    assert not told(play, "die-lost")


@pytest.mark.rule("LM-3.2", "LM-11.6")
def test_the_die_of_somebody_who_is_lost_leaves_the_game():
    play, part = next_turn(eliminated=["elrond", "balrog"], forces=GALADRIEL)
    assert sorted(part.lost) == ["balrog", "vilya"]
    assert part.pool == ["nenya"]
    assert {line["why"] for line in told(play, "die-lost")} == {"owner"}


@pytest.mark.rule("LM-3.2", "LM-9.3")
def test_narya_leaves_the_game_when_its_keeper_has_become_gandalf_the_white():
    white = {**WITHOUT_GANDALF, "eliminated": [KEEPER_OF_NARYA]}
    _, part = next_turn(hunt_box={FP: 1, SH: 0}, forces=WHITE, **white)
    assert part.lost == ["narya"]


@pytest.mark.rule("LM-3.2", "LM-11.14")
@pytest.mark.parametrize(("witch_king", "lost"), [(CAPTAIN, ["gothmog"]), (CHIEF, [])])
def test_the_die_of_gothmog_yields_to_the_black_captain_alone(witch_king, lost):
    _, part = next_turn(forces={**GOTHMOG, **witch_king})
    assert part.lost == lost


@pytest.mark.rule("LM-3.3")
def test_a_die_is_rolled_from_the_turn_after_its_character_came_spent_or_set_aside():
    play = lords_game(dice=(["muster"], ["event"]), at_war=("elves",), forces={"rivendell": {}, **BALROG})
    play.choose(FP, "muster:elrond")
    assert lords(play.state).pool == []
    _, part = next_turn(
        {
            "pool": ["vilya", "nenya"],
            "rolled": {FP: ["vilya/army", "nenya/event"]},
            "kept": {FP: "vilya/army"},
        },
        forces={**ELROND, **GALADRIEL},
    )
    assert part.pool == ["vilya", "nenya"]


@pytest.mark.rule("LM-3.4", "LM-3.5", "LM-9.3")
@pytest.mark.parametrize(
    ("box", "turn", "is_rolled"),
    [
        ({}, 0, True),
        ({}, 2, False),
        ({FP: 1}, 2, True),
        ({"nenya/eye": 1}, 2, False),
        ({"narya/eye": 1}, 2, False),
        ({"narya/character": 1}, 2, True),
        ({"nenya/character": 1}, 2, True),
        ({SH: 2, "balrog/eye": 1}, 2, False),
    ],
)
def test_narya_is_rolled_if_a_die_that_moved_the_fellowship_came_back_and_in_the_first_turn(
    box, turn, is_rolled
):
    box = {FP: 0, SH: 0, **box}
    _, part = next_turn(hunt_box=box, turn=turn, forces={**GALADRIEL, **BALROG}, **GUIDED_BY_NARYA)
    assert ("narya" in part.pool) is is_rolled


@pytest.mark.rule("LM-3.4", "LM-3.1", "LM-3.2")
def test_a_keeper_die_that_has_left_the_game_brings_no_narya_and_no_hunt_die():
    box, without = (
        {FP: 0, SH: 0, "nenya/character": 1},
        {"forces": {"lorien": {}}, "eliminated": ["galadriel"]},
    )
    play, part = next_turn(hunt_box=box, **without, **GUIDED_BY_NARYA)
    assert (part.lost, part.pool, play.state.hunt_minimum) == (["nenya"], [], False)


@pytest.mark.rule("LM-3.4")
@pytest.mark.parametrize("parts", [{}, {"forces": {"rivendell": {"elves-regular": 1, KEEPER_OF_NARYA: 1}}}])
def test_narya_is_not_rolled_while_its_keeper_does_not_guide(parts):
    parts = {**parts, "fellowship": {"guide": "strider"}} if parts else parts
    _, part = next_turn(hunt_box={FP: 2, SH: 0}, **parts)
    assert part.pool == []


@pytest.mark.rule("LM-3.6")
@pytest.mark.parametrize(
    ("forces", "count"),
    [
        (CHIEF, 1),
        ({"dol-guldur": {"sauron-regular": 5, "mouth-of-sauron-black-numenorean": 1}}, 1),
        ({**BALROG, **GOTHMOG}, 0),
    ],
)
def test_new_minions_bring_a_standard_die_and_lesser_ones_only_their_own(forces, count):
    play = lords_game(phase="hunt-allocation", forces=forces)
    assert dice.pool_size(play.state, SH) == 7 + count


# -- phase 3: the allocation -------------------------------------------------------------------------


@pytest.mark.rule("LM-5.1", "LM-3.5")
@pytest.mark.parametrize(
    ("box", "least"),
    [
        ({"vilya/eye": 1}, 0),
        ({"nenya/character": 1}, 1),
        ({FP: 1, "vilya/eye": 1}, 1),
        ({"nenya/eye": 1}, 0),
        ({SH: 3, "balrog/eye": 1}, 0),
    ],
)
def test_a_die_that_moved_the_fellowship_obliges_the_shadow_to_hunt_an_eye_does_not(box, least):
    play, _ = next_turn(hunt_box={FP: 0, SH: 0, **box}, forces={**ELROND, **GALADRIEL})
    play.choose(FP, "strider")
    assert play.pending[0].options.low == least


@pytest.mark.rule("LM-3.4", "LM-5.1")
def test_a_keeper_die_is_used_to_move_and_counts_in_the_hunt_and_in_the_next_turn():
    """The die adds to the roll of the Hunt as any other; it is recovered, and is rolled again."""
    play = lords_game(
        dice=(["narya/character"], []), sets={"lords": Lords(pool=["narya"])},
        hunt_box={FP: 0, SH: 0}, turn=2, **GUIDED_BY_NARYA,
    )  # fmt: skip
    play.choose(FP, "narya/character:move-fellowship")
    assert play.state.turn == 3
    assert lords(play.state).pool == ["narya"]
    assert play.state.hunt_minimum


@pytest.mark.rule("LM-5.2", "LM-5.3")
def test_smeagol_counts_for_the_most_dice_and_special_ones_are_not_put_there():
    smeagol = {"companions": ["strider", "smeagol"], "guide": "smeagol"}
    sets = {"lords": Lords(smeagol_seen=True, pool=["balrog"])}
    gone = [c for c in PARTY if c != "strider"]
    play = lords_game(phase="hunt-allocation", fellowship=smeagol, eliminated=gone, sets=sets, forces=BALROG)
    assert play.pending[0].options.high == 2
    play = lords_game(phase="hunt-allocation", sets={"lords": Lords(pool=["balrog"])}, forces=BALROG)
    assert play.pending[0].options.high == 7


# -- phase 4: rolling and keeping --------------------------------------------------------------------


@pytest.mark.rule("LM-6.2")
@pytest.mark.parametrize(
    ("kind", "faces", "stars"),
    [
        ("vilya", "army muster event card-draw card-draw eye", (0, 5)),
        ("nenya", "character muster event card-draw card-draw eye", (0, 5)),
        ("narya", "character muster event card-draw army eye", ()),
        ("balrog", "character use-balrog use-balrog muster card-draw eye", (0, 5)),
        ("gothmog", "army army muster muster card-draw eye", (0, 5)),
    ],
)
def test_the_faces_of_the_special_dice(kind, faces, stars):
    assert (" ".join(DICE[kind].faces), tuple(DICE[kind].stars)) == (faces, stars)


@pytest.mark.rule("LM-6.1", "LM-6.3")
def test_of_two_dice_the_free_peoples_keep_one_and_the_other_waits():
    play = rolled([("vilya", 1), ("nenya", 3)])
    assert kinds(play) == ["special-die"]
    assert play.pending[0].options.values == ["vilya/army", "nenya/event"]
    play.choose(FP, "vilya/army")
    assert play.state.dice[FP] == ["character"] * 4 + ["vilya/army"]
    part = lords(play.state)
    assert (part.kept, part.starred) == ({FP: "vilya/army"}, [FP])
    assert part.rolled == {FP: ["vilya/army", "nenya/event"]}
    assert kinds(play) == ["action"]


@pytest.mark.rule("LM-6.3")
def test_a_single_die_is_kept_without_a_question():
    play = rolled([("nenya", 2)])
    assert kinds(play) == ["action"]
    assert lords(play.state).kept == {FP: "nenya/muster"}
    assert lords(play.state).starred == []


@pytest.mark.rule("LM-6.2", "LM-6.7")
@pytest.mark.parametrize(("number", "starred"), [(1, [SH]), (2, [])])
def test_one_of_the_army_faces_of_gothmog_bears_a_star(number, starred):
    play = rolled(shadow=[("gothmog", number)])
    assert lords(play.state).kept == {SH: "gothmog/army"}
    assert lords(play.state).starred == starred


@pytest.mark.rule("LM-6.3", "LM-6.5")
def test_an_eye_must_be_kept_and_hunts_for_the_shadow():
    play = rolled([("vilya", 6), ("nenya", 1)])
    assert kinds(play) == ["action"]
    assert play.state.dice[FP] == ["character"] * 4
    assert play.state.hunt_box == {FP: 0, SH: 0, "vilya/eye": 1}
    assert dice.eyes_in_box(play.state) == 1
    assert lords(play.state).starred == [FP]


@pytest.mark.rule("LM-6.3", "LM-6.5")
def test_of_two_eyes_one_is_chosen_and_lies_in_the_hunt_box():
    play = rolled(shadow=[("balrog", 6), ("gothmog", 6)])
    assert kinds(play) == ["special-die"]
    play.choose(SH, "gothmog/eye")
    assert play.state.hunt_box == {FP: 0, SH: 0, "gothmog/eye": 1}


@pytest.mark.rule("LM-6.4")
@pytest.mark.parametrize(("allocated", "first"), [(0, SH), (3, FP), (5, FP)])
def test_who_rolls_more_dice_chooses_first_and_the_free_peoples_where_both_roll_as_many(allocated, first):
    play = rolled([("vilya", 1), ("nenya", 1)], [("balrog", 1), ("gothmog", 1)], allocated=allocated)
    assert [d.seat for d in play.pending] == [first]
    play.choose(first, play.pending[0].options.values[0])
    assert [d.seat for d in play.pending] == [SH if first == FP else FP]
    assert kinds(play) == ["special-die"]


@pytest.mark.rule("LM-6.3")
def test_in_the_next_turn_the_die_that_was_set_aside_is_back():
    play = rolled([("vilya", 1), ("nenya", 3)])
    play.choose(FP, "vilya/army")
    assert dice.special_dice(play.state, FP) == ["vilya/army"]
    assert lords(play.state).pool == ["vilya", "nenya"]


# -- phase 5 -----------------------------------------------------------------------------------------


@pytest.mark.rule("LM-7.1")
@pytest.mark.parametrize(
    ("free", "shadow", "may"),
    [
        (["army"], ["army"], False),
        (["army"], ["army", "balrog/muster"], True),
        (["army", "vilya/muster"], ["army", "army"], False),
    ],
)
def test_special_dice_count_for_passing(free, shadow, may):
    play = lords_game(dice=(free, shadow), forces={**ELROND, **BALROG})
    assert ("pass" in options(play.state, FP)) is may


@pytest.mark.rule("LM-7.2")
def test_a_keeper_die_serves_as_what_it_shows():
    play = lords_game(dice=(["nenya/character"], ["event"]), forces=GALADRIEL)
    assert "nenya/character:move-fellowship" in options(play.state, FP)
    play.choose(FP, "nenya/character:move-fellowship")
    assert play.state.fellowship.progress == 1
    assert play.state.hunt_box == {FP: 0, SH: 0, "nenya/character": 1}


@pytest.mark.rule("LM-7.3")
@pytest.mark.parametrize("deck", ["character", "strategy"])
def test_card_draw_draws_from_either_deck(deck):
    play = lords_game(dice=(["vilya/card-draw"], ["event"]), forces=ELROND)
    before = len(play.state.decks[f"{FP}/{deck}"])
    play.choose(FP, "vilya/card-draw:card-draw")
    play.choose(FP, deck)
    assert len(play.state.hands[FP]) == 1
    assert len(play.state.decks[f"{FP}/{deck}"]) == before - 1


@pytest.mark.rule("LM-7.3")
def test_card_draw_is_refused_in_words_where_both_decks_are_empty():
    decks = initial_state(LORDS).decks
    drawn = decks[f"{FP}/character"] + decks[f"{FP}/strategy"]
    decks |= {f"{FP}/character": [], f"{FP}/strategy": []}
    play = lords_game(dice=(["vilya/card-draw"], ["event"]), forces=ELROND, decks=decks, discards=drawn)
    with pytest.raises(IllegalChoice, match="empty"):
        play.choose(FP, "vilya/card-draw:card-draw")


@pytest.mark.rule("LM-7.4", "LM-11.4")
def test_use_balrog_wakes_him_when_it_is_spent_and_no_earlier():
    play = rolled(shadow=[("balrog", 2)])
    assert lords(play.state).balrog_active is False
    play = lords_game(dice=(["event"], ["balrog/use-balrog"]), forces=BALROG, to_act=SH)
    play.choose(SH, "balrog/use-balrog:use-balrog")
    assert lords(play.state).balrog_active is True
    assert kinds(play) == ["action"]


@pytest.mark.rule("LM-7.4", "LM-11.4")
def test_once_awake_he_moves_with_an_army_attacks_or_goes_alone():
    awake = {"sets": {"lords": Lords(balrog_active=True)}, "to_act": SH, "at_war": ("sauron",)}
    forces = {**BALROG, "hollin": {"elves-regular": 1}}
    for way, asked in (("move", "army-move"), ("attack", "attack"), ("alone", "nazgul-to")):
        play = lords_game(dice=(["event"], ["balrog/use-balrog"]), forces=forces, **awake)
        play.choose(SH, "balrog/use-balrog:use-balrog")
        assert set(play.pending[0].options.values) == {"move", "attack", "alone"}
        play.choose(SH, way)
        assert kinds(play) == [asked]


@pytest.mark.rule("LM-7.4")
def test_without_the_balrog_the_face_is_good_for_nothing():
    play = lords_game(dice=(["event"], ["balrog/use-balrog"]), to_act=SH)
    assert "balrog/use-balrog:use-balrog" not in options(play.state, SH)
    with pytest.raises(IllegalChoice, match="The Balrog can do nothing now"):
        play.choose(SH, "balrog/use-balrog:use-balrog")


@pytest.mark.rule("LM-8.2")
def test_no_elven_ring_turns_a_special_die():
    play = lords_game(
        dice=(["army", "vilya/muster"], ["army", "balrog/muster"]),
        rings={FP: 2, SH: 1},
        sets={"lords": Lords(rings={"vilya": FP, "nenya": FP, "narya": SH})},
        forces={**ELROND, **BALROG},
    )
    for side in (FP, SH):
        changes = ring_changes(play.state, side)
        assert changes
        assert not [change for change in changes if "/" in change]
