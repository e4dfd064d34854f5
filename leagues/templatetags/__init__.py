"""Template tags of the leagues app."""
