"""A year of a club in simulated time: people with habits at real tables, and a referee who checks every clock."""
