"""Events as pages, files and programs show them."""
