"""Channels: the ways in which notices reach people, each in a folder of its own."""
