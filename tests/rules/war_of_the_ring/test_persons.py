"""Persons and powers as data: any form of a person, Levels and Leaders by the position, entries that a set adds."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from rules.core.errors import PositionError
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.cards import common
from rules.war_of_the_ring.cards.events import EVENTS
from rules.war_of_the_ring.position import box, entries
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FORMS, FP, LED, SH, Leading
from rules.war_of_the_ring.position.combat import Fighters, Round, Tally, Terms
from rules.war_of_the_ring.position.entries import ENTRIES, Entry, enters
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    LEVEL,
    Force,
    State,
    can_lead,
    form_in_fellowship,
    form_in_play,
    form_of,
    leadership,
    level_of,
    minion_has_come,
    whereabouts,
)
from rules.war_of_the_ring.quest import company
from rules.war_of_the_ring.sets.base.table_cards import HORN
from rules.war_of_the_ring.turns import muster
from rules.war_of_the_ring.turns.action_dice import options, uses
from rules.war_of_the_ring.war import characters, movement
from rules.war_of_the_ring.war.combat_card_parts import nazgul_here, with_person
from tests.rules.war_of_the_ring.battles import begin
from tests.rules.war_of_the_ring.events import done, free, may_play, play_card, shadow
from tests.rules.war_of_the_ring.positions import game, kinds, position

ALL = ("dwarves", "elves", "gondor", "north", "rohan", "isengard", "sauron", "southrons-easterlings")
#: Made-up second forms: of whom, and what is different.
CHIEF, NUMENOREAN = "chief", "numenorean"
DUNADAN, NARYA, WARDEN = "dunadan", "narya", "warden"
ELROND = "elrond-of-the-test"


def forget() -> None:
    """Forget what was worked out for boxes."""
    for known in (entries._in_box, box._with, box._box):
        known.cache_clear()


@pytest.fixture
def also(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Put a second form of somebody, or with another `person` somebody new, into the box of the base game."""

    def add(name: str, like: str, **changes: Any) -> None:
        one = msgspec.structs.replace(CHARACTERS[like], id=name, **{"name": f"Another {like}", **changes})
        monkeypatch.setitem(CHARACTERS, name, one)
        monkeypatch.setitem(FORMS, one.person, (*FORMS.get(one.person, ()), name))
        if one.leads:
            monkeypatch.setitem(LED, one.leads.kind, (*LED.get(one.leads.kind, ()), name))
        forget()

    monkeypatch.setattr(entries, "ENTRIES", dict(ENTRIES))
    monkeypatch.setattr(LEVEL, "things", dict(LEVEL.things))
    yield add
    monkeypatch.undo()
    forget()


# -- one person, one form ----------------------------------------------------------------------------


def test_a_person_is_found_in_whatever_form(also):
    also(DUNADAN, "strider")
    s = position(forces={"bree": {DUNADAN: 1}})
    assert form_of(s, "strider") == form_in_play(s, "strider") == DUNADAN
    assert whereabouts(s, "strider") == "bree"
    assert form_in_fellowship(s, "strider") is None
    assert form_of(s, "boromir") is None
    assert form_in_play(s, "boromir") == form_in_fellowship(s, "boromir") == "boromir"


@pytest.mark.parametrize("elsewhere", [{"eliminated": ["strider"]}, {}])
def test_nobody_is_in_the_game_in_two_forms(also, elsewhere):
    also(DUNADAN, "strider")
    s = position(forces={"bree": {DUNADAN: 1}}, eliminated=[])
    if elsewhere:
        s.eliminated = ["strider"]
    else:
        s.fellowship.companions.append("strider")
    assert any("one and the same" in fault for fault in TITLE.faults(s))


def test_the_party_of_a_box_is_named_by_persons(also):
    also(DUNADAN, "strider")
    also(NARYA, "gandalf-the-grey")
    own = box.box_of({})
    assert own.party == tuple(position().fellowship.companions)
    assert set(own.company) == {*own.party, DUNADAN, NARYA}
    s = TITLE.read_position({"forces": {"bree": {"characters": [DUNADAN]}}, "phase": "actions", "turn": 2})
    assert form_in_fellowship(s, "strider") is None
    companions = [c for c in own.party if c != "gandalf-the-grey"]
    given = {"companions": [NARYA, *companions], "guide": NARYA}
    s = TITLE.read_position({"fellowship": given, "phase": "actions", "turn": 2})
    assert s.fellowship.guide == NARYA
    given["companions"] = companions
    with pytest.raises(PositionError, match="Gandalf the Grey is nowhere"):
        TITLE.read_position({"fellowship": given | {"guide": "strider"}, "phase": "actions", "turn": 2})


# -- cards that name a person ------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["witch-king", CHIEF])
def test_a_card_that_names_the_witch_king_works_with_either(also, form):
    also(CHIEF, "witch-king", lesser=True)
    assert not may_play("sh-str-12")
    play = play_card("sh-str-12", forces={"moria": {form: 1}})
    assert done(play)
    assert shadow(play, "angmar")[form] == 1
    besieging = {"lorien": {"sauron-regular": 3, form: 1}, "lorien/inside": {"elves-regular": 1}}
    idle = {"dol-guldur": {"sauron-regular": 1, form: 1}}
    assert may_play("sh-char-20", forces=besieging, at_war=("sauron",))
    assert not may_play("sh-char-20", forces=idle, at_war=("sauron",))
    assert may_play("sh-char-24", forces=idle)


@pytest.mark.parametrize("form", ["boromir", WARDEN])
def test_a_card_on_the_table_stays_with_either(also, form):
    also(WARDEN, "boromir")
    s = position()
    s.fellowship.companions = [form if c == "boromir" else c for c in s.fellowship.companions]
    assert EVENTS[HORN].condition(s)
    s.fellowship.companions.remove(form)
    assert not EVENTS[HORN].condition(s)


def test_what_a_card_says_of_the_guide_it_says_of_the_person(also):
    also(DUNADAN, "strider")
    s = position()
    s.fellowship.companions = [DUNADAN]
    s.fellowship.guide = DUNADAN
    assert common.needed_by_guide(s, {"needed": 5, "needed_by_guide": {"strider": 3}}) == 3


@pytest.mark.parametrize(
    ("ability", "hides"), [(frozenset(("ranger-of-the-north",)), True), (frozenset(), False)]
)
def test_what_a_guide_can_do_is_his_own_and_not_the_persons(also, ability, hides):
    also(DUNADAN, "strider", abilities=ability)
    s = position(dice=(["army"], []))
    s.fellowship.companions = [DUNADAN if c == "strider" else c for c in s.fellowship.companions]
    s.fellowship.guide, s.fellowship.hidden = DUNADAN, False
    assert ("hide-fellowship" in uses(s, FP, "army")) is hides


def test_a_combat_card_looks_for_the_person_and_for_whoever_flies(also):
    also(DUNADAN, "strider")
    also(CHIEF, "witch-king")
    play = begin([], shadow={"sauron-regular": 2, CHIEF: 1}, free={"gondor-regular": 2, DUNADAN: 1}, cards=())
    fight = _fight(play.state, {"sauron-regular": 2, CHIEF: 1}, {"gondor-regular": 2, DUNADAN: 1})
    assert with_person("strider", "aragorn")(play.state, fight, FP)
    assert nazgul_here(play.state, fight, SH)
    assert fight.own(SH).nazgul_leadership() == CHARACTERS[CHIEF].leadership


def _fight(s: State, black: dict[str, int], white: dict[str, int]) -> Any:
    sides = {
        SH: Fighters(SH, FIELD[SH]["noman-lands"], black),
        FP: Fighters(FP, FIELD[FP]["dagorlad"], white),
    }
    return Round(1, "field", "dagorlad", SH, FP, sides, {SH: Tally(), FP: Tally()}, Terms())


def test_whoever_flies_moves_as_nazgul_do(also):
    also(CHIEF, "witch-king")
    s = position(forces={"moria": {CHIEF: 1}})
    assert "the-shire" in characters.shadow_reach(s, CHIEF, "moria")
    assert f"{CHIEF}@moria" in characters.flyers(s, only_flyers=True)
    assert CHIEF in common.flyers(s)
    s.fellowship.region = "moria"
    assert common.nazgul_with_fellowship(s)
    assert company.dangers(s, "moria") == 2


# -- Levels and Leaders by the position --------------------------------------------------------------


def test_a_level_may_hang_on_the_position(also):
    also(NUMENOREAN, "mouth-of-sauron", person=NUMENOREAN)
    LEVEL.of(NUMENOREAN)(lambda s: 0 if s.turn < 5 else 2)
    s = position(forces={"moria": {"sauron-regular": 2, NUMENOREAN: 1}}, at_war=("sauron",))
    key = FIELD[SH]["moria"]
    alone = Force({"sauron-regular": 2}, [NUMENOREAN])
    assert level_of(s, NUMENOREAN) == 0
    assert NUMENOREAN not in movement.movable(s, SH, key, {})
    assert f"{NUMENOREAN}@moria" not in characters.flyers(s)
    assert not can_lead(s, alone)
    assert can_lead(s, alone, attack_from="moria")
    s.turn = 5
    assert level_of(s, NUMENOREAN) == 2
    assert NUMENOREAN in movement.movable(s, SH, key, {})
    assert f"{NUMENOREAN}@moria" in characters.flyers(s)
    assert f"{NUMENOREAN}@moria" not in characters.flyers(s, only_flyers=True)
    assert can_lead(s, alone)


def test_a_guide_is_of_the_level_that_he_has_now(monkeypatch):
    monkeypatch.setattr(LEVEL, "things", dict(LEVEL.things))
    LEVEL.of("peregrin")(lambda s: 3 + s.turn)
    assert company.guide_candidates(position()) == ["peregrin"]


def test_who_leads_in_his_region_leads_there_in_battle_only(also):
    also(ELROND, "legolas", person=ELROND, level=0, leadership=2, leads=Leading("elves-elite", "region"))
    s = position(forces={"rivendell": {"elves-elite": 2, ELROND: 1}})
    elves = Force({"elves-elite": 2, "elves-regular": 1}, [])
    assert leadership(s, elves, "rivendell") == 2
    assert leadership(s, elves, "lorien") == leadership(s, elves, None) == 0
    assert can_lead(s, elves, attack_from="rivendell")
    assert not can_lead(s, elves, attack_from="lorien")
    assert not can_lead(s, elves)
    fight = _fight(s, {"sauron-regular": 1}, {"elves-elite": 2})
    fight.sides[FP].key = INSIDE["rivendell"]
    assert fight.leadership(s, FP) == 2


def test_who_leads_anywhere_leads_on_the_march_too():
    s = position(forces={"orthanc": {"saruman": 1}})
    orcs = Force({"isengard-elite": 3}, [])
    assert leadership(s, orcs, None) == 3
    assert can_lead(s, orcs)


# -- entering play -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "code", "words"),
    [
        ({"forces": {"moria": {NUMENOREAN: 1}}}, "in-play", "in play"),
        ({"eliminated": [NUMENOREAN]}, "eliminated", "does not return"),
    ],
)
def test_nobody_enters_play_in_a_second_form(also, parts, code, words):
    also(NUMENOREAN, "mouth-of-sauron")
    assert entries.open_to(position(at_war=ALL), "minion")[-1].startswith("mouth-of-sauron@")
    s = position(at_war=ALL, **parts)
    assert not [v for v in entries.open_to(s, "minion") if v.startswith("mouth-of-sauron")]
    refusal = muster.why_not_entering(s, "minion")("mouth-of-sauron@barad-dur")
    assert refusal is not None
    assert refusal[0] == code
    assert words in refusal[1]


def test_a_set_adds_a_minion_who_opens_no_way_to_the_white_one(also):
    also("gothmog-of-the-test", "mouth-of-sauron", person="gothmog-of-the-test", lesser=True)
    enters(
        Entry(
            character="gothmog-of-the-test",
            way="minion",
            regions=lambda s: ["minas-morgul"],
            not_there=lambda s, region: (
                None if region == "minas-morgul" else ("not-there", "He comes to Minas Morgul.")
            ),
        )
    )
    play = game(dice=([], ["muster", "army"]), to_act=SH)
    assert "muster:minion" in options(play.state, SH)
    refused = muster.why_not_entering(play.state, "minion")("gothmog-of-the-test@moria")
    assert refused == ("not-there", "He comes to Minas Morgul.", "WR-9.7")
    play.choose(SH, "muster:minion")
    if kinds(play) == ["minion"]:
        play.choose(SH, "gothmog-of-the-test@minas-morgul")
    assert shadow(play, "minas-morgul")["gothmog-of-the-test"] == 1
    assert not play.state.minion_seen
    assert not minion_has_come(play.state)


def test_an_entry_may_put_one_form_in_the_place_of_another(also):
    also(CHIEF, "witch-king")
    enters(
        Entry(
            character=CHIEF,
            way="minion",
            regions=lambda s: [region] if (region := whereabouts(s, "witch-king")) else [],
            not_there=lambda s, region: None,
            nowhere=lambda s, who: ("eliminated", "") if who in s.eliminated else None,
            spares_former=True,
        )
    )
    play = game(
        dice=([], ["muster", "army"]), to_act=SH, forces={"moria": {"sauron-regular": 1, "witch-king": 1}}
    )
    play.choose(SH, "muster:minion")
    if kinds(play) == ["minion"]:
        play.choose(SH, f"{CHIEF}@moria")
    assert shadow(play, "moria") == {"sauron-regular": 1, CHIEF: 1}
    assert play.state.eliminated == []
    (line,) = [line.data for line in play.lines if line.kind == "character-entered"]
    assert line == {"character": CHIEF, "region": "moria", "former": "witch-king"}


def test_a_set_may_bring_a_companion_by_another_result(also, monkeypatch):
    also(ELROND, "legolas", person=ELROND, level=0)
    monkeypatch.setitem(
        entries.WAYS,
        "companion",
        entries.Way(FP, "Who enters play?", "WR-9.6", ("not-by-this", "{} stays away.")),
    )
    enters(
        Entry(
            character=ELROND,
            way="companion",
            regions=lambda s: ["rivendell"],
            not_there=lambda s, region: entries.not_at_home(ELROND, "rivendell", region),
        )
    )
    s = position()
    assert entries.open_to(s, "companion") == [f"{ELROND}@rivendell"]
    assert entries.open_to(s, "upgrade") == []
    s = position(forces={"rivendell": {"elves-elite": 1, ELROND: 1}})
    assert entries.open_to(s, "companion") == []


def test_the_white_one_takes_the_place_of_either_grey_one(also):
    also(NARYA, "gandalf-the-grey")
    play = game(
        dice=(["will-of-the-west", "army"], []), forces={"moria": {NARYA: 1}}, minion_seen=True, to_act=FP
    )
    play.choose(FP, "will-of-the-west:upgrade")
    if kinds(play) == ["upgrade"]:
        play.choose(FP, "gandalf-the-white@moria")
    assert free(play, "moria") == {"gandalf-the-white": 1}
    assert play.state.eliminated == [NARYA]


def test_aragorn_takes_the_place_of_either_strider(also):
    also(DUNADAN, "strider")
    s = position(forces={"pelargir": {DUNADAN: 1}})
    assert entries.open_to(s, "upgrade") == ["aragorn@pelargir"]
    refusal = muster.why_not_entering(s, "upgrade")("aragorn@edoras")
    assert refusal is not None
    assert refusal[0] == "elsewhere"


def test_who_is_not_in_the_box_does_not_enter_play(also):
    also("balrog-of-the-test", "mouth-of-sauron", person="balrog-of-the-test", set="another")
    enters(
        Entry(
            character="balrog-of-the-test",
            way="minion",
            regions=lambda s: ["moria"],
            not_there=lambda s, region: None,
        )
    )
    assert entries.open_to(position(), "minion") == []


def test_a_character_is_registered_once():
    with pytest.raises(ValueError, match="enters play already"):
        enters(ENTRIES["saruman"]["base"])
