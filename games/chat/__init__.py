"""The talk at a table: the players, each side of several seats, the spectators (WAT-6, WAT-10, MIL-2, NOT-14)."""
