"""The Free Peoples' Character deck: Event halves (WR-6)."""

from typing import Any

from rules.core.chance import Dice
from rules.core.decisions import Amount, Decision, OneOf, Subset
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common, recruitment
from rules.war_of_the_ring.cards.events import Effect, event
from rules.war_of_the_ring.position import dice, event_cards, hunt_pool, outcome, table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CARDS,
    EVENT_FACTS,
    FP,
    GOLLUM,
    NAZGUL,
    REGIONS,
    SETTLEMENTS_OF,
    SH,
    STRONGHOLDS,
    TILE_OF_CARD,
    TILES,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.moments import INVOLVED, TILES_SHOWN, Involved, Looked
from rules.war_of_the_ring.position.players import hand_of
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    State,
    eliminate,
    form_in_play,
    form_of,
    nation_of,
    place_of,
    places,
    recruit,
    region_of,
    shift,
    unconquered,
    whereabouts,
)
from rules.war_of_the_ring.quest import company, fellowship
from rules.war_of_the_ring.turns import card_play, muster
from rules.war_of_the_ring.war import armies, characters, politics, retreats

T = Table[Any]


for _card in TILE_OF_CARD:
    if CARDS[_card].side == FP:
        event(_card)(common.special_tile(_card))


# -- the Ring-bearers --------------------------------------------------------------------------------


@event("fp-char-09")
def athelas(t: T) -> Procedure[None]:
    """Three dice heal; Strider as Guide heals better."""
    facts = EVENT_FACTS["fp-char-09"]
    healed = yield from common.throw(t, "fp-char-09", facts["dice"], common.needed_by_guide(t.state, facts))
    outcome.heal(t, healed, "fp-char-09")


@event("fp-char-10")
def there_is_another_way(t: T) -> Procedure[None]:
    """Heal one; Gollum as Guide may hide or move the Fellowship, and no die goes to the Hunt Box."""
    s = t.state
    common.heal(t, EVENT_FACTS["fp-char-10"], "fp-char-10")
    if s.fellowship.guide != GOLLUM:
        return
    ways = {"move": "Move the Fellowship"} if s.fellowship.hidden else {"hide": "Hide the Fellowship"}
    way = yield from common.choose_way(
        t, FP, "Does Gollum show another way?", ways, "fp-char-10", may_pass=True
    )
    if way == "hide":
        fellowship.hide(t)
    elif way == "move":
        yield from fellowship.move(t)


@event("fp-char-11", lambda s: bool(s.fellowship.companions))
def i_will_go_alone(t: T) -> Procedure[None]:
    """Separate a group, one region farther, then heal one."""
    facts = EVENT_FACTS["fp-char-11"]
    yield from company.separate(t, extra=facts["extra_regions"], why="WR-6.3")
    common.heal(t, facts, "fp-char-11")


@event("fp-char-12")
def bilbos_song(t: T) -> Procedure[None]:
    """Heal one, or two with Gollum as Guide."""
    common.heal(t, EVENT_FACTS["fp-char-12"], "fp-char-12")
    yield from ()


@event("fp-char-13")
def mirror_of_galadriel(t: T) -> Procedure[None]:
    """Turn an unused Character die to Will of the West; heal one in an unconquered Lórien."""
    s = t.state
    facts = EVENT_FACTS["fp-char-13"]
    ways = {die: f"Turn the {dice.called(die)}" for die in _turnable(s, facts["from"], facts["to"])}
    if ways:
        die = yield from common.choose_way(t, FP, "Which die does the Mirror turn?", ways, "fp-char-13")
        assert die is not None
        s.dice[FP].remove(die)
        s.dice[FP] = sorted([*s.dice[FP], dice.turned(die, facts["to"])])
        t.announce("die-turned", side=FP, die=die, result=facts["to"])
    if s.fellowship.region == facts["region"] and unconquered(s, facts["region"]):
        common.heal(t, facts, "fp-char-13")


def _turnable(s: State, face: str, to: str) -> list[str]:
    """Return the unused dice that show a face and have another one, a standard one before special ones."""
    return [
        die
        for die in dice.in_order(s.dice[FP])
        if dice.face_of(die) == face and to in dice.kind_of(FP, die).faces
    ]


# -- Companions --------------------------------------------------------------------------------------


@event("fp-char-15")
def gwaihir_the_windlord(t: T) -> Procedure[None]:
    """Separate or move a group with Level 4, into a besieged Stronghold if it likes."""
    yield from common.separate_or_move(t, "fp-char-15", level=EVENT_FACTS["fp-char-15"]["level"])


@event("fp-char-16")
def we_prove_the_swifter(t: T) -> Procedure[None]:
    """Separate or move a group two regions farther, into a besieged Stronghold if it likes."""
    yield from common.separate_or_move(t, "fp-char-16", extra=EVENT_FACTS["fp-char-16"]["extra_regions"])


@event("fp-char-17")
def there_and_back_again(t: T) -> Procedure[None]:
    """Separate a group; Gimli or Legolas in the North-east rouses Dwarves and North."""
    s = t.state
    facts = EVENT_FACTS["fp-char-17"]
    if s.fellowship.companions:
        yield from company.separate(t, extra=facts["extra_regions"], why="WR-6.3")
    if any(whereabouts(s, person) in facts["regions"] for person in facts["companions"]):
        for nation in facts["activates"]:
            politics.activate(t, nation, "event")
        common.advance_nations(t, facts)


def _with_army(s: State, persons: list[str], nations: list[str] | None = None) -> str | None:
    """Return which of several Companions stands with an Army, inside one of `nations` if given."""
    for person in persons:
        form = form_of(s, person)
        key = place_of(s, form) if form else None
        if key is None or not s.forces[key].units():
            continue
        if nations is None or nation_of(s, key.partition("/")[0]) in nations:
            return form
    return None


def _may_challenge(s: State) -> bool:
    facts = EVENT_FACTS["fp-char-14"]
    return _with_army(s, facts["heirs"], facts["nations"]) is not None


@event("fp-char-14", _may_challenge)
def challenge_of_the_king(t: T) -> Procedure[None]:
    """Draw three tiles: Eyes leave the game, but three of them cost Strider or Aragorn."""
    s = t.state
    facts = EVENT_FACTS["fp-char-14"]
    drawn: list[str] = []
    for _ in range(facts["tiles"]):
        hunt_pool.refill(t, without=drawn)
        if not s.hunt_pool:
            break
        tile = yield from hunt_pool.draw(t, "challenge-of-the-king")
        s.tiles_drawn.append(tile)
        drawn.append(tile)
    t.announce("tiles-shown", tiles=list(drawn))
    yield from TILES_SHOWN.come(t, Looked("fp-char-14", drawn))
    s.tiles_drawn = [tile for tile in s.tiles_drawn if tile not in drawn]
    eyes = [tile for tile in drawn if TILES[tile].value == "eye"]
    if len(eyes) == facts["tiles"]:
        s.hunt_pool = sorted([*s.hunt_pool, *drawn])
        hero = _with_army(s, facts["heirs"], facts["nations"])
        key = place_of(s, hero) if hero else None
        if hero and key:
            eliminate(s, key, hero)
            t.announce("companion-lost", character=hero)
            table_cards.sweep(t)
        return
    s.tiles_removed += eyes
    s.hunt_pool = sorted([*s.hunt_pool, *[tile for tile in drawn if tile not in eyes]])
    if eyes:
        t.announce("tiles-removed", tiles=eyes)


@event("fp-char-23", lambda s: _in_nation(s, "fp-char-23"))
def house_of_the_stewards(t: T) -> Procedure[None]:
    """A Gondor unit beside Boromir, then two Strategy cards."""
    facts = EVENT_FACTS["fp-char-23"]
    region = whereabouts(t.state, facts["companion"]) or ""
    what = {"nation": facts["nation"], "unit": "unit", "count": 1}
    yield from recruitment.recruit_all(t, FP, [what], "fp-char-23", region)
    yield from common.draw_cards(t, FP, "strategy", facts["draw"], "fp-char-23")


def _in_nation(s: State, card: str) -> bool:
    facts = EVENT_FACTS[card]
    region = whereabouts(s, facts["companion"])
    return region is not None and REGIONS[region].nation == facts["nation"]


@event("fp-char-24", lambda s: _with_army(s, EVENT_FACTS["fp-char-24"]["heirs"]) is not None)
def the_grey_company(t: T) -> Procedure[None]:
    """A Regular of Aragorn's Army falls out for an Elite of its Nation, then two Strategy cards."""
    s = t.state
    facts = EVENT_FACTS["fp-char-24"]
    hero = _with_army(s, facts["heirs"])
    key = place_of(s, hero) if hero else None
    assert key is not None
    nations = [
        n
        for n in s.forces[key].nations()
        if s.forces[key].figures.get(f"{n}-regular") and s.pools[f"{n}-elite"]
    ]
    if nations:
        nation = yield from common.choose_nation(
            t, FP, "Of which Nation does a Regular become an Elite?", nations, "fp-char-24"
        )
        eliminate(s, key, f"{nation}-regular")
        recruit(s, key, f"{nation}-elite")
        INVOLVED.follow(t, Involved(FP, (nation,)))
        t.announce(
            "units-replaced",
            region=key.partition("/")[0],
            old=f"{nation}-regular",
            new=f"{nation}-elite",
            count=1,
        )
    yield from common.draw_cards(t, FP, "strategy", facts["draw"], "fp-char-24")


# -- the Eagles --------------------------------------------------------------------------------------


def eagle_targets(s: State) -> list[str]:
    """Return where a Shadow Army with Nazgûl stands next to, or at, a Free Peoples Army with a Companion."""
    heroes = {r for _, r, f in places(s, FP) if f.units() and common.companions_at(f)}
    targets = []
    for region in common.army_regions(s, SH):
        key = common.army_key(s, SH, region)
        if key and NAZGUL in s.forces[key].figures and not heroes.isdisjoint({region, *ADJACENT[region]}):
            targets.append(region)
    return targets


@event("fp-char-18", lambda s: bool(eagle_targets(s)))
def the_eagles_are_coming(t: T) -> Procedure[None]:
    """Dice against the Nazgûl of an Army; the survivors flee to one Stronghold of Sauron."""
    s = t.state
    facts = EVENT_FACTS["fp-char-18"]
    region = yield from common.choose_region(
        t, FP, "Which Army do the Eagles attack?", eagle_targets(s), "fp-char-18"
    )
    key = common.army_key(s, SH, region)
    assert key is not None
    count = s.forces[key].figures[NAZGUL]
    hits = yield from common.throw(t, "fp-char-18", min(facts["most_dice"], count), facts["needed"])
    if hits:
        eliminate(s, key, NAZGUL, hits)
        t.announce("struck-down", side=SH, figure=NAZGUL, region=region, count=hits)
    left = count - hits
    refuges = [r for r in SETTLEMENTS_OF["sauron"] if r in STRONGHOLDS and unconquered(s, r)]
    if left and refuges:
        refuge = yield from common.choose_region(t, SH, "Where do the Nazgûl flee to?", refuges, "fp-char-18")
        shift(s, key, muster.own_place(s, SH, refuge), {NAZGUL: left})
        t.announce("nazgul-moved", figure=NAZGUL, source=region, target=refuge)


# -- the Ents and the Dead ---------------------------------------------------------------------------


def ents_gather(s: State) -> bool:
    """Whether Gandalf the White is in play and a Companion stands in Fangorn."""
    facts = EVENT_FACTS["ents"]
    return form_in_play(s, facts["caller"]) is not None and bool(
        characters.companions_in(s, facts["gathering"])
    )


def the_ents_awake(card: str) -> Effect:
    """Return the effect that three cards share: dice against Orthanc, and perhaps one card more."""

    def effect(t: T) -> Procedure[None]:
        s = t.state
        facts = EVENT_FACTS["ents"]
        key = common.army_key(s, SH, facts["region"])
        if key is not None:
            hits = yield from common.throw(t, card, facts["dice"], facts["needed"])
            yield from common.strike(t, key, hits, as_attack=True, with_characters=True)
        victim = form_of(s, facts["victim"])
        place = place_of(s, victim) if victim else None
        if (
            victim
            and place
            and place.partition("/")[0] == facts["region"]
            and common.army_key(s, SH, facts["region"]) is None
        ):
            eliminate(s, place, victim)
            t.announce("struck-down", side=SH, figure=victim, region=facts["region"])
            table_cards.sweep(t)
        where = whereabouts(s, facts["caller"])
        if where == facts["gathering"] or (where and nation_of(s, where) == facts["nation"]):
            yield from _another_card(t)

    return effect


def _another_card(t: T) -> Procedure[None]:
    """One more Character card from the hand, without a die."""
    s = t.state
    if not any(CARDS[c].deck == "character" for c in hand_of(s, actor(s, FP))):
        return
    cards = [c for c in card_play.playable(s, FP, None) if CARDS[c].deck == "character"]
    card = yield Decision(
        actor(t.state, FP),
        "free-card",
        "Play another Character card without a die?",
        OneOf(cards, event_cards.card_label),
        "WR-6.3",
        may_pass=True,
        pass_label="No card",
    )
    if card is not None:
        yield from card_play.play(t, FP, card)


for _card in ("fp-char-19", "fp-char-20", "fp-char-21"):
    event(_card, ents_gather)(the_ents_awake(_card))


def _dead_may_be_called(s: State) -> bool:
    facts = EVENT_FACTS["fp-char-22"]
    hero = common.first_on_map(s, facts["heirs"])
    return hero is not None and nation_of(s, region_of(s, hero) or "") == facts["nation"]


@event("fp-char-22", _dead_may_be_called)
def dead_men_of_dunharrow(t: T) -> Procedure[None]:
    """Aragorn's party rides south; the Dead strike, scatter the Army there, and Gondor rises."""
    s = t.state
    facts = EVENT_FACTS["fp-char-22"]
    hero = common.first_on_map(s, facts["heirs"])
    key = place_of(s, hero or "")
    assert hero is not None
    assert key is not None
    region = yield from common.choose_region(
        t, FP, "Where do the Dead appear?", facts["regions"], "fp-char-22"
    )
    group = [hero]
    beside = [c for c in common.companions_at(s.forces[key]) if c != hero]
    if beside:
        group += yield Decision(
            actor(t.state, FP),
            "event-companions",
            f"Who rides with {figure_name(hero)}?",
            Subset(beside, 0, labels=figure_name),
            "WR-6.3",
            fallback=[],
            context={"card": "fp-char-22"},
        )
    characters.arrive(t, group, key, region)
    foe = common.army_key(s, SH, region)
    if foe is not None:
        rolled: list[int] = yield Dice("fp-char-22-dice", 1)
        t.announce("card-rolled", card="fp-char-22", dice=rolled, needed=1, successes=rolled[0])
        yield from common.strike(t, foe, rolled[0], as_attack=True, with_characters=True)
        if common.army_key(s, SH, region) is not None:
            yield from _scatter(t, foe, region)
    yield from _gondor_rises(t, region)


def _scatter(t: T, key: str, region: str) -> Procedure[None]:
    """The Shadow Army must retreat, or it is destroyed."""
    s = t.state
    options = retreats.retreat_regions(s, SH, region)
    if not options:
        common.sweep_away(t, key)
        common.after_loss(t, key)
        return
    target = yield from common.choose_region(t, SH, "Where does the Army flee to?", options, "fp-char-22")
    yield from retreats.retreat_to(t, SH, key, target)


def _gondor_rises(t: T, region: str) -> Procedure[None]:
    s = t.state
    what = EVENT_FACTS["fp-char-22"]["recruits"]
    kind = f"{what['nation']}-{what['unit']}"
    most = min(what["count"], s.pools[kind])
    if common.army_key(s, SH, region) is not None or not most:
        return
    number = yield Decision(
        actor(t.state, FP),
        "event-number",
        f"How many Regulars of Gondor rise in {region_name(region)}?",
        Amount(0, most),
        "WR-6.6",
        fallback=most,
        context={"card": "fp-char-22", "region": region},
    )
    if not number:
        return
    recruit(s, FIELD[FP][region], kind, number)
    INVOLVED.follow(t, Involved(FP, (what["nation"],)))
    t.announce("recruited", side=FP, region=region, figures={kind: number})
    armies.capture(t, region, FP)
    yield from armies.trim(t, FIELD[FP][region], why="WR-6.6")
