"""Lines of a story in a row that say the same are read as one; the log keeps each."""

import pytest

import rules
from rules.core.stories import in_a_row, sentences
from rules.core.table import EVERYONE, LogLine
from rules.war_of_the_ring.position.names import key, match


def told(title: str, *lines: tuple[str, dict]) -> list[str]:
    """Return what is read of lines of a title."""
    return sentences(rules.title(title), [LogLine(kind, data, EVERYONE) for kind, data in lines])


def mustered(region: str, **figures: int) -> tuple[str, dict]:
    return "recruited", {"region": region, "figures": {k.replace("_", "-"): n for k, n in figures.items()}}


def lost(figure: str, region: str = "dale", how: str = "lose") -> tuple[str, dict]:
    return "casualty", {"figure": figure, "region": region, "how": how, "side": "shadow"}


WAR = [
    ([mustered("dol-guldur", sauron_regular=1)] * 3, ["3 Sauron Regulars muster in Dol Guldur."]),
    ([mustered("nurn", sauron_regular=1)], ["A Sauron Regular musters in Nurn."]),
    (
        [mustered("orthanc", isengard_regular=2), mustered("orthanc", isengard_elite=1)],
        ["2 Isengard Regulars and 1 Elite muster in Orthanc."],
    ),
    (
        [mustered("nurn", sauron_regular=1), mustered("umbar", nazgul=1)],
        ["A Sauron Regular musters in Nurn.", "A Nazgûl musters in Umbar."],
    ),
    ([lost("elves-regular"), lost("elves-regular")], ["2 Elven Regulars are lost at Dale."]),
    (
        [lost("elves-elite", how="reduce"), lost("elves-regular")],
        ["An Elven Elite is reduced at Dale.", "An Elven Regular is lost at Dale."],
    ),
    (
        [lost("southrons-easterlings-regular"), lost("witch-king")],
        ["1 Southron & Easterling Regular and the Witch-king are lost at Dale."],
    ),
    ([("die-skipped", {"side": "shadow", "die": "army"})] * 2, ["The Shadow skips 2 Army dice."]),
    (
        [("deck-empty", {"side": "shadow", "deck": deck}) for deck in ("character", "strategy")],
        ["The Shadow has no card left to draw."],
    ),
    (
        [("deck-empty", {"side": "shadow", "deck": "character"})],
        ["The Shadow has no Character card left to draw."],
    ),
    (
        [("nazgul-moved", {"figure": "nazgul", "source": "umbar", "target": "moria"})] * 2,
        ["2 Nazgûl move from Umbar to Moria."],
    ),
    (
        [
            ("card-drawn", {"side": "shadow", "deck": "strategy", "cause": cause})
            for cause in ("turn", "sorcery")
        ],
        ["The Shadow draws 2 Strategy cards."],
    ),
]


@pytest.mark.parametrize(("lines", "read"), WAR)
def test_figures_dice_and_cards_are_added_up(lines, read):
    assert told("war-of-the-ring", *lines) == read


def test_a_line_goes_without_saying_where_the_next_one_tells_it():
    attempt = ("corruption-attempted", {"sovereign": "brand", "cause": "action", "die": "eye", "tiles": 3})
    chosen = ("act", {"side": "shadow", "act": "attempt:brand"})
    read = told("war-of-the-ring", chosen, attempt)
    assert read == ["The Shadow tries to corrupt Brand for an Eye of the Hunt Box: 3 Hunt tiles at most."]


@pytest.mark.parametrize(
    ("seat", "reader", "read"),
    [
        (
            "shadow",
            "shadow",
            ["The Shadow draws Orc Patrol.", "The Shadow discards Isildur's Bane face down."],
        ),
        (
            "shadow",
            "free-peoples",
            ["The Shadow draws a Character card.", "The Shadow discards a Character card face down."],
        ),
        (
            "saruman",
            rules.ALL_SEEING,
            ["Saruman draws Orc Patrol.", "Saruman discards Isildur's Bane face down."],
        ),
    ],
)
def test_cards_are_told_once_by_name_to_who_may_know_them(seat, reader, read):
    """A replay tells everybody whose they were."""
    team = {} if seat == "shadow" else {"player": seat}
    lines = [
        LogLine("card-drawn", {"side": "shadow", "deck": "character", "cause": "turn", **team}, EVERYONE),
        LogLine("card-seen", {"card": "sh-char-05", "cause": "turn"}, (seat,)),
        LogLine("cards-discarded", {"side": "shadow", "decks": ["character"], **team}, EVERYONE),
        LogLine("discard-seen", {"cards": ["sh-char-06"]}, (seat,)),
    ]
    title = rules.title("war-of-the-ring")
    assert sentences(title, [line for line in lines if line.is_visible_to(reader)]) == read


def test_territories_that_gain_the_same_are_named_together():
    gains = [
        ("gained", {"why": "stronghold", "territory": place, "number": 1}) for place in ("umbar", "moria")
    ]
    assert told("risk", *gains) == ["Umbar and Moria gain 1 battalion each."]
    assert told("risk", gains[0]) == ["Umbar gains 1 battalion."]


def test_coins_are_added_up():
    assert told("duel", *[("coins-lost", {"seat": "sauron", "amount": 1})] * 2) == ["Sauron loses 2 coins."]


def test_a_line_that_several_became_has_the_number_of_the_first():
    kind, data = mustered("nurn", sauron_regular=1)
    lines = [{"number": n, "seq": n, "kind": kind, "data": data, "text": "one of two"} for n in (7, 8)]
    (line,) = in_a_row(rules.title("war-of-the-ring"), lines)
    assert (line["number"], line["text"]) == (7, "2 Sauron Regulars muster in Nurn.")
    assert [one["text"] for one in lines] == ["one of two"] * 2


@pytest.mark.parametrize("typed", ["Elves Elite", "Elven Elite", "elite of elves", "elves-elite"])
def test_units_answer_to_their_former_names(typed):
    assert match(key(typed), ["elves-elite", "elves-regular", "dwarves-elite"])[0] == ["elves-elite"]


@pytest.mark.parametrize("typed", ["Southrons & Easterlings Regular", "Southron & Easterling Regular"])
def test_so_do_those_of_the_south_and_east(typed):
    assert match(key(typed), ["southrons-easterlings-regular", "sauron-regular"])[0] == [
        "southrons-easterlings-regular"
    ]
