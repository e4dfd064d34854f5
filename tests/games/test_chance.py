"""Nobody can look at the dice and make the server forget; nobody can foretell a bot (MOV-8)."""

import msgspec
import pytest

import rules
from games.hours import resignation
from games.ledger import records
from games.ledger.seed_encryption import seal, unseal
from games.models import Event, Submission
from games.play import positions, undo
from games.play.bots import dice_of_bot
from games.refusals import Refused
from rules.core.chance import Mixed, first_mix

pytestmark = pytest.mark.pythons


def test_a_chain_that_turns_illegal_behind_the_dice_is_not_undone(beans):
    """Peeking at the die: whatever follows it, the roll stands."""
    done = beans.submit("left", 1, "roll", "no such answer", {"nonsense": 1})
    assert (done.applied, done.barrier) == (2, True)
    assert done.draft == ["no such answer", {"nonsense": 1}]
    assert len(Event.objects.get(game=beans.game, seq=1).chance) == 1
    again = beans.submit("left", 1, "roll", version=1) if beans.mover() == "left" else None
    assert again is None


def test_a_chain_that_turns_illegal_before_the_dice_rolls_none(beans):
    before = positions.situation(beans.viewer("left"))
    with pytest.raises(Refused) as refused:
        beans.submit("left", 9, "roll")
    assert (refused.value.code, refused.value.index) == ("out-of-range", 0)
    with pytest.raises(Refused) as refused:
        beans.submit("left", 1, "rattle")
    assert (refused.value.code, refused.value.index) == ("not-an-option", 1)
    after = positions.situation(beans.viewer("left"))
    assert (after["view"], after["version"]) == (before["view"], 0)
    assert Event.objects.filter(game=beans.game).count() == 1


def test_the_same_roll_comes_whatever_was_tried_before(beans):
    """What is drawn depends on the promised seed, its number and the words that have counted; here nobody gave one."""
    expected = Mixed(unseal(beans.game.sealed_seed), first_mix([])).take(rules.Dice("bean-die", 1), 0)
    for wrong in (["roll"], [1, "rattle"], [4, "roll"], [None]):
        with pytest.raises(Refused):
            beans.submit("left", *wrong)
    done = beans.submit("left", 1, "keep")
    assert not Event.objects.get(game=beans.game, seq=done.version).chance
    beans.submit("right", "no", 1, "roll")
    assert Event.objects.get(game=beans.game, seq=2).chance[0][4] == expected


def test_after_the_roll_nothing_is_taken_back(beans):
    done = beans.submit("left", 1, "roll")
    with pytest.raises(Refused) as refused:
        undo.take_back(beans.game.key, "left", done.version)
    assert refused.value.status == 409


def test_the_seed_is_sealed_until_the_end(beans):
    seed = unseal(beans.game.sealed_seed)
    assert seed.hex() not in beans.game.sealed_seed
    assert seal(seed) != beans.game.sealed_seed
    assert positions.situation(beans.viewer("left"))["fairness"]["seed"] is None
    assert records.record_of(beans.game).fairness.seed is None
    resignation.resign(beans.game.key, "left")
    fairness = positions.situation(beans.viewer("right"))["fairness"]
    assert rules.commitment(bytes.fromhex(fairness["seed"])) == fairness["commitment"]
    assert not beans.reload().game.sealed_seed


def to_the_bids(beans):
    """Play three turns, after which both sides bid at once."""
    beans.submit("left", 1, "keep")
    beans.submit("right", "no", 1, "keep")
    beans.submit("left", "no", 1, "keep")
    beans.submit("right", "no")


def test_secret_bids_stay_secret_until_both_are_in(beans):
    to_the_bids(beans)
    assert positions.situation(beans.viewer(None))["waiting_for"] == ["left", "right"]
    beans.submit("right", 7)
    for who in ("left", None):
        seen = positions.situation(beans.viewer(who))
        assert seen["view"]["bids"] == {}
        assert seen["waiting_for"] == ["left"]
        newest = {**positions.log_lines(beans.viewer(who))[-1], "at": None, "number": None}
        assert "7" not in msgspec.json.encode(newest).decode()
    with pytest.raises(Refused) as refused:
        undo.take_back(beans.game.key, "right", beans.version("right"))
    assert refused.value.code == "takeback-barrier"
    beans.submit("left", 3)
    assert positions.situation(beans.viewer(None))["view"]["bids"] == {"left": 3, "right": 7}


def test_a_bots_chance_is_the_same_again_and_follows_from_the_sealed_seed(beans):
    seat = beans.seat("left")
    first = dice_of_bot(beans.game, seat)
    assert first == dice_of_bot(beans.game, seat)
    beans.game.version += 1
    assert first != dice_of_bot(beans.game, seat)
    beans.game.version -= 1
    beans.game.sealed_seed = seal(b"another seed")
    assert first != dice_of_bot(beans.game, seat)


def test_a_draft_that_no_database_can_hold_is_refused_before_anything_is_drawn(beans):
    with pytest.raises(Refused) as refused:
        beans.submit("left", 1, "roll", "\x00", idempotency_key="phone")
    assert refused.value.code == "malformed"
    assert Event.objects.filter(game=beans.game).count() == 1
    assert not Submission.objects.exists()


def test_an_answer_to_what_all_are_asked_does_not_make_the_others_pages_old(beans):
    """Both were asked at once: whoever answers second still sends the version of the page that asked."""
    to_the_bids(beans)
    before = beans.version("right")
    beans.submit("left", 3)
    with pytest.raises(Refused) as refused:
        beans.submit("right", 7, version=before - 1)
    assert refused.value.code == "stale-version"
    beans.submit("right", 7, version=before)
    assert positions.situation(beans.viewer(None))["view"]["bids"] == {"left": 3, "right": 7}
    with pytest.raises(Refused) as refused:
        beans.submit(beans.mover(), 1, version=before)
    assert refused.value.code == "stale-version"
