"""What pages, files and programs are shown of events."""
