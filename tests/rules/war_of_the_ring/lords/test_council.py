"""Forms of Companions, what is known of them, who begins outside, Action Tokens, envoys (LM-2.3, LM-2.4, LM-16)."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rules import Game, IllegalChoice, Seeded
from rules.core.decisions import Text
from rules.core.table import ALL_SEEING
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, SH
from rules.war_of_the_ring.position.state import State, initial_state, region_of
from rules.war_of_the_ring.sets.lords.forms import show
from rules.war_of_the_ring.sets.lords.state import Lords, lords
from tests.rules.lines import told
from tests.rules.war_of_the_ring.lords.positions import COUNCIL, LORDS, PARTY, hunted, lords_game
from tests.rules.war_of_the_ring.positions import kinds

KEEPER = "gandalf-the-grey-keeper-of-narya"
DUNADAN = "strider-dunadan"
BOROMIR = "boromir-captain-general-of-gondor"
LEGOLAS = "legolas-elven-prince"
GIMLI = "gimli-dwarven-lord"
MERRY = "meriadoc-hobbit-of-the-shire"
PIPPIN = "peregrin-hobbit-of-the-shire"


def begun(forms: list[str], guide: str = "gandalf-the-grey", **options: Any) -> Game[State]:
    """Begin a game and choose forms and the first Guide."""
    play = Game.start(TITLE, TITLE.normalise_options({**COUNCIL, **options}), Seeded(1))
    seat = play.pending[0].seat
    play.choose(seat, forms)
    play.choose(seat, guide)
    return play


def in_secret(companions: list[str], guide: str, **parts: Any) -> dict[str, Any]:
    """Return the parts of a position whose forms were chosen; only the Guide's is shown."""
    persons = {CHARACTERS[c].person for c in companions}
    shown = [CHARACTERS[guide].person]
    return {
        "options": COUNCIL,
        "fellowship": {"companions": companions, "guide": guide, **parts.pop("fellowship", {})},
        "eliminated": [c for c in PARTY if c not in persons],
        "sets": {"lords": Lords(forms_chosen=True, forms_shown=shown)},
        **parts,
    }


def seen(play: Game[State], eye: str | None) -> list[str]:
    """Return the Companions of the Fellowship as somebody sees them."""
    companions: list[str] = play.view(eye)["fellowship"]["companions"]
    return companions


def shown(play: Game[State]) -> list[str]:
    """Return whose forms have come to light, in order."""
    return [line["character"] for line in told(play, "form-shown")]


# -- choosing ----------------------------------------------------------------------------------------


@pytest.mark.rule("LM-16.1", "LM-2.3")
def test_with_the_council_seven_companions_have_another_form():
    play = Game.start(TITLE, TITLE.normalise_options(COUNCIL), Seeded(1))
    decision = play.pending[0]
    assert (decision.seat, decision.kind) == (FP, "lords-versions")
    assert list(decision.options.items) == [KEEPER, DUNADAN, BOROMIR, LEGOLAS, GIMLI, MERRY, PIPPIN]
    assert decision.fallback_choice() == []
    play.choose(FP, [BOROMIR, KEEPER])
    decision = play.pending[0]
    assert decision.kind == "first-guide"
    assert list(decision.options.values) == [KEEPER, "strider"]
    assert decision.fallback_choice() == KEEPER
    play.choose(FP, "strider")
    assert play.state.fellowship.companions == [KEEPER, "strider", BOROMIR, *PARTY[3:]]
    assert play.state.fellowship.guide == "strider"


@pytest.mark.rule("LM-2.4")
def test_without_the_council_only_gandalf_has_another_form():
    play = Game.start(TITLE, TITLE.normalise_options(LORDS), Seeded(1))
    assert list(play.pending[0].options.items) == [KEEPER]
    play.choose(FP, [KEEPER])
    play.choose(FP, "strider")
    assert play.view(SH)["lords"]["forms_hidden"] == ["gandalf-the-grey"]
    assert "companions-outside" not in kinds(play)


@pytest.mark.rule("LM-2.4", "LM-2.6", "LM-3.4")
def test_the_keeper_as_first_guide_is_known_and_brings_his_die():
    play = begun([KEEPER], KEEPER)
    assert seen(play, SH)[0] == KEEPER
    assert shown(play) == [KEEPER]
    assert lords(play.state).pool == ["narya"]


@pytest.mark.rule("LM-2.4")
def test_a_hidden_keeper_brings_no_die():
    assert lords(begun([KEEPER], "strider").state).pool == []


@pytest.mark.rule("LM-16.1")
def test_forms_are_typed_by_their_names():
    play = Game.start(TITLE, TITLE.normalise_options(COUNCIL), Seeded(1))
    play.play(FP, [Text("versions: boromir, keeper"), Text("first-guide: strider")])
    assert play.state.fellowship.guide == "strider"
    assert BOROMIR in play.state.fellowship.companions


@pytest.mark.rule("LM-16.1")
def test_who_has_won_the_free_peoples_by_bidding_chooses():
    play = Game.start(TITLE, TITLE.normalise_options({**COUNCIL, "bidding": True}), Seeded(1))
    while kinds(play) != ["lords-versions"]:
        decision = play.pending[0]
        play.choose(decision.seat, decision.fallback_choice())
    seat = play.pending[0].seat
    other = next(player for player in play.seats if player != seat)
    assert play.state.seats[FP] == seat
    play.choose(seat, [BOROMIR])
    play.choose(seat, "strider")
    assert BOROMIR in seen(play, seat)
    assert BOROMIR not in seen(play, other)
    assert [line.kind for line in play.log(other)].count("forms-known") == 0
    assert [line.kind for line in play.log(seat)].count("forms-known") == 1


# -- what each eye sees ------------------------------------------------------------------------------


@pytest.mark.rule("LM-16.2", "LM-16.3")
@pytest.mark.parametrize("eye", [SH, None])
def test_the_others_see_persons_and_the_guides_form(eye):
    play = begun([KEEPER, DUNADAN, BOROMIR, PIPPIN], DUNADAN)
    assert seen(play, FP) == [KEEPER, DUNADAN, BOROMIR, "legolas", "gimli", "meriadoc", PIPPIN]
    assert seen(play, ALL_SEEING) == seen(play, FP)
    assert seen(play, eye) == ["gandalf-the-grey", DUNADAN, *PARTY[2:]]
    assert play.view(eye)["lords"]["forms_hidden"] == [c for c in PARTY if c != "strider"]
    assert "forms_chosen" not in play.view(eye)["lords"]
    words = " ".join(TITLE.describe_line(line) for line in play.log(eye))
    assert "Keeper of Narya" not in words
    assert "The form of Strider is shown: Strider, Dúnadan." in words
    text = TITLE.text_board(play.view(eye))
    assert "Captain General" not in text
    assert "Forms not shown yet: Gandalf" in text


@pytest.mark.rule("LM-16.1")
def test_people_whose_names_have_a_comma_are_parted_by_semicolons():
    play = begun([DUNADAN, BOROMIR, GIMLI])
    text = " ".join(TITLE.text_board(play.view(FP)).split())
    assert "Companions: Strider, Dúnadan; Boromir, Captain General; Legolas; Gimli, Dwarven Lord;" in text
    play.choose(FP, [BOROMIR, GIMLI])
    play.choose(FP, DUNADAN)
    words = [TITLE.describe_line(line) for line in play.log(SH) if line.kind == "companions-left"]
    assert words == ["Boromir, Captain General and Gimli, Dwarven Lord leave the Fellowship."]


@pytest.mark.rule("LM-16.3")
def test_while_they_are_chosen_nobody_sees_anything():
    play = Game.start(TITLE, TITLE.normalise_options(COUNCIL), Seeded(1))
    before = play.view(SH)
    play.choose(FP, [KEEPER, BOROMIR])
    assert play.view(SH) == before


@pytest.mark.rule("LM-16.3")
def test_a_form_is_shown_when_its_companion_leaves():
    play = lords_game(
        dice=(["character"], ["event"]), **in_secret(["strider", BOROMIR, "gimli", PIPPIN], "strider")
    )
    play.choose(FP, "character:separate")
    play.choose(FP, [BOROMIR, "gimli"])
    assert shown(play) == [BOROMIR, "gimli"]
    play.choose(FP, "rivendell")
    assert lords(play.state).forms_shown == ["strider", "boromir", "gimli"]
    assert seen(play, SH) == ["strider", "peregrin"]
    line = told(play, "form-shown")[1]
    assert line == {"character": "gimli"}


@pytest.mark.rule("LM-16.3")
def test_a_form_is_shown_when_its_companion_is_a_casualty():
    companions = ["strider", BOROMIR, "gimli"]
    play = hunted(
        [[6], ["std-3-1"], [BOROMIR]],
        companions=companions,
        guide="strider",
        options=COUNCIL,
        sets={"lords": Lords(forms_chosen=True, forms_shown=["strider"])},
    )
    play.choose(FP, "random")
    order = [line.kind for line in play.lines if line.kind in ("form-shown", "companion-casualty")]
    assert order == ["form-shown", "companion-casualty"]
    assert shown(play) == [BOROMIR]


@pytest.mark.rule("LM-16.3", "LM-16.2")
def test_a_form_is_shown_when_its_companion_becomes_guide():
    play = lords_game(
        dice=(["character"], ["event"]), **in_secret(["strider", "boromir", LEGOLAS, PIPPIN], "strider")
    )
    play.choose(FP, "character:separate")
    play.choose(FP, ["strider"])
    play.choose(FP, "rivendell")
    assert kinds(play) == ["guide"]
    play.choose(FP, "boromir")
    assert shown(play) == ["boromir"]
    assert seen(play, SH) == ["boromir", "legolas", "peregrin"]


@pytest.mark.rule("LM-16.3", "WR-14.3")
@pytest.mark.parametrize("companions", [["strider", "boromir", LEGOLAS], ["strider", BOROMIR, LEGOLAS]])
def test_whether_the_free_peoples_are_asked_who_guides_tells_nothing(companions):
    """Boromir may be above Legolas, and may not: they are asked in both cases."""
    play = lords_game(dice=(["character"], ["event"]), **in_secret(companions, "strider"))
    play.choose(FP, "character:separate")
    play.choose(FP, ["strider"])
    play.choose(FP, "rivendell")
    assert kinds(play) == ["guide"]


@pytest.mark.rule("LM-16.3", "LM-10.2")
@pytest.mark.parametrize(("others", "opened"), [(["boromir", "legolas"], 1), (["strider", "legolas"], 0)])
def test_what_smeagol_takes_may_tell_the_highest_level(others, opened):
    """Boromir may be of Level 1 or 2, Strider is of Level 3 in either form."""
    s = lords_game(**in_secret([*others, "smeagol"], "smeagol")).state
    seen: list[str] = []
    table: Any = SimpleNamespace(state=s, lay_open=lambda: seen.append("barrier"), announce=seen.append)
    show(table, "smeagol")
    assert seen == ["barrier"] * opened


@pytest.mark.rule("WR-14.3")
def test_nobody_is_asked_who_guides_where_everybody_knows():
    play = lords_game(dice=(["character"], ["event"]), **in_secret(["strider", "boromir", PIPPIN], "strider"))
    lords(play.state).forms_shown.append("boromir")
    play = Game.start(TITLE, play.options, Seeded(1), position=play.state)
    play.choose(FP, "character:separate")
    play.choose(FP, ["strider"])
    play.choose(FP, "rivendell")
    assert "guide" not in kinds(play)
    assert play.state.fellowship.guide == "boromir"


@pytest.mark.rule("LM-16.3")
@pytest.mark.parametrize(("form", "price"), [("legolas", 2), (LEGOLAS, 1)])
def test_the_lure_of_the_ring_names_the_person_only(form, price):
    card = "sh-char-13"
    play = lords_game(
        [[form]],
        dice=(["event"], ["character"]),
        hands={FP: [], SH: [card]},
        to_act=SH,
        **in_secret(["strider", form, "gimli"], "strider", fellowship={"region": "hollin", "hidden": False}),
    )
    play.choose(SH, "character:play")
    if kinds(play) == ["card"]:
        play.choose(SH, card)
    assert told(play, "companion-tempted") == [{"character": "legolas"}]
    assert kinds(play) == ["event-way"]
    play.choose(FP, "corruption")
    assert play.state.fellowship.corruption == price
    assert "legolas" in play.view(SH)["lords"]["forms_hidden"]


@pytest.mark.rule("LM-16.8", "LM-16.3")
@pytest.mark.parametrize(("other", "choices"), [(PIPPIN, ["use"]), ("peregrin", [])])
def test_whether_the_pair_of_hobbits_is_there_is_not_told_by_the_question(other, choices):
    play = hunted(
        [[6], ["std-3-1"]],
        companions=[MERRY, other],
        guide=MERRY,
        options=COUNCIL,
        sets={"lords": Lords(forms_chosen=True, forms_shown=["meriadoc"])},
    )
    assert kinds(play) == ["absorb"]
    assert list(play.pending[0].options.values) == choices
    play.choose(FP, choices[0] if choices else None)
    if choices:
        assert shown(play) == [PIPPIN]
        assert play.state.fellowship.companions == []
        assert play.state.fellowship.corruption == 0


@pytest.mark.rule("LM-16.8")
@pytest.mark.parametrize("tile", ["shelobs-lair", "the-ring-is-mine", "give-it-to-uss"])
def test_the_pair_of_hobbits_cancels_no_special_tile(tile):
    play = hunted(
        [[6], [tile], *([[3]] if tile == "shelobs-lair" else [])],
        companions=[MERRY, PIPPIN],
        guide=MERRY,
        options=COUNCIL,
        sets={"lords": Lords(forms_chosen=True, forms_shown=["meriadoc", "peregrin"])},
        hunt_pool=[tile],
    )
    assert "absorb" not in kinds(play)


@pytest.mark.rule("LM-16.8")
def test_a_hobbit_who_is_known_to_be_another_is_no_pair():
    play = hunted(
        [[6], ["std-3-1"]],
        companions=[MERRY, "peregrin"],
        guide=MERRY,
        options=COUNCIL,
        sets={"lords": Lords(forms_chosen=True, forms_shown=["meriadoc", "peregrin"])},
    )
    assert "absorb" not in kinds(play)


@pytest.mark.rule("LM-16.8", "LM-12.8")
def test_guides_in_the_other_form_take_damage_one_after_another():
    play = hunted(
        [[6], ["std-2-1"]],
        companions=[BOROMIR, GIMLI, "meriadoc"],
        guide=BOROMIR,
        options=COUNCIL,
        sets={"lords": Lords(forms_chosen=True, forms_shown=["boromir"])},
    )
    assert kinds(play) == ["guide-ability"]
    play.choose(FP, "use")
    play.choose(FP, "rivendell")
    play.choose(FP, GIMLI)
    assert kinds(play) == ["guide-ability"]
    play.choose(FP, "use")
    assert play.state.fellowship.corruption == 0
    assert shown(play) == [GIMLI]


@pytest.mark.rule("WR-6.5")
def test_horn_of_gondor_stays_with_boromir_in_either_form():
    horn = "fp-char-07"
    play = lords_game(
        dice=(["character"], ["event"]),
        table={FP: [horn], SH: []},
        **in_secret(["strider", BOROMIR, "gimli"], "strider"),
    )
    play.choose(FP, "character:separate")
    play.choose(FP, ["gimli"])
    play.choose(FP, "rivendell")
    assert play.state.table[FP] == [horn]


# -- positions that cannot be told apart -------------------------------------------------------------


@pytest.mark.rule("LM-16.3")
@pytest.mark.parametrize("eye", [SH, None])
def test_a_twin_has_other_forms_and_looks_the_same(eye):
    play = begun([KEEPER, BOROMIR, PIPPIN], "strider")
    twins = [TITLE.twin(play.state, eye, Random(seed)) for seed in range(8)]
    assert all(TITLE.view(twin, eye) == play.view(eye) for twin in twins)
    assert len({tuple(twin.fellowship.companions) for twin in twins}) > 1
    assert all("strider" in twin.fellowship.companions for twin in twins)
    assert all(TITLE.faults(twin) == [] for twin in twins)


@pytest.mark.rule("LM-16.3")
@pytest.mark.parametrize("eye", [FP, ALL_SEEING])
def test_who_knows_the_forms_finds_them_in_every_twin(eye):
    play = begun([KEEPER, BOROMIR, PIPPIN], "strider")
    assert TITLE.twin(play.state, eye, Random(1)).fellowship == play.state.fellowship


@pytest.mark.rule("LM-16.3", "WR-14.3")
def test_no_twin_has_anybody_above_the_guide():
    parts = in_secret([MERRY, BOROMIR, LEGOLAS, "peregrin"], MERRY)
    play = lords_game(dice=(["character"], ["event"]), **parts)
    for seed in range(8):
        companions = TITLE.twin(play.state, SH, Random(seed)).fellowship.companions
        assert companions[:3] == [MERRY, BOROMIR, LEGOLAS]


# -- beginning outside -------------------------------------------------------------------------------


@pytest.mark.rule("LM-16.4", "LM-4.1")
def test_in_every_game_with_the_council_the_question_is_asked_in_the_first_turn():
    play = begun([])
    assert kinds(play) == ["companions-outside"]
    assert list(play.pending[0].options.items) == []
    play.choose(FP, [])
    assert lords(play.state).tokens == []
    assert "action-token" not in kinds(play)


@pytest.mark.rule("LM-16.4", "LM-16.3", "LM-16.5", "LM-16.7")
def test_companions_begin_in_their_places_and_two_give_both_tokens():
    play = begun([BOROMIR, GIMLI, LEGOLAS, MERRY, PIPPIN])
    play.choose(FP, [BOROMIR, GIMLI, LEGOLAS, MERRY, PIPPIN])
    places = [region_of(play.state, c) for c in (BOROMIR, GIMLI, LEGOLAS, MERRY, PIPPIN)]
    assert places == ["minas-tirith", "erebor", "woodland-realm", "the-shire", "the-shire"]
    assert play.state.fellowship.companions == ["gandalf-the-grey", "strider"]
    assert set(shown(play)[1:]) == {BOROMIR, GIMLI, LEGOLAS, MERRY, PIPPIN}
    assert play.state.active == initial_state(COUNCIL).active
    assert lords(play.state).tokens == ["move-nazgul", "advance-nation"]
    play.choose(FP, "strider")  # what is final everybody sees
    assert seen(play, SH) == ["gandalf-the-grey", "strider"]
    assert play.view(None)["lords"]["tokens"] == ["move-nazgul", "advance-nation"]


@pytest.mark.rule("LM-16.4")
def test_only_the_other_forms_begin_outside():
    play = begun([BOROMIR])
    with pytest.raises(IllegalChoice):
        play.choose(FP, ["gimli"])


@pytest.mark.rule("LM-16.5")
def test_for_one_outside_the_shadow_takes_a_token_of_its_choice():
    play = begun([BOROMIR, GIMLI])
    play.choose(FP, [BOROMIR])
    assert (play.pending[0].seat, play.pending[0].kind) == (SH, "action-token")
    play.choose(SH, "advance-nation")
    assert lords(play.state).tokens == ["advance-nation"]
    assert told(play, "tokens-taken") == [{"tokens": ["advance-nation"]}]
    assert GIMLI in play.state.fellowship.companions
    assert "gimli" in play.view(SH)["lords"]["forms_hidden"]


# -- tokens ------------------------------------------------------------------------------------------


def with_tokens(*tokens: str, used: bool = False, **parts: Any) -> Game[State]:
    """Return the Shadow's turn with Action Tokens."""
    return lords_game(
        dice=(["event", "event"], ["army", "army"]),
        options=COUNCIL,
        to_act=SH,
        sets={"lords": Lords(tokens=list(tokens), token_used=used)},
        **parts,
    )


def acts(play: Game[State]) -> list[str]:
    return [value for value in play.pending[0].options.values if value.startswith("token:")]


@pytest.mark.rule("LM-16.6", "LM-7.9")
def test_a_token_advances_a_nation_and_costs_no_die():
    play = with_tokens("move-nazgul", "advance-nation")
    assert acts(play) == ["token:move-nazgul", "token:advance-nation"]
    play.choose(SH, "token:advance-nation")
    assert told(play, "token-used") == [{"token": "advance-nation"}]
    steps = play.state.steps["isengard"]
    play.choose(SH, "isengard")
    assert play.state.steps["isengard"] == steps - 1
    assert play.state.dice[SH] == ["army", "army"]
    assert lords(play.state).tokens == ["move-nazgul"]
    assert play.pending[0].seat == FP
    play.choose(FP, "skip:event")
    assert play.pending[0].seat == SH
    assert acts(play) == []  # one in a turn


@pytest.mark.rule("LM-16.6")
def test_a_token_moves_nazgul_as_a_character_die_does():
    play = with_tokens("move-nazgul")
    play.choose(SH, "token:move-nazgul")
    assert kinds(play) == ["nazgul-from"]
    play.choose(SH, "nazgul@minas-morgul")
    play.choose(SH, "bree")
    play.choose(SH, None)
    assert region_of(play.state, "witch-king") is None
    assert play.state.forces["bree/shadow"].figures == {"nazgul": 1}
    assert lords(play.state).token_used


@pytest.mark.rule("LM-16.6")
def test_a_token_is_written_and_read():
    play = with_tokens("move-nazgul", "advance-nation")
    decision = play.pending[0]
    assert TITLE.write(decision, "token:advance-nation") == "token: advance-nation"
    for text in ("token: advance-nation", "token: advance a nation", "token advance-nation", "token-nation"):
        assert TITLE.read(decision, text) == "token:advance-nation"
    assert TITLE.read(decision, "token: move-nazgul") == "token:move-nazgul"
    play.play(SH, [Text("token: advance-nation sauron")])
    assert play.state.steps["sauron"] == 0


@pytest.mark.rule("LM-16.6")
def test_a_token_is_usable_again_in_the_next_turn():
    play = with_tokens("move-nazgul", used=True)
    assert acts(play) == []
    with pytest.raises(IllegalChoice, match="Action Token"):
        play.choose(SH, "token:move-nazgul")
    while play.state.turn == 2:
        decision = play.pending[0]
        play.choose(decision.seat, decision.fallback_choice())
    assert not lords(play.state).token_used


@pytest.mark.rule("LM-16.6")
def test_a_token_does_not_count_for_passing():
    play = lords_game(
        dice=(["event"], ["army"]),
        options=COUNCIL,
        to_act=SH,
        sets={"lords": Lords(tokens=["move-nazgul"])},
    )
    assert "pass" not in play.pending[0].options.values


@pytest.mark.rule("LM-16.6")
def test_without_a_die_left_no_token_is_used():
    play = lords_game(
        dice=(["event"], []),
        options=COUNCIL,
        to_act=SH,
        sets={"lords": Lords(tokens=["move-nazgul"])},
    )
    assert play.pending[0].seat == FP


# -- envoys ------------------------------------------------------------------------------------------


def envoy(companion: str, region: str, *, how: str = "rouse-and-advance", **parts: Any) -> Game[State]:
    """Return the turn of the Free Peoples with a Companion in the other form outside."""
    inside = [c for c in PARTY if c != CHARACTERS[companion].person]
    return lords_game(
        dice=(["event"], ["event"]),
        options={**COUNCIL, "council_envoys": how},
        forces={region: {companion: 1}, **parts.pop("forces", {})},
        fellowship={"companions": inside},
        **parts,
    )


@pytest.mark.rule("LM-16.8")
@pytest.mark.parametrize(
    ("companion", "region", "nation"),
    [
        (BOROMIR, "dol-amroth", "gondor"),
        (BOROMIR, "minas-tirith", "gondor"),
        (BOROMIR, "pelargir", "gondor"),
        (GIMLI, "ered-luin", "dwarves"),
        (MERRY, "the-shire", "north"),
        (PIPPIN, "the-shire", "north"),
    ],
)
def test_any_die_rouses_their_nation_and_advances_it(companion, region, nation):
    play = envoy(companion, region)
    steps = play.state.steps[nation]
    play.choose(FP, f"event:{companion}")
    assert nation in play.state.active
    assert play.state.steps[nation] == steps - 1


@pytest.mark.rule("LM-16.8")
def test_legolas_advances_the_elves():
    play = envoy(LEGOLAS, "lorien")
    steps = play.state.steps["elves"]
    play.choose(FP, f"event:{LEGOLAS}")
    assert play.state.steps["elves"] == steps - 1


@pytest.mark.rule("LM-16.8")
def test_a_table_may_let_them_only_rouse_or_leave_it_out():
    play = envoy(BOROMIR, "dol-amroth", how="rouse")
    steps = play.state.steps["gondor"]
    play.choose(FP, f"event:{BOROMIR}")
    assert ("gondor" in play.state.active, play.state.steps["gondor"]) == (True, steps)
    assert f"event:{LEGOLAS}" not in envoy(LEGOLAS, "lorien", how="rouse").pending[0].options.values
    play = envoy(BOROMIR, "dol-amroth", how="none")
    assert f"event:{BOROMIR}" not in play.pending[0].options.values


@pytest.mark.rule("LM-16.8", "LM-1.2")
def test_they_speak_in_unconquered_places_of_their_own_only():
    play = envoy(BOROMIR, "edoras")
    with pytest.raises(IllegalChoice, match="can do nothing"):
        play.choose(FP, f"event:{BOROMIR}")


@pytest.mark.rule("LM-16.8")
def test_dunadan_guide_may_be_left_out():
    play = hunted(
        [[1, 1, 1]],
        box=3,
        companions=[DUNADAN],
        guide=DUNADAN,
        options={**COUNCIL, "dunadan_guide": "none"},
    )
    assert len(told(play, "hunt-rolled")[0]["dice"]) == 3
    assert TITLE.normalise_options({"dunadan_guide": "none"}) == TITLE.normalise_options({})
