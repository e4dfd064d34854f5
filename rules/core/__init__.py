"""What every game shares: decisions, chance, the driver, records, fairness, the registry."""
