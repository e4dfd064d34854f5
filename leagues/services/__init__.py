"""The work of leagues and tournaments, behind every face: pages, API and workers."""
