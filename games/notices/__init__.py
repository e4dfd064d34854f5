"""Notices to players, and their words."""
