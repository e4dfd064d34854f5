"""What the game is told in: the story, the notation, and the board in letters."""
