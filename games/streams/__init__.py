"""Event streams: who listens is told that there is something new to see, never what (API-4).

`serving` answers a request, `callers` finds out who listens, `places` who gets in, `hub` keeps the listeners and tells
them, `looking` reads for many of them at once what they may see, `hearing` takes the nudges that `games.ledger` sends.
"""
