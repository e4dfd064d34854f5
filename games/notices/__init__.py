"""What is sent to players, and in which words."""
