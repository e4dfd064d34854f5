"""What the main buttons of the questions say, by their kinds."""

from collections.abc import Mapping

from rules.core.buttons import Button

BUTTONS: Mapping[str, Button] = {
    "move-unit": Button("Move {}"),
    "pick-discard": Button("Play {}"),
    "pick-grey": Button("Discard {}"),
    "pick-token": Button("Keep {}"),
    "place-any": Button("Place it in {}"),
    "place-fixed": Button("Place them in {}"),
    "place-red": Button("Place them in {}"),
    "remove-fortress": Button("Remove the one in {}"),
    "remove-unit": Button("Remove the one in {}"),
}
