"""The Fellowship of the Ring: its company, the Hunt for it, and Mordor (WR-14 to WR-16)."""
