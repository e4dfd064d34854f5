"""“This is wrong here”: what a report keeps, who may make one, and how often."""

import json

import rules
from games.models.reports import Report
from games.play import positions
from games.reports import filing


def report(viewer, place="question", about="rule", text="That cannot be right.", **more):
    return filing.file(viewer, place=place, about=about, text=text, **more)


def seen(kept):
    return json.loads(Report.objects.get(pk=kept.pk).seen)


def first_line(viewer):
    return positions.log_lines(viewer)[0]


def test_a_question_is_kept_as_its_seat_sees_it(duel):
    viewer = duel.viewer("sauron")
    kept = report(viewer, browser="Netscape\n" + "x" * 300)
    asked = positions.open_decision(viewer)
    assert (kept.reporter, kept.seat, kept.game_key) == (viewer.user, "sauron", duel.game.key)
    assert (kept.place, kept.kind, kept.words) == ("question", asked.kind, asked.prompt)
    assert (kept.seq, kept.until, kept.release) == (kept.until, duel.game.version, rules.__version__)
    assert kept.browser == "Netscape" + "x" * 192
    assert seen(kept)["legal"]["options"] == json.loads(json.dumps(asked.describe()["options"]))
    assert seen(kept)["view"] == json.loads(json.dumps(positions.situation(viewer)["view"]))
