"""The bots' knowledge of Lords of Middle-earth: the worth of its uses of dice, its people and its questions."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.decisions import Amount, Choice, Decision
from rules.war_of_the_ring.bots import hints, road
from rules.war_of_the_ring.bots.evaluation import TAKEN
from rules.war_of_the_ring.bots.judgement import RING_PRICE, Judgement
from rules.war_of_the_ring.bots.knowledge import Knowledge
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    DICE,
    FORMS,
    FP,
    GREAT,
    ORIGINAL,
    REGIONS,
    SH,
    TILES,
)
from rules.war_of_the_ring.position.state import (
    FIELD,
    State,
    at_war,
    besieged,
    field,
    place_of,
    region_of,
    unconquered,
)
from rules.war_of_the_ring.quest import hunt
from rules.war_of_the_ring.sets.lords import forms, smeagol
from rules.war_of_the_ring.sets.lords.cards import shadow
from rules.war_of_the_ring.sets.lords.cards.free_peoples import THREE_RINGS
from rules.war_of_the_ring.sets.lords.cards.shadow import WITH_BALROG
from rules.war_of_the_ring.sets.lords.cards.table_cards import WONT_GO_BACK
from rules.war_of_the_ring.sets.lords.hunt import DUNADAN
from rules.war_of_the_ring.sets.lords.minions import WITH_HIM
from rules.war_of_the_ring.sets.lords.people import (
    BALROG,
    BLACK_CAPTAIN,
    CHIEF,
    ELROND,
    GALADRIEL,
    GOTHMOG,
    MORIA,
)
from rules.war_of_the_ring.sets.lords.state import KEEPERS, OUT, SET, Lords, balrog_is_active, lords
from rules.war_of_the_ring.turns import action_dice
from rules.war_of_the_ring.war import battle, movement

NOTHING = -5.0
GOOD = 1.0
#: Worth of a special die in every turn to come, the first of a side and another one, of which only one is kept.
FIRST_DIE, SECOND_DIE = 5.2, 3.4
#: What the danger of losing a starred die takes from it: while the one is in play who costs it, and before.
STAR, STAR_TO_COME = 2.0, 0.3
#: What more there is in a Keeper than a die, the power of the Ring included.
KEEPER = {ELROND: 0.6, GALADRIEL: 1.0}
#: What it costs the Free Peoples to use a power of a Ring: the Shadow has that Ring then.
POWER_PRICE = {"vilya": 2.2, "nenya": 1.8, "narya": 2.2}
#: What the power of a Ring promises as long as its Keeper has not come.
RING_POWER = {"vilya": 1.0, "nenya": 1.2, "narya": 0.2}
#: Expected damage of a tile of which nothing is known.
ANY_TILE = 1.3
#: What a Hunt tile more is worth to the Shadow.
TILE = 1.5


# -- the position ------------------------------------------------------------------------------------


def fill(s: State, view: Mapping[str, Any]) -> None:
    """Put what a seat sees of this set into a position."""
    told = view["lords"]
    hidden = told["forms_hidden"]
    persons = {CHARACTERS[c].person for c in s.fellowship.companions}
    if told["council"]:
        s.options |= {"council_of_rivendell": True, **told["council"]}
    s.sets = {
        SET: Lords(
            rings=told["rings"],
            pool=told["pool"],
            rolled=told["rolled"],
            kept=told["kept"],
            starred=told["starred"],
            lost=told["lost"],
            balrog_active=told["balrog_active"],
            witch_king_came=any(form in s.eliminated or place_of(s, form) for form in FORMS[BLACK_CAPTAIN]),
            witch_king_changed=told["witch_king_changed"],
            smeagol_seen=told["smeagol"] != "to come",
            tiles_aside=told["tiles_aside"],
            tokens=told["tokens"],
            token_used=told["token_used"],
            power_used=told["power_used"],
            despair=told["despair"],
            forms_chosen=bool(hidden),
            forms_shown=sorted(persons.difference(hidden)),
        )
    }


# -- dice --------------------------------------------------------------------------------------------


def best_use(j: Judgement, die: str) -> float:
    """Return what the best use of a die is worth."""
    return max((j.use(die, use) for use in action_dice.uses(j.s, j.side, die)), default=0.0)


def _has_another_die(s: State, owner: str) -> bool:
    """Whether the side of a special die's owner has another one in the game."""
    mine = CHARACTERS[owner].side
    others = [kind for kind in DICE.values() if kind.set == SET and kind.side == mine and kind.owner != owner]
    # the die of somebody in the Fellowship is rolled now and then only
    return any(place_of(s, kind.owner or "") and kind.id not in lords(s).lost for kind in others)


def _star_bites(s: State, die: str) -> bool:
    person = DICE[dice.split(die)[0]].leaves_with
    return person is not None and any(place_of(s, form) for form in FORMS.get(person, (person,)))


def special_die(j: Judgement, decision: Decision, value: str) -> float:
    """Which die is kept: the one of which most can be made, and that is not lost for it."""
    kind = DICE[dice.split(value)[0]]
    face = dice.face_of(value)
    starred = any(kind.faces[number] == face for number in kind.stars)
    worth = 0.0 if face == dice.EYE else best_use(j, value)
    return worth - (STAR if _star_bites(j.s, value) else STAR_TO_COME) * starred


def lore_of_the_rings(j: Judgement, decision: Decision, value: str) -> float:
    """Turning a die: what the new face is worth, less the old one."""
    die, _, face = value.partition(">")
    new = dice.turned(die, face)
    eye = 0.9 if j.s.fellowship.mordor is None else 1.8
    worths = [eye if dice.face_of(one) == dice.EYE else best_use(j, one) for one in (die, new)]
    return worths[1] - worths[0] - 0.1


# -- who enters play ---------------------------------------------------------------------------------


def keeper(who: str) -> Callable[[Judgement], float]:
    """Return what it is worth that a Keeper enters play: a die in every turn, as long as the home holds."""
    (home,) = CHARACTERS[who].regions
    special = CHARACTERS[who].special_die or ""

    def worth(j: Judgement) -> float:
        s = j.s
        die = SECOND_DIE if _has_another_die(s, who) else FIRST_DIE
        if _star_bites(s, special + "/"):
            die -= 1.2
        inside = besieged(s, home)
        held = j.armies.at(FIELD[FP][home]).holding() if not inside else 1.0
        return die + KEEPER[who] - min(2.5, 0.6 * j.armies.risk(home, held)) - (1.5 if inside else 0.0)

    return worth


def _lesser(who: str) -> Callable[[Judgement, str], float]:
    """Return what is added for a Minion with a special die: less for a second one, and beside a Witch-king."""

    def added(j: Judgement, region: str) -> float:
        worth = -2.0 if _has_another_die(j.s, who) else 0.0
        return worth - (1.0 if _star_bites(j.s, (CHARACTERS[who].special_die or "") + "/") else 0.0)

    return added


def _black_captain(j: Judgement, region: str) -> float:
    """Gothmog's die is lost with him, and the Balrog's is in danger."""
    return -2.0 * bool(place_of(j.s, GOTHMOG)) - 0.4 * bool(place_of(j.s, BALROG))


def _chief(j: Judgement, region: str) -> float:
    """He stays with the Army of the Black Captain, whom he would replace, and does less for it."""
    return -0.6 if place_of(j.s, BLACK_CAPTAIN) else 0.0


# -- the Minions' uses -------------------------------------------------------------------------------


def _move(j: Judgement, escort: frozenset[str], *, led: bool) -> float:
    pairs = movement.move_pairs(j.s, SH, with_leader=led, escort=escort)
    return max((j.pair(pair) for pair in pairs), default=NOTHING)


def _attack(j: Judgement, escort: frozenset[str], *, led: bool) -> float:
    pairs = battle.attack_pairs(j.s, SH, with_leader=led, escort=escort)
    return max((j.armies.attack_worth(*pair.split(">")) for pair in pairs), default=NOTHING)


def _balrog_way(j: Judgement, way: str) -> float:
    if way == "move":
        return _move(j, WITH_BALROG, led=False)
    if way == "attack":
        return _attack(j, WITH_BALROG, led=False) + 0.5
    region = region_of(j.s, BALROG)
    return j.flight(BALROG, region) if region else NOTHING


def use_balrog(j: Judgement) -> float:
    """To wake him is worth what he can do then; awake, he does his best."""
    if not balrog_is_active(j.s):
        force = field(j.s, MORIA, SH)
        return 0.9 + 0.1 * (force.units() if force else 0)
    return max((_balrog_way(j, way) for way in shadow.balrog_ways(j.s)), default=NOTHING)


def balrog_inactive(j: Judgement) -> float:
    """Outside Moria that is his end, and that of his die."""
    return 1.0 if region_of(j.s, BALROG) == MORIA else 4.5


def _fling_way(j: Judgement, way: str) -> float:
    region = region_of(j.s, GOTHMOG)
    if region is None:
        return NOTHING
    return 1.3 if way == "promote" else j.armies.arrival_worth(region, "sauron-regular") + 0.2


def fling(j: Judgement) -> float:
    """One unit more, or a better one, for Gothmog's Army."""
    return max(_fling_way(j, way) for way in ("recruit", "promote"))


# -- the Rings ---------------------------------------------------------------------------------------


def narya(j: Judgement) -> float:
    """A Nation goes to war at once, whatever its distance from it."""
    region = region_of(j.s, KEEPERS["narya"])
    nation = REGIONS[region].nation if region else None
    if nation is None or at_war(j.s, nation):
        return NOTHING
    return j.nation(nation) + 1.4 * (j.s.steps[nation] - 1) - POWER_PRICE["narya"]


def vilya(j: Judgement, decision: Decision, value: str) -> float:
    """A die once more: what can be made of it, less the Ring."""
    die = str((decision.context or {}).get("die", ""))
    return best_use(j, die) - POWER_PRICE["vilya"] if die else -GOOD


def nenya(j: Judgement, decision: Decision, value: str) -> float:
    """An Eye less: the damage spared, and much more where it would be the end."""
    s = j.s
    damage = float((decision.context or {}).get("damage", 2))
    corruption = s.fellowship.corruption
    point = 0.8 + 0.14 * corruption
    worth = point * (damage - ANY_TILE) + (0.5 if s.fellowship.hidden else 0.0)
    if corruption + damage - min(damage, road.absorbed(s)) >= 12:
        worth += 20.0
    elif corruption + damage >= 12:
        worth += 3.0
    return worth - POWER_PRICE["nenya"]


def which_ring(j: Judgement, decision: Decision, value: str) -> float:
    """The Ring that is given up is the one whose power is least needed; the one that comes back, most."""
    s = j.s
    worth = RING_POWER[value] + (1.0 if place_of(s, KEEPERS[value]) else 0.0)
    if KEEPERS[value] in s.eliminated:
        worth = 0.0
    returns = (decision.context or {}).get("card") == THREE_RINGS
    return worth if returns else 2.5 - worth


def three_rings(j: Judgement) -> float:
    """Nothing comes back where nothing has been used."""
    used = sum(where != FP for where in lords(j.s).rings.values())
    out = sum(where == OUT for where in lords(j.s).rings.values())
    return 0.7 * used - 0.2 * out - 1.2


# -- the Hunt ----------------------------------------------------------------------------------------


def we_shall_get_it(j: Judgement, decision: Decision, value: str) -> float:
    """Another tile in place of a weak one."""
    tile = TILES.get(str((decision.context or {}).get("tile", "")))
    if tile is None:
        return -GOOD
    if tile.stop and j.s.fellowship.mordor is not None:
        return -GOOD
    damage = 3.0 if isinstance(tile.value, str) else float(tile.value)
    return ANY_TILE - damage - 0.4


def we_wont_go_back(j: Judgement, decision: Decision, value: str) -> float:
    """Two Corruption are worth more than most cards."""
    corruption = j.s.fellowship.corruption
    worth = 3.6 + 0.1 * corruption + (20.0 if corruption >= 10 else 0.0)
    return worth - (1.8 if value == WONT_GO_BACK else hints.keep_worth(j.s, value))


def gates_are_closed(j: Judgement, decision: Decision, value: str) -> float:
    """A tile at once is better than one later."""
    return TILE


def he_sees(j: Judgement, decision: Decision, value: str) -> float:
    """The Chief beside the Fellowship, against where he is."""
    here, there = region_of(j.s, CHIEF), j.s.fellowship.region
    if here is None or there is None:
        return 0.0
    return 0.4 + j.fly_worth(CHIEF, there) - j.fly_worth(CHIEF, here)


def absorb(j: Judgement, decision: Decision, value: str) -> float:
    """Two Hobbits for a tile that would cost much."""
    damage = float((decision.context or {}).get("damage", 2))
    return 0.9 * damage - 2.0 + (10.0 if j.s.fellowship.corruption + damage >= 12 else 0.0)


def _fire(j: Judgement, region: str) -> float:
    return -TILE if region == region_of(j.s, BALROG) else 0.0


def declare(j: Judgement, decision: Decision, value: str) -> float:
    """A declaration may wake Fire and Shadow, call the Chief and drive Sméagol away."""
    s = j.s
    haven = value in GREAT and ORIGINAL[value] == FP and unconquered(s, value)
    worth = _fire(j, value)
    if haven and smeagol.is_here(s):
        worth -= 0.8
    if not haven and place_of(s, CHIEF):
        worth -= 0.4
    return worth


def reveal(j: Judgement, decision: Decision, value: str) -> float:
    """The Balrog's region costs a tile more."""
    return _fire(j, value)


def guide(j: Judgement, decision: Decision, value: str) -> float:
    """The Keeper of Narya brings a die as long as he guides; the Dúnadan thins the Hunt on the way to Mordor."""
    if value == DUNADAN and _thins_the_hunt(j.s):
        return 1.2 if j.s.fellowship.mordor is None else 0.0
    return 0.8 if value == KEEPERS["narya"] else 0.0


def _thins_the_hunt(s: State) -> bool:
    return forms.council_options(s).get("dunadan_guide") == "fewer-dice"


# -- battles -----------------------------------------------------------------------------------------


def evil_knowledge(j: Judgement, decision: Decision, value: str) -> float:
    """Another round as in a siege that is pressed, without its price."""
    return j.press_siege(decision, value) + TAKEN[SH] + 0.2


def orderly_withdrawal(j: Judgement, decision: Decision, value: str) -> float:
    """A hit less, for a battle that had better be left anyway."""
    at = j.s.battle
    if at is None:
        return -GOOD
    spared = TAKEN[j.side]
    if at.attacker == j.side:
        return spared - j.continue_(decision, value)
    _, odds = j.defence(at)
    return spared + 3.0 * (odds.win - 0.6) - 0.9 * REGIONS[at.region].vp


# -- cards, tokens, the Council ----------------------------------------------------------------------


def discard_theirs(j: Judgement, decision: Decision, value: str) -> float:
    """The best card of the hand that is seen."""
    return hints.keep_worth(j.s, value)


def event_way(j: Judgement, decision: Decision, value: str) -> float:
    """Of cards on the table the best is discarded."""
    verb, _, card = value.partition(":")
    return hints.EVENTS[card]["worth"] if verb == "discard" and card in hints.EVENTS else 0.0


def action_token(j: Judgement, decision: Decision, value: str) -> float:
    """A Nation that advances, as long as there is one to advance."""
    waiting = any(j.s.steps[nation] for nation in ("isengard", "sauron", "southrons-easterlings"))
    return {"advance-nation": 2.0 if waiting else 0.0, "move-nazgul": 1.0}.get(value, 0.0)


def discard_gates(j: Judgement) -> float:
    """The Gates matter before Mordor."""
    region = j.s.fellowship.region
    return 1.6 if region is not None and road.steps_to_mordor(region) <= road.NEAR_MORDOR else 0.5


def allocation(j: Judgement, decision: Decision) -> Choice:
    """Of several dice for the Hunt the Dúnadan would spare one: a die more makes up for it."""
    options = decision.options
    if not isinstance(options, Amount):
        return None
    number = j.hunt_dice(options.low, options.high)
    spared = j.s.fellowship.mordor is None and number > hunt.dice_rolled(j.s, number)
    return min(options.high, number + spared)


def versions(j: Judgement, decision: Decision) -> Choice:
    """Strider is the Dúnadan where he thins the Hunt; the others go as usual.

    In games of bots against each other the Keeper of Narya has not won more than the Grey Wanderer, and who speaks for
    his Nation takes less of the damage of the Hunt.
    """
    choice = [DUNADAN]
    return choice if _thins_the_hunt(j.s) and decision.is_legal(choice) else []


def event_figure(j: Judgement, decision: Decision, value: str) -> float:
    """The unit that comes with the Balrog costs nothing: an Elite, rather than a Regular, and rather than none."""
    if decision.why != "LM-11.1":
        return 0.0
    return (2.0 if value.endswith("elite") else 1.0) - j.strike(decision, value)


def outside(j: Judgement, decision: Decision) -> Choice:
    """Nobody begins outside: the Fellowship misses him, and the Shadow gets Action Tokens for it."""
    return []


def _envoy(nation: str) -> Callable[[Judgement], float]:
    """Return what a Companion's word for a Nation is worth: a step towards war, and that it takes up arms."""
    return lambda j: j.nation(nation) + (0.0 if nation in j.s.active else 0.6)


#: Who adds dice to any battle of his Army; those who do so only in defence of their Nation are not counted.
CAPTAINS = {
    c: x.strength.amount
    for c, x in CHARACTERS.items()
    if x.set == SET and x.strength and x.strength.defending is None
}
ENVOYS = {c: _envoy(x.speaks_for) for c, x in CHARACTERS.items() if x.set == SET and x.speaks_for}


KNOWLEDGE = Knowledge(
    positions=(fill,),
    uses={
        "card-draw": lambda j: j.use("", "draw"),
        ELROND: keeper(ELROND),
        GALADRIEL: keeper(GALADRIEL),
        "narya": narya,
        "use-balrog": use_balrog,
        "balrog-inactive": balrog_inactive,
        "fling": fling,
        "sorcery-move": lambda j: _move(j, WITH_HIM, led=True),
        "sorcery-attack": lambda j: _attack(j, WITH_HIM, led=True),
        "discard-lore": lambda j: 0.9 - 0.5 * RING_PRICE,
        "discard-gates": discard_gates,
        **ENVOYS,
    },
    acts={
        "token:advance-nation": lambda j: j.use("", "diplomacy"),
        "token:move-nazgul": lambda j: j.use("", "move-nazgul"),
    },
    answers={
        "special-die": special_die,
        "lore-of-the-rings": lore_of_the_rings,
        "use-balrog": lambda j, decision, value: _balrog_way(j, value),
        "fling": lambda j, decision, value: _fling_way(j, value),
        "vilya": vilya,
        "nenya": nenya,
        "which-ring": which_ring,
        "we-shall-get-it": we_shall_get_it,
        "we-wont-go-back": we_wont_go_back,
        "gates-are-closed": gates_are_closed,
        "he-sees": he_sees,
        "absorb": absorb,
        "evil-knowledge": evil_knowledge,
        "orderly-withdrawal": orderly_withdrawal,
        "discard-theirs": discard_theirs,
        "action-token": action_token,
        "first-guide": lambda j, decision, value: j.guide(decision, value) + guide(j, decision, value),
    },
    added={
        "declare": declare,
        "reveal": reveal,
        "guide": guide,
        "event-way": event_way,
        "event-figure": event_figure,
    },
    entering={
        BALROG: _lesser(BALROG),
        GOTHMOG: _lesser(GOTHMOG),
        BLACK_CAPTAIN: _black_captain,
        CHIEF: _chief,
    },
    wholes={"hunt-allocation": allocation, "lords-versions": versions, "companions-outside": outside},
    cards={THREE_RINGS: three_rings},
    captains=CAPTAINS,
)
