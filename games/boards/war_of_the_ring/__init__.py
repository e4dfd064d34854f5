"""The board of War of the Ring."""
