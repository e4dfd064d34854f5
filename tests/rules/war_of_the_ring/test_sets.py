"""The seam for expansions: a set is a folder, which is there or not, and nothing else knows of it."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from rules.core.transcript import read_transcript

ROOT = Path(__file__).resolve().parents[3]
TITLE = "rules/war_of_the_ring"
#: The base game's own tests, and what they read beside the rules.
SUITE = sorted(path.name for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))
BESIDE = (
    "docs/notation.md",
    "tests/rules/lines.py",
    "tests/rules/nested.py",
    *(f"tools/{name}" for name in ("__init__.py", "golden.py", "moments.py", "positions/__init__.py")),
    "tools/positions/war-of-the-ring/fifth-turn.json",
)
#: All but what plays whole games by chance, which are long and the same in both trees; the games of bots stay.
LONG = (
    "random_games",
    "beats_random_play",
    "every_number_that_changes",
    "position_between_two_actions",
    "whatever_exists_and_is_no_choice",
)
SHORT = " and ".join(f"not {name}" for name in LONG)
#: The suite is run in so many parts, which may go on at once; each compiles the rules for itself.
PARTS = 2

#: The expansions that there are.
EXPANSIONS = ("lords", "kings")

#: A made-up expansion, file by file.
TRIAL: dict[str, object] = {
    "data/set.json": {"id": "trial", "name": "The Trial", "option": "trial", "order": 7, "version": 3},
    "data/sections.json": {"TR-1": "The Trial"},
    "data/characters.json": [
        {
            "id": "meriadoc-judge",
            "name": "Meriadoc Brandybuck",
            "person": "meriadoc",
            "side": "free-peoples",
            "kind": "companion",
            "level": 3,
            "leadership": 1,
            "can_activate": ["north"],
            "text": "He judges.",
            "extra_die": 0,
            "abilities": [],
        }
    ],
    "data/event-cards.json": [
        {
            "id": "trial-01",
            "title": "Elven Cloaks",
            "side": "free-peoples",
            "deck": "character",
            "play_with": "character",
            "duration": "immediate",
            "combat": "it-is-a-gift",
            "effect": "Nothing happens.",
            "condition": None,
            "replaces": "fp-char-01",
        }
    ],
    "data/hunt-tiles.json": [
        {"id": "trial-2", "kind": "standard", "value": 2, "reveal": False, "stop": False, "card": None}
    ],
    "data/dice.json": {
        "gavel": {
            "name": "Gavel",
            "side": "shadow",
            "faces": ["army", "army", "muster", "muster", "event", "eye"],
            "owner": "saruman",
        }
    },
    "data/notation.json": {"characters": {"meriadoc-judge": ["judge"]}, "verbs": {"verdict": ["verdict"]}},
    "data/cards-for-bots.json": {"events": {"trial-01": {"worth": 1.0}}, "combat": {}},
    "handbook.md": """# The Trial

What the Trial adds.

## TR-1 The Trial

A judge comes (WR-2.2).

# Player aids

## The verdict
For: verdict, action

- Judge (TR-1).
""",
    "__init__.py": '''"""A set for a test."""

from collections import Counter

from rules.core.fields import OptionField
from rules.war_of_the_ring.cards.events import always, event, stays
from rules.war_of_the_ring.bots.knowledge import Knowledge
from rules.war_of_the_ring.position import entries, state
from rules.war_of_the_ring.position.declarations import Declared
from rules.war_of_the_ring.quest import fellowship

event("trial-01", always)(stays)


@fellowship.declaring_matters.answer
def judged_where_declared(s, region):
    return region == "rivendell"


@state.TAKEN_OVER.of("dale")
def annexed(s):
    return "gondor"


entries.enters(
    entries.Entry(
        character="saruman", way="minion", regions=lambda s: ["moria"], not_there=lambda s, region: None
    )
)


def set_up(s):
    s.turn = 7



def crowded(s):
    if Counter(s.eliminated)["boromir"]:
        yield "Boromir stands trial"


KNOWLEDGE = Knowledge(passes={"verdict": 9.0})

DECLARED = Declared(
    option_fields=(OptionField("trial", "The Trial", "boolean", False),),
    standing_kinds={"verdict": "A verdict is to be given"},
    sentences={"judged": lambda d: f"Judged: {d['verdict']}."},
    log_groups={"fellowship": frozenset(("judged",))},
    views=(lambda s, seat: {"judges": seat is None},),
    checks=(crowded,),
    set_up=set_up,
    text=(lambda view: iter(("THE TRIAL",)),),
)
''',
}

#: What is true of a tree with that set; everything is looked at in a process of its own.
LOOK = """
import rules
from rules import PositionError
from rules.core.handbook import aid_of, handbook_of
from rules.core.decisions import Counts, Decision, OneOf
from rules.core.table import EVERYONE, LogLine
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position import names
from rules.war_of_the_ring.words import notation
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import DICE

base, trial = TITLE.normalise_options({}), TITLE.normalise_options({"trial": True})

# what is in the box
inside, outside = box_of(trial), box_of(base)
assert inside.sets == ("base", "trial") and outside.sets == ("base",)
for what, thing in (("cards", "trial-01"), ("characters", "meriadoc-judge"), ("tiles", "trial-2")):
    assert thing in getattr(inside, what) and thing not in getattr(outside, what), thing
assert "fp-char-01" in outside.cards and "fp-char-01" not in inside.cards
assert len(inside.decks["free-peoples/character"]) == 24
assert DICE["gavel"].set == "trial"
assert TITLE.version_of(base) == 2 < TITLE.version_of(trial)

# what is said of it
assert TITLE.standing_kinds["verdict"] == "A verdict is to be given"
assert TITLE.describe_line(LogLine("judged", {"verdict": "guilty"}, EVERYONE)) == "Judged: guilty."
assert "judged" in TITLE.log_groups["fellowship"][1]
assert [volume.heading for volume in handbook_of(TITLE).supplements] == ["The Trial"]
assert handbook_of(TITLE, base).find("TR-1") is None
assert handbook_of(TITLE, trial).find("TR-1").heading == "The Trial"
assert aid_of(TITLE, "verdict", options=base) is None
assert aid_of(TITLE, "action", options=trial).lines == (*aid_of(TITLE, "action", options=base).lines, "Judge (TR-1).")

# what a seat sees, and what is wrong
plays = {name: rules.new_game("war-of-the-ring", options) for name, options in (("base", base), ("trial", trial))}
views = {name: TITLE.view(play.state, None) for name, play in plays.items()}
assert "judges" not in views["base"] and "sets" not in views["base"]
assert views["trial"]["judges"] and views["trial"]["sets"] == ["base", "trial"]
assert "THE TRIAL" in TITLE.text_board(views["trial"]) and "THE TRIAL" not in TITLE.text_board(views["base"])


def refused(position, options):
    try:
        TITLE.load_position(position, options)
    except PositionError as error:
        return error.problems
    return []


# what rules ask of everybody is answered by the sets of the game
from rules.war_of_the_ring.bots import knowledge
from rules.war_of_the_ring.position import entries, state
from rules.war_of_the_ring.quest import fellowship

with_it, without = plays["trial"].state, plays["base"].state
assert fellowship.declaring_matters(with_it, "rivendell") and not fellowship.declaring_matters(without, "rivendell")
assert (state.nation_of(with_it, "dale"), state.nation_of(without, "dale")) == ("gondor", "north")
assert "dale" in state.settlements_of(with_it, "gondor") and "dale" not in state.settlements_of(without, "gondor")
assert entries.entry_of(with_it, "saruman").regions(with_it) == ["moria"]
assert entries.entry_of(without, "saruman").regions(without) != ["moria"]
assert with_it.turn == without.turn + 7
assert knowledge.of(inside.sets).passes == {"verdict": 9.0} and not knowledge.of(outside.sets).passes

hand = {"hands": {"free-peoples": ["trial-01"]}}
assert refused(hand, trial) == []
assert any("“trial-01” is in no set of this game" in problem for problem in refused(hand, base))
dead = {"eliminated": ["boromir"], "fellowship": {}}
assert "Boromir stands trial" in refused(dead, trial) and "Boromir stands trial" not in refused(dead, base)

# what names mean: two are called Meriadoc Brandybuck
def question(options, **context):
    return Decision("free-peoples", "guide", "Who?", OneOf(options), context=context or None)


def problem(decision, text):
    try:
        return notation.read(decision, text)
    except rules.IllegalChoice as error:
        return error.code


both, name = {"sets": ["base", "trial"]}, "Meriadoc Brandybuck"
assert notation.read(question(["meriadoc-judge", "gimli"], **both), name) == "meriadoc-judge"
assert notation.read(question(["meriadoc", "gimli"]), name) == "meriadoc"
assert problem(question(["meriadoc", "meriadoc-judge"], **both), name) == "ambiguous"
assert notation.read(question(["meriadoc", "meriadoc-judge"], **both), "meriadoc") == "meriadoc"
either = Counts({"meriadoc": 1, "meriadoc-judge": 1})
assert problem(Decision("free-peoples", "x", "", either, context=both), name) == "ambiguous"
assert notation.read(Decision("free-peoples", "x", "", either, context=both), "meriadoc") == {"meriadoc": 1}
people = list(names.GROUPS["character"])
with names.within(("base",)):
    assert names.nearest("meriadoc-jud", people) == "meriadoc"
    assert names.meant("meriadoc-brandybuck", "character") == ["meriadoc"]
with names.within(("base", "trial")):
    assert names.nearest("meriadoc-jud", people) == "meriadoc-judge"
    assert len(names.meant("meriadoc-brandybuck", "character")) == 2
forces = {"forces": {"Rivendell": "elves 2e 1l, Meriadoc Brandybuck"}}
assert refused(forces, base) == []
assert any("may mean several things" in problem for problem in refused(forces, trial))

# a whole game goes on with it
play = rules.new_game("war-of-the-ring", trial)
from random import Random
rng = Random(3)
for _ in range(60):
    decision = rng.choice(play.pending)
    assert decision.seat in ("free-peoples", "shadow")
    play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
print("looked")
"""


@pytest.fixture
def tree(tmp_path, request):
    """A copy of the rules in which the base game is the only set but for those asked for, and of the tests of it."""
    there = getattr(request, "param", ())
    unseen = shutil.ignore_patterns("__pycache__", *(one for one in EXPANSIONS if one not in there))
    shutil.copytree(ROOT / "rules", tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__", "sets"))
    for one in (ROOT / TITLE / "sets").iterdir():
        if one.name in ("__init__.py", "base", *there):
            copy = shutil.copytree if one.is_dir() else shutil.copy
            (tmp_path / TITLE / "sets").mkdir(exist_ok=True)
            copy(one, tmp_path / TITLE / "sets" / one.name)
    folder = "tests/rules/war_of_the_ring"
    shutil.copytree(ROOT / folder, tmp_path / folder, ignore=unseen)
    for file in BESIDE:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    for package in ("tests", "tests/rules"):
        (tmp_path / package / "__init__.py").touch()
    return tmp_path


def run(tree, *arguments):
    """Run Python in a tree, whose packages come first; pytest there takes up none of its installed plugins."""
    alone = {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), **alone},
        capture_output=True,
        text=True,
        timeout=480,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


def passes(tree, *suite, names=SHORT):
    """Run some tests of a tree, but the long ones; all of them pass."""
    plain = ("-p", "no:cacheprovider", "-c", os.devnull)
    told = run(tree, "-m", "pytest", "-q", "-W", "ignore", "-k", names, *plain, f"--rootdir={tree}", *suite)
    assert " passed" in told
    assert "failed" not in told


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_without_any_expansion_the_base_game_passes_its_whole_suite(tree, part):
    where = run(tree, "-c", "import rules; print(rules.__file__, rules.title('war-of-the-ring').expansions)")
    assert where == f"{tree}/rules/__init__.py {{}}\n"
    passes(tree, *(f"tests/rules/war_of_the_ring/{name}" for name in SUITE[part::PARTS]))


@pytest.mark.long
@pytest.mark.rule("LM-1.1", "KM-1.1")
@pytest.mark.parametrize(("tree", "name"), [((name,), name) for name in EXPANSIONS], indirect=["tree"])
def test_each_expansion_passes_its_suite_without_the_other(tree, name):
    """What is about both names the other one, or leaves itself out there."""
    others = [f" and not {other}" for other in EXPANSIONS if other != name]
    passes(tree, f"tests/rules/war_of_the_ring/{name}", names="".join((SHORT, *others)))


#: What a tree without an expansion says to a game of it, in both forms of a record.
READ = """
import json, sys
from rules import ReplayError, replay
from rules.core.transcript import read_transcript

for read, text in zip((read_transcript, lambda text: replay(json.loads(text))), sys.argv[1:]):
    try:
        read(text)
    except ReplayError as refused:
        print(refused)
"""


@pytest.mark.rule("LM-1.1", "KM-1.1", "WR-22")
def test_without_an_expansion_a_game_of_it_is_refused_in_a_players_words(tree):
    for name in EXPANSIONS:
        text = (tree / f"rules/war_of_the_ring/records/{name}-ring.txt").read_text(encoding="utf-8")
        record = json.dumps(msgspec.to_builtins(read_transcript(text)))
        told = run(tree, "-c", READ, text, record)
        assert told == 2 * f"entry 0: War of the Ring has no option “{name}”.\n"


def test_a_set_is_one_folder_and_is_known_in_its_own_games_alone(tree):
    folder = tree / TITLE / "sets" / "trial"
    (folder / "data").mkdir(parents=True)
    for name, content in TRIAL.items():
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / name).write_text(text, encoding="utf-8")
    assert run(tree, "-c", LOOK) == "looked\n"


def changed_at_import(tree):
    """Yield the names of what a module changes: a part of it, in place, or by a method of containers."""
    changing = {"append", "extend", "insert", "update", "setdefault", "pop", "clear", "remove"}
    for node in ast.walk(tree):
        targets = []
        if isinstance(node, ast.Assign):
            targets = [
                target.value for target in node.targets if isinstance(target, ast.Subscript | ast.Attribute)
            ]
        elif isinstance(node, ast.AugAssign | ast.Delete):
            targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Attribute) and called.attr in changing:
                targets = [called.value]
        for target in targets:
            while isinstance(target, ast.Attribute | ast.Subscript):
                target = target.value
            if isinstance(target, ast.Name):
                yield target.id, node.lineno


def test_no_set_changes_a_table_of_another_module_in_passing():
    """What a set adds, it enters where it is refused if it is there already, and heard in its own games alone."""
    found = []
    for path in sorted((ROOT / TITLE / "sets").glob("*/**/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        found += [(path.name, line, name) for name, line in changed_at_import(tree) if name in imported]
    assert not found
