"""How people come into an event, stay away for a round, leave, and come back."""
