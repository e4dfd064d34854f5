"""The notation: what is written is read again, what people type is understood, nonsense gets a sentence (WR-22)."""

import json
import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rules import Amount, Counts, Decision, Game, IllegalChoice, OneOf, Seeded, Subset, Text
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import (
    ALIASES,
    CARDS,
    CHARACTERS,
    DICE,
    FP,
    NATIONS,
    REGIONS,
    SH,
    told,
)
from rules.war_of_the_ring.position.names import GROUPS, SHORT
from rules.war_of_the_ring.position.uses import ACTS, USES
from tests.rules.war_of_the_ring.positions import game


def asked(options, *, kind="new-question", may_pass=False):
    """A question of a kind that the notation has no word for."""
    return Decision(FP, kind, "What now?", options, "WR-22", may_pass=may_pass)


def refusal(decision, text):
    with pytest.raises(IllegalChoice) as refused:
        TITLE.read(decision, text)
    return refused.value


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_is_read_again(seed):
    """Every question of random play: what is legal goes to text and back, with and without its word."""
    play, rng = Game.start(TITLE, {}, Seeded(seed)), Random(seed)
    for _ in range(400):
        decision = rng.choice(play.pending)
        for choice in [*islice(decision.legal(), 12), decision.sample(rng)]:
            written = TITLE.write(decision, choice)
            assert TITLE.read(decision, written) == choice, written
            assert TITLE.read(decision, written.upper()) == choice, written
        play.choose(decision.seat, decision.sample(rng))
        if play.is_over:
            break


@pytest.mark.rule("WR-22")
def test_every_word_of_the_sets_for_a_use_or_an_act_names_one():
    known = {**USES, **ACTS}
    assert set(SHORT["uses"]) | set(SHORT["asking"]) <= set(known)
    for one, words in told("words.json"):
        assert {use: known[use].label for use in words["uses"] if use in known} == words["uses"], one.id


@pytest.fixture(scope="module")
def recruiting():
    play = game(dice=(["muster"], []), at_war=("gondor",))
    play.choose(FP, "muster:recruit")
    return play.pending[0]


@pytest.fixture(scope="module")
def acting():
    return game(dice=(["muster", "character"], ["army", "event", "army"])).pending[0]


@pytest.fixture(scope="module")
def marching():
    """A Shadow Army of two Nations in Minas Morgul; asked where it goes."""
    army = {
        "sauron-regular": 5,
        "sauron-elite": 1,
        "southrons-easterlings-regular": 1,
        "nazgul": 2,
        "witch-king": 1,
    }
    return game(
        dice=([], ["army"]),
        at_war=("sauron", "southrons-easterlings", "gondor"),
        forces={"minas-morgul": army, "osgiliath": {}},
    )


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("use muster: diplomacy", "muster:diplomacy"),
        ("Muster: advance a Nation", "muster:diplomacy"),
        ("politics", "muster:diplomacy"),
        ("use character: move-fellowship", "character:move-fellowship"),
        ("move the Fellowship", "character:move-fellowship"),
        ("skip: muster", "skip:muster"),
        ("skip m", "skip:muster"),
        ("ring: muster > event", "ring:muster>event"),
        ("Elven Ring: muster to event", "ring:muster>event"),
        ("PASS", "pass"),
    ],
)
def test_an_action(acting, text, choice):
    assert TITLE.read(acting, text) == choice


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    "text",
    [
        "muster: gondor regular at minas-tirith",
        "gondor regular at minas tirith",
        "Gondor Regular in Minas Tirith",
        "muster gondor reg @ minas-t",
        "gondor r mt",
        "gon regular minastirith",
        "recruit: regular of gondor at MINAS-TIRITH",
        "gondor-regular@minas-tirith",
    ],
)
def test_a_figure_and_its_place(recruiting, text):
    assert TITLE.read(recruiting, text) == "gondor-regular@minas-tirith"


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    "text",
    [
        "move: minas-morgul > gorgoroth",
        "minas morgul to gorgoroth",
        "Minas Morgul -> Gorgoroth",
        "mm → gorg",
        "MORGUL gorgoroth",
    ],
)
def test_a_way(marching, text):
    play = Game.restore(TITLE, {}, marching.snapshot(), Seeded(1))
    play.choose(SH, "army:move-armies")
    assert TITLE.read(play.pending[0], text) == "minas-morgul>gorgoroth"


FOUR_AND_ONE = {"sauron-regular": 4, "sauron-elite": 1, "witch-king": 1}


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("with: sauron 4r 1e, witch-king", FOUR_AND_ONE),
        ("sauron 4r 1e witch king", FOUR_AND_ONE),
        ("4 sauron regulars, 1 sauron elite and the Witch-king", FOUR_AND_ONE),
        ("mordor 4 regulars 1e wk", FOUR_AND_ONE),
        ("sauron r, nazgul 2, se 1r", {"sauron-regular": 1, "nazgul": 2, "southrons-easterlings-regular": 1}),
        ("sauron 1e nazgul 2 witch-king", {"sauron-elite": 1, "nazgul": 2, "witch-king": 1}),
        ("2 Nazgûl; Southrons & Easterlings 1r", {"nazgul": 2, "southrons-easterlings-regular": 1}),
        ("4 regulars of Sauron, the sauron elite and the witch-king", FOUR_AND_ONE),
        ("sauron 4r - 1e - witch-king", FOUR_AND_ONE),
    ],
)
def test_figures_with_their_counts(marching, text, choice):
    play = Game.restore(TITLE, {}, marching.snapshot(), Seeded(1))
    play.choose(SH, "army:move-armies")
    play.choose(SH, "minas-morgul>south-ithilien")
    assert TITLE.read(play.pending[0], text) == choice
    for word in ("all", "Everybody", "with: everyone", "everything"):
        assert TITLE.read(play.pending[0], word)["sauron-regular"] == 5


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("options", "text", "choice"),
    [
        (OneOf(["lorien", "dale"]), "Lórien", "lorien"),
        (OneOf(["lorien", "dale"]), "new-question: caras galadhon", "lorien"),
        (OneOf(["fp-char-09", "sh-char-01"]), "Shelob's Lair", "sh-char-01"),
        (OneOf(["fp-char-09", "sh-char-01"]), "athel", "fp-char-09"),
        (OneOf(["nazgul@moria>lorien", "nazgul@moria>dale"]), "Nazgûl at Moria > Dale", "nazgul@moria>dale"),
        (OneOf(["dale/free-peoples", "dale/inside"]), "dale inside", "dale/inside"),
        (OneOf(["moria+dol-guldur", "none"]), "moria and dol guldur", "moria+dol-guldur"),
        (OneOf(["moria+dol-guldur", "none"]), "none", "none"),
        (OneOf(["gandalf-the-grey", "strider"]), "Gandalf", "gandalf-the-grey"),
        (Subset(["legolas", "gimli", "meriadoc"], 1, 2), "gimli and Legolas", ["legolas", "gimli"]),
        (Subset(["legolas", "gimli", "meriadoc"], 1, 3), "merry legolas", ["legolas", "meriadoc"]),
        (Subset(["sh-char-03", "fp-str-07"], 0, 2), "Fear! Fire! Foes!", ["fp-str-07"]),
        (Subset(["sh-char-03", "fp-str-07"], 0, 2), "pass", []),
        (Subset(["fp-char-19", "fp-char-20"], 0, 2), "fp-char-19, ents", ["fp-char-19", "fp-char-20"]),
        (Counts({"pelargir": 2, "dale": 1}, 0, 3), "2 pelargir, dale", {"pelargir": 2, "dale": 1}),
        (Counts({"rohan-elite@edoras": 2}, 1), "2 rohan elite at edoras", {"rohan-elite@edoras": 2}),
        (Counts({"rohan-elite": 2, "gondor-elite": 2}, 0), "none", {}),
        (Amount(0, 5), "3 dice", 3),
    ],
)
def test_questions_without_a_word_of_their_own_are_read_by_their_shape(options, text, choice):
    assert TITLE.read(asked(options), text) == choice
    assert TITLE.read(asked(options), TITLE.write(asked(options), choice)) == choice


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("text", ["pass", "Pass", "new-question: pass", "no", "none", "nobody"])
def test_words_for_a_pass(text):
    assert TITLE.read(asked(OneOf(["dale", "moria"]), may_pass=True), text) is None
    refused = refusal(asked(OneOf(["dale", "moria"])), text)
    assert refused.code == "cannot-pass"


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("options", "text", "code", "said"),
    [
        (OneOf(["lorien", "dale"]), "", "malformed", "such as “new-question: lorien”"),
        (OneOf(["lorien", "dale"]), "x" * 3000, "malformed", "too long"),
        (OneOf(["lorien", "dale"]), "lorein", "unknown-region", "did you mean Lórien?"),
        (OneOf(["lorien", "dale"]), "Moria", "not-an-option", "“moria” is not possible"),
        (OneOf(["minas-tirith", "minas-morgul"]), "minas", "ambiguous", "minas-tirith; minas-morgul"),
        (OneOf(["lorien>dale", "dale>erebor"]), "lorien > dael", "unknown-region", "did you mean Dale?"),
        (OneOf(["lorien>dale", "dale>erebor"]), "lorien > moria", "not-an-option", "“lorien > moria”"),
        (OneOf(["fp-char-09"]), "atelas", "unknown-card", "did you mean Athelas?"),
        (OneOf(["gondor", "rohan"]), "gonder", "unknown-nation", "did you mean Gondor?"),
        (OneOf(["lose:gondor-regular"]), "loose: gondor r", "not-an-option", "“loose: gondor r”"),
        (
            OneOf(["lose:rohan-elite", "reduce:rohan-elite"]),
            "looze: rohan e",
            "unknown-answer",
            "not an answer",
        ),
        (OneOf(["lorien", "dale"]), "muster: dale", "other-question", "What now?"),
        (Subset(["legolas", "gimli"], 1, 1), "legolas gimli", "too-many", "at most 1"),
        (Subset(["legolas", "gimli"], 1, 1), "boromir", "not-an-option", "boromir"),
        (Subset(["legolas", "gimli"], 1, 1), "sam", "unknown-character", "sam"),
        (Counts({"gondor-regular": 2}, 1), "gondor 9r", "too-many", "At most 2"),
        (Counts({"gondor-regular": 2}, 1), "gonder 1r", "unknown-figure", "did you mean Gondor?"),
        (Counts({"gondor-regular": 2, "rohan-regular": 1}, 1), "1r", "ambiguous", "rohan regular"),
        (Counts({"gondor-regular": 2}, 1), "2", "malformed", "2 of which kind?"),
        (Counts({"gondor-regular": 2}, 1), "1e", "not-an-option", "no elite"),
        (Counts({"gondor-regular": 2}, 1), "gondor -1r", "malformed", "cannot be negative"),
        (Counts({"gondor-regular": 2}, 1), "−1 gondor regular", "malformed", "cannot be negative"),
        (Counts({"gondor-regular": 2}, 1), "pass", "cannot-pass", "cannot be passed"),
        (Amount(0, 3), "many", "malformed", "from 0 to 3"),
        (Amount(0, 3), "7", "out-of-range", "from 0 to 3"),
    ],
)
def test_nonsense_gets_a_code_and_a_sentence(options, text, code, said):
    refused = refusal(asked(options), text)
    assert (refused.code, refused.rule) == (code, "WR-22")
    assert said in refused.message


MARCH = ["army:move-armies", "minas-morgul>gorgoroth", {"sauron-regular": 4, "witch-king": 1}]


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    "line",
    [
        "use army: move-armies; move: minas-morgul > gorgoroth; with: sauron 4r, witch-king",
        "use army: move-armies; move: minas-morgul > gorgoroth sauron 4r, witch-king",
        "army: move-armies minas-morgul > gorgoroth sauron 4r witch-king",
        "army: move-armies: Minas Morgul -> Gorgoroth: sauron 4r, witch-king",
        "army move armies mm > gorgoroth 4 sauron regulars and the witch-king",
    ],
)
def test_a_whole_action_in_one_line(marching, line):
    """Die, use, way and figures: in parts, or one behind the other."""
    play = Game.restore(TITLE, {}, marching.snapshot(), Seeded(1))
    assert play.play(SH, [Text(part) for part in line.split(";")]).choices == MARCH


@pytest.mark.rule("WR-22", "WR-10.1")
def test_a_whole_attack_in_one_line():
    forces = {"south-ithilien": {"sauron-regular": 5, "sauron-elite": 1, "witch-king": 1}}
    play = game(dice=([], ["army"]), forces=forces, at_war=("sauron",))
    play.play(SH, [Text("army: attack south-ithilien > osgiliath sauron 4r 1e, witch-king")])
    assert play.state.battle.region == "osgiliath"
    assert {"sauron-regular": 4, "sauron-elite": 1, "witch-king": 1} in [
        line.data.get("figures") for line in play.lines
    ]


@pytest.mark.rule("WR-22", "WR-4.5", "WR-10.1")
@pytest.mark.parametrize(
    ("line", "use", "way"),
    [
        ("army: sortie minas tirith", "army:attack", "minas-tirith>minas-tirith"),
        ("use army: attack; sortie: minas-tirith", "army:attack", "minas-tirith>minas-tirith"),
        ("character: attack minas-tirith", "character:leader-attack", "minas-tirith>minas-tirith"),
        ("use character: sortie Minas Tirith", "character:leader-attack", "minas-tirith>minas-tirith"),
        ("c: move barad-dur > gorgoroth", "character:leader-move", "barad-dur>gorgoroth"),
        ("army: assault dol-amroth", "army:attack", "dol-amroth>dol-amroth"),
    ],
)
def test_what_an_attack_is_called_and_who_leads_it_need_not_be_said_in_one_way(line, use, way):
    forces = {
        "minas-tirith": {"gondor-regular": 3},
        "minas-tirith/inside": {"sauron-regular": 2, "nazgul": 1},
        "dol-amroth": {"southrons-easterlings-regular": 3},
        "dol-amroth/inside": {"gondor-elite": 1},
    }
    parts = {"forces": forces, "captured": ["minas-tirith"], "at_war": ("sauron", "southrons-easterlings")}
    play = game(dice=([], ["army", "character"]), **parts)
    assert play.play(SH, [Text(part) for part in line.split(";")]).choices[:2] == [use, way]


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("muster: recruit gondor elite at minas-tirith", ["muster:recruit", "gondor-elite@minas-tirith"]),
        ("muster: diplomacy rohan", ["muster:diplomacy", "rohan"]),
        ("character: separate legolas, gimli", ["character:separate", ["legolas", "gimli"]]),
        ("event: draw strategy", ["event:draw", "strategy"]),
        ("muster: gondor elite at pelargir", ["muster:recruit", "gondor-elite@pelargir"]),
        ("use muster: gondor elite, Dol Amroth", ["muster:recruit", "gondor-elite@dol-amroth"]),
        ("m gondor e da", ["muster:recruit", "gondor-elite@dol-amroth"]),
        ("muster: rohan", ["muster:diplomacy", "rohan"]),
        ("politics: rohan", ["muster:diplomacy", "rohan"]),
    ],
)
def test_other_actions_in_one_line(line, choices):
    play = game(dice=(["muster", "character", "event"], ["army"]), at_war=("gondor",))
    assert play.play(FP, [Text(line)]).choices == choices


@pytest.mark.rule("WR-22", "WR-9.7")
def test_a_minion_and_his_place_follow_the_die():
    play = game(dice=([], ["muster-army"]), at_war=("isengard",))
    choices = play.play(SH, [Text("army/muster: saruman at orthanc")]).choices
    assert choices == ["muster-army:minion", "saruman@orthanc"]


@pytest.mark.rule("WR-3.5", "WR-22")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("politics: rohan", "ambiguous", "use muster-army: diplomacy; use will-of-the-west: diplomacy"),
        ("move: pelargir > lossarnach", "ambiguous", "use muster-army: move-armies"),
        ("attack: pelargir > lossarnach", "not-now", "None of your Armies can attack"),
        ("hide", "not-now", "The Fellowship is hidden"),
        ("minion", "not-now", "None of your dice can be used for “minion” now"),
        ("muster: gondor elite at pelargir", "no-die", "You have no Muster die"),
        ("muster-army: rohan elite at edoras", "not-at-war", "Rohan cannot recruit"),
        ("hit: regular", "other-question", "Which action do you take?"),
    ],
)
def test_an_action_without_its_die_says_which_there_are(line, code, said):
    play = game(dice=(["muster-army", "will-of-the-west"], ["army"]), at_war=("gondor",))
    with pytest.raises(IllegalChoice) as refused:
        play.play(FP, [Text(line)])
    assert refused.value.code == code
    assert said in refused.value.message


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("army: move-armies minas-morgul > gorgoorth sauron 4r", "unknown-region", "did you mean Gorgoroth?"),
        ("army: move-armies minas-morgul > gorgoroth sauron 9r", "too-many", "At most 5"),
        ("army: move-armies minas-morgul > gorgoroth saurn 4r", "unknown-figure", "did you mean Sauron?"),
        ("army: attack minas-morgul > gorgoroth sauron 4r", "no-enemy", "No enemy Army is in the open"),
        ("pass now", "cannot-pass", "fewer unused dice"),
        ("skip: army event", "not-an-option", "“skip: army"),
        ("skip: muster", "no-die", "You have no Muster die"),
        ("ring: army > eye", "ring", "You have no Elven Ring"),
        ("army: nonsense at dol amroth", "not-an-option", "no use of an Army die: use army: move-armies"),
        ("army: sauron elite at dol guldur", "wrong-die", "a result of Muster"),
        ("character: move-nazgul minas-morgul", "no-die", "die"),
    ],
)
def test_a_line_with_a_fault_leaves_no_trace(marching, line, code, said):
    play = Game.restore(TITLE, {}, marching.snapshot(), Seeded(1))
    before = play.position()
    with pytest.raises(IllegalChoice) as refused:
        play.play(SH, [Text(line)])
    assert (refused.value.code, refused.value.index) == (code, 0)
    assert said in refused.value.message
    assert play.position() == before


@pytest.mark.rule("WR-3.5", "WR-4.11", "WR-22")
def test_an_action_that_cannot_be_taken_is_explained():
    decision = game(dice=(["muster"], ["army"])).pending[0]
    assert "fewer unused dice" in refusal(decision, "pass").message
    assert "Elven Ring" in refusal(decision, "ring: muster > will").message
    assert "such as “use muster: " in refusal(decision, " ").message


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("group", GROUPS)
def test_no_two_things_of_a_kind_share_a_name(group):
    """But for what can be meant one at a time: forms of a person, a card in another's place, dice of both sides."""
    ids: dict[str, set[str]] = {}
    for id, forms in GROUPS[group].items():
        for name in forms:
            ids.setdefault(name, set()).add(one_of_a_kind(id))
    shared = {name for name, meant in ids.items() if len(meant) > 1}
    assert shared <= {"gandalf", "smeagol", "yes", "y", "fight", "stand", "discard-denethors-folly"}


def one_of_a_kind(id):
    """What things have in common of which never two can be meant at once."""
    if id in CHARACTERS:
        return CHARACTERS[id].person
    if id in CARDS:
        return CARDS[id].replaces or id
    kind, joint, face = id.partition("/")
    return f"{DICE[kind].name}{joint}{face}" if kind in DICE else id


@pytest.mark.rule("WR-22")
def test_the_short_forms_are_of_things_that_there_are():
    assert set(SHORT["regions"]) <= set(REGIONS)
    assert set(SHORT["nations"]) == set(NATIONS)
    assert set(SHORT["characters"]) <= set(CHARACTERS)
    assert set(ALIASES.values()) <= set(REGIONS)
    replaced = {card.replaces for card in CARDS.values()}
    for cards in (
        [id for id, card in CARDS.items() if not card.replaces],
        [id for id in CARDS if id not in replaced],
    ):
        decision = asked(OneOf(cards))
        assert all(TITLE.read(decision, CARDS[id].title) == id for id in cards)
    decision = asked(OneOf(list(REGIONS)))
    assert all(TITLE.read(decision, region.name) == id for id, region in REGIONS.items())


def example(language):
    page = Path(__file__).parents[3] / "docs" / "notation.md"
    return re.search(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)[1]


@pytest.mark.rule("WR-22", "WR-3.7")
def test_the_page_about_the_notation_is_true():
    """The position on it can be begun from, and the lines can be played in it as they stand."""
    state = TITLE.load_position(json.loads(example("json")))
    play = Game.start(TITLE, {}, Seeded(1), position=state)
    for line in example("text").splitlines():
        seat, _, typed = line.partition(": ")
        moves = [Text(part) for part in typed.split(";")]
        applied = play.play(seat, moves)
        assert len(applied.choices) >= len(moves)
        assert applied.draft == []
    assert play.state.steps["rohan"] == 2


@pytest.mark.rule("WR-22")
def test_every_form_on_the_page_is_read():
    page = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
    words = set(re.findall(r"`([a-z]+)(?:: | )", page.split("| answer |")[1].split("A round")[0]))
    known = {form for forms in SHORT["verbs"].values() for form in forms}
    assert words - known <= {"pass", "skip", "ring", "use", *GROUPS["die"]}


def test_a_region_names_the_only_path_that_leads_by_it():
    by_two = Decision(FP, "path", "By which of these dangers?", OneOf(["dol-guldur+moria"]), "WR-14.12")
    assert TITLE.read(by_two, "path: moria") == "dol-guldur+moria"
    assert TITLE.names_the_same(by_two, "dol-guldur+moria", "moria")
    assert not TITLE.names_the_same(by_two, "dol-guldur+moria", "none")
    by_one_too = Decision(FP, "path", by_two.prompt, OneOf(["dol-guldur+moria", "moria"]), "WR-14.12")
    assert TITLE.read(by_one_too, "path: moria") == "moria"


def test_the_only_die_that_shows_a_face_is_named_by_it():
    of_a_set = Decision(FP, "event-way", "Which die?", OneOf(["fp-ruler/character"]), "WR-6.3")
    assert TITLE.read(of_a_set, "way: character") == "fp-ruler/character"
    assert TITLE.names_the_same(of_a_set, "fp-ruler/character", "character")
    both = Decision(FP, "event-way", "Which die?", OneOf(["character", "fp-ruler/character"]), "WR-6.3")
    assert TITLE.read(both, "way: character") == "character"
