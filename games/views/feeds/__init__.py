"""Feeds for other programs: the story as a feed, deadlines as a calendar, a small picture."""
