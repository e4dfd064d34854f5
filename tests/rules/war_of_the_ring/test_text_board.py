"""The board as text: everything public is on it, in lines that a screen reader can read (WR-22)."""

from random import Random

import pytest

from rules import Game, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH
from tests.rules.war_of_the_ring.positions import game


def board(play, seat=None):
    text = TITLE.text_board(play.view(seat))
    assert max(map(len, text.splitlines())) <= 70
    return text


def section(text, heading):
    """Return the lines under a heading, those that were broken put together again."""
    block = next(b for b in text.split("\n\n") if b.startswith(heading))
    return block.replace("\n      ", " ").splitlines()


@pytest.mark.rule("WR-2", "WR-22")
def test_the_board_at_the_start():
    text = board(Game.start(TITLE, {}, Seeded(1)))
    one_line = text.replace("\n      ", " ")
    assert text.splitlines()[:2] == [
        "WAR OF THE RING: turn 1, Fellowship phase",
        "Victory points: Free Peoples 0 of 4, Shadow 0 of 10",
    ]
    assert "Dwarven" not in text
    assert "  Elven Rings: Free Peoples 3, Shadow 0; used this turn by nobody" in text
    assert "  3 steps from war: Dwarves (passive), Elves, The North (passive), Rohan (passive)" in one_line
    assert section(text, "GONDOR") == [
        "GONDOR, 2 steps from war",
        "  Dol Amroth (Stronghold): Gondor 3 Regulars",
        "  Minas Tirith (Stronghold): Gondor 3 Regulars, 1 Elite, 1 Leader",
        "  Pelargir (City): Gondor 1 Regular",
        "  Empty: Lamedon (Town), Lossarnach (Town)",
    ]
    assert "  Rivendell (Stronghold): Elves 2 Elites, 1 Leader; the Ring-bearers" in text
    assert "  Sauron: 8 Regular, 4 Elite, 4 Nazgûl" in text
    assert section(text, "HUNT POOL: 16")[1] == (
        "  In the pool: 0 reveal ×2; 1 ×2; 1 reveal ×2; 2 ×2; 2 reveal; 3 ×3; Eye reveal ×4"
    )


@pytest.mark.rule("WR-11.4", "WR-12.2", "WR-22")
def test_sieges_captures_and_losses():
    text = board(
        game(
            forces={
                "helms-deep/inside": {"rohan-regular": 2, "rohan-leader": 1, "gimli": 1},
                "helms-deep": {"isengard-regular": 6, "isengard-elite": 1},
            },
            captured=["lossarnach", "pelargir"],
            eliminated=["boromir"],
            hunt_pool=["std-1-1"],
            tiles_drawn=["std-eyer-1", "std-eyer-2"],
            tiles_removed=["std-3-1"],
            specials=["shelobs-lair"],
            fellowship={
                "companions": ["gandalf-the-grey", "strider", "legolas", "meriadoc", "peregrin"],
                "region": "moria",
                "hidden": False,
                "corruption": 4,
            },
            hunt_box={FP: 1, SH: 3},
            dice=(["event", "event"], ["army", "muster-army", "army"]),
        )
    )
    assert (
        "Helm's Deep (Stronghold): besieged inside Rohan 2 Regulars, 1 Leader; Gimli;"
        " outside Isengard 6 Regulars, 1 Elite" in text.replace("\n      ", " ")
    )
    assert "Lossarnach (Town, held by the Shadow)" in text
    assert "Ring-bearers: in Moria, progress 0, revealed, corruption 4 of 12" in text
    assert "  Guide: Gandalf the Grey\n  Companions: Strider, Legolas," in text
    assert "Out of the game: Boromir" in text
    assert (
        "  Free Peoples: 2 Event\n  Shadow: 2 Army, Army/Muster\n  Hunt Box: Shadow 3, Free Peoples 1" in text
    )
    assert section(text, "HUNT POOL: 1") == [
        "HUNT POOL: 1 tile",
        "  In the pool: 1",
        "  Drawn: Eye reveal ×2",
        "  Out of the game: 3",
        "  Waiting for Mordor: die stop (Shelob's Lair)",
    ]


@pytest.mark.rule("WR-22")
def test_a_battle_is_told_while_it_lasts():
    play = game(
        [[5, 1], [1]],
        forces={"dale": {"north-regular": 1}, "vale-of-the-carnen": {"southrons-easterlings-regular": 2}},
        dice=([], ["army"]),
        at_war=("southrons-easterlings",),
    )
    play.choose(SH, "army:attack")
    play.choose(SH, "vale-of-the-carnen>dale")
    play.choose(SH, {"southrons-easterlings-regular": 2})
    assert section(board(play), "BATTLE") == [
        "BATTLE OF DALE, round 1",
        "  Attackers: Shadow from Vale of the Carnen",
        "  Shadow: rolled 5 and 1",
        "  Free Peoples: rolled 1",
    ]


@pytest.mark.rule("WR-22")
def test_dwarven_rings_are_shown_where_they_are_used():
    play = Game.start(TITLE, {"shadow_dwarven_rings": 2}, Seeded(1))
    assert "  Dwarven Rings: Free Peoples 0, Shadow 2" in board(play)


@pytest.mark.rule("WR-5.3", "WR-22")
def test_a_hand_is_shown_to_its_owner_only():
    play = Game.start(TITLE, {}, Seeded(4))
    held = play.state.hands[FP]
    assert all(
        f"In hand: {CARDS[c].title} ({CARDS[c].play_with.capitalize()} icon)" in board(play, FP) for c in held
    )
    for other in (SH, None):
        text = board(play, other)
        assert not any(CARDS[c].title in text for c in held)
        assert "  Hand: 1 Character, 1 Strategy" in text


@pytest.mark.rule("WR-22")
def test_nothing_public_is_missing_and_no_line_is_too_long():
    """Through a random game: every figure on the map and every open card is on the board."""
    play, rng = Game.start(TITLE, {}, Seeded(9)), Random(9)
    for step in range(900):
        if play.is_over:
            break
        if step % 15 == 0:
            told = board(play)
            assert told.count("\n") < 160
            text = " ".join(told.split())
            view = play.view(None)
            for card in [*view["discards"], *view["table"][FP], *view["table"][SH]]:
                assert CARDS[card].title in text
            for force in view["forces"]:
                for count in force["figures"].values():
                    assert str(count) in text
        play.choose(play.pending[0].seat, play.pending[0].sample(rng))
