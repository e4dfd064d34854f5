"""Two teams of two pull a rope, by page, program and mail: somebody is away, leaves, or is late (journey 8)."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from freezegun import freeze_time

from games.hours import absence
from games.models import Game
from games.tasks import run_clocks
from leagues.models import RecordSeat, ResultRecord
from leagues.services.lifecycle import settlement
from tests.api.test_api import Program
from tests.pages.test_always import fields_of
from tests.post import unwrapped

LATE = timedelta(seconds=61)


class Teams:
    """A table of four: North plays on the pages, East by a program, South by mail; West as a test says."""

    def __init__(self, table, post, clock):
        self.table, self.post, self.clock = table, post, clock
        self.key = table.game.key
        self.page = f"/game/{self.key}/"
        self.mails = []
        self.call = "heave"
        self.weak = set()
        self.browser = Client()
        self.browser.force_login(table.seat("north").user)
        self.program = Program(table.seat("east").user)

    def read(self):
        return self.browser.get(self.page).content.decode()

    def situation(self):
        return self.program.get(f"games/{self.key}/").json()

    def mails_to(self, seat, about=""):
        """The mails that somebody has got so far, whose subjects say this; the newest is the last."""
        self.mails += self.post.deliver()
        address = self.table.game.seats.get(name=seat).user.email
        return [m for m in self.mails if m.to == [address] and about in m.subject]

    def send(self, original, body):
        """Answer a mail, and return the receipt."""
        (receipt, *_) = self.post.answer(original, body)
        self.mails += mail.outbox
        return receipt

    # -- each answers in their own way ---------------------------------------------------------

    def by_page(self, choice):
        decision = self.table.play().decision_of("north")
        form = {"version": self.table.version("north"), "confirmed": "1"}
        answer = self.browser.post(f"{self.page}move", form | fields_of(decision, choice))
        assert answer.status_code == 302

    def by_program(self, choice):
        at = self.program.get(f"games/{self.key}/choices/").json()["version"]
        answer = self.program.post(f"games/{self.key}/moves/", {"version": at, "choices": [choice]})
        assert answer.status_code == 200, answer.content

    def by_mail(self, choice):
        turn = next(m for m in reversed(self.mails_to("south")) if m.reply_to)
        assert "Done: 1 move played." in unwrapped(self.send(turn, choice))

    def answer(self, seat):
        """Let a seat play its strongest card (its weakest if it is to lose), or call; for West the clock answers."""
        decision = self.table.play().decision_of(seat)
        of_cards = min if seat in self.weak else max
        choice = self.call if decision.kind == "call" else of_cards(decision.options.values, key=int)
        ways = {"north": self.by_page, "east": self.by_program, "south": self.by_mail}
        if seat in ways and self.table.seat(seat).user is not None:
            ways[seat](choice)
        else:
            self.wait_for(seat)
        assert self.table.reload().is_finished or self.table.play().decision_of(seat) != decision

    def wait_for(self, seat):
        """Let time pass until the clock has answered for a seat, or has run out."""
        self.clock.move_to(self.table.seat(seat).due_at + LATE)
        run_clocks(timezone.now())

    def play_round(self):
        """Let all who are asked answer, until the next one calls or the rope is pulled over."""
        self.answer(self.table.mover())
        for seat in self.table.play().waiting_for(None):
            if (
                self.table.play().decision_of(seat) is not None
            ):  # nobody waits for who has gone away meanwhile
                self.answer(seat)

    def record(self):
        """The record of the game, taken up as when a worker comes by."""
        settlement.settle_finished(timezone.now())
        return ResultRecord.objects.get(game=self.table.game)


@pytest.fixture
def teams(rope, answerable, post):
    with freeze_time(rope.game.started_at, ignore=["hypothesis", "_pytest"]) as clock:
        yield Teams(rope, post, clock)


@pytest.mark.long
def test_the_four_play_to_an_end_with_one_away_and_one_gone(teams):
    """West does not answer, North gives up; the rope decides all the same, for whole teams."""
    table = teams.table
    Game.objects.update(zero_policy=Game.ZeroPolicy.AUTOPLAY)
    assert "with South" in teams.read()
    (start,) = teams.mails_to("south", "the game begins")
    assert start.subject.startswith("Tug of war with merry against pippin and rosie, table ")
    assert "You play South, with North against East and West." in unwrapped(start)

    teams.call = "steady"  # so that the rope does not decide before
    while not table.seat("west").absent_since:
        teams.play_round()
    teams.call, teams.weak = "heave", {"south"}
    assert "west" in [seat.name for seat in absence.offered_seats(None)]
    assert teams.mails_to("south", "West does not answer any more")

    confirm = teams.browser.get(f"{teams.page}act/resign").content.decode()
    assert "your team plays on" in confirm
    teams.browser.post(f"{teams.page}act/resign")
    assert table.reload().game.status == Game.Status.RUNNING
    assert {seat.name for seat in absence.offered_seats(None)} == {"north", "west"}

    while not table.reload().is_finished:
        teams.play_round()
    result = table.game.result
    assert set(result["winners"]) in ({"north", "south"}, {"east", "west"})
    assert result["reason"] == "rope"
    winners = " and ".join(seat.capitalize() for seat in result["winners"])
    assert result["text"] == f"{winners} have the rope."
    assert teams.situation()["result"]["text"] == result["text"]
    page = teams.read()
    assert [f"Winner: <b>{seat.capitalize()}</b>" in page for seat in result["winners"]] == [True, True]
    (ended,) = teams.mails_to("south", "the game is over")
    assert result["text"] in unwrapped(ended)
    record = teams.record()
    assert (record.counts, record.counts_not) == (False, "somebody has no account")
    won = {seat.seat for seat in RecordSeat.objects.filter(record=record, won=True)}
    assert won == set(result["winners"])


def test_the_team_of_whoever_is_late_loses_to_a_claim(teams):
    table = teams.table
    Game.objects.update(zero_policy=Game.ZeroPolicy.CLAIM)
    table.game.seats.update(full_decisions=3)
    for seat in ("north", "north", "east", "south"):
        teams.answer(seat)
    teams.wait_for("west")

    # The partner has nothing to claim, on no face; either opponent has.
    assert not teams.situation()["can"]["claim"]
    answer = teams.program.post(f"games/{teams.key}/acts/claim/", {"what": "win"})
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing-to-claim")
    assert "Claim the win" in teams.read()
    (told,) = teams.mails_to("south", "West has run out of time")
    assert "North and South may claim the game." in unwrapped(told)
    assert "West ran out of time: North and South win." in teams.send(told, "claim win").body

    assert table.reload().game.result["winners"] == ["north", "south"]
    assert "Winner: <b>North</b>" in teams.read()
    record = teams.record()
    assert (record.counts, record.reason) == (True, "time")
    marks = [(seat.seat, seat.won, seat.timed_out) for seat in record.seats.order_by("index")]
    assert marks == [
        ("north", True, False),
        ("east", False, False),
        ("south", True, False),
        ("west", False, True),
    ]


def test_all_four_vote_for_the_end_and_a_whole_team_wins(teams):
    """Each of them by another face; nobody decides it without the other team, or without the partner."""
    table = teams.table
    teams.browser.post(f"{teams.page}votes/", {"kind": "end", "value": "south"})
    (asked,) = teams.mails_to("south", "North asks to end the game now: North and South win")
    teams.program.post(f"games/{teams.key}/votes/end/", {"value": "south"})
    teams.send(asked, "vote end south")
    assert not table.reload().is_finished
    west = Client()
    west.force_login(table.seat("west").user)
    west.post(f"{teams.page}votes/", {"kind": "end", "value": "south"})
    result = table.reload().game.result
    assert (result["winners"], result["reason"]) == (["north", "south"], "agreement")


def test_a_team_that_gives_up_on_both_faces_has_lost(teams):
    table = teams.table.past_the_first_moves()
    assert teams.program.post(f"games/{teams.key}/acts/resign/").status_code == 200
    assert table.reload().game.status == Game.Status.RUNNING
    west = Client()
    west.force_login(table.seat("west").user)
    assert "North and South win." in west.get(f"{teams.page}act/resign").content.decode()
    west.post(f"{teams.page}act/resign")
    assert table.reload().game.result["winners"] == ["north", "south"]
    (ended,) = teams.mails_to("south", "the game is over")
    assert "West resigned, the last of the team: North and South win." in unwrapped(ended)
