"""The Free Peoples' dice: to awaken a Sovereign, to remove a corrupted one, for what the awakened can (KM-5, KM-6)."""

from collections.abc import Callable
from typing import Any

from rules.core.decisions import Decision, OneOf, Refusal, offer
from rules.core.forced_choices import unless_unavoidable
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, event_cards, table_cards, uses
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    LEADER_SET,
    NATION_OF,
    REGIONS,
    Side,
    figure_name,
)
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.moments import (
    AFTER_ACTION,
    HUNT_ROLL,
    INVOLVED,
    HuntRoll,
    Involved,
    Spent,
)
from rules.war_of_the_ring.position.names import SORTS
from rules.war_of_the_ring.position.roles import actor, master
from rules.war_of_the_ring.position.state import (
    State,
    at_war,
    besieged,
    controller,
    is_free,
    place_of,
    recruit,
    region_of,
    settlements_of,
)
from rules.war_of_the_ring.position.uses import Use
from rules.war_of_the_ring.quest import company, fellowship
from rules.war_of_the_ring.sets.kings import sovereigns
from rules.war_of_the_ring.sets.kings.ruler_dice import RULER, take_dismay
from rules.war_of_the_ring.sets.kings.state import FACTS, SET, SOVEREIGNS, THREATS, WORDS, kings
from rules.war_of_the_ring.turns import action_dice, actions, card_play, muster
from rules.war_of_the_ring.war import armies, characters

T = Table[Any]
DAIN, DENETHOR, THRANDUIL = "dain", "denethor", "thranduil"
#: What is asked of the figures that come, one after the other.
RECRUIT = "sovereign-recruit"


def _name(use: str) -> str:
    return WORDS["uses"][use]


# -- awakening ---------------------------------------------------------------------------------------------


def _no_muster(s: State) -> uses.Words | None:
    """Return what keeps every Muster result from awakening anybody (KM-6.6)."""
    if not table_cards.on_table(s, THREATS):
        return None
    return f"No Muster result awakens a Sovereign: “{CARDS[THREATS].title}” is on the table.", "KM-6.6"


def _may_by_muster(s: State, side: Side, die: str) -> bool:
    return _no_muster(s) is None and bool(sovereigns.awakenings(s))


def _may_by_ruler(s: State, side: Side, die: str) -> bool:
    """Whether the Ruler die awakens somebody by a result that is no Muster, or need not be one (KM-5.2, KM-6.6)."""
    if dice.face_of(die) == "muster":
        return False
    as_muster = "muster" in dice.results_of(die) and _no_muster(s) is None
    return not as_muster and bool(sovereigns.awakenings(s))


def _why_asleep(s: State, side: Side, die: str) -> uses.Words:
    """Return why nobody awakens by a die that would do: the card that forbids it, or the reason of each (KM-6.4)."""
    by_ruler = dice.split(die)[0] == RULER[FP] and dice.face_of(die) != "muster"
    forbidden = None if by_ruler else _no_muster(s)
    if forbidden:
        return forbidden
    his = command(s, side)
    own = [one for one, facts in FACTS.items() if his.no_power(s, facts.nation) is None]
    reasons = (sovereigns.why_asleep(s, one, FACTS[one].home) for one in own)
    told = " ".join(words for words, _ in filter(None, reasons))
    return f"No Sovereign can awaken now. {told}", "KM-6.4"


def _why_not_he(s: State, side: Side) -> Callable[[object], Refusal]:
    """Explain why a Sovereign does not awaken in a region, `sovereign@region` (KM-6.4)."""

    def why_not(choice: object) -> Refusal:
        who, _, region = choice.partition("@") if isinstance(choice, str) else ("", "", "")
        if who not in CHARACTERS or region not in REGIONS:
            return None
        if who not in SOVEREIGNS:
            return "no-sovereign", f"{figure_name(who)} is no Sovereign.", "KM-6.4"
        if refusal := command(s, side).no_power(s, FACTS[who].nation):
            return refusal
        words = sovereigns.why_asleep(s, who, region)
        return ("asleep", *words) if words else None

    return why_not


def _awaken(t: T, side: Side, die: str) -> Procedure[None]:
    s = t.state
    question = Decision(
        actor(s, FP),
        "awaken",
        "Which Sovereign awakens, and where?",
        OneOf(sovereigns.awakenings(s), muster.recruit_label),
        "KM-6.4",
        why_not=_why_not_he(s, side),
    )
    value: str = yield unless_unavoidable(s.options, question)
    sovereign, _, region = value.partition("@")
    sovereigns.awaken(t, sovereign, region)


uses.add(
    Use(
        id="awaken",
        label=_name("awaken"),
        side=FP,
        set=SET,
        result="muster",
        may=_may_by_muster,
        run=_awaken,
        not_now=_why_asleep,
        behind=lambda s, side: ("awaken", sovereigns.awakenings(s)),
        answer=uses.Answer(
            like="theoden@edoras",
            values=lambda s, side: sovereigns.awakenings(s),
            why_not=_why_not_he,
            who=lambda: SOVEREIGNS,
        ),
        missed=False,
    )
)
uses.also("awaken", _may_by_ruler, side=FP, set=SET, kind=RULER[FP])


# -- removing a corrupted Sovereign ------------------------------------------------------------------------


def _remove(t: T, side: Side, die: str) -> Procedure[None]:
    s = t.state
    question = Decision(
        actor(s, FP),
        "remove-corrupted",
        "Which corrupted Sovereign is removed?",
        OneOf(sovereigns.removable(s), sovereigns.sovereign_name),
        "KM-6.9",
    )
    sovereign: str = yield unless_settled(question)
    sovereigns.remove_corrupted(t, sovereign)


uses.add(
    Use(
        id="remove-corrupted",
        label=_name("remove-corrupted"),
        side=FP,
        set=SET,
        result="character",
        may=lambda s, side, die: bool(sovereigns.removable(s)),
        run=_remove,
        not_now=("No Companion of his Nation, or of all, is with a corrupted Sovereign.", "KM-6.9"),
        behind=lambda s, side: ("remove-corrupted", sovereigns.removable(s)),
        missed=False,
    )
)


# -- an Elite for a Regular, by any Muster ------------------------------------------------------------------

#: The Sovereigns who make an Elite of a Regular in their home, by the use.
PROMOTIONS = {"dwarvenking": DAIN, "stewardship": DENETHOR, "elvenking": THRANDUIL}


def _may_promote(s: State, sovereign: str) -> bool:
    """Whether a Sovereign at home can exchange a Regular of his Army for an Elite, under siege too (KM-5.3, 5.6)."""
    facts = FACTS[sovereign]
    place = place_of(s, sovereign) if at_war(s, facts.nation) else None
    if place is None or place.partition("/")[0] != facts.home:
        return False
    regular, elite = f"{facts.nation}-regular", f"{facts.nation}-elite"
    there = s.forces[place].figures.get(regular)
    return bool(there and s.pools[elite]) and armies.may_come(s, elite, facts.home)


def _promotion(use: str, sovereign: str) -> Use:
    nation = FACTS[sovereign].nation

    def run(t: T, side: Side, die: str) -> Procedure[None]:
        place = place_of(t.state, sovereign)
        assert place is not None
        muster.replace(t, place, f"{nation}-regular", f"{nation}-elite", 1)
        yield from ()

    refusal = f"{sovereigns.sovereign_name(sovereign)} has no Regular at home for whom an Elite could come."
    return Use(
        id=use,
        label=_name(use),
        side=FP,
        set=SET,
        whose=nation,
        result="muster",
        may=lambda s, side, die: _may_promote(s, sovereign),
        run=run,
        not_now=(refusal, "KM-5.3"),
        missed=False,
    )


for _use, _who in PROMOTIONS.items():
    uses.add(_promotion(_use, _who))


# -- figures that come one by one, by the Ruler die -----------------------------------------------------------


def _may_stand(s: State, kind: str, region: str) -> bool:
    """Whether a figure can be recruited in a region: there is one, no Weakness bars it, and a Leader finds a unit."""
    if not s.pools[kind] or not armies.may_come(s, kind, region):
        return False
    if kind in LEADER_SET:
        return muster.holds_with_units(s, region, FP)
    return armies.room(s, region, FP) > 0


def _figures(s: State, nation: str, sorts: tuple[str, ...], regions: list[str]) -> list[str]:
    kinds = [f"{nation}-{sort}" for sort in sorts]
    return [f"{kind}@{region}" for region in regions for kind in kinds if _may_stand(s, kind, region)]


def _free_settlements(s: State, nation: str, without: list[str]) -> list[str]:
    return [
        region
        for region in settlements_of(s, nation)
        if region not in without and controller(s, region) == FP and is_free(s, region, FP)
    ]


def _muster_of_three(s: State, sovereign: str, come: list[str]) -> list[str]:
    """Return who can come next by Call to Arms or the Mustering of the Mark: to two Settlements, then beside him."""
    nation = FACTS[sovereign].nation
    if len(come) < 2:
        return _figures(s, nation, ("regular", "leader"), _free_settlements(s, nation, come))
    here = region_of(s, sovereign)
    beside = [here] if len(come) == 2 and here and is_free(s, here, FP) else []
    return _figures(s, nation, ("regular", "leader"), beside)


def _iron_guard(s: State, sovereign: str, come: list[str]) -> list[str]:
    """Return who can come next by the Iron Guard: beside him, under siege too, then to another Settlement."""
    nation, here = FACTS[sovereign].nation, region_of(s, sovereign)
    if here is None or len(come) > 1:
        return []
    if not come:
        inside = besieged(s, here) and controller(s, here) == FP
        beside = [here] if inside or is_free(s, here, FP) else []
        return _figures(s, nation, ("elite", "regular"), beside)
    return _figures(s, nation, ("regular", "leader"), _free_settlements(s, nation, [here]))


#: Who can come next, by the position, the Sovereign, and the regions where others have come ("" for nobody).
Coming = Callable[[State, str, list[str]], list[str]]
#: What awakened Sovereigns recruit by the Ruler die, by the use.
COMING: dict[str, tuple[str, Coming, int]] = {
    "call-to-arms": ("brand", _muster_of_three, 3),
    "mustering-of-the-mark": ("theoden", _muster_of_three, 3),
    "iron-guard": (DAIN, _iron_guard, 2),
}


#: How many of them come without being asked whether, if they can.
MUST_COME = {"iron-guard": 1}


def _may_recruit(s: State, use: str) -> bool:
    sovereign, coming, most = COMING[use]
    if not at_war(s, FACTS[sovereign].nation) or place_of(s, sovereign) is None:
        return False
    return any(coming(s, sovereign, [""] * step) for step in range(most))


def _recruit(use: str) -> uses.Run:
    sovereign, coming, most = COMING[use]

    def run(t: T, side: Side, die: str) -> Procedure[None]:
        s = t.state
        come: list[str] = []
        while len(come) < most:
            values = coming(s, sovereign, come)
            left = most - len(come)
            if not values and any(coming(s, sovereign, [*come, *[""] * step]) for step in range(1, left)):
                come.append("")  # not asked: a pass that is typed is meant for the next figure
                continue
            question = Decision(
                actor(s, FP),
                RECRUIT,
                f"{WORDS['tokens'][sovereign]}: which figure comes, and where? ({len(come) + 1} of {most})",
                OneOf(values, muster.recruit_label),
                "KM-5.2",
                may_pass=not values or len(come) >= MUST_COME.get(use, 0),
                pass_label="Nobody",
            )
            chosen: str | None = yield unless_settled(question)
            kind, _, region = (chosen or "").partition("@")
            come.append(region)
            if chosen is not None:
                recruit(s, muster.own_place(s, FP, region), kind)
                INVOLVED.follow(t, Involved(FP, (NATION_OF[kind],)))
                t.announce("recruited", side=FP, region=region, figures={kind: 1})
        for region in dict.fromkeys(filter(None, come)):
            yield from armies.trim(t, muster.own_place(s, FP, region))

    return run


def _first_to_come(use: str) -> uses.Answer:
    """Return the answer to who comes first by an ability."""
    sovereign, coming, most = COMING[use]
    nation = FACTS[sovereign].nation

    def values(s: State, side: Side) -> list[str]:
        steps = (coming(s, sovereign, [""] * step) for step in range(most))
        return next(filter(None, steps), [])

    def why_not(s: State, side: Side) -> Callable[[object], Refusal]:
        words = f"{sovereigns.sovereign_name(sovereign)} does not bring that figure there first."
        able = values(s, side)
        return lambda choice: None if choice in able else ("not-there", words, "KM-5.2")

    return uses.Answer(
        like="gondor-regular@pelargir",
        values=values,
        why_not=why_not,
        who=lambda: [f"{nation}-{sort}" for sort in SORTS],
    )


# -- Far-sighted ------------------------------------------------------------------------------------------------

_FAR_SIGHTED = {
    "move-fellowship": "Move the Fellowship with one Hunt die fewer",
    "separate": "Separate Companions, one region farther",
    "move-companions": "Move Companions one region farther",
}


def far_sighted_ways(s: State) -> list[str]:
    """Return what Thranduil's counsel can do now; nothing while the Fellowship is on the Mordor Track."""
    if place_of(s, THRANDUIL) is None or s.fellowship.mordor is not None:
        return []
    open_ = {
        "move-fellowship": s.fellowship.hidden,
        "separate": bool(s.fellowship.companions),
        "move-companions": bool(characters.companion_groups(s, set())),
    }
    return [way for way in _FAR_SIGHTED if open_[way]]


def _far_sighted(t: T, side: Side, die: str) -> Procedure[None]:
    s = t.state
    question = Decision(
        actor(s, FP),
        "far-sighted",
        "What do you do by Thranduil's counsel?",
        OneOf(far_sighted_ways(s), _FAR_SIGHTED),
        "KM-5.2",
    )
    way: str = yield unless_settled(question)
    if way == "separate":
        yield from company.separate(t, extra=1)
    elif way == "move-companions":
        yield from characters.move_companions(t, extra=1)
    else:
        yield from fellowship.move(t, die=die, spared=1)


@HUNT_ROLL.reaction(6, lambda s, due: due.spared > 0)
def fewer_dice(t: T, due: HuntRoll) -> Procedure[None]:
    """One Hunt die fewer, but always one."""
    left = max(1, due.count - due.spared)
    if left < due.count:
        due.count = left
        t.announce("far-sighted", dice=due.count)
    yield from ()


# -- the second abilities, by the Ruler die or a Ruler token ------------------------------------------------------


def _may_look_into_the_stone(s: State) -> bool:
    return region_of(s, DENETHOR) == FACTS[DENETHOR].home


def _stone_ways(s: State) -> list[str]:
    draw = ["draw"] if event_cards.decks_left(s, FP) else []
    return [*draw, *(["play-event"] if card_play.may_play(s, FP, None) else [])]


def _by_the_stone(t: T, side: Side, die: str) -> Procedure[None]:
    """The token of Denethor: an Event result that draws or plays a card, and then one more card (KM-5.5).

    It is always asked: what settled itself would tell whether a card of the hand can be played.
    """
    s = t.state
    ways = {way: uses.USES[way].sentence for way in _stone_ways(s)}
    way: str = yield Decision(
        actor(s, FP), "event-way", "What does the Ruler die do?", OneOf(list(ways), ways), "KM-5.5"
    )
    yield from (actions.draw if way == "draw" else actions.play_event)(t, side, die)


#: By the use: whose ability it is, whether it is possible now, what it does, and why it is not.
_SECOND: dict[str, tuple[str, Callable[[State], bool], uses.Run, str]] = {
    **{
        use: (who, lambda s, use=use: _may_recruit(s, use), _recruit(use), "recruit nobody")  # type: ignore[misc]
        for use, (who, _, _) in COMING.items()
    },
    "far-sighted": (THRANDUIL, lambda s: bool(far_sighted_ways(s)), _far_sighted, "give no counsel"),
}
#: What each Ruler token is used for.
_BY_TOKEN: dict[str, tuple[Callable[[State], bool], uses.Run]] = {
    **{who: (may, run) for who, may, run, _ in _SECOND.values()},
    DENETHOR: (lambda s: _may_look_into_the_stone(s) and bool(_stone_ways(s)), _by_the_stone),
}


def _by_ruler_die(use: str, may: uses.May, run: uses.Run, not_now: uses.Words, **more: Any) -> None:
    """Enter a use of the Ruler die alone."""
    uses.add(
        Use(
            id=use,
            label=_name(use),
            side=FP,
            set=SET,
            kind=RULER[FP],
            may=may,
            run=run,
            not_now=not_now,
            missed=False,
            **more,
        )
    )


def _second(use: str) -> None:
    """Enter an ability that takes its result on the Ruler die, or a Will of the West there (KM-5.2)."""
    sovereign, may, run, cannot = _SECOND[use]
    result = FACTS[sovereign].token

    def ready(s: State, side: Side, die: str) -> bool:
        return result in dice.results_of(die) and may(s)

    refusal = (
        f"{sovereigns.sovereign_name(sovereign)} can {cannot} now: it takes the Ruler die with that result."
    )
    answer = _first_to_come(use) if use in COMING else None
    whose = FACTS[sovereign].nation
    _by_ruler_die(use, ready, run, (refusal, "KM-5.2"), answer=answer, whose=whose)


def _token(sovereign: str) -> None:
    """Enter a Ruler token: the Ruler die is turned to the result, and used for the ability at once (KM-5.5)."""
    may, run = _BY_TOKEN[sovereign]
    use = f"ruler-token-{sovereign}"

    def ready(s: State, side: Side, die: str) -> bool:
        if sovereign not in kings(s).tokens or action_dice.ring_was_used(s, FP):
            return False
        return place_of(s, sovereign) is not None and may(s)

    def spend(t: T, side: Side, die: str) -> Procedure[None]:
        part = kings(t.state)
        part.tokens.remove(sovereign)
        part.token_used = True
        t.announce("ruler-token-used", sovereign=sovereign)
        take_dismay(t, sovereign)
        yield from run(t, side, die)

    refusal = (
        f"The Ruler token takes the Ruler die, and {sovereigns.sovereign_name(sovereign)} awake and able to use it,"
        " in a turn without an Elven Ring."
    )
    facts = FACTS[sovereign]
    _by_ruler_die(use, ready, spend, (refusal, "KM-5.5"), turns_to=facts.token, whose=facts.nation)


for _ability in _SECOND:
    _second(_ability)
for _who in SOVEREIGNS:
    _token(_who)


@action_dice.ring_barred.answer
def _no_ring(s: State, side: Side) -> str | None:
    if side == FP and kings(s).token_used:
        return "You have used a Ruler token: no Elven Ring in the same turn."
    return None


def _stone_speaks(s: State, spent: Spent) -> bool:
    return (
        spent.side == FP
        and dice.split(spent.die)[0] == RULER[FP]
        and "event" in dice.results_of(spent.die)
        and spent.use in ("draw", "play-event", f"ruler-token-{DENETHOR}")
        and _may_look_into_the_stone(s)
        and bool(event_cards.decks_left(s, FP))
    )


@AFTER_ACTION.reaction(30, _stone_speaks)
def palantir_of_anarion(t: T, spent: Spent) -> Procedure[None]:
    """Denethor in Minas Tirith: one card more for an Event on the Ruler die (KM-5.2)."""
    s = t.state
    seat = master(s, FP, FACTS[DENETHOR].nation)
    deck: str | None = yield offer(
        seat,
        "palantir-of-anarion",
        "Draw one more card by the Palantír of Anárion?",
        OneOf(event_cards.decks_left(s, FP), event_cards.deck_label),
        "KM-5.2",
        pass_label="Do not draw",
    )
    if deck is not None:
        yield from event_cards.draw(t, seat, deck, DENETHOR)
        yield from event_cards.enforce_limit(t, seat)
