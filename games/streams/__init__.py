"""Event streams: who listens is told that there is something new to see, never what (API-4).

`responses` answers a request, `callers` finds out who listens, `admission` who gets in, `hub` keeps the listeners and
tells them, `queries` reads for many of them at once what they may see, `nudges` takes the hints that `games.ledger`
sends.
"""
