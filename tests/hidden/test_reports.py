"""Twin games, and a report in each: whoever mends reads, and takes home, nothing that the reporter did not know."""

import re

import pytest
from django.test import Client

import rules
from games.models import Report
from games.play import positions
from games.reports import cases, filing
from tests.conftest import person
from tests.hidden.test_twins import SCRIPTS, base, private, still  # noqa: F401
from tests.hidden.twins import SPECTATOR, Dealer, Facts, standing

#: What the others keep for themselves in the twin: as many reports of theirs, so that those of the eye have one number.
THOUGHT = "another thought"
#: Scripts in which cards and tiles are exchanged for others from the beginning, so that the log knows of nothing else.
NAMES = ("cards in hand", "a card laid face down", "tiles on a Sovereign", "a discard that one has seen")
EXCHANGED = [script for script in SCRIPTS if script.name in NAMES]


def reported(world, eye, dealer):
    """What comes to the staff by what one eye reports: the page of each report, and its case."""
    dealer.begin("reports")
    Report.objects.all().delete()  # those of the others, of whom the staff may read
    viewer = world.viewer(world.seats.get(eye, SPECTATOR))
    line = positions.log_lines(viewer, newest=True, limit=1)[0]
    places = [
        {"place": "line", "line": line["number"]},
        {"place": "step", "step": positions.steps(viewer)[-1]},
    ]
    if eye is not None and positions.open_decision(viewer) is not None:
        places.append({"place": "question"})
    staff = person("gandalf")
    staff.is_staff = True
    staff.save()
    client = Client()
    client.force_login(staff)
    told = {}
    for place in places:
        kept = filing.file(viewer, about="rule", text="Is that right?", **place)
        page = client.get(f"/reports/{kept.pk}/")
        assert page.status_code == 200
        told[f"{place['place']}: the page"] = re.sub(
            r'csrfmiddlewaretoken" value="\w+"', "", page.content.decode()
        )
        dealer.begin("case")
        told |= {
            f"{place['place']}: {name}": file.decode() for name, file in cases.write(kept.pk).files.items()
        }
    return told


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("script", EXCHANGED, ids=lambda script: script.name.replace(" ", "-"))
def test_of_twins_the_staff_reads_the_same_report(still, script):  # noqa: F811
    dealer, title = Dealer(script.name), rules.title(script.title)
    seats = title.seats(title.normalise_options(dict(script.options)))
    eyes = [eye for eye in (*seats, None) if eye not in script.without]
    here = {}
    with standing(script, base(seats), dealer, follow=False) as world:
        state = world.play().state
    exchanges = {eye: script.exchange(state, eye, dealer.told) for eye in eyes}
    assert any(exchanges.values())
    for eye in eyes:
        with standing(script, base(seats), dealer, follow=True) as world:
            here[eye] = reported(world, eye, dealer)
        twin = Facts(private(seats, eye, THOUGHT), exchanged=exchanges[eye], eye=eye)
        with standing(script, twin, dealer, follow=True) as world:
            there = reported(world, eye, dealer)
        assert here[eye] == there
