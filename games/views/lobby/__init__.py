"""Pages before a game: lists of games and tables, opening and joining one."""
