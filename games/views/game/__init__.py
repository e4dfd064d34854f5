"""The pages of one game: the board, its moves and acts, and whatever else belongs to it."""
