"""Lords at the tiles and on the way of the Fellowship: Fire and Shadow, Nenya, the Shadow's cards (LM-4, LM-12)."""

from typing import Any

from rules.core.decisions import Decision, OneOf, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import event_cards, outcome
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    EVENT_FACTS,
    FP,
    GOLLUM,
    ORIGINAL,
    SH,
    STRONGHOLDS,
    TILES,
    Tile,
    region_name,
    within,
)
from rules.war_of_the_ring.position.moments import (
    DAMAGE,
    DECLARED,
    HUNT_ROLL,
    REVEAL_DUE,
    REVEALED,
    TILE_DRAWN,
    TILES_SHOWN,
    Damage,
    Drawn,
    HuntRoll,
    Journey,
    Looked,
    Shown,
)
from rules.war_of_the_ring.position.players import hand_of
from rules.war_of_the_ring.position.roles import holder, leader, master
from rules.war_of_the_ring.position.state import State, eliminate, place_of, region_of, unconquered
from rules.war_of_the_ring.position.table_cards import discard
from rules.war_of_the_ring.quest import company, fellowship, hunt
from rules.war_of_the_ring.sets.lords import forms, rings, smeagol
from rules.war_of_the_ring.sets.lords.cards.table_cards import GATES, SHALL_GET_IT, WONT_GO_BACK
from rules.war_of_the_ring.war import characters

T = Table[Any]

BALROG = "balrog"
CHIEF = "witch-king-chief-of-the-ringwraiths"
DUNADAN = "strider-dunadan"
HOBBITS_OF_THE_SHIRE = ("meriadoc-hobbit-of-the-shire", "peregrin-hobbit-of-the-shire")


def _offer(
    seat: str,
    kind: str,
    prompt: str,
    label: str,
    why: str,
    *,
    keep: str = "No",
    fallback: str | None = None,
    shown: Shown | None = None,
) -> Decision:
    return offer(
        seat,
        kind,
        prompt,
        OneOf(("use",), {"use": label}),
        why,
        pass_label=keep,
        fallback=fallback,
        context=_tile_context(shown),
    )


def _tile_context(shown: Shown | None) -> dict[str, Any] | None:
    """Return what a question at a tile is about, for those who answer it without looking at the board."""
    return {"tile": shown.tile.id, "damage": shown.known_damage()} if shown and shown.tile else None


# -- on the way: Fire and Shadow, the Gates, the Chief -----------------------------------------------


@company.marked.answer
@company.worth_a_way.answer
def _lair(s: State) -> frozenset[str]:
    region = region_of(s, BALROG)
    return frozenset((region,)) if region else frozenset()


@company.marked.answer
def _gates(s: State) -> frozenset[str]:
    return company.enemy_strongholds(s) if _lies(s, GATES) else frozenset()


def _lies(s: State, card: str) -> bool:
    return card in s.table[SH]


@fellowship.declaring_matters.answer
def _is_on_the_way(s: State, region: str) -> bool:
    return region in _lair(s) | _gates(s)


def _through_fire(s: State, journey: Journey) -> bool:
    return not _lair(s).isdisjoint(journey.touched)


@DECLARED.reaction(20, _through_fire)
@REVEALED.reaction(20, _through_fire)
def fire_and_shadow(t: T, journey: Journey) -> Procedure[None]:
    """The way touches the Balrog's region: a tile, and with an Eye he falls together with the Guide (LM-12.2)."""
    s = t.state
    gollum = s.fellowship.guide == GOLLUM
    t.announce("fire-and-shadow", region=region_of(s, BALROG))
    shown = yield from hunt.show_tile(t, Drawn("fire-and-shadow", eyes_count=not gollum, ignore_reveal=True))
    if shown.tile is None:
        return
    if shown.tile.value != "eye" or shown.is_void():
        yield from hunt.resolve(t, shown)
        return
    region = region_of(s, BALROG)
    eliminate(s, place_of(s, BALROG) or "", BALROG)
    t.announce("struck-down", side=SH, figure=BALROG, region=region)
    yield from company.lose_companion(t, s.fellowship.guide)


def _by_the_gates(s: State, journey: Journey) -> bool:
    return _lies(s, GATES) and not company.enemy_strongholds(s).isdisjoint(journey.touched)


@DECLARED.reaction(30, _by_the_gates)
@REVEALED.reaction(30, _by_the_gates)
def gates_are_closed(t: T, journey: Journey) -> Procedure[None]:
    """The way touches a Stronghold of the Shadow: one more tile, for the card (LM-12.3)."""
    prompt = f"Use {CARDS[GATES].title} for one more Hunt tile?"
    seat = holder(t.state, GATES)
    use = yield _offer(seat, "gates-are-closed", prompt, "Draw a tile", "LM-12.3", keep="Keep the card")
    if use is not None:
        discard(t, GATES, "used")
        yield from hunt.draw_by_card(t, GATES, ignore_reveal=True)


@fellowship.declaring_matters.answer
def _chief_may_come(s: State, region: str) -> bool:
    """Whether the Chief of the Ringwraiths may fly to where the Fellowship is declared (LM-4.4)."""
    here = region_of(s, CHIEF)
    haven = region in STRONGHOLDS and ORIGINAL[region] == FP and unconquered(s, region)
    return here not in (None, region) and not haven and characters.nazgul_may_enter(s, region)


@DECLARED.reaction(8, lambda s, journey: _chief_may_come(s, journey.target))
def he_sees_he_knows(t: T, journey: Journey) -> Procedure[None]:
    """The Chief of the Ringwraiths may fly to the Fellowship, without a die."""
    seat = master(t.state, SH, CHARACTERS[CHIEF].person)
    prompt = f"Does {within(CHIEF)} fly to {region_name(journey.target)}?"
    question = _offer(seat, "he-sees", prompt, "Fly there", "LM-4.4", keep="Stay", fallback="use")
    if (yield question) is not None:
        characters.fly(t, CHIEF, region_of(t.state, CHIEF) or "", journey.target)


# -- at a tile ---------------------------------------------------------------------------------------


def _may_remove_eye(s: State, shown: Shown) -> bool:
    tile = shown.tile
    return tile is not None and tile.standard and tile.value == "eye" and rings.has_power(s, "nenya")


@TILE_DRAWN.reaction(20, _may_remove_eye)
def nenya(t: T, shown: Shown) -> Procedure[None]:
    """Galadriel's Ring removes an Eye for good; another tile is drawn in its place (LM-8.7, LM-12.6)."""
    tile = shown.tile
    assert tile is not None
    if (yield from _removes(t, tile, shown)):
        yield from hunt.draw_another(t, shown)


def _removes(t: T, tile: Tile, shown: Shown) -> Procedure[bool]:
    """Ask whether Nenya removes an Eye; returns whether it has."""
    s = t.state
    prompt = f"A Hunt tile was drawn ({tile.words}): use Nenya to remove it and draw another?"
    question = _offer(
        rings.bearer(s, FP), "nenya", prompt, "Use Nenya", "LM-8.7", keep="Keep the Ring", shown=shown
    )
    if (yield question) is None:
        return False
    rings.spend(t, "nenya")
    s.tiles_drawn.remove(tile.id)
    s.tiles_removed.append(tile.id)
    t.announce("tiles-removed", tiles=[tile.id])
    return True


def _eyes_shown(looked: Looked) -> list[str]:
    return [tile for tile in looked.tiles if TILES[tile].standard and TILES[tile].value == "eye"]


@TILES_SHOWN.reaction(20, lambda s, looked: bool(_eyes_shown(looked)) and rings.has_power(s, "nenya"))
def nenya_at_a_card(t: T, looked: Looked) -> Procedure[None]:
    """An Eye that a card has drawn to look at is removed as well; the card looks at another (LM-8.7)."""
    eye = TILES[_eyes_shown(looked)[0]]
    if (yield from _removes(t, eye, Shown(Drawn(looked.card, eyes_count=False), eye))):
        looked.tiles.remove(eye.id)
        yield from smeagol.look_at_another(t, looked)


def _hobbits_may_help(s: State, shown: Shown) -> bool:
    """Whether one of the two guides and the other is there, as far as everybody knows."""
    tile = shown.tile
    return (
        tile is not None
        and tile.standard
        and not shown.is_void()
        and not shown.how.no_reduction
        and s.fellowship.guide in HOBBITS_OF_THE_SHIRE
        and all(forms.may_be_inside(s, hobbit) for hobbit in HOBBITS_OF_THE_SHIRE)
    )


@TILE_DRAWN.reaction(25, _hobbits_may_help)
def hobbits_of_the_shire(t: T, shown: Shown) -> Procedure[None]:
    """Both are lost, and a standard tile has no effect (LM-16.8)."""
    tile = shown.tile
    assert tile is not None
    shown.asked_of = t.state.fellowship.guide
    both = all(hobbit in t.state.fellowship.companions for hobbit in HOBBITS_OF_THE_SHIRE)
    use = yield offer(
        leader(t.state, FP),
        "absorb",
        f"A Hunt tile was drawn ({tile.words}): lose Meriadoc and Peregrin to cancel it?",
        OneOf(("use",) if both else (), {"use": "Lose both"}),
        "LM-16.8",
        pass_label="No",
        context=_tile_context(shown),
    )
    if use is None:
        return
    shown.void = True
    yield from company.lose_companions(t, list(HOBBITS_OF_THE_SHIRE))


def _new_guide_may_help(s: State, hit: Damage) -> bool:
    """Whether one of the two has become Guide since the tile was drawn (WR-15.8)."""
    return hit.shown.asked_of not in HOBBITS_OF_THE_SHIRE and _hobbits_may_help(s, hit.shown)


@DAMAGE.reaction(40, lambda s, hit: hit.amount > 0 and _new_guide_may_help(s, hit))
@REVEAL_DUE.reaction(10, _new_guide_may_help)
def new_guide_of_the_shire(t: T, hit: Damage) -> Procedure[None]:
    """Who guides only now cancels what is left of the tile, its Reveal too (LM-16.8, WR-15.8)."""
    yield from hobbits_of_the_shire(t, hit.shown)
    if hit.shown.void:
        hit.amount, hit.shows = 0, ""


def _may_get_it(s: State, shown: Shown) -> bool:
    return shown.tile is not None and _lies(s, SHALL_GET_IT) and s.fellowship.guide == GOLLUM


@TILE_DRAWN.reaction(30, _may_get_it)
def we_shall_get_it(t: T, shown: Shown) -> Procedure[None]:
    """A second tile is drawn and applied, the first goes back into the pool (LM-12.4)."""
    tile = shown.tile
    assert tile is not None
    prompt = f"A Hunt tile was drawn ({tile.words}): use {CARDS[SHALL_GET_IT].title} to draw another?"
    seat = holder(t.state, SHALL_GET_IT)
    use = yield _offer(
        seat, "we-shall-get-it", prompt, "Draw another", "LM-12.4", keep="Keep the card", shown=shown
    )
    if use is not None:
        discard(t, SHALL_GET_IT, "used")
        shown.void = False
        yield from hunt.replace_tile(t, shown)


def _may_go_back(s: State, shown: Shown) -> bool:
    return _lies(s, WONT_GO_BACK) and smeagol.is_his(shown.tile) and shown.how.by_hunt


@TILE_DRAWN.reaction(40, _may_go_back)
def we_wont_go_back(t: T, shown: Shown) -> Procedure[None]:
    """Two Corruption at a tile of Sméagol's, for a Character card of the hand or for this card (LM-12.5)."""
    s = t.state
    corruption: int = EVENT_FACTS[WONT_GO_BACK]["corruption"]
    seat = holder(s, WONT_GO_BACK)
    hand = [card for card in hand_of(s, seat) if CARDS[card].deck == "character"]
    card: str | None = yield offer(
        seat,
        "we-wont-go-back",
        f"Discard a card for {corruption} Corruption?",
        OneOf((*hand, WONT_GO_BACK), event_cards.card_label),
        "LM-12.5",
        pass_label="No",
    )
    if card is None:
        return
    if card == WONT_GO_BACK:
        discard(t, WONT_GO_BACK, "used")
    else:
        hand_of(s, seat).remove(card)
        event_cards.discard_played(t, card)
        t.announce("cards-paid", side=SH, cards=[card])
    outcome.corrupt(t, corruption, WONT_GO_BACK)


# -- the Guide ---------------------------------------------------------------------------------------


@HUNT_ROLL.reaction(5, lambda s, due: s.fellowship.guide == DUNADAN)
def dunadan(t: T, due: HuntRoll) -> Procedure[None]:
    """One Hunt die fewer, but always one (LM-16.8)."""
    if spared := one_fewer(t.state, due.count):
        due.count -= spared
        t.announce("hunt-die-fewer", by=DUNADAN, dice=due.count)
    yield from ()


@hunt.fewer.answer
def one_fewer(s: State, count: int) -> int:
    """Return how many of some Hunt dice are not rolled under this Guide, as his option says."""
    spares = s.fellowship.guide == DUNADAN and forms.played(s, "dunadan_guide") == "fewer-dice"
    return int(spares and count > 1)
