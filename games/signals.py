"""Signals that other apps may listen to."""

from django.dispatch import Signal

#: Sent inside the transaction that ends a game: `game`, with its result.
game_finished = Signal()
