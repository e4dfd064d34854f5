"""What entrants, directors and moderators do: one entry for each act, from which every face is made."""
