"""The position: what is on the table, who is asked, and what everything is called."""
