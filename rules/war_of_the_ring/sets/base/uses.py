"""Uses of the Action dice of the base game, in the order in which they are listed (WR-4, WR-6.5, WR-18)."""

from collections.abc import Iterator

from rules.war_of_the_ring.position import event_cards, uses
from rules.war_of_the_ring.position.catalogue import FIGURES, FP, NATIONS, SH, Side
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.uses import Answer, Use
from rules.war_of_the_ring.quest import company, fellowship
from rules.war_of_the_ring.sets.base import abilities
from rules.war_of_the_ring.sets.base.abilities import ENVOYS
from rules.war_of_the_ring.sets.base.table_cards import DENETHORS_FOLLY, PALANTIR
from rules.war_of_the_ring.turns import action_dice, actions, card_play, muster
from rules.war_of_the_ring.war import battle, characters, movement

#: Words of the uses that only some cards and Companions give.
_ENVOYS = {
    "boromir": ("Boromir: Gondor advances", "Boromir cannot advance Gondor now."),
    "legolas": ("Legolas: the Elves advance", "Legolas cannot advance the Elves now."),
    "gimli": ("Gimli: the Dwarves advance", "Gimli cannot advance the Dwarves now."),
}
_SANCTUARIES = {
    "discard-power-too-great": "discard A Power too Great",
    "discard-tom-bombadil": "discard The Power of Tom Bombadil",
}


# -- what a result can be used for ---------------------------------------------------------------------


def _march(*, with_leader: bool) -> Answer:
    return Answer(
        like="edoras>folde",
        values=lambda s, side: movement.move_pairs(s, side, with_leader=with_leader),
        why_not=lambda s, side: movement.why_not(s, side, with_leader=with_leader),
    )


def _attack(*, with_leader: bool) -> Answer:
    return Answer(
        like="edoras>folde",
        values=lambda s, side: battle.attack_pairs(s, side, with_leader=with_leader),
        why_not=lambda s, side: battle.why_not(s, side, with_leader=with_leader),
    )


_BY_CHARACTER = (
    Use(
        id="leader-move",
        label="move an Army with a Leader",
        may=lambda s, side, die: movement.may_move(s, side, with_leader=True),
        run=lambda t, side, die: movement.move_army(t, side, with_leader=True),
        result="character",
        not_now=("None of your Armies with a Leader can move.", "WR-8.4"),
        answer=_march(with_leader=True),
    ),
    Use(
        id="leader-attack",
        label="attack with a led Army",
        may=lambda s, side, die: battle.may_attack(s, side, with_leader=True),
        run=lambda t, side, die: battle.attack(t, side, with_leader=True),
        result="character",
        not_now=("None of your Armies with a Leader can attack.", "WR-10.1"),
        answer=_attack(with_leader=True),
    ),
    Use(
        id="move-fellowship",
        label="move the Fellowship",
        may=lambda s, side, die: s.fellowship.hidden,
        run=lambda t, side, die: fellowship.move(t, die=die),
        result="character",
        side=FP,
        not_now=("The Fellowship is revealed: hide it first.", "WR-14.13"),
    ),
    Use(
        id="hide-fellowship",
        label="hide the Fellowship",
        may=lambda s, side, die: not s.fellowship.hidden,
        run=actions.hide,
        result="character",
        side=FP,
        not_now=("The Fellowship is hidden.", "WR-14.9"),
    ),
    Use(
        id="separate",
        label="separate Companions",
        may=lambda s, side, die: bool(s.fellowship.companions) and s.fellowship.mordor is None,
        run=lambda t, side, die: company.separate(t),
        result="character",
        side=FP,
        not_now=("Nobody can leave the Fellowship now.", "WR-14.10"),
    ),
    Use(
        id="move-companions",
        label="move Companions",
        may=lambda s, side, die: bool(characters.companion_groups(s, set())),
        run=lambda t, side, die: characters.move_companions(t),
        result="character",
        side=FP,
        not_now=("No Companion on the map can move.", "WR-9.2"),
    ),
    Use(
        id="move-nazgul",
        label="move Nazgûl and Minions",
        may=lambda s, side, die: characters.may_fly(s),
        run=lambda t, side, die: characters.move_nazgul(t),
        result="character",
        side=SH,
        not_now=("No Nazgûl or Minion can move.", "WR-9.4"),
    ),
)
_BY_ARMY = (
    Use(
        id="move-armies",
        label="move Armies",
        may=lambda s, side, die: movement.may_move(s, side),
        run=lambda t, side, die: movement.move_army(t, side, with_leader=False, moves=2),
        result="army",
        not_now=("None of your Armies can move.", "WR-8.1"),
        answer=_march(with_leader=False),
    ),
    Use(
        id="attack",
        label="attack",
        may=lambda s, side, die: battle.may_attack(s, side),
        run=lambda t, side, die: battle.attack(t, side),
        result="army",
        not_now=("None of your Armies can attack.", "WR-10.1"),
        answer=_attack(with_leader=False),
    ),
)
_BY_MUSTER = (
    Use(
        id="diplomacy",
        label="advance a Nation",
        may=lambda s, side, die: muster.may_advance(s, side),
        run=lambda t, side, die: muster.diplomacy(t, side),
        result="muster",
        not_now=("None of your Nations can advance.", "WR-13.5"),
        behind=lambda s, side: ("advance-nation", muster.diplomatic_nations(s, side)),
        answer=Answer(
            like="gondor", values=muster.diplomatic_nations, why_not=muster.why_no_step, who=lambda: NATIONS
        ),
    ),
    Use(
        id="recruit",
        label="recruit",
        may=lambda s, side, die: muster.may_recruit(s, side),
        run=lambda t, side, die: muster.muster_figures(t, side),
        result="muster",
        not_now=("None of your Nations at war can recruit now.", "WR-7.5"),
        behind=lambda s, side: ("recruit", muster.recruits(s, side, elites=True)),
        answer=Answer(
            like="gondor-regular@pelargir",
            values=lambda s, side: muster.recruits(s, side, elites=True),
            why_not=muster.why_not_recruited,
            who=lambda: FIGURES,
        ),
    ),
    muster.entrance(
        "minion", "bring a Minion into play", ("No Minion can enter play now.", "WR-9.7"), result="muster"
    ),
    Use(
        id="voice",
        label="the Voice of Saruman",
        whose="saruman",
        may=lambda s, side, die: bool(abilities.voice_options(s)),
        run=abilities.voice,
        result="muster",
        side=SH,
        not_now=("The Voice of Saruman is not heard now.", "WR-18"),
    ),
)
_BY_EVENT = (
    Use(
        id="draw",
        label="draw a card",
        may=lambda s, side, die: bool(event_cards.decks_left(s, side)),
        run=actions.draw,
        result="event",
        not_now=("Both your decks are empty.", "WR-5.2"),
        behind=lambda s, side: ("deck", event_cards.decks_left(s, side)),
    ),
    Use(
        id="play-event",
        label="play any Event card",
        may=lambda s, side, die: card_play.may_play(s, side, None),
        run=actions.play_event,
        result="event",
        not_now=("No card in your hand can be played now.", "WR-6.2"),
    ),
    Use(
        id="play",
        label="play an Event card",
        may=action_dice.may_play,
        run=actions.play,
        not_now=("No card in your hand can be played with this die now.", "WR-6.1"),
    ),
)
_BY_WILL = (
    muster.entrance(
        "upgrade",
        "bring Aragorn or Gandalf the White",
        ("Neither Aragorn nor Gandalf the White can enter play now.", "WR-9.6"),
        result=action_dice.WILL,
    ),
)


# -- what any die can be used for ----------------------------------------------------------------------


def _envoys() -> Iterator[Use]:
    """Yield what the Companions who speak for a Nation do."""
    for companion, (label, refusal) in _ENVOYS.items():
        yield Use(
            id=companion,
            label=label,
            may=_ready(companion),
            run=abilities.envoy(companion),
            side=FP,
            not_now=(refusal, "WR-18"),
            alike=True,
            missed=False,
        )


def _ready(companion: str) -> uses.May:
    def ready(s: State, side: Side, die: str) -> bool:
        return abilities.envoy_ready(s, companion, ENVOYS[companion])

    return ready


_CLOSED = ("No card on the table can be discarded so now.", "WR-6.5")


def _sanctuaries() -> Iterator[Use]:
    """Yield how the Shadow ends the cards that close regions to it."""
    for use, label in _SANCTUARIES.items():
        yield Use(
            id=use,
            label=label,
            may=_payable(use),
            run=abilities.discard_sanctuary(use),
            side=SH,
            not_now=_CLOSED,
            alike=True,
            missed=False,
        )


def _payable(use: str) -> uses.May:
    def payable(s: State, side: Side, die: str) -> bool:
        return abilities.may_discard_sanctuary(s, use)

    return payable


_COUNSEL = (
    Use(
        id="discard-palantir",
        label="discard the Palantír of Orthanc",
        may=abilities.may_end_by_a_ring(PALANTIR),
        run=abilities.ended_by_a_ring(PALANTIR),
        side=FP,
        not_now=_CLOSED,
        missed=False,
    ),
    Use(
        id="discard-denethors-folly",
        label="discard Denethor's Folly",
        may=abilities.may_discard_folly,
        run=abilities.ended_by_a_die(DENETHORS_FOLLY),
        side=FP,
        not_now=_CLOSED,
        missed=False,
    ),
)

for _use in (*_BY_CHARACTER, *_BY_ARMY, *_BY_MUSTER, *_BY_EVENT, *_BY_WILL):
    uses.add(_use)
uses.also("hide-fellowship", abilities.ranger_hides, side=FP)
for _use in (*_envoys(), *_sanctuaries(), *_COUNSEL):
    uses.add(_use)
