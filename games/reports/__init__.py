"""“This is wrong here”: what players report of the rules, the words and the pages, and what comes of it."""
