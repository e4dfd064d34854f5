"""The Nations' colours in the palettes for three kinds of colour blindness, as their readers see them (A11-4)."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from games.boards.risk import pieces
from games.boards.war_of_the_ring import sets
from games.boards.war_of_the_ring.mail import FILLS
from rules.risk.data import ARMIES, NEUTRAL
from rules.war_of_the_ring.position.catalogue import DICE, NATIONS

SHEETS = Path(__file__).resolve().parents[2] / "static/css"


def on_one_line(path):
    """A style sheet with single spaces, however it is laid out."""
    return " ".join(path.read_text(encoding="utf-8").split())


CSS = on_one_line(SHEETS / "titles/war_of_the_ring_map.css")
DICE_CSS = on_one_line(SHEETS / "titles/war_of_the_ring.css")
RISK = on_one_line(SHEETS / "titles/risk.css")
TOKENS = on_one_line(SHEETS / "base.css")
MAP = on_one_line(SHEETS / "map.css")
#: How linear red, green and blue are seen without one kind of cone (Machado, Oliveira and Fernandes 2009).
SEEN = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
#: Distances in OKLab: two patches of ink that nobody takes for one another are further apart than this.
APART = 0.1
#: What is written on the counters, and on which ground, where it is no Nation's.
DIGITS, LEADER, NAZGUL = "#fffaf0", ("#241803", "#f3cf6b"), ("#fffaf0", "#100c09")
#: What can be chosen, in the palettes for colour-blind readers, and the ink around it.
ACT, CASE = "#ffe100", "#111111"


def linear(code):
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def seen_as(colour, kind):
    """A linear colour as somebody with this kind of colour blindness sees it."""
    return [min(1.0, max(0.0, sum(a * b for a, b in zip(row, colour, strict=True)))) for row in SEEN[kind]]


def oklab(colour):
    """Björn Ottosson's perceptual space."""
    r, g, b = colour
    x = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    y = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    z = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


def contrast(one, other):
    """WCAG 2.2, contrast ratio."""
    low, high = sorted(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] + 0.05 for c in (one, other))
    return high / low


def palette(kind):
    block = re.search(rf':root\[data-sight="{kind}"\] {{(.*?)}}', CSS, re.S)[1]
    return {name: linear(code) for name, code in re.findall(r"--flag-([\w-]+): (#[0-9a-f]{6})", block)}


def nearest(colours, kind):
    """The two Nations whose colours are seen nearest to one another, and how far apart."""
    seen = {name: oklab(seen_as(colour, kind)) for name, colour in colours.items()}
    return min((dist(seen[a], seen[b]), a, b) for a, b in combinations(seen, 2))


@pytest.mark.parametrize("kind", SEEN)
def test_no_two_nations_look_alike(kind):
    colours = palette(kind)
    assert set(colours) == set(NATIONS)
    assert nearest(colours, kind)[0] > APART, nearest(colours, kind)


def usual():
    """The Nations' colours for everybody else."""
    return {n: linear(c) for n, c in re.findall(r"--flag-([\w-]+): (#[0-9a-f]{6})", CSS.partition("}")[0])}


def darker(colour, share):
    """A colour mixed with black in sRGB, as style sheets do it."""
    encoded = (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in colour)
    return linear("#" + "".join(f"{round(255 * share * c):02x}" for c in encoded))


@pytest.mark.parametrize("kind", [*SEEN, "usual"])
def test_digits_can_be_read_on_the_counters_of_every_nation(kind):
    """Contrast of 4.5 to 1 (WCAG 2.2, 1.4.3) on Regulars; Elites are darker still."""
    colours = usual() if kind == "usual" else palette(kind)
    assert set(colours) == set(NATIONS)
    for name, colour in colours.items():
        assert contrast(colour, linear(DIGITS)) >= 4.5, name
        assert contrast(darker(colour, 0.62), linear(DIGITS)) >= 7, name


def test_digits_can_be_read_on_leaders_and_nazgul():
    for ink, ground in (LEADER, NAZGUL):
        assert ink in CSS
        assert ground in CSS
        assert contrast(linear(ink), linear(ground)) >= 7


@pytest.mark.parametrize("kind", SEEN)
def test_what_can_be_chosen_has_no_nation_s_colour(kind):
    assert f"--act: {ACT};" in MAP
    assert f"--act-case: {CASE};" in MAP
    ring = oklab(seen_as(linear(ACT), kind))
    for name, colour in palette(kind).items():
        assert dist(ring, oklab(seen_as(colour, kind))) > 2.5 * APART, name
    assert contrast(linear(ACT), linear(CASE)) >= 7


@pytest.mark.parametrize(("theme", "at"), [("day", 0), ("night", 1)])
def test_what_can_be_chosen_is_far_from_every_nation_by_day_and_night(theme, at):
    act = re.search(r"--act: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", TOKENS).groups()[at]
    land = re.search(r"--m-land: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", MAP).groups()[at]
    assert min(dist(oklab(linear(act)), oklab(colour)) for colour in usual().values()) > 1.5 * APART
    assert contrast(linear(act), linear(land)) >= 4.5


#: The standard dice in the tray and above it, from the lightest part of each to the darkest.
STANDARD = ("#fdf8ea", "#e5d7b6", "#2b5b7d", "#a3231f", "#7c1412", "#8f1a18")


def special_dice():
    """The tints of the special dice of every set, and what is written on them."""
    looks = {kind.id: sets.die_look(kind.id) for kind in DICE.values() if not kind.standard}
    assert len(looks) >= 5
    assert None not in looks.values()
    return looks


@pytest.mark.parametrize("kind", [*SEEN, "usual"])
def test_special_dice_have_tints_apart_from_the_standard_dice_and_from_one_another(kind):
    def seen(code):
        return oklab(linear(code) if kind == "usual" else seen_as(linear(code), kind))

    assert all(code in DICE_CSS for code in STANDARD)
    tints = {name: look.fill for name, look in special_dice().items()}
    for one, other in combinations(tints, 2):
        assert dist(seen(tints[one]), seen(tints[other])) > APART, (one, other)
    for name, tint in tints.items():
        for code in (*STANDARD, *(fill for fill, _, _ in FILLS.values())):
            assert dist(seen(tint), seen(code)) > APART, (name, code)


def test_special_dice_can_be_read_and_look_in_mails_as_on_the_page():
    sheets = "".join(map(on_one_line, SHEETS.parents[1].glob("games/boards/*/sets/*/static/*/*.css")))
    for name, look in special_dice().items():
        assert f".is-{name} {{ --fill: {look.fill}; --ink: {look.ink}; }}" in sheets
        assert contrast(linear(look.fill), linear(look.ink)) >= 4.5


def test_the_usual_colours_would_not_do():
    """Why there are palettes: under each kind some two Nations are hard to tell apart by colour."""
    for kind in SEEN:
        assert nearest(usual(), kind)[0] < APART


# -- Risk: five armies, each of which has a shape of its own, too ------------------------------------------------------

#: The digits of dark counters and of light ones.
PAPER, INK = "#fffaf0", "#1d1503"
#: Whose counters are light.
LIGHT = ("yellow", NEUTRAL)
#: By day and by night, the grounds on which the names of armies stand.
GROUNDS = re.findall(r"--(?:paper|raised): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", TOKENS)


def of_armies(kind, name, at=0):
    """The colours of the armies' counters (`army`) or names (`side`) in a palette, by day (0) or by night (1)."""
    blocks = {"usual": RISK.partition(":root {")[2].partition("}")[0]}
    for which, block in re.findall(r"(:root\[[^{}]+) \{(.*?)\}", RISK):
        blocks |= dict.fromkeys(re.findall(r'data-sight="(\w+)"', which), block)
    value = rf"--{name}-(\w+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));"
    found = {}
    for block in (blocks["usual"], blocks.get(kind, "")):
        found |= {army: plain or (day, night)[at] for army, day, night, plain in re.findall(value, block)}
    return {army: linear(code) for army, code in found.items()}


def nearest_seen(colours, kind):
    return (
        nearest(colours, kind)
        if kind in SEEN
        else min((dist(oklab(colours[a]), oklab(colours[b])), a, b) for a, b in combinations(colours, 2))
    )


@pytest.mark.parametrize("kind", [*SEEN, "usual"])
def test_no_two_armies_of_risk_look_alike(kind):
    counters = of_armies(kind, "army")
    assert set(counters) == {*ARMIES, NEUTRAL}
    assert nearest_seen(counters, kind)[0] > APART, nearest_seen(counters, kind)


@pytest.mark.parametrize("kind", [*SEEN, "usual"])
def test_digits_can_be_read_on_the_counters_of_every_army_of_risk(kind):
    """Counters have the same colours by day and by night."""
    assert "light-dark" not in "".join(re.findall(r"--army-[^;]*;", RISK))
    assert f":is(.s-yellow, .s-neutral) text {{ fill: {INK}; }}" in RISK
    for army, colour in of_armies(kind, "army").items():
        assert contrast(colour, linear(INK if army in LIGHT else PAPER)) >= 4.5, army


@pytest.mark.parametrize("at", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("kind", [*SEEN, "usual"])
def test_names_and_curves_of_the_armies_of_risk_can_be_read_and_told_apart(kind, at):
    sides = of_armies(kind, "side", at)
    assert set(sides) == set(ARMIES)
    assert nearest_seen(sides, kind)[0] > APART, nearest_seen(sides, kind)
    assert len(GROUNDS) == 2
    for army, colour in sides.items():
        for ground in GROUNDS:
            assert contrast(colour, linear(ground[at])) >= 4.5, army


@pytest.mark.parametrize("kind", SEEN)
def test_what_can_be_chosen_has_no_army_s_colour(kind):
    ring = oklab(seen_as(linear(ACT), kind))
    for army, colour in of_armies(kind, "army").items():
        assert dist(ring, oklab(seen_as(colour, kind))) > 2.5 * APART, army


def test_whoever_sees_no_colour_at_all_tells_the_armies_of_risk_by_their_shapes():
    assert set(pieces.SHAPES) == {*ARMIES, NEUTRAL}
    assert len(set(pieces.SHAPES.values())) == len(pieces.SHAPES)
    for army in ARMIES:
        assert army == "green" or f".side-{army} .side-dot {{ border-radius" in RISK, army


def test_the_usual_colours_of_risk_would_not_do():
    for kind in SEEN:
        counters = of_armies("usual", "army")
        ring = oklab(seen_as(linear(ACT), kind))
        near = min(dist(ring, oklab(seen_as(colour, kind))) for colour in counters.values())
        assert nearest(counters, kind)[0] < APART or near < 2.5 * APART
