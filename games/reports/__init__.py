"""“This is wrong here”: what people report of a place in a game, and what whoever mends it makes of that."""
