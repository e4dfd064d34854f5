"""Journeys 2 and 3: on move, from a mail; and playing with nothing but mail."""

import re
from datetime import timedelta

from django.conf import settings

from games.models import Game, Seat
from games.models.letters import Letter
from games.play import seat_links
from notifications.models import Delivery
from tests.pages.test_always import fields_of


def path_in(body):
    """The first link of a mail, as a path."""
    return re.search(rf"^{re.escape(settings.SITE_URL)}(/\S+)$", body, re.MULTILINE).group(1)


def hidden_fields(html):
    return dict(re.findall(r'<input type="hidden" name="(version|key)" value="([^"]*)">', html))


def test_journey_2_on_move_from_a_mail(world):
    """The turn mail tells everything; its link leads to summary, board, draft, preview and the move."""
    me = world.me
    me.timezone, me.confirm_moves = "Europe/Berlin", True
    me.save()
    world.post.deliver()  # that the game begins
    world.play_until(world.seat)
    (turn,) = [m for m in world.post.deliver() if m.to == [me.email] and "It is your turn." in m.body]

    # What happened since, without what is hidden from me; the board; the time in my zone; how to answer.
    told = turn.body.split("WHAT HAS HAPPENED")[1]
    assert told.strip().startswith("- ")
    assert not [line for line in world.secrets(world.seat) if f"- {line}\n" in turn.body]
    assert world.table.play().title.text_board(world.table.play().view(world.seat)) in turn.body
    due = world.table.seat(world.seat).due_at + timedelta(hours=2)
    assert f"{due:%H:%M} (Europe/Berlin)" in turn.body
    assert turn.body.index("(Europe/Berlin)") < turn.body.index("ANSWER THIS MAIL TO PLAY")

    # The link: what is asked, the board, and what has happened since.
    browser = world.browser(me)
    path = path_in(turn.body)
    html = browser.get(path).content.decode()
    places = [html.index(part) for part in ('id="decision"', 'board-area"', "Since your last move")]
    assert places == sorted(places)

    # A draft, which nobody else sees and which moves nothing.
    before = world.moves(world.seat)
    written = world.written(world.seat)
    kept = browser.post(f"{path}draft", {"moves": written}, follow=True).content.decode()
    assert "Your plan is kept" in kept
    assert "Your plan is kept" not in world.read(world.opponent)
    assert world.moves(world.seat) == before

    # The preview asks once more, then the move is played.
    decision = world.decision(world.seat)
    form = hidden_fields(html) | fields_of(decision, decision.fallback_choice())
    assert "Play this move?" in browser.post(f"{path}move", form).content.decode()
    assert world.moves(world.seat) == before
    browser.post(f"{path}move", form | {"confirmed": "1"})
    assert world.moves(world.seat) == before + 1

    # When nothing is asked of me any more, the next game is offered, and skipped; then nothing waits.
    for _ in range(20):
        if world.table.play().decision_of(world.seat) is None:
            break
        assert world.table.game.key in world.read(me, "/my/").split("Others move")[0]
        world.table.submit(world.seat, world.decision(world.seat).fallback_choice())
    assert "Nothing waits for you" in world.read(me, "/my/")
    assert "Nothing else waits for you." in world.read(me)
    second = next(
        other
        for other in (world.open_table() for _ in range(2))
        if Seat.objects.filter(game=other.game, user=me, waiting_since__isnull=False).exists()
    )
    html = browser.get(path).content.decode()
    assert f'href="/game/{second.game.key}/">Play it</a>' in html
    html = browser.post("/my/next/", {"skip": second.game.key, "stay": world.table.game.key}, follow=True)
    assert "You have skipped 1 game." in html.content.decode()
    assert browser.post("/my/next/", {"again": "1"}).url == f"/game/{second.game.key}/"


def test_journey_2_one_tap_in_a_mail_signs_in_for_this_game_only(world):
    """A guest's mail holds the private link of the seat: it opens this game and nothing else."""
    mine = world.table.seat(world.seat)
    mine.user, mine.guest_name, mine.guest_email = None, "Lurtz", "lurtz@example.org"
    seat_links.renew(mine)
    mine.save()
    Delivery.objects.all().delete()
    world.play_until(world.seat)
    Game.objects.update(visibility="private")
    (turn,) = [
        m for m in world.post.deliver() if m.to == ["lurtz@example.org"] and "It is your turn." in m.body
    ]

    phone = world.browser()
    assert phone.get(world.page).status_code == 404
    html = phone.get(path_in(turn.body), follow=True).content.decode()
    assert 'id="decision"' in html
    before = world.moves(world.seat)
    form = hidden_fields(html) | {"moves": world.written(world.seat)}
    assert phone.post(f"{world.page}move", form).status_code == 302
    assert world.moves(world.seat) == before + 1
    assert phone.get("/account/").status_code == 302
    assert phone.get("/notifications/").status_code == 302


def test_journey_2_one_tap_for_whoever_has_an_account(world):
    """The same for an account: a link of its own, which ends with the turn and opens no other page."""
    Game.objects.update(visibility="private")
    world.play_until(world.seat)
    (turn,) = [m for m in world.post.deliver() if m.to == [world.me.email] and "It is your turn." in m.body]
    (link,) = re.findall(rf"^{re.escape(settings.SITE_URL)}(/turn/\S+)$", turn.body, re.MULTILINE)
    assert link in turn.alternatives[0][0]

    phone = world.browser()
    assert phone.get(link).status_code == 200
    assert phone.get(world.page).status_code == 404
    phone.post(link)
    html = phone.get(world.page).content.decode()
    assert 'id="decision"' in html
    for path in ("/account/", "/notifications/", "/my/", "/time-off/", "/orders/"):
        assert phone.get(path).status_code == 302
    for part in ("orders/", "time/", "planning/", "share/"):
        assert phone.get(f"{world.page}{part}").status_code == 404

    # It lasts as long as something is asked of the seat, and not a move longer.
    before = world.moves(world.seat)
    for _ in range(20):
        form = hidden_fields(html) | {"moves": world.written(world.seat)}
        answer = phone.post(f"{world.page}move", form)
        if answer.url == "/turn/over/":
            break
        html = phone.get(world.page).content.decode()
    assert world.moves(world.seat) > before
    assert world.table.play().decision_of(world.seat) is None
    assert phone.get(world.page).status_code == 404
    assert phone.get(link).status_code == 410


def test_journey_3_mail_only(world):
    """Two lines in answer to the turn mail; `check` before; a refusal line by line."""
    moves = world.two_moves(world.seat)
    turn = [m for m in world.post.deliver() if m.to == [world.me.email] and m.reply_to][-1]
    before = (world.moves(world.seat), bytes(world.table.reload().game.snapshot))

    # `check` shows the effect only.
    (dry,) = world.post.answer(turn, "\n".join(["check", *moves]))
    assert "A dry run: nothing was changed." in dry.body
    assert dry.body.count("possible") >= 2
    assert (world.moves(world.seat), bytes(world.table.reload().game.snapshot)) == before

    # One line that is not possible: reasons line by line, and nothing has changed.
    (refused,) = world.post.answer(turn, f"{moves[0]}\npass to the eagles")
    assert "Nothing was done" in refused.body
    lines = refused.body.split("pass to the eagles")
    assert "This would be possible, but all moves of a mail count together." in lines[0]
    assert "refused" in lines[1]
    assert (world.moves(world.seat), bytes(world.table.reload().game.snapshot)) == before

    # The two lines: understood, done, the new state, what is possible next; within two minutes.
    (receipt, *_) = world.post.answer(turn, "\n".join(moves))
    assert "Done: 2 moves played." in receipt.body
    for move in moves:
        assert f"  {move}\n    done" in receipt.body
    viewer = world.table.viewer(world.seat)
    assert world.table.play().title.text_board(world.table.play().view(viewer.seat_name)) in receipt.body
    asked = world.table.play().decision_of(world.seat)
    assert (f"YOU ARE ASKED: {asked.prompt}" if asked else "Now it is the turn of") in receipt.body
    assert ("ANSWER THIS MAIL TO PLAY" in receipt.body) is (asked is not None)
    letter = Letter.objects.latest("pk")
    answer = Delivery.objects.get(kind="receipt", subject__letter=letter.pk)
    assert answer.due_at - letter.received_at <= timedelta(minutes=2)
    assert world.table.game.events.filter(kind="choice").count() > before[0]
