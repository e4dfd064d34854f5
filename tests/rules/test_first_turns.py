"""The guides of our titles: every question of a first turn has a lesson, and they fall silent afterwards."""

from dataclasses import replace
from random import Random

import pytest

import rules
from rules.core.chance import Seeded
from rules.core.lessons import Moment, course_of

#: Until which turn a guide speaks: a whole one of War of the Ring, three picks of Duel, the setup and a turn each of
#: Risk, and a last word.
SPEAKS = {"war-of-the-ring": 2, "duel": 8, "risk": 4}


def play_on(name, seed, *, seen=False):
    """Yield each moment of a game of a person against random play, until the guide has nothing more to say.

    With `seen` it comes with what its seat sees.
    """
    title, rng = rules.title(name), Random(seed)
    game = rules.Game.start(title, title.normalise_options({}), Seeded(seed))
    while not game.is_over:
        decision = game.pending[0]
        view = game.view(decision.seat)
        if view["turn"] > SPEAKS[name]:
            return
        lines = [{"kind": line.kind, "data": line.data} for line in game.log(decision.seat)]
        moment = Moment(decision.kind, decision.seat, view["turn"], view.get("phase", ""), lines)
        yield (moment, view) if seen else moment
        game.choose(decision.seat, title.fuzz_choice(decision, rng))


@pytest.mark.parametrize("name", SPEAKS)
def test_every_question_of_a_first_turn_is_explained(name):
    course = course_of(rules.title(name))
    given = {}
    for seed in range(12):
        for moment in play_on(name, seed):
            lesson = course.lesson(moment)
            assert lesson is not None, moment.kind
            given.setdefault(moment.side, set()).add(lesson.heading)
    for side in rules.title(name).seats(rules.title(name).normalise_options({})):
        assert len(given[side]) >= 5
        assert course.beside(side) is not None
        assert course.lesson(Moment("", side, 1)) is not None


@pytest.mark.parametrize("name", SPEAKS)
def test_afterwards_the_guide_is_silent(name):
    course = course_of(rules.title(name))
    for kind in ("action", "choose-action", "casualty", "place-red", "combat", ""):
        for seat in rules.title(name).seats(rules.title(name).normalise_options({})):
            assert course.lesson(Moment(kind, seat, SPEAKS[name] + 1, "actions")) is None


def test_each_die_of_a_first_turn_has_its_own_lesson():
    course = course_of(rules.title("war-of-the-ring"))
    used = [{"kind": "die-used", "data": {"side": "free-peoples"}}]
    told = [
        course.lesson(Moment("action", "free-peoples", 1, "actions", used * number)).heading
        for number in range(4)
    ]
    assert told == ["Your first die", "Your second die", "Your third die", "Your last die"]


@pytest.mark.rule("WR-19.2", "WR-19.3", "WR-19.6")
@pytest.mark.parametrize("seat", ["gondor", "rohan", "witch-king", "saruman"])
def test_each_of_four_is_told_what_is_his_own(seat):
    title = rules.title("war-of-the-ring")
    course = course_of(title)
    game = rules.Game.start(title, title.normalise_options({"players": "4"}), Seeded(1))
    side = game.view(seat)["sides"][seat]
    partner = next(other for other in title.allies({"players": "4"}, seat) if other != seat)
    said = str(course.beside(side, seat).blocks)
    assert title.seat_name(partner) in said, "with whom"
    assert said != str(course.beside(side).blocks), "not what is said to who plays the side alone"
    for kind in ("swap-card", "join-armies", "action"):
        assert course.lesson(Moment(kind, side, 1, "actions", seat=seat)) is not None


@pytest.mark.parametrize("name", SPEAKS)
def test_lessons_are_short(name):
    """They stand beside the question, on a phone over a part of the board."""
    course = course_of(rules.title(name))
    for lesson in (*course.lessons, *course.always):
        words = sum(len(str(block).split()) for block in lesson.blocks)
        assert words < 120, lesson.heading


@pytest.mark.parametrize("name", SPEAKS)
def test_what_a_lesson_says_of_the_position_is_known(name):
    """No brace is left open, whatever lies on the table."""
    title = rules.title(name)
    course = course_of(title)
    for seed in range(4):
        for moment, view in play_on(name, seed, seen=True):
            for kind in (moment.kind, ""):
                lesson = course.lesson(replace(moment, kind=kind))
                if lesson is not None:
                    assert "{" not in str(lesson.said_of(title.lesson_words(view)).blocks)


def test_the_first_lessons_of_duel_count_the_cards_that_lie_there():
    duel = rules.title("duel")
    course, counted = course_of(duel), set()
    for moment, view in play_on("duel", 3, seen=True):
        words, free = duel.lesson_words(view), sum(slot["available"] for slot in view["display"])
        if moment.kind == "choose-action" and moment.turn <= 2:
            said = str(course.lesson(moment).said_of(words).blocks)
            assert f"{ {5: 'Five', 6: 'Six'}[free] } cards lie free at the bottom" in said
            counted.add(free)
        waits = course.lesson(replace(moment, kind=""))
        if waits is not None and waits.heading == "While the other side picks":
            assert f"{len(view['display'])} cards still lie" in str(waits.said_of(words).blocks)
    assert counted == {5, 6}, "the second pick finds a card less"
