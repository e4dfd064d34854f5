"""The leagues' part of the REST API."""
