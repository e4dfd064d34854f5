"""Pages of the leagues."""
