"""Tables of Risk for tests of its pages, and what is read off what they draw."""

import html
import re

from django.template.loader import render_to_string

import rules
from games.boards import drawing_of
from games.models import Game
from tests.conftest import Table
from tests.rules.risk.scenes import scene
from tools.moments import set_up_risk

TITLE = rules.title("risk")
TABLES = ("2", "3", "4", "team")
HANDS = {"green": ["mission-bree", "gollum"], "yellow": ["smeagol"], "red": ["mission-erech", "ambush"]}
CARDS = {"green": ["card-moria"], "yellow": ["card-fangorn"], "red": ["card-lorien", "card-wild-1"]}
#: A land of Green's among one of Red's, with Black and Yellow in the south.
LAND = {
    "green": {"moria": 5, "lorien": 2, "eregion": 1, "the-shire": 4, "buckland": 128},
    "black": {"umbar": 3},
    "yellow": {"harad": 2},
}
LEADERS = {"green": ["moria", "buckland"], "red": ["mordor-gate"]}


def at_four(*script, **parts):
    """A table of four in the combat of Green, who holds what LAND says."""
    return scene(*script, **{**LAND, "players": "4", "leaders": {"green": ["moria", "buckland"]}} | parts)


def lines_of(play, seat):
    """The story as a page has it."""
    told = [line for line in play.lines if line.is_visible_to(seat)]
    return [
        {"number": n, "seq": n, "kind": line.kind, "data": line.data, "text": TITLE.sentence(line)}
        for n, line in enumerate(told)
    ]


def drawing(play, seat=None, recent=()):
    asked = play.decision_of(seat) if seat else None
    return drawing_of("risk", play.view(seat), seat, asked, lines_of(play, seat), recent)


def drawn(play, seat=None, recent=()):
    return html_of(drawing(play, seat, recent), seat)


def html_of(found, seat=None):
    """The board, one's own line, the hand, the papers and the plates of the others as the page has them."""
    own = seat or next(iter(found["plates"]))
    text = [
        render_to_string(f"games/board/risk/{part}.html", {"drawing": found, "it": found["plates"][own]})
        for part in ("board", "mine", "hand", "papers", "signs")
    ]
    text += [
        render_to_string("games/board/risk/plate.html", {"drawing": found, "it": plate})
        for name, plate in found["plates"].items()
        if name != own
    ]
    return "".join(text)


def words(text):
    """What a reader reads of HTML."""
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", text)))


def label(text, territory):
    return html.unescape(re.search(rf'href="#r-{territory}"[^>]*aria-label="([^"]*)"', text)[1])


def entry(text, territory):
    """What the list of all territories says of one, as HTML."""
    return re.search(rf'<li id="r-{territory}".*?</li>', text, re.S)[0]


def counter(text, territory):
    """Who stands in a territory, with how many, and whether with a crown."""
    pile = re.search(rf'<g class="pile s-(\w+)" data-pile="{territory}">(.*?)</g></g>', text)
    return pile[1], int(re.search(r"<text[^>]*>(\d+)<", pile[2])[1]), "#t-leader" in pile[2]


def glowing(text, kind="is-choice"):
    return {
        id for marks, id in re.findall(r'class="([^"]*)" data-glow="([^"]+)"', text) if kind in marks.split()
    }


def begun(people, asks="combat", players="4"):
    """A game of two people and bots, in which the first is asked this."""
    return set_up_risk([user.username for user in people], asks, players)


def at(key, people):
    return Table(Game.objects.get(key=key), *people)
