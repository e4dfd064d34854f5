"""Golden games of War of the Ring in which one side has nothing but a mail program.

Both sides play such a game with its seed; the other side moves by another door, and is told by mail, too.
"""

import smtplib
from collections import deque
from datetime import timedelta
from email.message import EmailMessage

import msgspec
from django.utils import timezone

import rules
from games.ledger.records import record_of
from games.ledger.seed_encryption import seal
from games.models.letters import Letter
from games.play.start import Committed
from notifications.tasks import sweep_inbox
from rules.core.decisions import Text
from rules.core.records import check_chain, check_fairness, effective
from tests.conftest import game_of_two
from tests.inbound.conftest import PASSED
from tests.inbound.test_whole_game import choices_in, text_of
from tests.post import send_due

FREE, SHADOW = "free-peoples", "shadow"
NAMES = {FREE: "frodo", SHADOW: "gothmog"}


def address_of(seat):
    return f"{NAMES[seat]}@example.org"


def begun(record, monkeypatch):
    """Return a table with the options of a golden game that has just begun, with its seed."""
    seed, now = bytes.fromhex(record.fairness.seed), timezone.now()
    monkeypatch.setattr(
        "games.play.start.SCHEME", 1
    )  # what comes follows from the seed, whatever comes with moves
    monkeypatch.setattr(
        "games.play.start.fresh_seed", lambda: Committed(rules.commitment(seed), seal(seed), now)
    )
    options = {name: True for name, value in record.options.items() if value is True}
    return game_of_two(record.title, options=options, seat=FREE)


class Correspondent:
    """Who plays a side by mail alone: every second mail begins with a number, the others are notation throughout.

    Attributes:
        inbox: what everybody was sent, by address.
        newest: the newest mail of their own.
        said: what was answered, in notation.
        asked: the kind of question that each answered mail asked.
        mails: how many lines each mail had.
        numbers: how many mails began with a number.
    """

    def __init__(self, seat, door, mailboxes):
        self.address, self.door, self.mailboxes = address_of(seat), door, mailboxes
        self.inbox = {address_of(one): [] for one in NAMES}
        self.newest, self.said, self.asked, self.mails, self.numbers = None, [], [], [], 0

    def collect(self):
        """Let the server send what is due, to both sides."""
        send_due(timezone.now() + timedelta(minutes=3))
        for message in self.mailboxes.take():
            self.inbox[message["To"]].append(text_of(message))
            if message["To"] == self.address:
                self.newest = message

    def answer(self, decision, lines):
        """Answer the newest mail, a line for each step; the server reads it and sends what follows."""
        question = self.newest
        assert "ANSWER THIS MAIL" in text_of(question)
        assert decision.prompt in " ".join(text_of(question).split())
        self.asked.append(decision.kind)
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

    def told(self, seat, since=0):
        """Return everything that a side was sent, but for so many of its first mails, in one line."""
        return " ".join(" ".join(self.inbox[address_of(seat)][since:]).split())


def play_out(seat, record, table, writer, look):
    """Play a golden game: a side by mail, whatever it can say at once in one mail, the other by `submit`.

    `look` is called with the game after every move but the last. Returns the game as it was played in this process.
    """
    chance = rules.Seeded(bytes.fromhex(record.fairness.seed))
    game = rules.Game.start(rules.title(record.title), table.game.options, chance)
    left = deque((entry.seat, choice) for entry in effective(record.entries) for choice in entry.choices)
    writer.collect()
    while left:
        mover, lines, barrier = left[0][0], [], False
        asked = game.decision_of(mover)
        while not barrier and left and left[0][0] == mover:
            decision, (_, choice) = game.decision_of(mover), left.popleft()
            lines.append(game.title.write(decision, choice))
            barrier = game.choose(mover, choice).barrier
        if mover == seat:
            writer.answer(asked, lines)
        else:
            table.submit(mover, *map(Text, lines))
            writer.collect()
        assert table.play().view(seat) == game.view(seat), writer.inbox[writer.address][-1]
        if not game.is_over:
            look(game)
    return game


def comes_to_its_end(record, table, writer):
    """See that all mails were read and that the game ended as recorded, with every die as its seed says."""
    assert table.reload().is_finished
    assert writer.numbers > 3
    assert any(lines > 1 for lines in writer.mails)
    assert list(Letter.objects.values_list("state", flat=True)) == [Letter.State.DONE] * len(writer.mails)
    for side in NAMES:
        assert "The Ring-bearers are corrupted." in writer.inbox[address_of(side)][-1]
    played = record_of(table.game)
    check_chain(played)
    assert check_fairness(played) > 50
    assert msgspec.to_builtins(played.result) == msgspec.to_builtins(record.result)
