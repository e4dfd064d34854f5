"""Whoever plays by mail alone learns the story from their mails: every line that they may read, once (MIL-4)."""

import pytest

import rules
from games.letters import addresses
from games.models import LogLine
from games.models.letters import SeatMail
from notifications.models import Delivery
from rules.core.stories import sentences
from tests.conftest import game_of_two
from tests.inbound.players import NINE, Correspondence, story_in

pytestmark = pytest.mark.usefixtures("answerable")


#: No more lines than that become one sentence.
MOST_IN_ONE = 30


def lines_for(table, seat):
    """Return every line of the log that a seat may read while the game runs."""
    rows = LogLine.objects.filter(game=table.game, seq__lte=table.reload().game.published_version).order_by(
        "number"
    )
    lines = [rules.LogLine(row.kind, row.data, tuple(row.visible_to)) for row in rows]
    return [line for line in lines if line.is_visible_to(seat)]


def story_for(table, seat):
    """Return every line of the log that a seat may read while the game runs, as a sentence."""
    title = rules.title(table.game.title)
    return [title.sentence(line) for line in lines_for(table, seat)]


def tells_all_once(told, table, seat):
    """See that these sentences tell every line once, in order; where a mail ends, lines in a row become two."""
    title, lines = rules.title(table.game.title), lines_for(table, seat)
    reached = {0}  # how many lines may have been told by then
    for sentence in told:
        ends = {(start, end) for start in reached for end in range(start + 1, start + 1 + MOST_IN_ONE)}
        reached = {end for start, end in ends if sentences(title, lines[start:end]) == [sentence]}
        assert reached, sentence
    assert len(lines) in reached


def told_to(letters, seat):
    return [line for m in letters.mails[letters.address(seat)] for line in story_in(m.body)]


@pytest.mark.long
@pytest.mark.parametrize(("title", "most"), [("duel", 3000), ("war-of-the-ring", 150)])
def test_in_a_long_game_every_line_comes_by_mail_once(db, title, most):
    """Duel to its end, at one sitting, with nine kinds of mail programs, and with the limits as they are.

    And no mail of it is bigger than what some of them cut off.
    """
    table = game_of_two(title)
    letters = Correspondence(table, styles=NINE)
    letters.play_on(most)
    assert table.is_finished == (title == "duel")
    for seat in (row.name for row in table.game.seats.all()):
        told = told_to(letters, seat)
        tells_all_once(told, table, seat)
        assert len(told) > 40
    sizes = [len(m.message().as_bytes()) for mails in letters.mails.values() for m in mails]
    assert len(sizes) > 100
    assert max(sizes) < 100_000


def test_the_mover_reads_what_their_move_brought(duel):
    """In the receipt, and not again in the next mail."""
    letters = Correspondence(duel)
    mover = duel.mover()
    (receipt,) = [m for m in letters.move() if m.to == [letters.address(mover)]]
    brought = story_in(receipt.body)
    assert brought[0].startswith(duel.play().title.seat_name(mover))
    while duel.mover() != mover or len(letters.mails[letters.address(mover)]) < 4:
        letters.move()
    tells_all_once(told_to(letters, mover), duel, mover)


@pytest.mark.long
def test_a_card_drawn_is_told_to_whom_it_belongs_alone(db):
    """Both seats draw at the beginning: the names of the cards come to their owners only."""
    table = game_of_two("war-of-the-ring")
    letters = Correspondence(table)
    letters.play_on(12)
    rows = LogLine.objects.filter(game=table.game)
    lines = [rules.LogLine(row.kind, row.data, tuple(row.visible_to)) for row in rows]
    for seat, other in (("free-peoples", "shadow"), ("shadow", "free-peoples")):
        own = {table.play().title.sentence(line) for line in lines if not line.is_visible_to(other)}
        assert own & set(told_to(letters, seat))
        assert not own & set(told_to(letters, other))


def test_what_never_went_out_is_told_by_the_next_mail(duel, monkeypatch):
    letters = Correspondence(duel)
    mover = duel.mover()

    def out_of_order(*args, **kwargs):
        raise OSError("no route to host")

    with monkeypatch.context() as patched:
        patched.setattr("notifications.channels.email.sending.message_for", out_of_order)
        assert letters.move() == []
    Delivery.objects.filter(state=Delivery.State.PENDING).update(state=Delivery.State.DEAD)
    missed = story_for(duel, mover)[-1]
    assert missed not in told_to(letters, mover)
    duel.discard()
    letters.deliver()
    assert told_to(letters, mover).count(missed) == 1
    tells_all_once(told_to(letters, mover), duel, mover)


def test_what_was_taken_back_and_played_otherwise_is_told_again(beans):
    """`take 2` is told, taken back, and told anew as `take 3`; the opponent hears of what counts alone."""
    letters = Correspondence(beans)
    mover = beans.mover()
    other = next(row.name for row in beans.game.seats.all() if row.name != mover)
    letters.write(mover, "2")
    first = told_to(letters, mover)[-1]
    letters.write(mover, "undo")
    letters.write(mover, "1")
    second = told_to(letters, mover)[-1]
    assert first != second
    assert first not in told_to(letters, other)
    letters.write(mover, "keep")
    assert told_to(letters, other) == story_for(beans, other)
    assert second in told_to(letters, other)


def test_what_was_seen_on_the_page_is_not_told_by_mail(duel, client):
    letters = Correspondence(duel)
    client.force_login(duel.sauron)
    duel.discard()
    assert client.get(f"/game/{duel.game.key}/").status_code == 200
    assert SeatMail.objects.get(seat__name="sauron").told_version == duel.reload().game.version
    seen = story_for(duel, "sauron")
    duel.discard()
    letters.deliver()
    news = story_in(letters.mails[letters.address("sauron")][-1].body)
    assert news
    assert seen + news == story_for(duel, "sauron")
    told = told_to(letters, "fellowship")
    assert told == story_for(duel, "fellowship")[: len(told)]


def test_whoever_takes_over_a_seat_is_not_told_by_the_mails_of_another(duel):
    letters = Correspondence(duel)
    letters.move()
    addresses.forget(duel.seat("sauron"))
    assert not SeatMail.objects.filter(seat__name="sauron").exists()
    assert SeatMail.objects.filter(seat__name="fellowship").exists()
