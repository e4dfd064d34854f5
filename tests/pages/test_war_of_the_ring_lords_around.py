"""What lies around the table in a game of Lords with the Council: report, replay, planning board, plan, story, mail."""

import gzip
import html
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.boards.war_of_the_ring import report as reports
from games.boards.war_of_the_ring import story
from games.models import Game
from games.planning import boards
from rules.core.replay import replay
from rules.core.transcript import read_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.conftest import Table, person
from tests.post import Post
from tools.moments import FREE, SHADOW, set_up

GOLDEN = Path(__file__).resolve().parents[2] / "rules" / "war_of_the_ring" / "records"


@pytest.fixture
def war(db):
    """The middle of a war with all of Lords on the table; forms of Companions are hidden."""
    frodo, gothmog = person("frodo"), person("gothmog")
    return Table(Game.objects.get(key=set_up("lords", "frodo", "gothmog")), frodo, gothmog)


def look(client, who, war, path=""):
    client.force_login(who)
    answer = client.get(f"/game/{war.game.key}/{path}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


# -- the report ----------------------------------------------------------------------------------------


def line(name, seq=1, /, **data):
    return {"kind": name, "data": data, "text": name, "seq": seq}


def told(name):
    """The report of a golden game, as the page has it."""
    play = replay(read_transcript((GOLDEN / f"{name}.txt").read_text(encoding="utf-8")))
    lines = [{"kind": one.kind, "data": one.data, "text": TITLE.describe_line(one)} for one in play.lines]
    return html.unescape(
        render_to_string("games/board/war_of_the_ring/report.html", {"report": reports.report(lines)})
    )


def test_the_report_counts_special_dice_and_names_the_rings():
    page = told("lords-corruption")
    assert "Nenya: Card Draw 4" in page
    assert "Nenya rolled 8 times, set aside 3 times; Vilya rolled 7 times, set aside 4 times." in page
    assert "Vilya used for its power in turn 9; Nenya used for its power in turn 10." in page
    assert "<b>Special dice</b>: Gothmog lost for good." in page
    assert page.count("Elven Rings") == 1


def test_the_report_tells_of_rings_and_tokens_by_turn():
    lines = [
        line("turn-begins", turn=1),
        line("tokens-taken", tokens=["move-nazgul"]),
        line("token-used", token="move-nazgul"),
        line("ring-named", side=FP, ring="vilya"),
        line("turn-begins", turn=2),
        line("ring-named", side=SH, ring="vilya"),
        line("ring-returned", ring="vilya", source="out"),
    ]
    free, shadow = (side["more"] for side in reports.report(lines)["sides"])
    assert free == [("Elven Rings", "Vilya used in turn 1; Vilya came back in turn 2")]
    assert shadow == [
        ("Elven Rings", "Vilya used in turn 2"),
        ("Action Tokens", "Move Nazgûl and Minions, used"),
    ]


def test_the_report_of_a_base_game_has_no_further_lines():
    assert [side["more"] for side in reports.report([line("turn-begins", turn=1)])["sides"]] == [[], []]


# -- the story on the board ----------------------------------------------------------------------------


def test_the_overlay_of_a_battle_tells_what_lords_adds():
    rolled = {"dice": [1], "needed": 5, "bonus": 0, "hits": 0}
    kinds = ("leadership-cancelled", "sixes-count-more", "orderly-withdrawal", "no-retreat", "evil-knowledge")
    lines = [
        line("attack-declared", 1, side=SH, source="moria", target="lorien", kind="field", figures={}),
        line("combat-rolled", 1, side=SH, **rolled),
        *[line(kind, 2, side=SH) for kind in kinds],
    ]
    shown = story.battle({"battle": None}, lines, since=2)
    assert shown["rounds"][0]["notes"] == list(kinds)


def test_smeagol_bears_a_number_where_the_fellowship_stands():
    assert [story.places_of(line(kind)) for kind in ("smeagol-joins", "smeagol-becomes-gollum")] == [
        (story.FELLOWSHIP,)
    ] * 2


def test_everybody_reads_whose_form_is_not_shown_yet(war, client):
    for who in (war.fellowship, war.sauron):
        hidden = "Gandalf the Grey, Gimli, Meriadoc Brandybuck, Peregrin Took"
        assert f"Their form is not shown yet: {hidden}." in look(client, who, war)


# -- replay, planning board, plan, mail -----------------------------------------------------------------


def test_a_replay_shows_the_table_as_its_seat_knows_it(war, client):
    war.submit(FREE, "skip:event")
    for who in (war.fellowship, war.sauron):
        page = look(client, who, war, "replay/")
        assert 'class="elven' in page
        assert 'class="action-token"' in page
        assert "Signs of Lords" not in page  # that paper lies at the table


def test_a_planning_board_deals_hidden_forms_anew(war, monkeypatch):
    """Gimli may be the Dwarven Lord for all that the Shadow knows; the Free Peoples know him."""
    seen = {FREE: set(), SHADOW: set()}
    for bits in range(12):
        monkeypatch.setattr(boards.secrets, "randbits", lambda _, bits=bits: bits)
        for seat, forms in seen.items():
            board = boards.make(war.viewer(seat))
            companions = boards.position_of(board, war.game).state.fellowship.companions
            forms.update(c for c in companions if c.startswith(("gimli", "gandalf")))
    assert seen[FREE] == {"gimli", "gandalf-the-grey-keeper-of-narya"}
    assert seen[SHADOW] == seen[FREE] | {"gimli-dwarven-lord", "gandalf-the-grey"}


def test_a_planning_board_has_tokens_special_dice_and_rings(war, client):
    client.force_login(war.sauron)
    address = f"/game/{war.game.key}/planning/"
    client.post(address, {"act": "make"})
    board = boards.board_for(war.viewer(SHADOW))
    client.post(address, {"act": "move", "at": len(board.answers), "seat": FREE, "moves": "skip: event"})
    page = look(client, war.sauron, war, "planning/")
    assert 'value="token:move-nazgul"' in page
    assert 'data-die="balrog/use-balrog"' in page
    client.post(
        address, {"act": "move", "at": 1, "seat": SHADOW, "moves": "use balrog/use-balrog: use-balrog"}
    )
    assert "The Balrog is active." in look(client, war.sauron, war, "planning/")
    assert "The Balrog is active." not in look(client, war.sauron, war)


def test_an_attack_with_companions_in_another_form_is_sent_with_a_plan(war, client):
    war.submit(FREE, "muster-army:attack")
    page = look(client, war.fellowship, war)
    assert 'name="plan-rounds"' in page
    form = {
        "version": war.version(FREE),
        "key": "a1",
        "choice": "minas-tirith>minas-tirith",
        "confirmed": "1",
    }
    plan = {"plan-rounds": "cease", "plan-cards": "none"}
    answer = client.post(f"/game/{war.game.key}/move", form | plan, follow=True).content.decode()
    assert "Your plan stands until the turn is over" in answer
    assert "Boromir, Captain General" in look(client, war.sauron, war)


def test_the_mail_of_a_turn_tells_special_dice_and_what_is_held(war):
    war.submit(FREE, "skip:event")
    (asks,) = (letter for letter in Post().deliver() if war.sauron.email in letter.to)
    page = html.unescape(str(asks.alternatives[0][0]))
    for words in (
        "Balrog: Use Balrog",
        "Vilya: Army",
        "1 of 10; Nenya; 2 Action Tokens",
        "0 of 4; Vilya, Narya",
    ):
        assert words in page
    assert "Keeper of Narya" not in page


# -- what it costs -------------------------------------------------------------------------------------


def test_a_page_with_lords_is_little_longer_than_one_without(war, client):
    """At most 15 % more go over the wire, to the player who is asked and to a visitor (docs/performance.md)."""
    base = Table(Game.objects.get(key=set_up("sortie", "frodo", "gothmog")), war.fellowship, war.sauron)
    for asked in (False, True):
        if asked:
            client.force_login(war.fellowship)
        without, with_lords = (
            len(gzip.compress(client.get(f"/game/{table.game.key}/").content, 6)) for table in (base, war)
        )
        assert with_lords < 1.15 * without
