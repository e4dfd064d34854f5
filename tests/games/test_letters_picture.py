"""The picture of the board in a mail: what the seat sees, readable on a phone, and light (MIL-11)."""

import re
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from io import BytesIO
from random import Random

import pytest
from django.utils import timezone
from PIL import Image

import rules
from games import boards
from games.boards import pictures
from games.letters import choice_list
from notifications.models import Rhythm
from rules import Game, Seeded
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, FP
from tests.conftest import game_of_two
from tests.drawn import svg_of
from tests.games.asking import Frodo
from tests.inbound.players import Correspondence
from tests.post import send_due
from tests.rules.war_of_the_ring.battles import holding

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("answerable", "with_pictures")]

TITLES = ("duel", "risk", "war-of-the-ring")
#: How wide a phone of 390 pixels shows what stands in a mail, and the least height of digits there.
ON_A_PHONE, LEAST = 376, 9.0


@pytest.fixture
def with_pictures(settings):
    settings.MAIL_PICTURES = True


@pytest.fixture
def frodo(db):
    return Frodo()


def parts_of(mail):
    return message_from_bytes(mail.message().as_bytes(), policy=default)


def picture_in(mail):
    """The picture of the board in a mail; its HTML shows it by its name."""
    (part,) = [part for part in parts_of(mail).walk() if part.get_filename() == "board.png"]
    (shown,) = re.findall(r'<img src="cid:(board\.[^"]+)" alt="[^"]+"', mail.alternatives[0][0])
    assert part["Content-ID"] == f"<{shown}>"
    assert part.get_content_disposition() == "inline"
    return Image.open(BytesIO(part.get_content()))


def scenes_of(title, seed, every=9):
    """Scenes of a random game, each with the numbers of its choices, and with the state and the seat."""
    rng = Random(seed)
    play = Game.start(title, title.normalise_options({}), Seeded(seed))
    count = 0
    while not play.is_over:
        decision = rng.choice(play.pending)
        if count % every == 0:
            lines = [
                {"number": n, "seq": n, "kind": line.kind, "data": line.data}
                for n, line in enumerate(play.lines)
            ]
            scene = boards.Scene(play.view(decision.seat), decision.seat, decision, recent=lines[-9:])
            numbers = {str(c): n for n, c in enumerate(choice_list.listed(decision)[:40], 1) if c is not None}
            yield play.state, scene, numbers
        play.play(decision.seat, [title.fuzz_choice(decision, rng)])
        count += 1


@pytest.mark.journey
@pytest.mark.parametrize("title", TITLES)
def test_a_turn_comes_by_mail_with_its_board_and_is_answered_by_mail(db, title):
    letters = Correspondence(game_of_two(title))
    asked = [mail for sent in letters.mails.values() for mail in sent if "ANSWER THIS MAIL" in mail.body]
    assert asked
    assert all(picture_in(mail).width <= pictures.WIDTH for mail in asked)
    before = letters.table.reload().game.version
    letters.play_on(1)
    assert letters.table.reload().game.version > before


@pytest.mark.parametrize("title", TITLES)
def test_mails_and_receipts_show_the_board_and_stay_below_100_kilobytes(db, title):
    letters = Correspondence(game_of_two(title))
    letters.play_on(9)
    mails = [mail for sent in letters.mails.values() for mail in sent if "cid:" in mail.alternatives[0][0]]
    assert len(mails) > 5
    for mail in mails:
        shown = picture_in(mail)
        assert (shown.format, shown.mode) == ("PNG", "P")
        assert shown.width <= pictures.WIDTH
        assert len(mail.message().as_bytes()) < 100_000


def test_the_picture_belongs_to_the_html_and_is_no_attachment(frodo):
    frodo.asks("board")
    mail = parts_of(frodo.turn)
    assert mail.get_content_type() == "multipart/related"
    first, *pictures_in = mail.iter_parts()
    assert first.get_content_type() == "multipart/alternative"
    assert [part.get_filename() for part in pictures_in] == ["die-free-peoples-character.png", "board.png"]
    assert {part.get_content_disposition() for part in pictures_in} == {"inline"}
    assert mail.get_body(("plain",)).get_content() in frodo.turn.body + "\n"


def test_the_picture_stands_above_the_choices_whose_numbers_it_shows(frodo):
    frodo.asks("board")
    html = frodo.turn.alternatives[0][0]
    assert html.index("cid:board.") < html.index("Answer this mail to play")


@pytest.mark.parametrize("title", TITLES)
def test_every_position_of_a_game_has_a_light_picture(title):
    """Drawn, not only described: a colour or a sign that is missing fails here."""
    heaviest = 0
    for _, scene, numbers in scenes_of(rules.title(title), seed=11, every=60):
        drawn = boards.picture_of(title, scene, numbers)
        png = pictures.png_of(drawn)
        heaviest = max(heaviest, len(png))
        assert Image.open(BytesIO(png)).width >= 0.8 * pictures.WIDTH
        assert drawn.words
    assert 10_000 < heaviest <= pictures.MOST_BYTES


@pytest.mark.parametrize("title", TITLES)
def test_what_a_seat_cannot_know_changes_no_picture_of_it(title):
    """Of a position and of its twin, which differs in hidden things alone, the same is drawn."""
    kind, rng, differ = rules.title(title), Random(5), 0
    for state, scene, numbers in scenes_of(kind, seed=5):
        twin = kind.twin(state, scene.seat, rng)
        differ += twin != state
        seen = boards.Scene(kind.view(twin, scene.seat), scene.seat, scene.decision, recent=scene.recent)
        assert boards.picture_of(title, seen, numbers) == boards.picture_of(title, scene, numbers)
    assert differ


@pytest.mark.parametrize("title", TITLES)
def test_digits_can_be_read_on_a_phone(title):
    """Every number in a group of SVG, by its size and by how its groups are scaled."""
    smallest = []
    for _, scene, numbers in scenes_of(rules.title(title), seed=3, every=25):
        drawn = boards.picture_of(title, scene, numbers)
        shown = ON_A_PHONE / drawn.box[2]
        smallest += [size * shown for size in sizes_of_digits(svg_of(drawn), drawn.style)]
    assert len(smallest) > 50
    assert min(smallest) >= LEAST


def sizes_of_digits(svg, style):
    """The sizes of all texts that are numbers, in units of the picture."""
    sheet = dict(re.findall(r"\.(fig) text\{font-size:([\d.]+)px", style))
    scales, found = [1.0], []
    for opened, scale, closed, attributes, size, text in re.findall(
        r"(<g\b)(?:[^>]*?scale\(([\d.]+)\))?[^>]*>|(</g>)|<text ((?:[^>]*?font-size=\"([\d.]+)\")?[^>]*)>([^<]*)",
        svg,
    ):
        if opened:
            scales.append(scales[-1] * float(scale or 1))
        elif closed:
            scales.pop()
        elif text.isdigit():
            found.append(float(size or sheet["fig"]) * scales[-1])
            assert "name" not in attributes
    return found


def test_the_numbers_in_the_picture_are_those_of_the_choices(db):
    """A red card may go to one of two regions: both glow, each with the number that the mail gives it."""
    title = rules.title("duel")
    _, scene, numbers = next(
        found for found in scenes_of(title, seed=7, every=1) if found[1].decision.kind == "place-red"
    )
    svg = svg_of(boards.picture_of("duel", scene, numbers))
    lines = choice_list.lines_of(title, scene.decision)
    for region, number in numbers.items():
        assert region in lines[number - 1]
        assert f">{number}</text>" in svg


@pytest.mark.parametrize(("address", "has_numbers"), [("play@games.example", True), ("", False)])
def test_numbers_stand_in_the_picture_of_a_mail_that_lists_them(
    db, settings, monkeypatch, address, has_numbers
):
    """Where mails cannot be answered there is nothing that a number would mean."""
    seen = []
    monkeypatch.setattr(boards, "picture_of", lambda title, scene, numbers: seen.append(bool(numbers)))
    settings.MAIL_REPLY_ADDRESS = address
    game_of_two("duel")
    send_due(timezone.now() + timedelta(minutes=3))
    assert seen == [has_numbers] * len(seen) != []


def test_whoever_wants_none_gets_none(frodo):
    Rhythm.objects.update_or_create(user=frodo.table.fellowship, defaults={"pictures": False})
    frodo.asks("board")
    assert "cid:" not in frodo.turn.alternatives[0][0]
    assert parts_of(frodo.turn).get_content_type() == "multipart/alternative"


def test_a_picture_that_fails_stops_no_mail(frodo, monkeypatch):
    """The board in text says the same, and the dice have their words."""
    monkeypatch.setattr(pictures, "png_of", lambda picture, most: 1 / 0)
    monkeypatch.setattr(pictures, "png_of_sign", lambda svg: 1 / 0)
    frodo.asks("board")
    assert parts_of(frodo.turn).get_content_type() == "multipart/alternative"
    assert "WAR OF THE RING" in frodo.turn.body


def test_a_picture_that_weighs_too_much_becomes_smaller():
    title = rules.title("war-of-the-ring")
    _, scene, numbers = next(scenes_of(title, seed=1))
    drawn = boards.picture_of("war-of-the-ring", scene, numbers)
    png = pictures.png_of(drawn, 20_000)
    assert len(png) <= 20_000
    assert Image.open(BytesIO(png)).width < pictures.WIDTH
    assert pictures.png_of(drawn, 100) == b""


def test_a_long_mail_has_a_smaller_picture(frodo):
    """A full hand of the longest cards, and everything that can be asked for at once."""
    own = sorted((c for c in box_of({}).cards if CARDS[c].side == FP), key=lambda c: -len(str(CARDS[c])))[:6]
    questions = ["help", "legal", "history 300", "status", "clock", "list", *(f"card {c}" for c in own)]
    frodo.asks("\n".join(questions), dice=(["will-of-the-west"] * 6, ["army"] * 7), **holding(*own))
    assert len(frodo.receipt.message().as_bytes()) < 100_000
    assert len(frodo.turn.message().as_bytes()) < 100_000
    assert picture_in(frodo.turn)
