"""Attacks on a running server while ten clients play, and what is promised to everybody else meanwhile."""
