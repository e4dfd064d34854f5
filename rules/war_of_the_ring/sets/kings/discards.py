"""The Free Peoples' ways to end Kings' cards on the table by a die (KM-13)."""

from rules.war_of_the_ring.position import dice, uses
from rules.war_of_the_ring.position.catalogue import CARDS, EVENT_FACTS, FP, Side
from rules.war_of_the_ring.position.state import State, whereabouts
from rules.war_of_the_ring.position.table_cards import on_table
from rules.war_of_the_ring.position.uses import Run
from rules.war_of_the_ring.sets.base.abilities import ended_by_a_die, ended_by_a_ring, may_end_by_a_ring
from rules.war_of_the_ring.sets.kings import sovereigns
from rules.war_of_the_ring.sets.kings.cards.table_cards import folly_regions
from rules.war_of_the_ring.sets.kings.state import DOUBTFUL, FOLLY, PALANTIR, SET, WORDS
from rules.war_of_the_ring.turns.action_dice import WILL, faces_of
from rules.war_of_the_ring.war import characters

# -- Denethor's Folly --------------------------------------------------------------------------------


def _counsel_at_hand(s: State) -> bool:
    """Whether Aragorn or Gandalf is in Denethor's city, or where he stands."""
    return any(whereabouts(s, person) in folly_regions(s) for person in EVENT_FACTS[FOLLY]["counsellors"])


def _may_end_folly(s: State, side: Side, die: str) -> bool:
    return on_table(s, FOLLY) and (dice.face_of(die) == WILL or _counsel_at_hand(s))


# -- Your Welcome Is Doubtful ------------------------------------------------------------------------


def guests(s: State) -> list[str]:
    """Return the Sovereigns, none of them corrupted, beside whom another Companion stands."""
    return [
        sovereign
        for sovereign in (*sovereigns.leaders(s), *sovereigns.awakened(s))
        if any(c != sovereign for c in characters.companions_in(s, sovereigns.where_is(s, sovereign) or ""))
    ]


def _may_end_doubt(s: State, side: Side, die: str) -> bool:
    if not on_table(s, DOUBTFUL):
        return False
    return dice.face_of(die) == WILL or ("character" in faces_of(s, side, die) and bool(guests(s)))


_ENDS: tuple[tuple[str, str, uses.May, Run], ...] = (
    ("discard-stewards-folly", FOLLY, _may_end_folly, ended_by_a_die(FOLLY)),
    ("discard-doubtful-welcome", DOUBTFUL, _may_end_doubt, ended_by_a_die(DOUBTFUL)),
    ("discard-palantir-of-barad-dur", PALANTIR, may_end_by_a_ring(PALANTIR), ended_by_a_ring(PALANTIR)),
)
for _id, _card, _may, _run in _ENDS:
    uses.add(
        uses.Use(
            id=_id,
            label=WORDS["uses"][_id],
            side=FP,
            set=SET,
            may=_may,
            run=_run,
            not_now=(f"{CARDS[_card].title} cannot be discarded so now.", "KM-13"),
            missed=False,
        )
    )
