"""Lords' cards that lie on the table (LM-17)."""

from collections.abc import Callable

from rules.war_of_the_ring.cards.events import event, stays
from rules.war_of_the_ring.position.catalogue import CHARACTERS, EVENT_FACTS, FORMS, FP, ORIGINAL, STRONGHOLDS
from rules.war_of_the_ring.position.state import State, in_play, unconquered
from rules.war_of_the_ring.position.table_cards import TableCard, lies

WONT_GO_BACK = "lome-sh-char-25"
LORE = "lome-sh-char-26"
GATES = "lome-sh-char-27"
DESPAIR = "lome-sh-char-28"
SHALL_GET_IT = "lome-sh-special-we-shall-get-it"


def _holds(card: str) -> Callable[[State], bool]:
    """Return the condition of a card: which persons are in play, in any form, and who guides, or does not."""
    needs: dict[str, list[str]] = EVENT_FACTS[card]["requires"]

    def condition(s: State) -> bool:
        guide = CHARACTERS[s.fellowship.guide].person
        return (
            all(any(in_play(s, form) for form in FORMS[person]) for person in needs.get("in_play", ()))
            and guide in needs.get("guide", (guide,))
            and guide not in needs.get("not_guide", ())
        )

    return condition


def _lost(card: str) -> Callable[[State], bool]:
    condition = _holds(card)
    return lambda s: not condition(s)


def _in_a_free_stronghold(s: State, region: str) -> bool:
    return region in STRONGHOLDS and ORIGINAL[region] == FP and unconquered(s, region)


for _card in (WONT_GO_BACK, DESPAIR):
    event(_card, _holds(_card))(stays)
for _card in (LORE, GATES):
    event(_card)(stays)
event(SHALL_GET_IT, lambda s: False)(stays)  # in no deck: Sméagol's leaving alone brings it (LM-10.6)

lies(WONT_GO_BACK, TableCard(lost=_lost(WONT_GO_BACK)))
lies(DESPAIR, TableCard(lost=_lost(DESPAIR), ends_declared=_in_a_free_stronghold))
