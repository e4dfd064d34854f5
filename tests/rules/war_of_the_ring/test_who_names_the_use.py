"""Who is mustered names the use, in every box: what is legal is understood, and nothing false is said of anybody."""

import re
from itertools import combinations, product
from random import Random

import pytest

from rules import Game, IllegalChoice, Seeded, Text
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position import entries
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CHARACTERS, FP, NATIONS, SETS, SH, UNIQUE, figure_name
from rules.war_of_the_ring.position.uses import USES
from rules.war_of_the_ring.words.notation_writing import write_action, write_value
from tests.rules.war_of_the_ring.positions import game

EXPANSIONS = [name for name, one in SETS.items() if one.is_expansion]
BOXES = [box for size in range(len(EXPANSIONS) + 1) for box in combinations(EXPANSIONS, size)]
DICE = {
    FP: ["army", "character", "event", "muster", "will-of-the-west"],
    SH: ["army", "character", "event", "muster", "muster-army"],
}
RULER_DICE = {FP: ["fp-ruler/event", "fp-ruler/muster"], SH: ["shadow-ruler/event", "shadow-ruler/muster"]}
#: Who has come already, so that the rest can: with Kings some of the Sovereigns are awake.
CROWNED = {"minas-tirith": {"gondor-regular": 2, "strider": 1}}
AWAKE = {"dale": {"north-regular": 2, "brand": 1}, "edoras": {"rohan-regular": 2, "theoden": 1}}
#: Quotation marks around nothing, or around what ends with a colon: a name that was lost on the way.
EMPTY = re.compile(r"“[^\w”]*”|“[^”]*:\s*”")
#: The uses of one side by which somebody comes in the positions below.
ALL = ("minion", "upgrade", "elrond", "awaken", "call-to-arms", "chieftain")
WHERE = ("rivendell", "lorien", "edoras", "minas-tirith", "moria", "orthanc", "bree")


def asked(box, side, *, ready):
    """A position with dice of all sorts; if it is `ready`, somebody can come by nearly every use that there is."""
    forces = CROWNED | (AWAKE if "kings" in box else {})
    dice = {one: [*DICE[one], *(RULER_DICE[one] if "kings" in box else [])] for one in DICE}
    awake = [person for figures in forces.values() for person in figures if "kings" in box]
    parts = {
        "forces": forces,
        "at_war": tuple(NATIONS),
        "minion_seen": True,
        "off_map": tuple(kind for kind, one in UNIQUE.items() if one.name in map(figure_name, awake)),
        "eliminated": ["gandalf-the-grey"],
        "fellowship": {
            "guide": "legolas",
            "companions": ["boromir", "legolas", "gimli", "meriadoc", "peregrin"],
        },
    }
    lying = (dice[FP] if side == FP else [], dice[SH] if side == SH else [])
    play = game(options=dict.fromkeys(box, True), dice=lying, **(parts if ready else {}))
    assert play.pending[0].seat == side
    return play


def comings(play, side):
    """Return by the words of a die and somebody with his place the actions that bring him there now."""
    found = {}
    for action in play.pending[0].options.values:
        die, _, use = action.partition(":")
        answer = USES[use].answer if use in USES else None
        for value in answer.values(play.state, side) if answer and answer.who() else ():
            found.setdefault((write_action(die), value), []).append(action)
    return found


@pytest.mark.rule("WR-22", "WR-7.4", "WR-9.6", "WR-9.7", "LM-9.1", "LM-11.1", "KM-5.2", "KM-6.4", "KM-8.1")
@pytest.mark.parametrize("box", BOXES, ids="+".join)
@pytest.mark.parametrize("side", [FP, SH])
def test_every_legal_die_who_at_where_is_understood(box, side):
    play = asked(box, side, ready=True)
    decision, brought = play.pending[0], set()
    for (die, value), actions in comings(play, side).items():
        line = f"{die.replace('/', ' ')}: {write_value(value)}"
        if len(actions) > 1:
            with pytest.raises(IllegalChoice, match=write_action(actions[1])) as refused:
                TITLE.read(decision, TITLE.parts(decision, line)[0])
            assert refused.value.code == "ambiguous", line
            brought |= {action.partition(":")[2] for action in actions}
            continue
        first, rest = TITLE.parts(decision, line)
        assert (TITLE.read(decision, first), rest) == (actions[0], write_value(value)), line
        if (use := actions[0].partition(":")[2]) not in brought:
            brought.add(use)
            copy = Game.restore(TITLE, play.options, play.snapshot(), Seeded(1))
            assert copy.play(side, [Text(line)]).choices[0] == actions[0], line
    own = {use for use in ALL if use in USES and USES[use].set in ("base", *box) and USES[use].side == side}
    assert own <= brought


@pytest.mark.rule("WR-22", "WR-9.6", "WR-9.7", "LM-9.1", "KM-6.4", "KM-8.1")
@pytest.mark.parametrize("box", BOXES, ids="+".join)
@pytest.mark.parametrize("side", [FP, SH])
@pytest.mark.parametrize("ready", [True, False], ids=["ready", "early"])
def test_nothing_false_is_said_of_anybody(box, side, ready):
    """Of whoever is in the game his own reason is told, and of nobody else that he comes."""
    play, rng = asked(box, side, ready=ready), Random(len(box))
    decision, there = play.pending[0], box_of(play.options).characters
    sides = {
        person: entries.WAYS[entry.way].side
        for person, told in entries.ENTRIES.items()
        for entry in told.values()
    }
    if "kings" in box:
        sides |= dict.fromkeys(USES["awaken"].answer.who(), FP)
    dice = ("muster", "will", "army", *(["ruler"] if "kings" in box else []))
    for die, person in product(dice, CHARACTERS):
        line = f"{die}: {person} at {rng.choice(WHERE)}"
        try:
            TITLE.read(decision, TITLE.parts(decision, line)[0])
        except IllegalChoice as refused:
            said, code = refused.message, refused.code
        else:
            assert person in there, line
            assert sides.get(person) == side, line
            continue
        assert not EMPTY.search(said), (line, said)
        if person in there and sides.get(person) == side:
            assert code not in ("not-yours", "no-use", "other-question", "not-an-option"), (line, said)
            assert "is no Minion" not in said, (line, said)
        assert ("in no set of this game" in said) <= (person not in there), (line, said)


both = pytest.mark.skipif(set(EXPANSIONS) < {"lords", "kings"}, reason="an expansion is not there")


def sent(side, line, *, ready=True):
    return (
        asked(tuple(EXPANSIONS), side, ready=ready)
        .play(side, [Text(part) for part in line.split(";")])
        .choices
    )


@both
@pytest.mark.rule("WR-22", "LM-9.1", "LM-11.1", "KM-6.4", "KM-8.1", "WR-9.6")
@pytest.mark.parametrize(
    ("side", "line", "choices"),
    [
        (SH, "muster: ugluk at orthanc", ["muster:chieftain", "ugluk@orthanc"]),
        (SH, "muster: Balrog at Moria", ["muster:minion", "balrog@moria"]),
        (SH, "use muster: saruman", ["muster:minion", "saruman@orthanc"]),
        (FP, "muster: elrond at rivendell", ["muster:elrond"]),
        (FP, "muster: elrond; elrond: elrond at rivendell", ["muster:elrond"]),
        (FP, "muster: thranduil at woodland realm", ["muster:awaken", "thranduil@woodland-realm"]),
        (FP, "will: gandalf the white at fangorn", ["will-of-the-west:upgrade", "gandalf-the-white@fangorn"]),
        (FP, "w gandalf, fangorn", ["will-of-the-west:upgrade", "gandalf-the-white@fangorn"]),
        (FP, "will: rohan elite at edoras", ["will-of-the-west:recruit", "rohan-elite@edoras"]),
    ],
)
def test_who_comes_says_by_what(side, line, choices):
    assert sent(side, line) == choices


@both
@pytest.mark.rule("WR-22", "WR-4.5", "KM-7.1", "LM-16.6")
@pytest.mark.parametrize(
    ("side", "line", "said"),
    [
        (SH, "muster: ugluk at orthanc", "Uglúk needs Rohan at war, or the Fellowship revealed"),
        (SH, "muster: saruman at orthanc", "Saruman needs Isengard at war"),
        (SH, "army: saruman at orthanc", "That takes a result of Muster"),
        (SH, "use balrog", "None of your dice can be used for “balrog” now"),
        (SH, "use gothmog", "You have no Gothmog die"),
        (SH, "gothmog: move armies", "You have no Gothmog die"),
        (SH, "attempt: dain", "Nobody is tempted when the Free Peoples have no die left"),
        (SH, "attempt: boromir", "none of these: attempt: brand; attempt: dain"),
        (SH, "attempt", "attempt: brand; attempt: dain"),
        (SH, "token: advance", "You have no token “Advance a Nation”"),
        (FP, "muster: elrond at rivendell", "Elrond needs Sauron or the Elves at war"),
        (FP, "muster: theoden at bree", "Théoden sleeps until his Nation is active"),
        (FP, "will: gandalf the white at fangorn", "Gandalf the Grey is still in the Fellowship"),
        (FP, "attempt: dain", "That is for the other side to do"),
        (FP, "hide", "The Fellowship is hidden"),
    ],
)
def test_what_cannot_be_done_now_can_be_named_and_says_why(side, line, said):
    with pytest.raises(IllegalChoice, match=re.escape(said)):
        asked(tuple(EXPANSIONS), side, ready=False).play(side, [Text(part) for part in line.split(";")])
