"""The contract catches what it promises to catch: titles with one thing wrong in each."""

import random
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import pytest

import rules
from rules import Decision, Dice, IllegalChoice, OneOf, OptionField, Title
from rules.core.contract import CHECKS, Broken
from rules.core.corrections import Correctable
from rules.core.fields import OptionExample
from rules.core.settled import unless_settled
from rules.core.table import CHECKPOINT
from tests.games.toy_teams import TugOfWar
from tests.rules.core.toy import Hoard, rival


class Altered(Hoard):
    """Hoard with its requests changed on the way from the procedures to the driver."""

    def change(self, table, request):
        return request

    def flow(self, table):
        flow = super().flow(table)
        answer = None
        while True:
            request = flow.send(answer)
            answer = yield self.change(table, request)


def on(asked: str, /, **changes: Callable[[Any, Decision], Any]) -> type[Hoard]:
    """A title whose question `asked` is changed: each field is made by a function of table and question."""

    class Changed(Altered):
        def change(self, table, request):
            if isinstance(request, Decision) and request.kind == asked:
                return msgspec.structs.replace(
                    request, **{name: make(table, request) for name, make in changes.items()}
                )
            return request

    return Changed


class LeakyView(Hoard):
    def view(self, state, seat):
        return super().view(state, "*" if seat is None else seat)


class ShowsWithoutSaying(Hoard):
    """After packing the mover sees the rival's gems, and nobody calls it a barrier."""

    def view(self, state, seat):
        mover = "ab"[state.turn % 2]
        return super().view(state, "*" if seat == mover and state.step == "act" else seat)


class Purse(Hoard):
    """Hoard in which coins can be counted anew: what the pile has not, somebody has."""

    def corrections(self, view):
        return (
            Correctable(
                id="coins",
                label="Coins",
                things={"coins-a": "Coins of A", "coins-b": "Coins of B"},
                low=0,
                high=9,
            ),
        )

    def set_right(self, state, change):
        seat = change.thing[-1]
        state.pile += state.coins[seat] - change.value
        state.coins[seat] = change.value
        if state.pile < 1:
            raise IllegalChoice("empty-pile", "The pile has not so many.")


class TellsTheHand(Purse):
    """Whether coins are counted anew hangs on what the rival holds."""

    def set_right(self, state, change):
        if "jade" in state.hands["a"]:
            raise IllegalChoice("no-luck", "Not now.")
        super().set_right(state, change)


class TellsTheHandByItsWords(Purse):
    def set_right(self, state, change):
        if change.value > 2:
            raise IllegalChoice("no-luck", f"Not with {len(state.hands['a'])} gems: {state.hands['a']}.")
        super().set_right(state, change)


class LosesGems(Purse):
    """A gem falls through the hole in the purse."""

    def set_right(self, state, change):
        super().set_right(state, change)
        state.bag = state.bag[1:]

    def faults_to_go_on(self, state):
        return []


class NamesTwoAlike(Purse):
    def corrections(self, view):
        (coins,) = super().corrections(view)
        return (coins, msgspec.structs.replace(coins, id="more"))


class ReadsOtherwise(Purse):
    """Its two purses are called the same."""

    def corrections(self, view):
        (coins,) = super().corrections(view)
        return (msgspec.structs.replace(coins, things={"coins-a": "Coins", "coins-b": "Coins"}),)


class BreaksOnNonsense(Purse):
    def set_right(self, state, change):
        state.coins[change.value] += 1


class DeadOption(Hoard):
    """Nothing hangs on the size of the coins."""

    option_fields = (*Hoard.option_fields, OptionField("big", "Coins are big", "boolean", False))


class ForOneOrTheOther(Hoard):
    """Two options that are not offered together."""

    option_fields = (
        *Hoard.option_fields,
        OptionField("quiet", "Nobody speaks", "boolean", False, not_with={"bids": (True,)}),
    )


class ExampleOfNothing(Hoard):
    """Whether bidding is allowed does not show as soon as a coin is taken."""

    option_examples: ClassVar = {"bids": (OptionExample(lines=("a: take: 1",)),)}


class ExampleOfNoOption(Hoard):
    option_examples: ClassVar = {"big": (OptionExample(),)}


class OrderOfTheBag(Altered):
    """Draws depend on an order that the encoded position does not keep."""

    def change(self, table, request):
        if isinstance(request, Decision) and request.kind == "take":
            table.announce("mood", seat=request.seat, mood=random.random())
        return request


class Forgetful(Altered):
    """Remembers something outside the state."""

    def flow(self, table):
        count = 0
        for_ever = super().flow(table)
        answer = None
        while True:
            request = for_ever.send(answer)
            if request is CHECKPOINT:
                count += 1
                table.state.coins["a"] = count
            answer = yield request


class WideBoard(Hoard):
    def text_board(self, view):
        return "=" * 79


class NotJson(Hoard):
    def view(self, state, seat):
        return super().view(state, seat) | {"pair": (1, 2)}


class Speechless(Hoard):
    def describe_line(self, line):
        return ""


class Mumbling(Hoard):
    """Writes every choice of what to do in the same way."""

    def write(self, decision, choice):
        return "act: end" if decision.kind == "act" else super().write(decision, choice)


class Faulty(Hoard):
    def faults(self, state):
        return ["the pile is too small"] if state.pile < 3 else []


class Endless(Altered):
    def change(self, table, request):
        table.state.pile = 12
        return request


class Inserting(Hoard):
    """Hoard with something put before a question, by what the mover holds."""

    def before(self, table, request):
        yield from ()

    def flow(self, table):
        flow = super().flow(table)
        answer = None
        while True:
            request = flow.send(answer)
            if isinstance(request, Decision) and request.kind == "act":
                yield from self.before(table, request)
            answer = yield request


def holds_gems(table, seat):
    """Whether what a seat holds, which only itself may know, is worth being asked about."""
    return bool({"amber", "jade", "onyx"} & set(table.state.hands[seat]))


class AsksHoldersOnly(Inserting):
    """Only who holds such a gem is asked whether to show it off, which it knows itself: everybody else learns it."""

    def before(self, table, request):
        if holds_gems(table, request.seat):
            yield Decision(request.seat, "show-off", "Show off?", OneOf(("yes", "no")), "H-4", weight="light")
        yield Decision(rival(request.seat), "nod", "Nod?", OneOf(("yes", "no")), "H-4", weight="light")


class AsksTheRivalOfAHolder(Inserting):
    """The rival is asked where the mover holds such a gem."""

    def before(self, table, request):
        if holds_gems(table, request.seat):
            yield Decision(rival(request.seat), "nod", "Nod?", OneOf(("yes", "no")), "H-4", weight="light")


class TellsOfHolders(Altered):
    """The story says who holds such a gem, in a line for everybody."""

    def change(self, table, request):
        if isinstance(request, Decision) and request.kind == "take" and holds_gems(table, "a"):
            table.announce("smiles", seat="a")
        return request


class RollsForHolders(Inserting):
    """How many dice are rolled depends on what the mover holds."""

    def before(self, table, request):
        yield Dice("luck", 2 if holds_gems(table, request.seat) else 1)


class FillsTheClockOfHolders(Inserting):
    """A small question fills the clock of who holds such a gem."""

    def before(self, table, request):
        seat = request.seat
        yield Decision(rival(seat), "nod", "Nod?", OneOf(("yes", "no")), "H-4", weight="light")
        weight = "full" if holds_gems(table, seat) else "light"
        yield Decision(seat, "smile", "Smile?", OneOf(("yes", "no")), "H-4", weight=weight)
        yield Decision(rival(seat), "nod", "Nod again?", OneOf(("yes", "no")), "H-4", weight="light")


class ShowsOff(Inserting):
    """Who wants to shows the gem that it holds, which the answer does not name."""

    says_so = False

    def before(self, table, request):
        seat = request.seat
        answer = yield Decision(seat, "show-off", "Show off?", OneOf(("yes", "no")), "H-4", weight="light")
        if answer == "yes" and table.state.hands[seat]:
            table.announce("shows", seat=seat, gem=table.state.hands[seat][0])
            if self.says_so:
                table.lay_open()
        yield Decision(rival(seat), "nod", "Nod?", OneOf(("yes", "no")), "H-4", weight="light")


class ShowsOffAndSaysSo(ShowsOff):
    says_so = True


class LyingTwin(Hoard):
    """A title that changes the position when it makes a twin of it."""

    def twin(self, state, seat, rng):
        state.bag.reverse()
        return super().twin(state, seat, rng)


class DeafToOptions(Hoard):
    """A position is always played as its author is used to play."""

    def load_position(self, data, options=None):
        loaded = super().load_position(data, options)
        loaded.options = self.normalise_options({})
        return loaded


class Contradictory(Hoard):
    """What is written in a position goes before what the table says."""

    def merge_options(self, written, given):
        return self.normalise_options({**given, **written})


class ForgetsItsOptions(Hoard):
    def new_state(self, options):
        return super().new_state(self.normalise_options({}))


class HasNoOptions(msgspec.Struct):
    pile: int = 12


class KeepsNoOptions(Hoard):
    state_type = HasNoOptions


HATS = ("red", "green", "blue")


class Hatted(Hoard):
    """Who has done a turn puts on a hat, and has one only: of another colour each time, so that it can be misnamed."""

    def more_hats(self, seat, hat):
        yield from ()

    def flow(self, table):
        flow = super().flow(table)
        answer = None
        while True:
            request = flow.send(answer)
            if isinstance(request, Decision) and request.kind == "take" and table.state.turn:
                hat = HATS[table.state.turn % len(HATS)]
                question = Decision(rival(request.seat), "hat", "Which hat?", OneOf((hat,)), "H-2")
                yield unless_settled(question)
                yield from self.more_hats(question.seat, hat)
            answer = yield request


class DeafToNames(Hatted):
    """Whatever is called a hat that nobody has is taken for a move of a later turn."""

    def is_meant_for(self, decision, choice):
        return False


class HatOnHat(Hatted):
    """Another hat may be put on over the first one: in one line the name of one is not wrong, but that of the other."""

    def more_hats(self, seat, hat):
        yield Decision(
            seat, "hat", "Which hat over it?", OneOf([h for h in HATS if h != hat]), "H-2", may_pass=True
        )


class HatOrScarf(Hatted):
    """A line that names a hat is taken for the colour of a scarf."""

    def more_hats(self, seat, hat):
        yield Decision(
            seat, "scarf", "Which scarf?", OneOf([h for h in HATS if h != hat]), "H-2", may_pass=True
        )

    def read(self, decision, text):
        return super().read(decision, text.replace("hat:", "scarf:") if decision.kind == "scarf" else text)


class WithoutWords(Hoard):
    describe_line = Title.describe_line


class WithoutSections(Hoard):
    sections = {"H-1": "Taking coins"}


class RemembersWhatItNeverOffered(TugOfWar):
    former_defaults = {"rope": "long"}


class HalfATeamWins(TugOfWar):
    def result(self, state):
        result = super().result(state)
        return result and msgspec.structs.replace(result, winners=result.winners[:1])


class ShowsAllyTheHand(TugOfWar):
    """Allies may answer for each other which card is played."""

    standing_kinds: ClassVar = {**TugOfWar.standing_kinds, "pull": "How strongly do you pull?"}
    partner_kinds = frozenset(("call", "pull"))


class LeavesMoreToAllies(TugOfWar):
    """Allies may answer what no standing order may."""

    partner_kinds = frozenset(("call", "pull"))


class TellsMore(TugOfWar):
    def facts(self, state, lines):
        return super().facts(state, lines) | {"weather": "fair"}


class TellsOtherwise(TugOfWar):
    def facts(self, state, lines):
        return super().facts(state, lines) | {"rounds": "many"}


class LetsEverybodyWinAlone(TugOfWar):
    def facts(self, state, lines):
        return super().facts(state, lines) | {"won_individually": list(self.seats(state.options))}


BROKEN = [
    ("declarations", WithoutWords),
    ("declarations", WithoutSections),
    ("declarations", RemembersWhatItNeverOffered),
    ("declarations", LeavesMoreToAllies),
    ("play", HalfATeamWins),
    ("play", TellsMore),
    ("play", TellsOtherwise),
    ("play", LetsEverybodyWinAlone),
    ("options", DeafToOptions),
    ("options", Contradictory),
    ("options", ForgetsItsOptions),
    ("options", KeepsNoOptions),
    ("no-leak", LeakyView),
    ("no-leak", ShowsWithoutSaying),
    ("no-leak", on("act", context=lambda t, d: {"next": t.state.bag[:1]})),
    (
        "no-leak",
        on("act", why_not=lambda t, d: lambda c: ("held", f"{t.state.hands[rival(d.seat)]}", "H-9")),
    ),
    ("no-leak", AsksHoldersOnly),
    ("no-leak", AsksTheRivalOfAHolder),
    ("no-leak", TellsOfHolders),
    ("no-leak", RollsForHolders),
    ("no-leak", FillsTheClockOfHolders),
    ("no-leak", ShowsOff),
    ("no-leak", LyingTwin),
    ("no-leak", ShowsAllyTheHand),
    ("determinism", OrderOfTheBag),
    ("naming", DeafToNames),
    ("naming", HatOrScarf),
    ("naming", Mumbling),
    ("resume", Forgetful),
    ("views", WideBoard),
    ("views", NotJson),
    ("views", Speechless),
    ("decisions", Mumbling),
    ("decisions", on("act", fallback=lambda t, d: "sleep")),
    ("decisions", on("act", context=lambda t, d: {"who": ("a", "b")})),
    ("decisions", on("act", kind=lambda t, d: "Act Now")),
    ("decisions", on("act", why_not=lambda t, d: lambda c: {}[c] if c in ("draw", "peek") else None)),
    ("play", on("act", fallback=lambda t, d: "sleep")),
    ("play", on("act", options=lambda t, d: msgspec.structs.replace(d.options, values=()))),
    ("play", Faulty),
    ("corrections", TellsTheHand),
    ("corrections", TellsTheHandByItsWords),
    ("corrections", LosesGems),
    ("corrections", NamesTwoAlike),
    ("corrections", ReadsOtherwise),
    ("corrections", BreaksOnNonsense),
    ("changes", DeadOption),
    ("changes", ExampleOfNothing),
    ("changes", ExampleOfNoOption),
]


@pytest.mark.parametrize(("check", "title"), BROKEN)
def test_what_is_wrong_is_caught(check: str, title: type[Hoard]) -> None:
    with pytest.raises(AssertionError):
        check_some_games(check, title)


@pytest.mark.parametrize("title", [Hatted, HatOnHat])
def test_what_answers_itself_may_be_named(title: type[Hoard]) -> None:
    check_some_games("naming", title)


def test_what_is_set_right_soundly_is_fine() -> None:
    check_some_games("corrections", Purse)


def check_some_games(check: str, title: type[Hoard]) -> None:
    for seed in range(20):
        CHECKS[check](title(), {"bids": False} if check == "options" else {}, seed)


def test_a_game_that_does_not_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.core.contract.random_games.MOST_CHOICES", 200)
    with pytest.raises(Broken, match="has not ended after 200 choices"):
        CHECKS["play"](Endless(), {}, 1)


def test_what_is_caught_comes_with_the_record_of_the_game() -> None:
    with pytest.raises(Broken) as broken:
        CHECKS["play"](Faulty(), {}, 3)
    assert broken.value.seed == 3
    assert broken.value.record is not None
    assert broken.value.record.length == broken.value.step + 1
    assert str(broken.value).startswith(f"seed 3, step {broken.value.step}: the pile is too small")


def test_an_option_that_no_rule_tells_of_is_named() -> None:
    risk = rules.title("risk")
    told = {
        name: examples for name, examples in risk.option_examples.items() if name != "interactive_windows"
    }
    silent = type("Silent", (type(risk),), {"option_examples": told})()
    with pytest.raises(AssertionError, match="no rule of the handbook tells of interactive_windows"):
        CHECKS["changes"](silent, {}, 1)


def test_missing_sections_are_named() -> None:
    with pytest.raises(Broken, match="have no heading: H-2, H-3, H-4"):
        CHECKS["declarations"](WithoutSections(), {}, 1)


def test_what_a_seat_lays_open_itself_is_no_leak() -> None:
    check_some_games("no-leak", ShowsOffAndSaysSo)


@pytest.mark.parametrize("seed", range(6))
def test_options_that_are_not_offered_together_are_no_fault(seed):
    """Of the two one is tried beside the other's value, and refused: that is as it should be."""
    CHECKS["options"](ForOneOrTheOther(), {"bids": True}, seed)
