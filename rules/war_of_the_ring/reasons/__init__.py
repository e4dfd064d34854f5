"""Reasons why an answer is refused, in a player's words (WR-22)."""
