"""Duel in mails, beside the picture: the three ways in which each side may win."""

from games.boards import SHOWN_RECENTLY, Scene
from games.boards.colours import by_day
from games.boards.duel.display import done
from games.boards.mail import Mailing, Standing
from games.boards.marks import numbers
from rules.duel.data import QUEST_LENGTH, RACES, REGIONS

MARKS = {"fellowship": "●", "sauron": "◆"}


def mailing(scene: Scene) -> Mailing:
    """Return what a mail shows of a position."""
    view, colours = scene.view, by_day("titles/duel.css", "base.css")
    standings = {}
    for side, own in view["sides"].items():
        words = (
            f"Quest {view['quest'][side]} of {QUEST_LENGTH}, Races {own['support']} of {len(RACES)}, "
            f"regions {len(own['presence'])} of {len(REGIONS)}"
        )
        standings[side] = Standing(words, MARKS[side], colours[f"--{side}"])
    return Mailing(standings, marks=numbers(done(scene.recent[-SHOWN_RECENTLY:])))
