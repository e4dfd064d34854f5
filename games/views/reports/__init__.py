"""Pages about what is wrong: the inbox of whoever mends."""
