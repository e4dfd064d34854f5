"""Twin games that differ in what an eye may not know: it is told the same, byte for byte (WR-22)."""

import logging
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

import rules
from games.chat import channels
from games.chat.rooms import Ear
from games.models import Seat, log
from games.models.chat import ChatLine
from games.models.orders import StandingOrder
from games.models.planning import PlanningBoard
from games.models.reports import Report
from games.play import partners, submit
from games.refusals import Refused
from games.reports import presentation
from rules.core import registry
from rules.core.decisions import Choice, Decision, OneOf
from rules.core.table import LogLine
from rules.duel.data import CARDS as DUEL_CARDS
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import FP, SH, SIDES, TILES
from rules.war_of_the_ring.position.players import keeper_of
from rules.war_of_the_ring.sets.kings import corruption
from rules.war_of_the_ring.sets.kings import view as kings_view
from rules.war_of_the_ring.sets.kings.cards.free_peoples import WISDOM
from rules.war_of_the_ring.sets.kings.state import FACTS, SOVEREIGNS, kings
from rules.war_of_the_ring.sets.lords import forms
from tests.games.toy import Beans
from tests.hidden import asking
from tests.hidden.twins import Dealer, Facts, Script, Told, World, standing
from wotr.middleware import RequestContextMiddleware

QUIET = "one thought"
OTHER = "quite another thought of more words; and a second one; and a third!"
NOTHING = ""


# -- what titles hide --------------------------------------------------------------------------


def pairs(hidden: list[str], others: list[str]) -> dict[str, str]:
    """Exchange hidden things for others, each both ways."""
    found: dict[str, str] = {}
    for one, other in zip(hidden, others, strict=False):
        found |= {one: other, other: one}
    return found


def cards_of_war(state: Any, eye: str | None, told: Told) -> dict[str, str]:
    """Exchange the cards in the others' hands, discarded and laid face down, for cards of the same deck."""
    found: dict[str, str] = {}
    own = {*state.hands.get(eye, ()), *(c for c in state.hidden_discards if keeper_of(state, c) == eye)}
    shown = told.shown[eye] | own
    for side in SIDES:
        if side == eye:
            continue
        for deck in ("character", "strategy"):
            held = box_of(state.options).decks[f"{side}/{deck}"]
            secret = [c for c in held if c not in shown]
            out = [c for c in secret if c not in state.decks[f"{side}/{deck}"]]
            found |= pairs(out, [c for c in secret if c not in out])
    return found


def cards_of_duel(state: Any, eye: str | None, told: Told) -> dict[str, str]:
    """Exchange set-aside cards that only others have looked at for cards that nobody has seen."""
    found: dict[str, str] = {}
    shown = told.shown[eye]
    for chapter, unseen in state.unseen.items():
        secret = [
            c for c in state.secret_discards if str(DUEL_CARDS[c].chapter) == chapter and c not in shown
        ]
        found |= pairs(secret, [c for c in unseen if c not in shown])
    return found


def has_cards(play: rules.Game[Any]) -> bool:
    return all(len(play.state.hands[side]) >= 2 for side in SIDES) and bool(play.state.hidden_discards)


def partners_hold_cards(play: rules.Game[Any]) -> bool:
    return all(play.state.hands.values()) and play.pending[0].kind == "swap-card"


def has_laid_a_card(play: rules.Game[Any]) -> bool:
    shown = play.state.battle.cards if play.state.battle else {}
    return any(side in play.state.battle_cards and side not in shown for side in SIDES)


def knows_a_discard_alone(play: rules.Game[Any]) -> bool:
    return any(len(who) == 1 for who in play.state.secret_discards.values())


def asks_several(play: rules.Game[Any]) -> bool:
    return len(play.pending) > 1


def walks_with_forms_unknown(play: rules.Game[Any]) -> bool:
    """The Fellowship has walked, and only the Guide's form is known."""
    state = play.state
    return (
        state.fellowship.progress > 0 and len(forms.hidden(state)) >= 6 and play.pending[0].kind == "action"
    )


def is_to_lose_a_companion(play: rules.Game[Any]) -> bool:
    """The Hunt asks for a casualty, among Companions whose forms are not known."""
    return bool(forms.hidden(play.state)) and play.pending[0].kind == "casualty"


def companions(state: Any, eye: str | None) -> list[str] | None:
    """Return the forms in which the Companions go, which whoever is not of the Free Peoples cannot know."""
    return None if eye == FP else list(state.fellowship.companions)


def tiles_of_war(state: Any, eye: str | None, told: Told) -> dict[str, str]:
    """Exchange the tiles that lie hidden on Sovereigns, and those drawn for one, for tiles that never left the pool.

    What was drawn before, and shown, stays what it is; and so does what the eye has looked at. The tile that was put
    on a Sovereign was called by the first that looks like it: only such a one is exchanged, for one like which none
    has been drawn.
    """
    seen = {tile for tiles in kings(state).seen.values() for tile in tiles} if eye == FP else set[str]()
    lying = {tile: who for who in SOVEREIGNS for tile in corruption.hidden(state, who)}
    here = {*lying, *state.hunt_pool, *state.tiles_drawn, *state.tiles_removed}
    face = {t: corruption.face(state, t) for t, one in TILES.items() if one.standard and one.value != "eye"}
    drawn = Counter(item for items in told.drawn.values() for item in items if item in face)
    alike = Counter(face[tile] for tile in drawn.elements())
    called = Counter(str(choice) for _, choice in told.choices)
    room = {who: one.resistance - 1 - corruption.level(state, who) for who, one in FACTS.items()}
    fresh = [tile for tile in face if tile in state.hunt_pool and not drawn[tile] and not called[tile]]
    found: dict[str, str] = {}
    for tile in (t for t in face if drawn[t] == 1 and t not in seen and (t in lying or t not in here)):
        who = lying.get(tile)
        if called[tile] != (who is not None):
            continue
        for other in fresh:
            more = int(TILES[other].value) - int(TILES[tile].value)
            fits = who is None or (face[other] == other and not alike[other] and more <= room[who])
            if face[other] != face[tile] and fits:
                found |= pairs([tile], [other])
                fresh.remove(other)
                if who is not None:
                    room[who] -= more
                break
    return found


def is_to_put_a_tile(play: rules.Game[Any]) -> bool:
    """The Shadow is asked which tile it puts on a Sovereign; others lie there, one of which was looked at."""
    state = play.state
    lying = [tile for who in SOVEREIGNS for tile in corruption.hidden(state, who)]
    seen = [tile for tiles in kings(state).seen.values() for tile in tiles]
    return play.pending[0].kind == "corruption-tile" and 0 < len(seen) < len(lying)


def tempts_and_looks(decision: Decision, rng: Random) -> Choice:
    """The Shadow tempts whom it can, with its weakest tiles; the Free Peoples look at them by a card."""
    values = decision.options.values if isinstance(decision.options, OneOf) else ()
    if decision.kind == "hunt-allocation":
        return decision.options.high
    if decision.kind == "corruption-tile":
        return min(values, key=lambda tile: TILES[tile].value)
    if decision.kind == "return-tile" and decision.may_pass:
        return None
    for way in ("attempt:", "look", WISDOM, "event:play-event", "skip:"):
        if wanted := [value for value in values if value.startswith(way)]:
            return rng.choice(wanted) if rng.random() < 0.8 else decision.sample(rng)
    return decision.sample(rng)


def has_looked_at_a_hand(play: rules.Game[Any]) -> bool:
    """The Free Peoples have seen the Shadow's cards, of which everybody else sees what is discarded."""
    return log.LogLine.objects.filter(kind="hand-seen").exists()


def is_in_combat(play: rules.Game[Any]) -> bool:
    """An invasion may be declared, and everybody has cards of both kinds."""
    armies = play.state.armies.values()
    return play.state.step == "combat" and all(army.cards and army.hand for army in armies)


def is_open_to_an_ally(play: rules.Game[Any]) -> bool:
    """A defender is asked what an ally may answer too, and everybody has cards that allies do not see."""
    armies = play.state.armies.values()
    kinds = play.title.partner_answers(play.options)
    is_open = play.pending[0].kind in kinds and not play.unpublished
    return is_open and all(army.cards or army.hand for army in armies)


def hides(play: rules.Game[Any]) -> bool:
    """Whether the title has something to hide by now, from whomever."""
    title, rng = play.title, Random(1)
    seats = title.seats(play.options)
    return any(title.twin(play.state, eye, rng) != play.state for eye in (*seats, None))


COUNCIL = (("lords", True), ("council_of_rivendell", True))
#: Companions who have their other form in a game, and who has it in its twin; Strider guides in both.
IN_OTHER_FORMS = [
    "strider-dunadan",
    "boromir-captain-general-of-gondor",
    "legolas-elven-prince",
    "peregrin-hobbit-of-the-shire",
]
IN_OTHERS = [
    "gandalf-the-grey-keeper-of-narya",
    "strider-dunadan",
    "gimli-dwarven-lord",
    "peregrin-hobbit-of-the-shire",
]
SCRIPTS = [
    Script("cards in hand", "war-of-the-ring", has_cards, least=30, exchange=cards_of_war, wide=True),
    Script(
        "a card laid face down",
        "war-of-the-ring",
        has_laid_a_card,
        least=20,
        exchange=cards_of_war,
        seed=3,
        unseen=False,
        brief=True,
    ),
    Script(
        "hands of partners",
        "war-of-the-ring",
        partners_hold_cards,
        options=(("players", "4"),),
        exchange=cards_of_war,
        without=("rohan", "saruman"),
        brief=True,
    ),
    Script("sealed bids", "war-of-the-ring", asks_several, options=(("sealed_bidding", True),), brief=True),
    Script(
        "forms chosen in secret",
        "war-of-the-ring",
        walks_with_forms_unknown,
        options=COUNCIL,
        answers={"lords-versions": (IN_OTHER_FORMS, IN_OTHERS)},
        brief=True,
    ),
    Script(
        "a casualty in an unknown form",
        "war-of-the-ring",
        is_to_lose_a_companion,
        options=COUNCIL,
        secret=companions,
        unseen=False,
        brief=True,
    ),
    Script(
        "a hand that was looked at",
        "war-of-the-ring",
        has_looked_at_a_hand,
        options=(("lords", True),),
        exchange=cards_of_war,
        seed=270,
        unseen=False,
        brief=True,
    ),
    Script(
        "tiles on a Sovereign",
        "war-of-the-ring",
        is_to_put_a_tile,
        options=(("kings", True),),
        exchange=tiles_of_war,
        choose=tempts_and_looks,
        without=(SH,),
        seed=53,
        unseen=False,
        brief=True,
    ),
    Script(
        "hands of four",
        "risk",
        is_in_combat,
        options=(("players", "4"), ("setup_mode", "random")),
        without=("yellow", "black"),
        least=30,
        brief=True,
    ),
    Script(
        "a question that an ally may answer",
        "risk",
        is_open_to_an_ally,
        options=(
            ("players", "alliance"),
            ("setup_mode", "random"),
            ("allies_see_hands", False),
            ("interactive_windows", True),
            ("choose_defence_dice", True),
        ),
        without=("green", "red", "black"),
        least=30,
        unseen=False,
        brief=True,
    ),
    Script(
        "the talk of two sides",
        "risk",
        is_in_combat,
        options=(("players", "alliance"), ("setup_mode", "random")),
        without=("green", "black"),
        least=30,
        brief=True,
    ),
    Script(
        "a discard that one has seen",
        "duel",
        knows_a_discard_alone,
        exchange=cards_of_duel,
        seed=8,
        brief=True,
    ),
    Script("bids at once", "beans", asks_several),
]
#: Titles about which nothing is said above, whatever they hide: their own twins are put in their place.
SCRIPTS += [
    Script("as it comes", title, lambda play: True, least=12, wide=True)
    for title in sorted({*rules.own_titles()} - {script.title for script in SCRIPTS})
]
#: What the others have in the twins, in turn, eye by eye.
OTHERS = {"others and nothing": (OTHER, NOTHING), "nothing and others": (NOTHING, OTHER)}
TURNS = tuple(OTHERS)
#: The toy is asked for everything, the titles briefly.
CASES = [(script, TURNS[0] if script.wide or script.title == "beans" else TURNS[1]) for script in SCRIPTS]


def told_to(world: World, eye: str | None, dealer: Dealer) -> dict[str, dict[str, str]]:
    """Ask for everything with an eye; returns what each who has it was told."""
    return {who: asking.Asker(world, who, dealer).everything() for who in asking.eyes(world, eye)}


def private(seats: tuple[str, ...], eye: str | None, words: str) -> dict[str, str]:
    return {seat: QUIET if seat == eye else words for seat in seats}


def base(seats: tuple[str, ...]) -> Facts:
    """Return what the game holds that every twin is compared with: everybody has one thought of their own."""
    return Facts(private(seats, None, QUIET), players_say=QUIET, spectators_say=QUIET)


def leaks(script: Script, others: tuple[str, ...], some: slice = slice(None)) -> Iterator[str]:
    """Play a game and its twin for every eye, or some, and yield what is told differently in the two."""
    dealer, title = Dealer(script.name), rules.title(script.title)
    seats = title.seats(title.normalise_options(dict(script.options)))
    every = [eye for eye in (*seats, None)[some] if eye not in script.without]
    with standing(script, base(seats), dealer, follow=False) as world:
        state = world.play().state
        here = {eye: told_to(world, eye, dealer) for eye in every}
    exchanges = {eye: script.exchange(state, eye, dealer.told) for eye in every} if script.exchange else {}
    assert any(exchanges.values()) or script.exchange is None, "the twins have the same cards"
    for number, eye in enumerate(every):
        words = others[number % len(others)]
        twin = Facts(
            private(seats, eye, words),
            exchanged=exchanges.get(eye, {}),
            put=script.exchange is None and not script.answers,
            second_choice=True,
            plans=True,
            players_say=words if eye is None else QUIET,
            spectators_say=words if eye is not None else QUIET,
            seed=b"another seed that nobody can see",
            eye=eye,
        )
        with standing(script, twin, dealer, follow=True) as world:
            there = told_to(world, eye, dealer)
        for who, answers in here[eye].items():
            assert len(answers) > 60
            for difference in asking.differences(answers, there[who]):
                yield f"to {who}: {difference}"


@pytest.fixture
def still(db, monkeypatch, settings):
    """Nothing of the twins is logged, and their streams are heard without waiting."""
    monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
    monkeypatch.setattr(logging.root.manager, "disable", logging.ERROR)
    settings.METRICS_TOKEN = "the operator's, whom all figures are for"
    settings.MAIL_REPLY_ADDRESS = "play@games.example"
    asking.hold_still(monkeypatch)
    yield monkeypatch
    registry.title.cache_clear()


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.rule("WR-22", "LM-18", "KM-15")
@pytest.mark.parametrize(
    ("script", "turn"),
    CASES,
    ids=[f"{s.title}-{s.name}-{turn}".replace(" ", "-").replace(",", "") for s, turn in CASES],
)
def test_twins_tell_an_eye_the_same(still, script, turn):
    """What the other seats hold, keep, plan and say among themselves, and the seed: no answer depends on it."""
    found = list(leaks(script, OTHERS[turn]))
    assert not found, f"{len(found)} answers tell what is hidden:\n" + "\n".join(found[:20])


def a_headline(patch: pytest.MonkeyPatch) -> None:
    """The headline counts everybody's standing orders."""
    patch.setattr(
        Beans, "headline", lambda self, view: f"Turn {view['turn']}, {StandingOrder.objects.count()}"
    )


def a_header(patch: pytest.MonkeyPatch) -> None:
    """A header of every page tells how much has been kept for later."""
    plain = RequestContextMiddleware.__call__

    def told(self: Any, request: Any) -> Any:
        answer = plain(self, request)
        answer["X-Kept"] = str(sum(len(seat.draft) for seat in Seat.objects.all()))
        return answer

    patch.setattr(RequestContextMiddleware, "__call__", told)


def a_refusal(patch: pytest.MonkeyPatch) -> None:
    """A move that cannot be is refused with the number of boards on which others plan."""

    def refuse(error: rules.IllegalChoice) -> Refused:
        return Refused(error.code, f"No; {PlanningBoard.objects.count()} are planning.", 422)

    patch.setattr(submit, "refused_by_rules", refuse)


def a_stream(patch: pytest.MonkeyPatch) -> None:
    """What changes with the chat also changes with what is said where one does not listen."""
    patch.setattr(Ear, "newest", lambda self: str(ChatLine.objects.filter(game=self.game).count()))


def a_number(patch: pytest.MonkeyPatch) -> None:
    """Whoever reports that something is wrong is told how many reports there are of everybody."""
    patch.setattr(presentation, "number_of", lambda own, report: Report.objects.count())


#: Leaks, and what stands before or in what is told differently because of them.
PLANTED = {
    a_headline: r"Turn \d+, ",
    a_header: r"X-Kept",
    a_refusal: r"No; ",
    a_stream: r"data-chat=",
    a_number: r"POST /api/v1/games/\S+/reports/",
}


@pytest.mark.long
def test_leaks_that_are_planted_are_found(still):
    """The comparison is not blind: pages, headers, refusals and streams."""
    for planted in PLANTED:
        planted(still)
    beans = replace(next(script for script in SCRIPTS if script.title == "beans"), brief=True)
    found = list(leaks(beans, (OTHER, NOTHING), slice(2)))
    for planted, mark in PLANTED.items():
        assert any(re.search(mark, difference) for difference in found), planted.__doc__


def a_side(patch: pytest.MonkeyPatch) -> None:
    """Everybody at the table reads what the sides say among themselves."""
    patch.setattr(channels, "side_of", lambda game, seat: "side-green" if seat else "")


def a_count(patch: pytest.MonkeyPatch) -> None:
    """What changes with the chat counts the rooms in which something was said."""
    plain = Ear.newest
    patch.setattr(
        Ear,
        "newest",
        lambda self: f"{plain(self)}{sum(room.length for room in self.game.chat_rooms.all())}",
    )


@pytest.mark.long
@pytest.mark.parametrize(("planted", "eye"), [(a_side, 1), (a_count, 4)])
def test_what_a_side_says_is_found_where_it_is_told(still, planted, eye):
    """An opponent, and a spectator, would notice."""
    planted(still)
    script = next(script for script in SCRIPTS if script.name == "the talk of two sides")
    assert next(leaks(script, (OTHER,), slice(eye, eye + 1)), "")


def a_form(patch: pytest.MonkeyPatch) -> None:
    """The Fellowship is shown with the Companions as they are."""
    patch.setattr(forms, "known_as", lambda state, companion: companion)


def a_line(patch: pytest.MonkeyPatch) -> None:
    """The story tells everybody which forms were chosen."""
    plain = LogLine.is_visible_to
    patch.setattr(
        LogLine, "is_visible_to", lambda self, seat: self.kind == "forms-known" or plain(self, seat)
    )


@pytest.mark.long
@pytest.mark.rule("LM-16.3")
@pytest.mark.parametrize("planted", [a_form, a_line])
def test_a_form_that_is_told_is_found(still, planted):
    """The Shadow would notice."""
    planted(still)
    secret = next(script for script in SCRIPTS if script.answers)
    assert next(leaks(secret, (QUIET, QUIET), slice(1, 2)), "")


def a_pool(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the tiles on the Sovereigns, and so those in the pool."""
    patch.setattr(kings_view, "sees_tiles", lambda state, seat: True)


def a_tile(patch: pytest.MonkeyPatch) -> None:
    """The story tells everybody which tiles the Free Peoples have looked at."""
    plain = LogLine.is_visible_to
    patch.setattr(LogLine, "is_visible_to", lambda self, seat: self.kind == "tiles-seen" or plain(self, seat))


#: Leaks of tiles, and what is told differently because of them.
TOLD_OF_TILES = {a_pool: r"GET /api/v1/games/\S+/: ", a_tile: r"GET /api/v1/games/\S+/log/"}


@pytest.mark.long
@pytest.mark.rule("KM-15")
def test_tiles_that_are_told_are_found(still):
    """Spectators would notice."""
    for planted in TOLD_OF_TILES:
        planted(still)
    script = next(script for script in SCRIPTS if script.exchange == tiles_of_war)
    found = list(leaks(script, (QUIET,), slice(2, 3)))
    for planted, mark in TOLD_OF_TILES.items():
        assert any(re.search(mark, difference) for difference in found), planted.__doc__


@pytest.mark.long
@pytest.mark.rule("RK-21")
def test_a_hand_that_an_ally_is_shown_is_found(still):
    """What green is asked names green's cards, which yellow may not look at but may answer for."""
    plain = partners.question_for

    def told(row: Any, play: rules.Game[Any], seat: Seat, partner: str) -> partners.Question | None:
        found = plain(row, play, seat, partner)
        if found is None:
            return None
        words = f"{found.decision.prompt} {play.state.armies[seat.name].hand}"
        return replace(found, decision=msgspec.structs.replace(found.decision, prompt=words))

    still.setattr(partners, "question_for", told)
    script = next(script for script in SCRIPTS if script.ready is is_open_to_an_ally)
    found = list(leaks(script, (QUIET,), slice(2, 3)))
    for shown in (r"GET /api/v1/games/\S+/: ", r"GET /game/\S+/: "):
        assert any(re.search(shown, difference) for difference in found), found[:5]


def test_an_address_that_nobody_knows_is_asked_for():
    """A new address with a parameter of its own fails here until somebody says what is asked for."""
    with pytest.raises(AssertionError, match="say in VALUES"):
        asking.paths("game/<slug:key>/cards/<slug:card>/", {"key": ("x",)})
    assert asking.paths("game/<slug:key>/new/", {"key": ("x",)}) == ["/game/x/new/"]
