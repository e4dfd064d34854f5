"""The turn: Action dice, what they are used for, and musters (WR-3, WR-4, WR-7.4)."""
