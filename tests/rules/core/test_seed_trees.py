"""Seeds that are fixed together: who sees the one fingerprint first needs to believe nothing about any of them."""

import hashlib
import hmac
from random import Random

import msgspec
import pytest

from rules import RecordedGame, ReplayError
from rules.core.chance import commitment
from rules.core.cli import main
from rules.core.records import Given, Tree, check_chain, seal
from rules.core.seed_trees import LONGEST_PATH, SIZE, SeedTree, own_word, root_of
from rules.core.transcript import read_transcript, write_transcript
from rules.core.trust import sentences, trust_of
from tests import documented

pytestmark = pytest.mark.pythons

SECRET = b"the secret of an event, 32 bytes"
FIXED, GIVEN, BEGUN = 1_800_000_000_000, 1_800_000_060_000, 1_800_000_120_000


@pytest.fixture(scope="module")
def tree():
    return SeedTree(SECRET)


def game_of(tree, number=1234, seed=None):
    """The record of a game with this seed of an event: one entrant gave a word, the other none."""
    salts = {"fellowship": "mellon", "sauron": own_word(tree.root, number, "sauron")}
    game = RecordedGame("duel", seed=seed or tree.seed(number), salts=salts, scheme=2)
    rng = Random(1)
    for _ in range(3):
        decision = game.game.pending[0]
        game.choose(decision.seat, decision.sample(rng))
    game.resign("fellowship")
    record = game.record()
    record.entries[0].at = BEGUN
    record.fairness.committed_at = FIXED
    record.fairness.given = {"fellowship": Given(GIVEN), "sauron": Given(None, early=True, server=True)}
    record.fairness.tree = Tree("abcdefghijkm", tree.root, number, tree.path(number))
    return seal(record)


# -- the tree ----------------------------------------------------------------------------------


def test_the_tree_is_the_one_of_rfc_9162(tree):
    def seed(number):
        return hmac.digest(SECRET, number.to_bytes(8, "big"), "sha256")

    def node(first, size):
        if size == 1:
            return hashlib.sha256(b"\0" + hashlib.sha256(seed(first)).digest()).digest()
        half = size // 2
        return hashlib.sha256(b"\1" + node(first, half) + node(first + half, half)).digest()

    assert tree.root == node(0, SIZE).hex()
    assert tree.seed(77) == seed(77)


def test_every_number_leads_to_the_root_and_to_no_other_number(tree):
    rng = Random(35)
    for number in [0, 1, 63, 64, SIZE - 1, *rng.sample(range(SIZE), 40)]:
        fingerprint, path = commitment(tree.seed(number)), tree.path(number)
        assert root_of(fingerprint, number, path) == tree.root
        assert root_of(fingerprint, number ^ 1 << rng.randrange(len(path)), path) != tree.root
        assert root_of(commitment(b"another"), number, path) != tree.root


def test_its_branches_are_enough_to_find_a_path(tree):
    again = SeedTree(SECRET, tree.branches)
    assert (again.root, again.path(99), again.seed(99)) == (tree.root, tree.path(99), tree.seed(99))


@pytest.mark.parametrize(
    ("number", "path"),
    [
        (-1, ["00" * 32]),
        (2, ["00" * 32]),
        (0, ["00" * 31]),
        (0, ["00" * 33]),
        (0, ["no hash"]),
        (1 << LONGEST_PATH, ["00" * 32] * (LONGEST_PATH + 1)),
        (0, ["00" * 32] * (LONGEST_PATH + 1)),
    ],
)
def test_what_is_no_path(number, path):
    with pytest.raises(ValueError, match=r"hex|tree|hash"):
        root_of("11" * 32, number, path)


# -- the record of a game ----------------------------------------------------------------------


def test_a_record_shows_that_its_seed_was_fixed_with_the_others(tree, tmp_path, capsys):
    record = game_of(tree)
    check_chain(record)
    assert documented.check(tmp_path, record)[0]
    assert main(["verify", str(tmp_path / "record.json")]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "number 1234 of the seeds that were fixed together" in said
    assert tree.root in said
    found = trust_of(record)
    assert found.choosable == [], "the word of one came after all seeds were fixed"
    assert found.seats["sauron"].counts_from is None, "the server's proves nothing"


def test_with_no_word_of_anybody_nothing_is_proven_of_the_setup(tree):
    record = game_of(tree)
    record.fairness.given["fellowship"] = Given(FIXED - 1)
    assert trust_of(record).choosable[: len(record.entries[0].chance)] == [
        outcome.index for outcome in record.entries[0].chance
    ]
    assert any("for want of another" in said for said in sentences(record, str))


def forged(**of_tree):
    return lambda record: setattr(
        record.fairness, "tree", msgspec.structs.replace(record.fairness.tree, **of_tree)
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (forged(root="ab" * 32), "not among those"),
        (forged(number=1235), "not among those"),
        (forged(number=1234 + SIZE), "not among those"),
        (forged(path=[]), "not among those"),
        (forged(path=["ab" * 32] * 12), "not among those"),
        (forged(root="short"), "with which seeds"),
        (forged(event="x\nproven"), "with which seeds"),
        (lambda r: r.fairness.salts.update(sauron="ground-until-it-suits"), "not the one that it has to be"),
        (lambda r: setattr(r.fairness, "tree", msgspec.UNSET), "only where the seeds of many games"),
        (lambda r: r.fairness.given.update(sauron=Given(None, early=False, server=True)), "proves nothing"),
        (lambda r: r.fairness.given.update(sauron=Given(GIVEN, early=True, server=True)), "proves nothing"),
    ],
)
def test_a_tree_that_does_not_hold_the_seed_is_refused(tree, tmp_path, change, words):
    record = game_of(tree)
    change(record)
    seal(record)
    with pytest.raises(ReplayError, match=words):
        check_chain(record)
    if words != "with which seeds":  # which is about what a page would show
        assert not documented.check(tmp_path, record)[0]


def test_a_seed_that_was_chosen_when_the_words_were_known_is_refused(tree, tmp_path):
    """Twenty thousand seeds are tried in seconds, and none of them is in the tree."""
    record = game_of(tree, seed=b"the best of 21,239 that I tried.")
    with pytest.raises(ReplayError, match="not among those"):
        check_chain(record)
    assert "not one of the seeds" in documented.check(tmp_path, record)[1]


def test_a_transcript_holds_the_tree(tree):
    record = game_of(tree)
    text = write_transcript(record)
    again = read_transcript(text)
    assert again.fairness == record.fairness
    check_chain(again)
    for before, after in [
        ("tree abcdefghijkm: 1234", "tree abcdefghijkm: many"),
        (tree.root, ""),
    ]:
        with pytest.raises(ReplayError, match="seed"):
            check_chain(read_transcript(text.replace(before, after)))
