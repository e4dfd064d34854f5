"""The rounds of an event: who is paired with whom, and where that leaves everybody."""
