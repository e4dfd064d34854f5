"""The handbooks of our titles: every rule that is cited anywhere opens a paragraph, every question has an aid."""

import json
import re
from pathlib import Path
from random import Random

import pytest

import rules
from rules import Game, Seeded
from rules.core.handbook import Grid, Points, Prose, Section, aid_of, handbook_of
from rules.duel.data import LANDMARKS
from rules.duel.data import REGIONS as LANDS
from rules.risk.data import EDGES, IN_REGION, MISSIONS, PATH, RANGES, SET_VALUES, STRONGHOLDS, TERRITORIES
from rules.risk.data import REGIONS as BONUSES
from rules.war_of_the_ring.position.catalogue import NATIONS, REGIONS, SETUP, TILES

ROOT = Path(__file__).resolve().parents[2]
TITLES = ("duel", "war-of-the-ring", "risk")
FOLDERS = {"duel": "duel", "war-of-the-ring": "war_of_the_ring", "risk": "risk"}
#: What the words of specifications must not say to players.
JARGON = re.compile(r"\b(?:Ruling|erratum|FAQ|RB p|house value|FP|SH|state machine)\b")


def cited(title):
    """The rules that code, tests and rulings cite, each with a file that does."""
    prefix = re.compile(rf"\b{title.rule_prefix}-\d+(?:\.\d+)*[a-z]?")
    found = {}
    files = [ROOT / "docs" / "rulings.md"]
    for folder in ("rules", "games", "tests/rules", "tests/pages"):
        files += sorted((ROOT / folder).rglob("*.py"))
    for file in files:
        if file.name not in ("test_handbooks.py", "test_handbook.py"):
            for code in prefix.findall(file.read_text(encoding="utf-8")):
                found.setdefault(code, file.relative_to(ROOT))
    return found


@pytest.mark.parametrize("name", TITLES)
def test_every_rule_that_is_cited_opens_a_paragraph(name):
    title = rules.title(name)
    codes = cited(title)
    assert len(codes) > 80
    missing = [f"{code} ({file})" for code, file in codes.items() if handbook_of(title).find(code) is None]
    assert not missing, ", ".join(missing)


@pytest.mark.parametrize("name", TITLES)
def test_every_number_of_the_rules_is_told(name):
    """The sections carry the headings that the title gives them, and no number of one is left out."""
    title = rules.title(name)
    handbook = handbook_of(title)
    assert {section.code: section.heading for section in handbook.all_sections()} == dict(title.sections)
    counts: dict[str, int] = {}
    for numbers in (ROOT / "rules" / FOLDERS[name]).glob("**/data/rule-numbers.json"):
        counts |= json.loads(numbers.read_text())
    for section in handbook.all_sections():
        told = [int(rule.code.split(".")[1]) for rule in section.paragraphs]
        assert sorted(set(told)) == list(range(1, counts[section.code] + 1)), section.code


@pytest.mark.parametrize("name", TITLES)
def test_the_rules_are_told_in_short_plain_sentences(name):
    for rule in handbook_of(rules.title(name)).rules():
        texts = [
            text
            for block in rule.blocks
            for text in ((block.text,) if isinstance(block, Prose) else getattr(block, "items", ()))
        ]
        for text in texts:
            assert not JARGON.search(text), f"{rule.code}: {text}"
            assert len(text) < 700, f"{rule.code} is long"
        if not isinstance(rule, Section):
            assert len(rule.heading) < 50, rule.code


@pytest.mark.parametrize("name", TITLES)
def test_every_question_of_a_game_has_an_aid_of_its_own(name):
    title, rng = rules.title(name), Random(2)
    play = Game.start(title, title.normalise_options({}), Seeded(2))
    asked = set()
    for _ in range(1500):
        if play.is_over:
            break
        decision = rng.choice(play.pending)
        asked.add(decision.kind)
        play.choose(decision.seat, title.fuzz_choice(decision, rng))
    assert len(asked) > 5
    missing = {kind for kind in asked | set(title.standing_kinds) if aid_of(title, kind) is None}
    assert not missing


def test_aids_are_short_and_name_their_rules():
    for name in TITLES:
        for aid in handbook_of(rules.title(name)).aids:
            assert 2 <= len(aid.lines) <= 8, aid.heading
            assert aid.heading.startswith("Bidding") or any("-" in line for line in aid.lines), aid.heading


def test_every_phase_of_the_war_of_the_ring_has_an_aid():
    title = rules.title("war-of-the-ring")
    for phase in (
        "bidding", "draw", "fellowship", "hunt-allocation", "action-roll", "actions", "victory-check"
    ):  # fmt: skip
        assert aid_of(title, "", phase) is not None, phase


def test_the_tables_and_numbers_of_the_handbook_are_those_of_the_game():
    """Figures that the text repeats are compared with the data that the game is played by."""
    duel, war, risk = (handbook_of(rules.title(name)) for name in TITLES)
    rows = {row[0]: row for block in duel.find("DU-7.5").blocks for row in getattr(block, "rows", ())}
    for tile in LANDMARKS.values():
        skills = ", ".join(f"{skill} {n}" for skill, n in tile.skills.items())
        assert rows[tile.name][1:3] == (LANDS[tile.region].name, skills)
    pairs = {frozenset((land.name, LANDS[other].name)) for land in LANDS.values() for other in land.adjacent}
    told = [item for block in duel.find("DU-10.1").blocks for item in getattr(block, "items", ())]
    assert {frozenset(item.split(" and ")) for item in told} == pairs
    standard = [tile for tile in TILES.values() if tile.kind == "standard"]
    [points] = [block for block in war.find("WR-0.10").blocks if isinstance(block, Points)]
    words = {"two": 2, "one": 1, "three": 3, "four": 4}
    assert sum(words[item.rpartition(": ")[2]] for item in points.items) == len(standard) == 16
    assert rows_of(risk, "RK-1.4") == [
        (region.name, str(len(IN_REGION[id])), str(region.bonus)) for id, region in BONUSES.items()
    ]
    assert rows_of(risk, "RK-17.1") == [
        (str(n), TERRITORIES[stop.territory].name, "yes" if stop.die else "")
        for n, stop in enumerate(PATH, 1)
    ]
    assert rows_of(risk, "RK-12.15") == [
        (found.name, ", ".join(TERRITORIES[x].name for x in found.territories)) for found in RANGES.values()
    ]
    assert [number for _, number in rows_of(risk, "RK-6.3")] == [
        str(number) for number in SET_VALUES.values()
    ]


def rows_of(handbook, code):
    """The rows of the one table of a rule."""
    [grid] = [block for block in handbook.find(code).blocks if isinstance(block, Grid)]
    return list(grid.rows)


def test_the_missions_and_places_told_are_those_of_risk():
    def pair(good, evil):
        return str(good) if good == evil else f"{good} / {evil}"

    risk = handbook_of(rules.title("risk"))
    assert rows_of(risk, "RK-11.2") == [
        (
            mission.title,
            TERRITORIES[mission.territory].name,
            mission.scope,
            pair(mission.good, mission.evil) if mission.scope != "card" else "–",
            pair(mission.points["good"], mission.points["evil"]),
        )
        for mission in MISSIONS.values()
    ]
    told = [item for block in risk.find("RK-1.5").blocks for item in getattr(block, "items", ())]
    kinds = {kind: set(names.split(", ")) for kind, _, names in (item.partition(": ") for item in told)}
    assert kinds == {
        "strongholds": {TERRITORIES[x].name for x in STRONGHOLDS},
        "ports": {territory.name for territory in TERRITORIES.values() if territory.port},
    }
    lines = [item for block in risk.find("RK-1.6").blocks for item in getattr(block, "items", ())]
    assert {frozenset(item.split(" and ")) for item in lines} == {
        frozenset(TERRITORIES[x].name for x in ends) for ends, kind in EDGES.items() if kind == "sea"
    }


def test_the_armies_at_the_start_are_those_of_the_game():
    armies = {}
    for army in SETUP["armies"]:
        last = army["leader"] + army["nazgul"]
        figures = [army["regular"], army["elite"], last]
        armies.setdefault(NATIONS[army["nation"]].name.removeprefix("The "), {})[
            REGIONS[army["region"]].name
        ] = figures
    [grid] = [
        b for b in handbook_of(rules.title("war-of-the-ring")).find("WR-2.8").blocks if isinstance(b, Grid)
    ]
    told = {}
    for nation, places, _ in grid.rows:
        for place in places.split(" · "):
            region, *figures = re.fullmatch(r"(.+?) (\d+), (\d+)(?:, (\d+))?", place).groups()
            told.setdefault(nation, {})[region] = [int(n or 0) for n in figures]
    assert told == armies
