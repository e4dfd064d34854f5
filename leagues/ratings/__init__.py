"""Ratings: systems, and what counts."""

from leagues.ratings.systems import SYSTEMS, Standing, System, is_active, step

__all__ = ["SYSTEMS", "Standing", "System", "is_active", "step"]
