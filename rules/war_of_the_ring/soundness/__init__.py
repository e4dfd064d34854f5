"""Faults of a position that is written by hand or that play has led to."""
