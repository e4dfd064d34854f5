"""The acts of players beside moving."""
