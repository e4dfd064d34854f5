"""A whole game with Lords and the Council of Rivendell, in which one side has nothing but a mail program.

Both play the golden game `lords-hasty` with its seed; the other side moves by another door, and is told by mail, too.
"""

from __future__ import annotations

import smtplib
from collections import deque
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import msgspec
import pytest
from django.utils import timezone

import rules
from games.ledger.records import record_of
from games.ledger.sealing import seal
from games.lobby import tables
from games.models.letters import Letter
from games.play.start import Committed
from notifications.tasks import sweep_inbox
from rules.core.decisions import Text
from rules.core.records import check_chain, check_fairness, effective
from rules.core.transcript import read_transcript
from rules.war_of_the_ring.catalogue import figure_name
from rules.war_of_the_ring.sets.lords.forms import ALTERNATES
from tests.conftest import Table, person
from tests.inbound.conftest import PASSED
from tests.inbound.test_whole_game import choices_in, text_of
from tests.opening import open_table
from tests.post import send_due

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "war_of_the_ring" / "lords-hasty.txt"
RECORD = read_transcript(GOLDEN.read_text(encoding="utf-8"))
FREE, SHADOW = "free-peoples", "shadow"
NAMES = {FREE: "frodo", SHADOW: "gothmog"}
#: What each side answers in its mails, and in which words its mails tell it what is new.
SAID = {
    FREE: (
        "versions: gandalf-the-grey-keeper-of-narya, strider-dunadan, boromir-captain-general-of-gondor, "
        "legolas-elven-prince",
        "outside: boromir-captain-general-of-gondor",
        "use narya muster: elrond",
        "vilya: use",
        "special: vilya/muster",
        "nenya: use",
        "ring: muster > muster-army",
    ),
    SHADOW: (
        "token: advance-nation",
        "minion: balrog at moria",
        "special: balrog/character",
        "spear: pass",
        "use gothmog muster: minion",
        "card: the-gates-are-closed",
        "card: a-balrog-is-come",
    ),
}
TOLD = {
    FREE: (
        "Which Companions have their other form? Nobody else sees it, but for that of the Guide.",
        "legolas-elven-prince -- Legolas, Elven Prince",
        "In their other form: Gandalf, Keeper of Narya; Strider, Dúnadan; Boromir, Captain General; Legolas,",
        "use narya muster: galadriel -- Narya die showing Muster: bring Galadriel into play",
        "The power of Vilya is used; the Ring goes to the Shadow.",
        "The Free Peoples may use the Narya die showing Muster again.",
        "Companions: Gandalf, Keeper of Narya; Strider, Dúnadan; Legolas, Elven Prince; Gimli;",
        "Which special die do you keep? The others are set aside until the next turn.",
        "special: nenya/card-draw -- Nenya: Card Draw",
        "A Hunt tile was drawn (Eye with reveal): use Nenya to remove it and draw another?",
        "Sméagol joins the Fellowship.",
    ),
    SHADOW: (
        "token: move-nazgul -- Move Nazgûl and Minions",
        "Forms not shown yet: Strider, Legolas, Gimli, Meriadoc Brandybuck, Peregrin Took",
        "Action Tokens of the Shadow: Advance a Nation",
        "The Balrog appears in Moria.",
        "special: balrog/character -- Balrog: Character",
        "Elrond appears in Rivendell.",
        "Elven Rings: Vilya with the Shadow",
        "The Gates are Closed",
    ),
}


def address_of(seat):
    return f"{NAMES[seat]}@example.org"


@pytest.fixture
def table(transactional_db, monkeypatch):
    """A table with Lords and the Council that has just begun, with the seed of the golden game."""
    seed, now = bytes.fromhex(RECORD.fairness.seed), timezone.now()
    monkeypatch.setattr(
        "games.play.start.SCHEME", 1
    )  # what comes follows from the seed, whatever comes with moves
    monkeypatch.setattr(
        "games.play.start.fresh_seed", lambda: Committed(rules.commitment(seed), seal(seed), now)
    )
    frodo, gothmog = (person(name) for name in NAMES.values())
    options = {"lords": True, "council_of_rivendell": True}
    game = open_table(frodo, RECORD.title, options=options, seat=FREE, terms={"grace": 0})
    tables.join(game.key, user=gothmog)
    tables.start_now(game.key, frodo)
    return Table(game, frodo, gothmog).reload()


class Correspondent:
    """Who plays a side by mail alone: every second mail begins with a number, the others are notation throughout.

    Attributes:
        inbox: what everybody was sent, by address.
        newest: the newest mail of their own.
        said: what was answered, in notation.
        mails: how many lines each mail had.
        numbers: how many mails began with a number.
    """

    def __init__(self, seat, door, mailboxes):
        self.address, self.door, self.mailboxes = address_of(seat), door, mailboxes
        self.inbox = {address_of(one): [] for one in NAMES}
        self.newest, self.said, self.mails, self.numbers = None, [], [], 0

    def collect(self):
        """Let the server send what is due, to both sides."""
        send_due(timezone.now() + timedelta(minutes=3))
        for message in self.mailboxes.take():
            self.inbox[message["To"]].append(text_of(message))
            if message["To"] == self.address:
                self.newest = message

    def answer(self, lines):
        """Answer the newest mail, a line for each step; the server reads it and sends what follows."""
        self.collect()
        question = self.newest
        assert "ANSWER THIS MAIL" in text_of(question)
        self.said += lines
        self.mails.append(len(lines))
        numbers = {written: number for number, written in choices_in(question)}
        if len(self.mails) % 2 == 0 and lines[0] in numbers:
            lines = [numbers[lines[0]], *lines[1:]]
            self.numbers += 1
        reply = EmailMessage()
        reply["From"], reply["To"] = self.address, question["Reply-To"]
        reply["Subject"] = f"Re: {' '.join(question['Subject'].split())}"
        reply["Message-ID"] = f"<{len(self.mails)}.{self.address}>"
        reply["Authentication-Results"] = PASSED
        words, quoted = "\n".join(lines), "\n".join(f"> {line}" for line in text_of(question).splitlines())
        reply.set_content(f"{words}\n\nOn 3 May 2027, wotr <games@localhost> wrote:\n{quoted}\n")
        with smtplib.SMTP(self.door.hostname, self.door.port, local_hostname="client.example") as mta:
            mta.send_message(reply, self.address, [question["Reply-To"]])
        sweep_inbox()
        self.collect()

    def told(self, seat):
        """Return everything that a side was sent, in one line."""
        return " ".join(" ".join(self.inbox[address_of(seat)]).split())


def secrets_of(game):
    """Return the names of the other forms of Companions that the Shadow may not know yet."""
    hidden = game.view(SHADOW)["lords"].get("forms_hidden", ())
    return [figure_name(ALTERNATES[person]) for person in hidden if person in ALTERNATES]


def play_out(seat, table, writer):
    """Play the golden game: a side by mail, whatever it can say at once in one mail, the other by `submit`."""
    chance = rules.Seeded(bytes.fromhex(RECORD.fairness.seed))
    game = rules.Game.start(rules.title(RECORD.title), table.game.options, chance)
    left = deque((entry.seat, choice) for entry in effective(RECORD.entries) for choice in entry.choices)
    while left:
        mover, lines, barrier = left[0][0], [], False
        while not barrier and left and left[0][0] == mover:
            decision, (_, choice) = game.decision_of(mover), left.popleft()
            lines.append(game.title.write(decision, choice))
            barrier = game.choose(mover, choice).barrier
        if mover == seat:
            writer.answer(lines)
        else:
            table.submit(mover, *map(Text, lines))
            writer.collect()
        assert table.play().view(seat) == game.view(seat), writer.inbox[writer.address][-1]
        if not game.is_over:
            assert "Legolas, Elven Prince" in secrets_of(game)
            assert [name for name in secrets_of(game) if name in writer.told(SHADOW)] == []


@pytest.mark.parametrize("seat", NAMES)
def test_one_side_plays_a_whole_game_by_mail(smtp_door, mailboxes, table, seat):
    """Numbers and notation, whole actions in one mail; forms chosen in secret, dice with names, Rings, cards."""
    writer = Correspondent(seat, smtp_door, mailboxes)
    play_out(seat, table, writer)
    assert table.reload().is_finished
    assert set(SAID[seat]) <= set(writer.said)
    told = writer.told(seat)
    assert [words for words in TOLD[seat] if words not in told] == []
    assert writer.numbers > 3
    assert len([lines for lines in writer.mails if lines > 1]) > 5
    assert list(Letter.objects.values_list("state", flat=True)) == [Letter.State.DONE] * len(writer.mails)
    for side in NAMES:
        assert "The Ring-bearers are corrupted." in writer.inbox[address_of(side)][-1]
    record = record_of(table.game)
    check_chain(record)
    assert check_fairness(record) > 50
    assert msgspec.to_builtins(record.result) == msgspec.to_builtins(RECORD.result)
