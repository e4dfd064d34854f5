"""What is hidden stays hidden, by difference: twin games, and everything that anybody can ask for in both."""
