"""Armies and characters on the map: moves, battles, sieges, retreats, casualties and politics (WR-7 to WR-13)."""
