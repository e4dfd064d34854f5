"""The engine of every game: decisions, chance, the driver, records, fairness, the registry."""
