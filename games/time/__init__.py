"""Arithmetic of time: clocks, calendars, what a table agreed about them."""
