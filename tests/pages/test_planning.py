"""Trying moves on a private copy: it knows what its seat knows, and nothing of it reaches the game (MOV-12)."""

from datetime import timedelta
from random import Random

import msgspec
import pytest
from django.utils import timezone

import rules
from accounts.services import close_account
from games.hours import resignation
from games.lobby import tables
from games.models import Event, Game
from games.models.planning import PlanningBoard
from games.planning import boards
from games.play import access, positions
from games.play.submit import submit
from games.refusals import Refused
from games.tasks import tidy
from rules.core.typed_text import texts
from rules.war_of_the_ring.position.catalogue import CARDS
from tests.conftest import Table, code_of, game_of_two, person
from tests.games.toy_beads import Beads
from tests.opening import open_table
from tests.rules.war_of_the_ring.positions import game

SIDES = ("free-peoples", "shadow")


@pytest.fixture
def war(db):
    """A game of War of the Ring, some moves in: dice are rolled, both hands are full."""
    frodo, gothmog = person("frodo"), person("gothmog")
    row = open_table(frodo, title="war-of-the-ring", seat="free-peoples", terms={"grace": 0})
    tables.join(row.key, user=gothmog)
    tables.start_now(row.key, frodo)
    table = Table(row, frodo, gothmog)
    rng = Random(3)
    while len(table.play().state.hands["shadow"]) < 4 or table.play().state.turn < 2:
        decision = table.play().pending[0]
        table.submit(decision.seat, decision.sample(rng))
    return table


def stored(row):
    """All that the game keeps."""
    row.refresh_from_db()
    return row.version, bytes(row.snapshot), row.log_length, Event.objects.filter(game=row).count()


def try_anything(viewer, number, seed=1):
    rng = Random(seed)
    for _ in range(number):
        board = boards.board_for(viewer)
        play = boards.position_of(board, viewer.game)
        if play.is_over:
            return
        decision = play.pending[0]
        boards.try_moves(viewer, decision.seat, [decision.sample(rng)], len(board.answers))


def shown(play):
    """What a copy shows: the position, what is asked of whom, and how often chance has been asked."""
    asked = [decision.describe() for decision in play.pending]
    return play.view(rules.ALL_SEEING), asked, play.chance_index


def hand(board, row, side):
    return sorted(boards.position_of(board, row).state.hands[side])


@pytest.mark.parametrize("seat", SIDES)
def test_the_copy_shows_what_the_seat_sees_and_invents_the_rest(war, seat):
    viewer, other = war.viewer(seat), SIDES[seat == SIDES[0]]
    real = war.play()
    drawn = set()
    for _ in range(6):
        board = boards.make(viewer)
        copy = boards.position_of(board, viewer.game)
        assert board.exact is (copy.view(seat) == real.view(seat))
        assert hand(board, viewer.game, seat) == sorted(real.state.hands[seat])
        drawn.add(tuple(hand(board, viewer.game, other)))
    assert len(drawn) > 1


def test_two_games_that_the_seat_cannot_tell_apart_give_the_same_copies(war):
    """The other side's cards are drawn from the same pool, whatever that side really holds."""
    title, row = rules.title("war-of-the-ring"), war.game
    row.refresh_from_db()
    mark = positions.open_game(war.viewer(None)).snapshot().mark
    state = msgspec.msgpack.decode(mark.state, type=title.state_type)
    other = title.twin(state, "free-peoples", Random(5))
    assert sorted(other.hands["shadow"]) != sorted(state.hands["shadow"])

    def pool(position):
        copy = title.twin(position, "free-peoples", Random(9))
        decks = [card for name, cards in copy.decks.items() if name.startswith("shadow") for card in cards]
        hidden = [card for card in copy.hidden_discards if card.startswith("sh")]
        return len(copy.hands["shadow"]), sorted([*copy.hands["shadow"], *hidden, *decks])

    assert pool(state) == pool(other)


def test_nothing_touches_the_game(war):
    before = stored(war.game)
    viewer = war.viewer("shadow")
    boards.make(viewer)
    try_anything(viewer, 25)
    at = len(boards.board_for(viewer).answers)
    boards.step_back(viewer, at)
    boards.discard(viewer)
    assert stored(war.game) == before
    assert not PlanningBoard.objects.exists()


def test_dice_of_the_copy_are_its_own(beans):
    faces = set()
    for _ in range(30):
        viewer = beans.viewer("left")
        boards.make(viewer)
        boards.try_moves(viewer, "left", [1], 0)
        boards.try_moves(viewer, "left", ["roll"], 1)
        play = boards.position_of(boards.board_for(viewer), viewer.game)
        faces.add(next(line.data["face"] for line in play.lines if line.kind == "rolled"))
    assert len(faces) > 2  # the game's own seed would give one and the same face thirty times


def test_other_luck_for_the_same_move(beans):
    viewer = beans.viewer("left")
    boards.make(viewer)
    with pytest.raises(Refused) as refused:
        boards.roll_again(viewer, 0)
    assert refused.value.code == "nothing-rolled"
    boards.try_moves(viewer, "left", [1], 0)
    boards.try_moves(viewer, "left", ["roll"], 1)
    faces = set()
    for _ in range(30):
        board = boards.roll_again(viewer, 2)
        assert board.answers == [["left", 1], ["left", "roll"]]
        play = boards.position_of(board, viewer.game)
        faces.add(next(line.data["face"] for line in play.lines if line.kind == "rolled"))
    assert len(faces) > 2


def test_both_sides_are_moved_and_steps_taken_back(beans):
    viewer = beans.viewer("left")
    boards.make(viewer)
    boards.try_moves(viewer, "left", [2, "keep", "no"], 0)  # the grumble is the other side's
    board = boards.board_for(viewer)
    assert [seat for seat, _ in board.answers] == ["left", "left", "right"]
    assert boards.position_of(board, viewer.game).state.beans == 8
    boards.step_back(viewer, 3)
    assert boards.position_of(boards.board_for(viewer), viewer.game).pending[0].kind == "grumble"


@pytest.mark.rule("WR-4.4")
def test_a_line_of_moves_may_name_what_answers_itself_on_the_copy_as_in_the_game(db):
    """The map sends a whole move in one line, and names the party also where there is only one."""
    table = game_of_two("war-of-the-ring", seat="free-peoples")
    table.put(
        game(
            dice=(["muster-army"], ["event"]),
            forces={
                "edoras": {"rohan-regular": 1, "rohan-elite": 1},
                "folde": {},
                "parth-celebrant": {"rohan-regular": 1, "elves-regular": 1},
                "lorien": {"elves-regular": 1},
            },
        )
    )
    viewer = table.viewer("free-peoples")
    line = (
        "use muster-army: move-armies; move: parth-celebrant > lorien; with: elves 1r; move: edoras > folde"
    )
    boards.make(viewer)
    board = boards.try_moves(viewer, "free-peoples", texts(line), 0)
    copy = boards.position_of(board, viewer.game)
    play = table.play()
    play.play("free-peoples", texts(line))
    assert copy.view("free-peoples") == play.view("free-peoples")
    assert copy.pending[0].seat == play.pending[0].seat


def test_a_secret_choice_of_the_other_side_is_not_in_the_copy(beans):
    for seat in ("left", "right", "left"):
        beans.submit(seat, 1, "keep")
        beans.submit("right" if seat == "left" else "left", "no")
    before = boards.make(beans.viewer("left"))
    beans.submit("right", 3)  # both bid in secret: this one is in
    after = boards.make(beans.viewer("left"))
    assert after.answers == before.answers == [["left", 1], ["left", "keep"]]
    assert bytes(after.position) == bytes(before.position)


def test_what_the_seat_has_done_since_the_last_checkpoint_is_in_the_copy(beans):
    beans.submit("left", 2)
    viewer = beans.viewer("left")
    board = boards.make(viewer)
    assert (board.answers, board.given, board.exact) == ([["left", 2]], 1, True)
    board = boards.step_back(viewer, 1)  # on the copy only
    assert (board.answers, board.given) == ([], 0)
    assert beans.play().pending[0].seat == "left"
    assert beans.version("left") == 1
    with pytest.raises(Refused) as refused:
        boards.step_back(viewer, 0)
    assert refused.value.code == "nothing-tried"


def test_the_copy_steps_back_over_questions_of_both_sides_and_over_rolls_one_by_one(war):
    """Every step back shows what was there before it, whoever was asked and whatever was rolled or drawn."""
    viewer = war.viewer("shadow")
    board, seen, asked, rolled = boards.make(viewer), [], set(), 0
    for _ in range(40):
        play = boards.position_of(board, viewer.game)
        seen.append(shown(play))
        asked.update(decision.seat for decision in play.pending)
        rolled = play.chance_index - seen[0][-1]
        try_anything(viewer, 1, seed=len(seen))
        board = boards.board_for(viewer)
    assert asked == set(SIDES)
    assert rolled > 0
    for before in reversed(seen):
        board = boards.step_back(viewer, len(board.answers))
        assert shown(boards.position_of(board, viewer.game)) == before
    assert len(board.answers) == board.given == 0


def test_one_press_makes_the_copy_and_the_next_one_finds_it(beans, client):
    client.force_login(beans.fellowship)
    address = f"/game/{beans.game.key}/planning/"
    assert 'name="act" value="open"' in client.get(f"/game/{beans.game.key}/").content.decode()
    client.post(address, {"act": "open"})
    boards.try_moves(beans.viewer("left"), "left", [1], 0)
    assert client.post(address, {"act": "open"}).status_code == 302
    assert boards.board_for(beans.viewer("left")).answers == [["left", 1]]


def test_the_page_shows_the_board_before_there_is_a_copy_and_keeps_all_keys(war, client):
    client.force_login(war.sauron)
    address = f"/game/{war.game.key}/planning/"
    for made in (False, True):
        html = client.get(address).content.decode()
        assert 'class="map-area"' in html
        assert ("Nothing of this is played." in html) is made
        assert 'class="help-link"' in html
        assert ("Make a copy" in html) is not made
        client.post(address, {"act": "open"})


def test_what_the_other_side_can_still_take_back_is_not_in_the_copy(beans):
    beans.submit("left", 2)
    assert boards.make(beans.viewer("right")).answers == []


def test_a_copy_is_its_owners_alone(beans, client):
    boards.make(beans.viewer("left"))
    assert boards.board_for(beans.viewer("right")) is None
    assert client.get(f"/game/{beans.game.key}/planning/").status_code == 403
    client.force_login(beans.sauron)
    assert "Make a copy" in client.get(f"/game/{beans.game.key}/planning/").content.decode()


def test_who_takes_the_seat_over_does_not_find_the_copy(beans):
    boards.make(beans.viewer("left"))
    seat = beans.seat("left")
    seat.user = person("fredegar")
    seat.save()
    assert boards.board_for(beans.viewer("left")) is None


def test_the_page_works_from_copy_to_discard(war, client):
    client.force_login(war.sauron)
    address = f"/game/{war.game.key}/planning/"
    assert client.get(address).content.decode().count("is played") == 1
    client.post(address, {"act": "make"})
    for _ in range(6):
        board = boards.board_for(war.viewer("shadow"))
        play = boards.position_of(board, war.game)
        decision = play.pending[0]
        html = client.get(address).content.decode()
        assert html.count("Nothing here is played") == 1
        assert f'name="seat" value="{decision.seat}"' in html
        line = play.title.write(decision, decision.fallback_choice())
        at = len(board.answers)
        answer = client.post(address, {"act": "move", "at": at, "seat": decision.seat, "moves": line})
        assert answer.status_code == 302
    assert len(boards.board_for(war.viewer("shadow")).answers) >= 6
    assert "Step back" in client.get(address).content.decode()
    assert client.get(f"{address}?mode=text").status_code == 200
    assert client.post(address, {"act": "discard"}).status_code == 302
    assert not PlanningBoard.objects.exists()


def test_the_page_of_a_copy_names_no_card_that_is_really_held_but_those_it_drew(war, client):
    """Hands of the other side are the copy's: what is really held shows only where chance drew it too."""
    client.force_login(war.fellowship)
    client.post(f"/game/{war.game.key}/planning/", {"act": "make"})
    board = boards.board_for(war.viewer("free-peoples"))
    html = client.get(f"/game/{war.game.key}/planning/").content.decode()
    real = set(war.play().state.hands["shadow"])
    state = boards.position_of(board, war.game).state
    seen = client.get(f"/game/{war.game.key}/").content.decode()  # such as cards in the story
    kept = [CARDS[card].title for card in real - set(state.hands["shadow"]) if CARDS[card].title not in seen]
    assert kept
    assert not any(card in html for card in kept)


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"act": "move", "at": "0", "seat": "left", "amount": "9"}, 422),
        ({"act": "move", "at": "0", "seat": "left", "amount": "--5"}, 400),
        ({"act": "move", "at": "0", "seat": "left", "amount": "9" * 5000}, 400),
        ({"act": "move", "at": "7", "seat": "left", "amount": "1"}, 409),
        ({"act": "move", "at": "0", "seat": "nobody", "amount": "1"}, 409),
        ({"act": "back", "at": "0"}, 409),
        ({"act": "dance"}, 404),
    ],
)
def test_nonsense_is_refused_in_words(beans, client, form, status):
    client.force_login(beans.fellowship)
    boards.make(beans.viewer("left"))
    answer = client.post(f"/game/{beans.game.key}/planning/", {"choice": "fields", **form})
    assert answer.status_code == status
    assert boards.board_for(beans.viewer("left")).answers == []


def test_there_is_no_copy_of_a_finished_game(duel, client):
    duel.play_out()
    client.force_login(duel.fellowship)
    assert client.get(f"/game/{duel.game.key}/planning/").status_code == 409


def test_the_page_says_when_the_game_has_moved_on(beans, client):
    client.force_login(beans.fellowship)
    boards.make(beans.viewer("left"))
    beans.submit("left", 1, "keep")
    submit(beans.game.key, "right", expected_version=beans.version("right"), choices=["no"])
    assert "The game has moved on" in client.get(f"/game/{beans.game.key}/planning/").content.decode()
    assert access.get_game(beans.game.key).status == Game.Status.RUNNING


def test_old_copies_and_those_of_finished_games_are_thrown_away(beans):
    boards.make(beans.viewer("left"))
    boards.make(beans.viewer("right"))
    assert boards.forget_old(timezone.now()) == 0
    assert boards.forget_old(timezone.now() + timedelta(days=31)) == 2
    boards.make(beans.viewer("left"))
    resignation.resign(beans.game.key, "right")
    tidy()
    assert not PlanningBoard.objects.exists()


#: What rules of another day may be unable to bear in a copy that was made before.
OTHER_RULES = {
    "a roll does more": lambda patch: patch.setattr(Beads, "more", 9),
    "the rules stop": lambda patch: patch.setattr(Beads, "refused", 29),
    "an option is offered no more": lambda patch: Game.objects.update(options={"nonsense": "on"}),
    "the position is another one": lambda patch: PlanningBoard.objects.update(position=b"\x80"),
    "the position is none": lambda patch: PlanningBoard.objects.update(position=b"\xc1"),
}


@pytest.mark.parametrize("happened", OTHER_RULES)
def test_a_copy_that_cannot_be_played_any_more_says_so_and_a_new_one_is_offered(
    mend, client, monkeypatch, happened
):
    table = game_of_two("beads", seat="left")
    viewer = table.viewer("left")
    boards.make(viewer)
    board = boards.try_moves(viewer, "left", [1, "keep"], 0)
    while not (play := boards.position_of(board, viewer.game)).is_over:
        choice = 1 if play.pending[0].kind == "take" else "roll"
        board = boards.try_moves(viewer, play.pending[0].seat, [choice], len(board.answers))
    OTHER_RULES[happened](monkeypatch)
    assert code_of(boards.position_of, boards.board_for(viewer), table.viewer("left").game) == "other-rules"

    client.force_login(table.fellowship)
    address, at = f"/game/{table.game.key}/planning/", len(board.answers)
    for ask in (
        lambda: client.get(address),
        lambda: client.get(f"{address}?mode=text"),
        lambda: client.post(address, {"act": "again", "at": at}),
        lambda: client.post(address, {"act": "move", "at": at, "seat": "left", "moves": "1"}),
    ):
        page = ask()
        html = page.content.decode()
        assert page.status_code == 409
        assert "This was played by other rules than there are here now." in html
        assert "Your copy cannot be played any more." in " ".join(html.split())
        assert 'name="act" value="make"' in html
    assert client.post(address, {"act": "back", "at": at}).status_code == 302
    if happened != "an option is offered no more":  # the game itself has one that nothing is copied with
        assert client.post(address, {"act": "make"}).status_code == 302
        assert client.get(address).status_code == 200


def test_a_copy_leaves_with_the_account_at_once(beans):
    boards.make(beans.viewer("left"))
    boards.make(beans.viewer("right"))
    close_account(beans.fellowship)
    assert [board.user for board in PlanningBoard.objects.all()] == [beans.sauron]
