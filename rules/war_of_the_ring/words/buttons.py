"""What the main buttons of the questions say, by their kinds; a set declares those of its own (`Declared.buttons`)."""

from collections.abc import Mapping

import msgspec

from rules.core.buttons import PLAIN, Button
from rules.core.decisions import Decision
from rules.war_of_the_ring.position.catalogue import region_name

#: Where `{place}` stands, the region that the question is about is named.
BUTTONS: Mapping[str, Button] = {
    # figures
    "advance": Button("{} into {place}", verb="Advance into {place}"),
    "army-units": Button("{} into {place}", verb="Move into {place}"),
    "attackers": Button("Attack with {}", verb="Attack"),
    "companions": Button("{} together", verb="Go together"),
    "disband": Button("Remove {}"),
    "event-companions": Button("Take {} along", nothing="nobody"),
    "event-units": Button("{} into {place}", verb="Move into {place}", nothing="Nobody"),
    "separate": Button("Separate {}"),
    # numbers
    "bid": Button("Offer {} Rings", one="Offer {} Ring"),
    "event-number": Button("Recruit {} Regulars", one="Recruit {} Regular"),
    "forfeit": Button("Give up {} Leadership"),
    "hunt-allocation": Button("Put {} dice into the Hunt Box", one="Put {} die into the Hunt Box"),
    "own-hits": Button("Take {} hits", one="Take {} hit"),
    # things
    "discard": Button("Discard {}"),
    "event-dice": Button("Turn {} into Eyes", verb="Turn dice into Eyes", each="{number} {name}"),
    "event-replace": Button("Promote {}", each="{number} in {name}"),
    "voice-regions": Button("Recruit in {}"),
    # one of several, where its own name is no deed
    "advance-nation": Button("Advance {}"),
    "card": Button("Play {}"),
    "casualty": Button("Lose {}"),
    "combat-card": Button("Lay {}"),
    "companions-from": Button("Move from {}"),
    "companions-to": Button("Go to {}"),
    "deck": Button("Draw from the {}"),
    "declare": Button("Declare it in {}"),
    "event-figure": Button("Take {}"),
    "event-nation": Button("For {}"),
    "event-pair": Button("Strike {}"),
    "event-recruit": Button("Recruit {}"),
    "event-region": Button("In {}"),
    "guide": Button("{} guides"),
    "guide-ability": Button("Take 1 damage less"),
    "heroic-death": Button("Give up {}"),
    "join-region": Button("Offer it in {}"),
    "march-from": Button("March from {}"),
    "march-to": Button("March to {}"),
    "minion": Button("Bring {}"),
    "nazgul-from": Button("Move {}"),
    "nazgul-to": Button("Move to {}"),
    "path": Button("By {}"),
    "pay-army-card": Button("Discard {}"),
    "pay-character-card": Button("Discard {}"),
    "press-siege": Button("Reduce {}"),
    "recruit": Button("Recruit {}"),
    "recruit-second": Button("Recruit {}"),
    "retreat": Button("Retreat to {}"),
    "reveal": Button("Reveal it in {}"),
    "scouts": Button("Retreat to {}"),
    "separate-to": Button("Go to {}"),
    "table-card": Button("Use {}"),
    "upgrade": Button("Bring {}"),
    "we-wont-go-back": Button("Discard {}"),
    "white-rider": Button("Give up his Leadership"),
}
#: Who marches says where from; the region of the question is then no place to go to.
_LEAVING = {"army-units": Button("March with {}", verb="March")}


def button(decision: Decision, buttons: Mapping[str, Button]) -> Button:
    """Return what the main button of a question says, of all `buttons`, with the region that it is about."""
    context = decision.context or {}
    chosen = buttons.get(decision.kind, PLAIN)
    if context.get("leaving"):
        chosen = _LEAVING.get(decision.kind, chosen)
    if "{place}" not in chosen.said:
        return chosen
    region = context.get("region")
    if region is None:  # a question of a card that names no region
        return msgspec.structs.replace(chosen, said="Move {}", verb="Move")
    place = region_name(region)
    return msgspec.structs.replace(
        chosen, said=chosen.said.replace("{place}", place), verb=chosen.verb.replace("{place}", place)
    )
