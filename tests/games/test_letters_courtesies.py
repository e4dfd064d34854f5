"""What people and their programs write around a move is left aside; a misspelt move is refused (MIL-1).

`python -m benchmarks.courtesies` measures the same over many positions.
"""

from collections import Counter
from random import Random

import pytest

from benchmarks import mails
from games.letters.parser import read_lines
from games.letters.prose import Sentences
from games.models.letters import Letter
from tests.inbound.players import Correspondence
from tests.post import unwrapped
from tests.rules.duel.positions import game as duel_game
from tests.rules.war_of_the_ring.positions import game as war_game

SEED = 35


@pytest.fixture
def war():
    """The Free Peoples have two Character dice: to separate Companions asks for them next."""
    return war_game(dice=(["character", "character"], ["army"]))


def reading(play, text, *, names=("gothmog", "frodo"), own=("frodo", "Peter Baker")):
    """Return what is read of a mail of whoever is asked: its moves, what is left aside, what is doubtful."""
    judge = Sentences(play.title, play, play.pending[0].seat, names, own)
    script = mails.read(text, judge)
    return [item.text for item in script.items], script.ignored, [item.text for item in script.doubtful]


MOVE = "use character: separate"


@pytest.mark.parametrize(
    "around",
    [
        f"{MOVE}\n\nPeter",
        f"{MOVE}\n\nKind regards from Vienna\nPeter",
        f"{MOVE}\nAll the best,\nPeter",
        f"{MOVE}\nTake care,\nPeter",
        f"{MOVE}\nFreundliche Grüsse\nPeter",
        f"{MOVE}\nMet vriendelijke groeten,\nPieter",
        f"{MOVE}\nMed venlig hilsen\nAnders",
        f"{MOVE}, please",
        f"{MOVE} thanks!",
        f"{MOVE}\nよろしくお願いします。\n太郎",
        f"{MOVE}\nS pozdravem\nPetr",
        f"Howdy,\n\n{MOVE}",
        f"Greetings,\n\n{MOVE}",
        f"Dobrý den,\n\n{MOVE}",
        f"Peter,\n\n{MOVE}",
        f"お世話になっております。\n\n{MOVE}",
        f"{MOVE}\nVerstuurd vanaf mijn iPhone",
        f"{MOVE}\nНадіслано з iPhone",
        f"{MOVE}\nObtener Outlook para iOS",
        f"{MOVE}\n(sent from my phone)",
        f"{MOVE}\nSent using Zoho Mail",
        f"{MOVE}\n發自我的iPhone",
        f"{MOVE}\nMit der GMX Mail App gesendet",
        f"Check this out, you two!\n\n{MOVE}",
        f"Great move!\n\n{MOVE}\n\nGood game so far",
        f"{MOVE} # as agreed",
        f"{MOVE} // as agreed",
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{MOVE}\n-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCAAd",
    ],
)
def test_nothing_but_the_move_is_read(war, around):
    moves, _, doubtful = reading(war, around)
    assert (moves, doubtful) == ([MOVE], [])


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("２", "2"),
        ("２．", "2."),
        ("guide：strider", "guide:strider"),
        ("#2", "#2"),
        ("[2]", "2"),
        ("2 please", "2"),
        ("Please 2.", "2."),
    ],
)
def test_a_number_or_move_is_read_however_it_is_typed(war, typed, read):
    assert reading(war, f"{typed}\n\nPeter")[0] == [read]


@pytest.mark.parametrize("line", ["2 weeks of rain here", "Back on 24 December", "See you at 8!"])
def test_a_number_in_a_sentence_is_no_choice(war, line):
    assert reading(war, f"{MOVE}\n{line}")[:2] == ([MOVE], [line])


def test_a_misspelt_line_above_or_below_a_move_is_read_as_one():
    play = duel_game()
    choices = [play.title.write(play.pending[0], choice) for choice in play.pending[0].legal()]
    for line in ("dicsard the first one", "plya it there", choices[0].replace("play", "paly")):
        assert reading(play, f"{line}\n{choices[0]}")[0] == [line, choices[0]]
    assert reading(play, "keeep")[0] == ["keeep"]


def test_between_two_moves_only_sentences_are_left_aside(war):
    lines = [MOVE, "How was your weekend?", "zug um zug", "peregrin"]
    assert reading(war, "\n".join(lines))[:2] == ([MOVE, "zug um zug", "peregrin"], ["How was your weekend?"])


def test_a_name_that_is_an_answer_too_is_neither(war):
    """Boromir plays; after `separate` it is asked who leaves. His name elsewhere is no move."""
    own = ("boromir", "Boro Mir")
    assert reading(war, f"{MOVE}\n\nBoromir", own=own) == ([MOVE], [], ["Boromir"])
    assert reading(war, f"Boromir,\n{MOVE}", own=own) == ([MOVE], ["Boromir,"], [])
    assert reading(war, f"{MOVE}\nBoromir\nend", own=("Peter",)) == ([MOVE, "Boromir"], [], [])
    assert reading(war, f"{MOVE}\nMed venlig hilsen\nPer", own=("Per",))[::2] == ([MOVE], ["Per"])  # Peregrin
    assert reading(war, "move: boromir\n\nB.", own=own)[0] == ["move: boromir".removeprefix("move: ")]


@pytest.mark.parametrize("line", [f"{MOVE}?", "separate?", "2?"])
def test_a_question_is_not_played(war, line):
    assert reading(war, line)[::2] == ([], [line])
    assert reading(war, f"move: {line}")[0] == [line]


def test_an_initial_below_the_moves_is_no_die():
    """`m` means the Muster die; as the last line it may be somebody called Maria, or anybody."""
    play = war_game(dice=(["muster", "character"], ["army"]))
    die = "use character: move-fellowship"
    assert reading(play, f"{die}\n\nM.", own=("Maria",))[0] == [die]
    assert reading(play, "m", own=("Maria",))[0] == ["m"]


@pytest.mark.parametrize("number", ["2", "(2)", "9", "2."])
def test_a_number_below_the_moves_is_no_signature(war, number):
    """Left aside, the move above it would be played alone."""
    moves, aside, doubtful = reading(war, f"{MOVE}\n{number}\n\nPeter")
    assert (len(moves), aside, doubtful) == (2, ["Peter"], [])


@pytest.mark.parametrize("move", ["play c1-blue-one", "discard c1-blue-one"])
def test_a_long_line_above_a_move_does_not_swallow_it(move):
    """It ends where a mail program would have broken it, or with a comma."""
    play = duel_game()
    for line in (
        "Thanks for the long weekend with family and friends in Scotland,",
        "This message is intended for nobody but the person to whom it is sent",
    ):
        assert reading(play, f"{line}\n\n{move}")[:2] == ([move], [line])


def test_a_mail_with_a_doubtful_name_says_both_readings(war):
    judge = Sentences(war.title, war, war.pending[0].seat, ("boromir",), ("boromir",))
    script = read_lines([MOVE, "Boromir"], judge)
    assert [item.line for item in script.doubtful] == ["Boromir"]


@pytest.mark.usefixtures("answerable")
def test_the_name_that_a_mail_is_sent_under_is_left_aside(duel):
    letters = Correspondence(duel)
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    words = f"Grüezi,\n\n{move}\n\nFreundliche Grüsse\nPeter"
    mails_sent = letters.write(decision.seat, words, name="Peter Baker")
    receipt = next(m for m in mails_sent if m.to == [letters.address(decision.seat)])
    assert "Done: 1 move played." in receipt.body
    assert "  Peter\n    left aside, as no move\n" in receipt.body
    assert Letter.objects.get().signed == "Peter Baker"


def test_what_is_said_keeps_its_letters_and_a_greeting_is_no_move():
    play = duel_game()
    judge = Sentences(play.title, play, play.pending[0].seat)
    said, declined = read_lines(["press: ２ gegen １!", "Hallo,", "decline"], judge).items
    assert (said.command, said.text) == ("press", "２ gegen １!")
    assert declined.command
    assert read_lines(["pass", "decline"], judge).items[-1].command == ""


@pytest.mark.usefixtures("answerable")
def test_a_move_below_a_line_of_signs_is_told(duel):
    letters = Correspondence(duel)
    decision = duel.play().pending[0]
    move = duel.play().title.write(decision, decision.fallback_choice())
    words = f"{move}\n***\nPeter Baker\n{move}"
    receipt = next(m for m in letters.write(decision.seat, words) if m.to == [letters.address(decision.seat)])
    assert "Done: 1 move played." in receipt.body
    assert f"{move} not looked at, because it stands below a line of signs" in unwrapped(receipt)
    assert "Peter Baker" not in receipt.body


@pytest.mark.parametrize("title", mails.TITLES)
def test_all_courtesies_around_moves(title):
    """A sample of what `benchmarks.courtesies` measures; the seed is printed with what was lost."""
    rng, found, lost = Random(f"{SEED} {title}"), Counter(), []
    for play in mails.positions(title, 2, rng):
        seat, move = mails.written(play, rng)
        judge = mails.reader_of(play, seat)
        for courtesy in mails.courtesies():
            what = mails.outcome(courtesy, move, judge)
            found[what] += 1
            if what != "played":
                lost.append((what, move, courtesy))
    assert found["lost"] + found["doubtful"] <= 6, f"seed {SEED}: {lost}"


@pytest.mark.parametrize("title", mails.TITLES)
def test_misspelt_moves_are_refused(title):
    rng, found = Random(f"{SEED} slips {title}"), Counter()
    while found.total() < 30:
        for play in mails.positions(title, 6, rng):
            fate, lines = mails.fate_of_slip(play, rng)
            assert fate in ("", "refused"), f"seed {SEED}: {fate}: {lines}"
            found[fate] += bool(fate)
