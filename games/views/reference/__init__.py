"""Pages that say the same to everybody: the rules and the API."""
