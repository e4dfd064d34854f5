"""What a player may do beside moving."""
