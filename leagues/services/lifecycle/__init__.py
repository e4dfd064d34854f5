"""The life of an event, from its creation to what follows it: each step by itself, and the sweep that takes them."""
