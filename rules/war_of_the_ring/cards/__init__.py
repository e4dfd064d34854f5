"""The cards: Event halves by deck, Combat halves, and how they are played."""
