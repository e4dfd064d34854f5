"""Maps of regions: outlines, places for names and figures, and the file that holds the drawing."""
