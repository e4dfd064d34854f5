"""The log of a game and what is written with it in one transaction: clocks, story, snapshots, notices."""
