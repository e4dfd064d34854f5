"""What the server does, behind every face: pages, API, mail and workers."""
