"""How a fight would end is said beside each answer, and it ends like that."""

import pytest

import rules
from rules.core.replay import RecordedGame
from rules.duel.data import other
from rules.duel.outlook import units_brought
from tools.golden import choices_of, played, recorded

TITLE = rules.title("duel")


@pytest.mark.parametrize("ending", ["conquest", "regions", "quest"])
def test_every_fight_of_a_game_ends_as_it_was_told(ending):
    record = recorded(f"duel/{ending}.json")
    game, fights = played(record), 0
    for seat, choice in choices_of(record):
        asked, before = game.game.pending[0], game.game.view(seat)
        words = TITLE.outlook(before, asked, {}).get(str(choice))
        game.choose(seat, choice)
        if words is None:
            continue
        fights += 1
        region = str(choice).rpartition(">")[2]
        was, after = before["regions"][region]["units"], game.game.view(seat)["regions"][region]["units"]
        mine, theirs = was[seat] + units_brought(before, asked), was[other(seat)]
        ends = {
            after[seat]: f"{after[seat]} of yours {'is' if after[seat] == 1 else 'are'} left",
            -after[
                other(seat)
            ]: f"{after[other(seat)]} of theirs {'is' if after[other(seat)] == 1 else 'are'} left",
            0: "nobody is left",
        }
        assert words.words == f"{mine} against {theirs}: {ends[mine - theirs]}"
    assert fights


def test_nothing_is_told_of_a_region_without_enemies():
    game = RecordedGame("duel", {}, seed=bytes(32))
    asked = game.game.pending[0]
    assert TITLE.outlook(game.game.view(asked.seat), asked, {}) == {}
