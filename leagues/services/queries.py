"""Queries that more than one service needs."""

from __future__ import annotations

from django.db.models import Prefetch

from leagues.models import Place

#: The places of pairings with their players, joined: a prefetch through three tables breaks SQLite's limit on
#: the depth of expressions at a thousand entrants.
PLACES = Prefetch("places", Place.objects.select_related("entrant__user").order_by("pairing_id", "index"))
