"""“This is wrong here”: what people report of a place in a game (MOD-16), and what is made of that."""
