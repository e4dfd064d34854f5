"""The Lords' cards: what each does, and why one is not played."""
