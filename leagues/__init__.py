"""Leagues and tournaments that run themselves: formats, ratings, deadlines, results."""
