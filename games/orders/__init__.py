"""Standing orders and conditional moves: answers given in advance, in private (STD-1 to STD-8)."""
