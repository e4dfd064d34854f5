"""What is in the box: the map, the cards, the path (RK-1, RK-2)."""

from collections import Counter

import pytest

from rules import IllegalChoice
from rules.risk.data import (
    ADVENTURES,
    CARDS,
    EDGES,
    IN_REGION,
    MISSIONS,
    NEIGHBOURS,
    PATH,
    REGIONS,
    SITES,
    STRONGHOLDS,
    SYMBOL_OF,
    TERRITORIES,
    TERRITORY_CARDS,
    bridge_between,
)
from rules.risk.state import score
from tests.rules.risk.positions import choices, game, position


def ways(kind: str) -> set[tuple[str, str]]:
    return {tuple(sorted(ends)) for ends, how in EDGES.items() if how == kind}


@pytest.mark.rule("RK-1.1", "RK-1.6", "RK-2")
def test_sixty_four_territories_and_a_hundred_and_one_ways():
    assert (len(TERRITORIES), len(REGIONS)) == (64, 9)
    assert {kind: len(ways(kind)) for kind in ("land", "bridge", "sea")} == {
        "land": 78,
        "bridge": 18,
        "sea": 5,
    }


@pytest.mark.rule("RK-1.4", "RK-2")
@pytest.mark.parametrize(
    ("region", "size", "bonus"),
    [
        ("arnor", 11, 7),
        ("gondor", 10, 7),
        ("rhovanion", 8, 5),
        ("rohan", 7, 4),
        ("eriador", 7, 3),
        ("mordor", 6, 2),
        ("haradwaith", 6, 2),
        ("mirkwood", 5, 4),
        ("rhun", 4, 2),
    ],
)
def test_a_region_has_so_many_territories_and_brings_so_much(region, size, bonus):
    assert (len(IN_REGION[region]), REGIONS[region].bonus) == (size, bonus)


@pytest.mark.rule("RK-1.5", "RK-2")
def test_strongholds_sites_and_ports():
    assert (len(STRONGHOLDS), len(SITES)) == (11, 22)
    assert not set(STRONGHOLDS) & set(SITES)
    assert {x for x, facts in TERRITORIES.items() if facts.port} == {
        "forodwaith",
        "mithlond",
        "minhiriath",
        "belfalas",
        "umbar",
    }


@pytest.mark.rule("RK-2", "RK-19.1")
def test_no_stronghold_lies_in_a_neutral_territory():
    assert {TERRITORIES[x].alignment for x in STRONGHOLDS} == {"good", "evil"}


@pytest.mark.rule("RK-2")
def test_territory_cards_by_alignment_and_symbol():
    assert Counter(x.alignment for x in TERRITORIES.values()) == {"good": 16, "evil": 16, "neutral": 32}
    assert Counter(SYMBOL_OF.values()) == {"elven-archer": 22, "dark-rider": 21, "eagle": 21, "wild": 2}
    assert len(set(TERRITORY_CARDS)) == 66


@pytest.mark.rule("RK-2")
def test_sixty_adventure_cards():
    assert len(set(ADVENTURES)) == 60
    assert len(MISSIONS) == 22
    assert Counter(card.kind for card in CARDS.values()) == {"event": 13, "power": 25}


@pytest.mark.rule("RK-2", "RK-1.5")
def test_each_mission_names_another_site_of_power():
    assert sorted(mission.territory for mission in MISSIONS.values()) == sorted(SITES)


@pytest.mark.rule("RK-2", "RK-17.1")
def test_the_path_has_eighteen_stops_and_six_dice():
    assert len(PATH) == 18
    assert (PATH[0].territory, PATH[5].territory, PATH[-1].territory) == (
        "the-shire",
        "south-downs",
        "mount-doom",
    )
    assert [stop.territory for stop in PATH if stop.die] == [
        "moria",
        "lorien",
        "dead-marshes",
        "minas-morgul",
        "gorgoroth",
        "mount-doom",
    ]


@pytest.mark.rule("RK-2", "RK-18.2")
def test_the_whole_board_is_worth_a_hundred_and_twenty_two():
    assert sum(region.bonus for region in REGIONS.values()) == 36
    assert score(position({}, rest="green"), "green") == 122


@pytest.mark.rule("RK-1.6")
def test_ports_are_joined_along_five_sea_lines_only():
    assert ways("sea") == {
        ("forodwaith", "mithlond"),
        ("minhiriath", "mithlond"),
        ("belfalas", "minhiriath"),
        ("minhiriath", "umbar"),
        ("belfalas", "umbar"),
    }


@pytest.mark.rule("RK-1.6")
def test_ways_go_both_ways_and_lead_everywhere():
    assert all(a in NEIGHBOURS[b] and a != b for a in TERRITORIES for b in NEIGHBOURS[a])
    assert all(EDGES[a, b] == EDGES[b, a] for a, b in EDGES)
    reached, edge = {"the-shire"}, ["the-shire"]
    while edge:
        edge += new if (new := [x for x in NEIGHBOURS[edge.pop()] if x not in reached]) else []
        reached |= set(edge)
    assert reached == set(TERRITORIES)


@pytest.mark.rule("RK-1.6")
def test_a_bridge_has_one_name_from_both_ends():
    assert len({bridge_between(a, b) for a, b in EDGES} - {""}) == 18
    assert bridge_between("ithilien", "minas-tirith") == bridge_between("minas-tirith", "ithilien") != ""
    assert bridge_between("anduin-valley", "lorien") == ""


@pytest.mark.rule("RK-1.6", "RK-7.2")
@pytest.mark.parametrize(
    ("origin", "target"),
    [
        ("anduin-valley", "lorien"),  # a river without a bridge
        ("angmar", "carrock"),  # mountains
        ("forodwaith", "minhiriath"),  # two ports without a line between them
        ("rhudaur", "south-downs"),  # the Fellowship crosses here, armies do not
        ("the-shire", "mordor"),
    ],
)
def test_what_only_touches_is_not_adjacent(origin, target):
    play = game({origin: "green 9"})
    assert f"{origin}>{target}" not in choices(play)
    with pytest.raises(IllegalChoice):
        play.choose("green", f"{origin}>{target}")


@pytest.mark.rule("RK-1.6")
def test_a_refusal_names_the_rule():
    play = game({"angmar": "green 9"})
    with pytest.raises(IllegalChoice) as refused:
        play.choose("green", "angmar>carrock")
    assert (refused.value.code, refused.value.rule) == ("not-adjacent", "RK-1.6")


@pytest.mark.rule("RK-1.2")
def test_there_is_no_end_of_battalions():
    play = game({"moria": "green 900"}, step="fortify")
    assert play.state.battalions["moria"] == 900
