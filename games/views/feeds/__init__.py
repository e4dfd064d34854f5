"""What other programs fetch: the story as a feed, deadlines as a calendar, a small picture."""
