"""The words of the game: the story, the notation, and the board in letters."""
