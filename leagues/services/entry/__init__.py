"""The ways into an event, out of it for a round or for good, and back."""
