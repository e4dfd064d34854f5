"""What the main buttons of the questions say, by their kinds."""

from collections.abc import Mapping

from rules.core.buttons import Button

_IN = "{number} in {name}"
BUTTONS: Mapping[str, Button] = {
    # battalions
    "advance": Button("Move {} in"),
    "fortify-number": Button("Move {} battalions", one="Move {} battalion"),
    "leave": Button("Leave {} behind"),
    "muster": Button("Place {}", each=_IN),
    "place": Button("Place {}", each=_IN),
    "stop-at": Button("Stop with {} left"),
    "turncoats": Button("Turn {} round", nothing="nobody"),
    "withdraw": Button("Withdraw {} battalions", one="Withdraw {} battalion"),
    # territories
    "borne": Button("Bear the one in {}"),
    "borne-to": Button("Bear him to {}"),
    "bridge": Button("Close {}"),
    "claim": Button("Claim {}"),
    "fortify": Button("Move from {}"),
    "fortify-to": Button("Move to {}"),
    "leader": Button("Place the Leader in {}"),
    "leaders": Button("Place Leaders in {}"),
    "muster-one": Button("Place it in {}"),
    "wishes": Button("Wish for {}"),
    # cards
    "combat": Button("Invade: {}", verb="Invade"),
    "defence-dice": Button("Roll {}"),
    "defend": Button("Play {}"),
    "discard": Button("Discard {}"),
    "fellowship-leaves": Button("Play {}"),
    "fellowship-road": Button("Play {}"),
    "fellowship-roll": Button("Play {}"),
    "storms": Button("Play {}"),
    "trade": Button("Trade {}"),
}
