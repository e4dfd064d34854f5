"""Trying moves on a private copy of a game, which knows only what one seat knows (MOV-12)."""
