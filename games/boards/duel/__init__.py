"""The board of Duel for Middle-earth."""
