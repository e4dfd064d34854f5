"""A whole game with Kings and Lords, in which one side has nothing but a mail program."""

import re

import pytest

from rules.war_of_the_ring.sets.kings.story import SENTENCES
from tests.inbound.golden_by_mail import (
    FREE,
    NAMES,
    SHADOW,
    Correspondent,
    address_of,
    begun,
    comes_to_its_end,
    play_out,
)
from tools.golden import recorded

RECORD = recorded("war_of_the_ring/kings-hasty.txt")
#: What each side was asked by a mail of its own, what it answered, and what its mails say of how things stand.
ASKED = {FREE: "discard-die", SHADOW: "corruption-tile"}
SAID = {
    FREE: (r"use \S+( \S+)?: awaken", r"discard-die: .+", r"use .+: (ruler-token-\S+|far-sighted)"),
    SHADOW: (r"attempt: \S+", r"tile: .+", r"use .*muster: chieftain", r"chieftain: \S+ at \S+"),
}
TOLD = {
    FREE: (
        r"Which die do you discard for the Ruler die\? It does nothing this turn\.",
        r"discard-die: fp-ruler/\S+ -- Ruler: ",
        r"HUNT POOL: \d+ tiles In the pool: what the Free Peoples may not know",
        r"a Leader of his Nation in [^;]+; 1 Corruption tile; Shadow Resistance \d",
        r": awakened in [^;]+; Ruler token",
        r"Ruler dice this turn: Free Peoples",
    ),
    SHADOW: (
        r"attempt: \S+ -- Corruption attempt: ",
        r"Which tile do you put on [^?]+\?",
        r"\d\. tile: \d",
        r"HUNT POOL: \d+ tiles In the pool: \d",
        r"a Leader of his Nation in [^;]+; 1 Corruption tile[^;]*; level \d of Shadow Resistance \d",
        r"Eyes in the Hunt Box that count for a corruption attempt: \d",
    ),
}
#: What the mails of the Shadow say, and none of the Free Peoples' while the game goes on.
NEVER_TOLD = (r"You have put", r"In the pool: \d", r"level \d of Shadow Resistance")


@pytest.fixture
def table(transactional_db, monkeypatch):
    return begun(RECORD, monkeypatch)


def sentences(game, seat, *, alone=False):
    """Return what the story tells a side of Kings, or what it tells that side alone."""
    lines = [line for line in game.lines if line.kind in SENTENCES and line.is_visible_to(seat)]
    return [game.title.sentence(line) for line in lines if not alone or tuple(line.visible_to) == (seat,)]


@pytest.mark.long
@pytest.mark.parametrize("seat", NAMES)
def test_one_side_plays_a_whole_game_by_mail(smtp_door, mailboxes, table, seat):
    """Sovereigns awaken and are tempted, Ruler dice, tokens; who may not know a tile is sent nothing of it."""
    writer, looked_at = Correspondent(seat, smtp_door, mailboxes), 0

    def tiles_stay_hidden(game):
        nonlocal looked_at
        told, looked_at = writer.told(FREE, looked_at), len(writer.inbox[address_of(FREE)])
        assert [words for words in NEVER_TOLD if re.search(words, told)] == []
        assert [words for words in sentences(game, SHADOW, alone=True) if words in told] == []

    game = play_out(seat, RECORD, table, writer, tiles_stay_hidden)
    comes_to_its_end(RECORD, table, writer)
    assert ASKED[seat] in writer.asked
    assert [words for words in SAID[seat] if not any(re.fullmatch(words, said) for said in writer.said)] == []
    told = writer.told(seat)
    assert [words for words in TOLD[seat] if not re.search(words, told)] == []
    assert len(sentences(game, SHADOW, alone=True)) > 2
    assert [words for words in NEVER_TOLD if not re.search(words, writer.told(SHADOW))] == []
    for side in NAMES:
        assert [words for words in sentences(game, side) if words not in writer.told(side)] == []
