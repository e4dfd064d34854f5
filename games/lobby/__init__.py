"""Tables before and after their game: opening, inviting, joining, finding, following, deleting."""
