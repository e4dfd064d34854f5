"""What leagues and tournaments do, behind every face: pages, API and workers."""
