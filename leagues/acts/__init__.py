"""Acts of entrants, directors and moderators: one entry for each, from which every face is made."""
