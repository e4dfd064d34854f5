"""A process that thinks for bots: the search of a strong one holds up nobody else's thread.

It knows the rules alone, neither Django nor the database. It stays for the next question, and leaves when nobody has
asked for a while. Whoever asks gets an answer, or finds out that there is none; killing it loses nothing.
"""

import os
import select
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import IO, Any

import msgspec

import rules

#: Seconds without a question after which it leaves, and those that a bot may think.
IDLE_SECONDS = 600.0
LONGEST_THOUGHT = 60.0

_HEAD = struct.Struct("!I")


class Gone(Exception):
    """The process ended while it was thinking."""


class BotFailed(Exception):
    """A bot raised an error, or took too long."""


class Question(msgspec.Struct, frozen=True):
    """A question to a bot. `dice` is what its own chance starts from."""

    title: str
    options: dict[str, Any]
    snapshot: rules.Snapshot
    seat: str
    bot: str
    dice: bytes

    def choice(self) -> rules.Choice:
        """Return what the bot chooses by what its seat sees. Raises whatever the bot raises."""
        title = rules.title(self.title)
        play = rules.Game.restore(title, self.options, self.snapshot, rules.Scripted())
        decision = play.decision_of(self.seat)
        if decision is None:
            raise ValueError("nothing is asked of this seat")
        bot = title.bots.get(self.bot, title.bots["random"])()
        return decision.check(bot.choose(play.view(self.seat), decision, Random(self.dice)))


class Answer(msgspec.Struct, frozen=True):
    """The choice of the bot, or the name of the error that it raised."""

    choice: rules.Choice = None
    error: str = ""


def _send(pipe: IO[bytes], what: msgspec.Struct) -> None:
    content = msgspec.msgpack.encode(what)
    pipe.write(_HEAD.pack(len(content)) + content)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> bytes:
    """Return what comes next, nothing if the other end has gone."""
    head = pipe.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return b""
    (length,) = _HEAD.unpack(head)
    content = pipe.read(length)
    return content if len(content) == length else b""


class Thinker:
    """Thinks in a process of its own, which is started with the first question. One question at a time."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None

    def choice(
        self,
        title: str,
        options: Mapping[str, Any],
        snapshot: rules.Snapshot,
        seat: str,
        bot: str,
        dice: bytes,
    ) -> rules.Choice:
        """Return what a bot chooses.

        Raises:
            BotFailed: it raised an error, or took longer than a minute.
            Gone: the process was killed meanwhile, and so was the one that was started in its place.
        """
        question = Question(title, dict(options), snapshot, seat, bot, dice)
        with self._one_at_a_time:
            try:
                answer = self._ask(question)
            except Gone:  # it may just have left, because nobody asked
                answer = self._ask(question)
        if answer.error:
            raise BotFailed(answer.error)
        return answer.choice

    def _ask(self, question: Question) -> Answer:
        child = self._started()
        assert child.stdin is not None
        assert child.stdout is not None
        too_long = threading.Event()

        def give_up() -> None:
            too_long.set()
            child.kill()

        timer = threading.Timer(LONGEST_THOUGHT, give_up)
        timer.start()
        try:
            _send(child.stdin, question)
            content = _receive(child.stdout)
        except OSError:
            content = b""
        finally:
            timer.cancel()
        if content:
            return msgspec.msgpack.decode(content, type=Answer)
        self.close()
        if too_long.is_set():
            raise BotFailed("it took too long")
        raise Gone

    def _started(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            self.close()
            self._child = subprocess.Popen(
                [sys.executable, "-m", "games.play.thinker"],
                cwd=Path(__file__).resolve().parents[2],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        return self._child

    def close(self) -> None:
        """Let the process go."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                with suppress(OSError):  # what could not be sent any more
                    if pipe is not None:
                        pipe.close()
            self._child = None


def main() -> None:
    """Answer questions until nobody asks any more."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    while select.select([questions], [], [], IDLE_SECONDS)[0]:
        content = _receive(questions)
        if not content:
            return
        try:
            answer = Answer(msgspec.msgpack.decode(content, type=Question).choice())
        except Exception as error:
            answer = Answer(error=type(error).__name__)
        _send(answers, answer)


if __name__ == "__main__":
    main()
