"""What a mail of a turn shows: who plays, the story with its dice, the board and below it the question, the cards."""

import re
from email import message_from_bytes
from email.policy import default
from random import Random

import pytest
from django.template.loader import render_to_string
from django.utils.html import escape

import rules
from games import boards
from games.boards import pictures
from games.letters.game_summary import Sheet
from games.letters.parser import read_lines
from games.play import access, positions
from notifications.models import Rhythm
from rules import Game, Seeded
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.conftest import game_of_two, person
from tests.drawn import svg_of, ways
from tests.games.asking import Frodo
from tests.inbound.players import Correspondence
from tests.rules.war_of_the_ring.battles import holding
from tools.moments import MARCHES, set_up

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("answerable")]

TITLES = ("duel", "risk", "war-of-the-ring")
ATHELAS, RED_ARROW = "fp-char-09", "fp-str-15"


@pytest.fixture
def frodo(db, settings):
    settings.MAIL_PICTURES = True
    return Frodo()


def html_of(mail):
    return mail.alternatives[0][0]


def words_of(mail):
    """What the HTML of a mail says where no pictures are shown: their words stand in their places."""
    html = re.sub(r"<style>.*?</style>", " ", html_of(mail), flags=re.DOTALL)
    html = re.sub(r'<img [^>]*alt="([^"]*)"[^>]*>', r" \1 ", html)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def in_order(text, *parts):
    places = [text.index(part) for part in parts]
    return places == sorted(places)


# -- from above to below ---------------------------------------------------------------------------------


def test_the_question_stands_directly_below_the_board_and_the_cards_after_it(frodo):
    frodo.asks("board", **holding(ATHELAS))
    html = html_of(frodo.turn).partition("<body")[2]
    head = ("War of the Ring</strong>", "against <strong", ">gothmog</strong>", "until ")
    story = ("It is your turn.", "What has happened")
    below = ('src="cid:board.', "Which action do you take?", "Answer this mail to play:")
    assert in_order(html, *head, *story, *below, "Your dice", "Your cards", "The board in words")
    assert re.search(r">\d+ (d|h|min)[^<]*</strong><br>until \w{3} \d+ \w{3}, \d\d:\d\d<", html)
    between = html[html.index("cid:board.") : html.index("Which action do you take?")]
    assert "<p" not in between


def test_both_sides_stand_at_the_head_the_reader_first(frodo):
    frodo.asks("board")
    assert "● You Free Peoples 0 of 4 ◆ gothmog Shadow 0 of 10" in words_of(frodo.turn)


def test_duel_tells_the_three_ways_to_win_at_the_head(duel):
    letters = Correspondence(duel)
    mails = letters.mails[letters.address("fellowship")]
    assert re.search(r"● You Fellowship Quest 0 of 14, Races 0 of 6, regions \d of 7", words_of(mails[0]))


@pytest.mark.parametrize("title", TITLES)
def test_every_choice_of_the_list_has_its_number_and_its_notation(db, title):
    letters = Correspondence(game_of_two(title))
    letters.play_on(6)
    asking = [mail for mails in letters.mails.values() for mail in mails if "ANSWER THIS MAIL" in mail.body]
    assert len(asking) > 4
    for mail in asking:
        shown = re.sub(r"\s+", " ", html_of(mail))
        for number, written in re.findall(r"^ *(\d+)\. (.+?)(?: -- |$)", mail.body, re.MULTILINE):
            assert f">{number}</b>" in shown
            assert escape(written) in shown


def test_the_mail_can_be_read_by_night_and_fetches_nothing(frodo):
    frodo.asks("board", **holding(ATHELAS))
    for mail in (frodo.turn, frodo.receipt):
        html = html_of(mail)
        assert '<meta name="color-scheme" content="light dark">' in html
        assert "@media (prefers-color-scheme:dark)" in html
        assert all(source.startswith("cid:") for source in re.findall(r'src="([^"]*)"', html))
        assert "url(" not in html
        assert max(map(len, html.split("\n"))) < 998, "a longer line would be encoded anew, and heavier"


# -- dice ------------------------------------------------------------------------------------------------


def test_the_own_dice_are_pictures_each_face_once_in_the_mail(frodo):
    frodo.asks("board", dice=(["character", "character", "event"], ["army", "army", "muster"]))
    mail = message_from_bytes(frodo.turn.message().as_bytes(), policy=default)
    names = [part.get_filename() for part in mail.walk() if part.get_content_maintype() == "image"]
    assert names == ["die-free-peoples-character.png", "die-free-peoples-event.png", "board.png"]
    shown = re.findall(r'src="cid:(die-[^"]+)"', html_of(frodo.turn))
    assert [name.partition(".")[0] for name in shown] == [
        "die-free-peoples-character", "die-free-peoples-character", "die-free-peoples-event"
    ]  # fmt: skip
    assert "Your dice Shadow: 2 Army, Muster Character Character Event" in words_of(frodo.turn)


def test_whoever_wants_no_pictures_reads_the_dice(frodo):
    Rhythm.objects.update_or_create(user=frodo.table.fellowship, defaults={"pictures": False})
    frodo.asks("board", dice=(["character", "event"], ["army"]))
    assert "<img" not in html_of(frodo.turn)
    assert "Your dice Shadow: Army Character Event" in words_of(frodo.turn)


def test_every_roll_of_the_story_is_shown_as_dice_in_its_own_sentence():
    """What is drawn stands for words of the line, so that the line says the same where no pictures are shown."""
    title = rules.title("war-of-the-ring")
    rng = Random(4)
    play = Game.start(title, title.normalise_options({}), Seeded(4))
    while not play.is_over and len(play.lines) < 1500:
        decision = rng.choice(play.pending)
        play.play(decision.seat, [title.fuzz_choice(decision, rng)])
    lines = [
        {"number": n, "kind": line.kind, "data": line.data, "text": title.sentence(line)}
        for n, line in enumerate(play.lines)
    ]
    mailing = boards.mailing_of(title.id, boards.Scene(play.view(FP), FP, None, recent=lines))
    kinds = set()
    for place, rolled in mailing.rolled.items():
        assert rolled.words in lines[place]["text"]
        assert len(rolled.signs) == len(lines[place]["data"]["dice"])
        kinds.add(lines[place]["kind"])
        for sign in rolled.signs:
            assert not sign.svg or 300 < len(pictures.png_of_sign(sign.svg)) < 2_000
    assert kinds >= {"action-dice-rolled", "combat-rolled", "hunt-rolled"}


def lines_of(*told):
    return [
        {"number": 7 + n, "seq": n, "kind": kind, "data": data, "text": kind}
        for n, (kind, data) in enumerate(told)
    ]


@pytest.mark.parametrize("far", [False, True], ids=["a part of the map", "the whole map"])
def test_what_was_done_at_places_bears_its_number_on_the_map_and_beside_its_line(far):
    """A turn that begins happens nowhere; what follows at the same place belongs to the line before it."""
    march = {"source": "orthanc", "target": "fords-of-isen", "figures": {"isengard-regular": 2}}
    lines = lines_of(
        ("turn-begins", {"turn": 2}),
        ("army-moved", march),
        ("settlement-captured", {"side": SH, "region": "fords-of-isen", "points": 0}),
        ("recruited", {"region": "umbar" if far else "helms-deep", "figures": {}}),
    )
    title = rules.title("war-of-the-ring")
    play = Game.start(title, title.normalise_options({}), Seeded(4))
    asked = rules.Decision(FP, "deck", "", rules.OneOf(("character",)), context={"region": "fords-of-isen"})
    scene = boards.Scene(play.view(FP), FP, None if far else asked, recent=lines)
    drawn = boards.picture_of(title.id, scene, {})
    assert re.findall(rf"{pictures.CASING};text-anchor:middle\">(\d+)</text>", svg_of(drawn)) == ["1", "2"]
    (march,) = ways(svg_of(drawn))
    assert march < svg_of(drawn).index("<text y" if far else 'class="pile"'), "only a march has an arrow"
    assert boards.mailing_of(title.id, scene).marks == {8: 1, 10: 2}


def test_the_text_and_the_html_of_a_mail_have_the_numbers_of_its_picture(db, settings):
    settings.MAIL_PICTURES = True
    frodo, gothmog = person("told-frodo"), person("told-gothmog")
    table = set_up("sortie", frodo.username, gothmog.username, MARCHES)
    viewer = access.look(table, frodo)
    play = positions.open_game(viewer)
    sheet = Sheet(viewer, play, positions.situation(viewer, play))
    context = {**sheet.context(board=True, numbered=True), "site_url": ""}
    text, html = (render_to_string(f"games/letters/news.{kind}", context) for kind in ("txt", "html"))
    told = re.findall(r"^- \((\d+)\) (.+)$", text, re.MULTILINE)
    assert [number for number, _ in told] == re.findall(r'class="told"[^>]*>(\d+)</b>', html) == ["1", "2"]
    assert "Umbar to West Harondor" in told[0][1]
    assert "Osgiliath to South Ithilien" in told[1][1]
    assert re.search(r"^- [^(]", text, re.MULTILINE), "what happens nowhere has no number"


# -- cards -----------------------------------------------------------------------------------------------


def test_cards_of_the_hand_and_of_the_story_lead_to_the_handbook_by_whole_addresses(frodo, settings, client):
    settings.SITE_URL = "https://games.example"
    frodo.asks("board", **holding(ATHELAS))
    html = html_of(frodo.turn)
    page = "https://games.example/handbook/war-of-the-ring/cards/"
    drawn = re.search(r"^- The Free Peoples draw (?!a )(.+)\.$", frodo.turn.body, re.MULTILINE)[1]
    linked = re.search(
        rf'The Free Peoples draw <a href="{page}#(card-[\w-]+)"[^>]*>{re.escape(str(escape(drawn)))}</a>',
        html,
    )
    assert linked
    assert f'href="{page}#card-{ATHELAS}"' in re.sub(r"\s+", " ", html)
    assert f'id="{linked[1]}"' in client.get("/handbook/war-of-the-ring/cards/").content.decode()


def test_the_text_tells_each_card_that_the_story_names_once_in_short(frodo):
    frodo.asks("board", **holding(ATHELAS))
    text = frodo.turn.body
    drawn = re.findall(r"^- The Free Peoples draw (.+?)\.?$", text, re.MULTILINE)
    hand, named = text.partition("YOUR CARDS\n")[2].split("CARDS NAMED HERE\n")
    named = named.partition("ANSWER THIS MAIL")[0]
    assert len(drawn) == 2
    for name in drawn:
        assert named.count(f"{name} (") == 1
    assert named.count("  Event: ") == named.count("  In battle: ") == 2
    assert "Athelas (Character icon)" in hand
    assert "Athelas" not in named
    assert words_of(frodo.turn).count("Cards named here") == 1


def test_a_mail_names_no_card_that_only_the_other_side_knows(frodo):
    frodo.asks("board", **holding("sh-char-21"))
    own = frodo.turn.body + html_of(frodo.turn) + frodo.receipt.body + html_of(frodo.receipt)
    drawn = [
        line.data["card"]
        for line in frodo.table.game.log_lines.filter(kind="card-seen")
        if SH in line.visible_to
    ]
    assert len(drawn) == 2
    for card in (*drawn, "sh-char-21"):
        assert boards.reference_of("war-of-the-ring").cards[card][0] not in own


def test_in_duel_the_cards_that_can_be_taken_are_told(duel):
    letters = Correspondence(duel)
    (mail,) = letters.mails[letters.address(duel.mover())]
    named = mail.body.partition("CARDS NAMED HERE\n")[2].partition("ANSWER THIS MAIL")[0]
    asked = duel.play().pending[0]
    assert named.count("  Gives: ") >= 2
    assert named.count("  Costs: ") == named.count("  Gives: ") <= 12
    assert asked.kind == "turn" or named


# -- rules by mail ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["rule WR-4.4", "rule wr-4.4", "Rule 4.4.", "rule: WR-4.4"])
def test_a_rule_is_told_by_its_code(frodo, line):
    told = frodo.asks(line)
    heading = next(rule.heading for rule in handbook().rules() if rule.code == "WR-4.4")
    assert f"WR-4.4 {heading}".upper() in told


def test_a_section_names_its_paragraphs_and_an_unknown_code_says_how_codes_look(frodo):
    section = handbook().sections[3]
    told = frodo.asks(f"rule {section.code}")
    assert all(f"- {below.code} {below.heading}" in told for below in section.paragraphs)
    assert "No rule has this code. Rules are called like `rule WR-0`." in frodo.asks("rule ZZ-9")
    assert "`rule CODE` tells a rule of the handbook" in frodo.asks("help")


def test_a_sentence_that_begins_with_the_word_is_no_command():
    assert [item.command for item in read_lines(["rule of thumb: never attack"]).items] == [""]
    assert [item.command for item in read_lines(["rule DU-3"]).items] == ["rule"]


def handbook():
    from rules.core.handbook import handbook_of

    return handbook_of(rules.title("war-of-the-ring"))
