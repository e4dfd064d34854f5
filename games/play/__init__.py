"""Playing a game: the one door for moves, positions as a viewer may know them, endings, takebacks, drafts, copies."""
