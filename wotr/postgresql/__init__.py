"""Django's PostgreSQL, with a cheaper look at kept connections."""
