"""The talk at a table: one channel for the players, one for the spectators (WAT-6, MIL-2, NOT-14)."""
