"""Addresses of the leagues' part of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from leagues.api import director, event, lists, moderation, people, records

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/", lists.Leagues.as_view()),
    path("leagues/presets/", lists.Presets.as_view()),
    path("leagues/<slug:key>/", event.League.as_view()),
    path("leagues/<slug:key>/standings/", event.Standings.as_view()),
    path("leagues/<slug:key>/pairings/", event.Pairings.as_view()),
    path("leagues/<slug:key>/results/", event.Results.as_view()),
    path("leagues/<slug:key>/audit/", event.Audit.as_view()),
    path("leagues/<slug:key>/acts/<slug:act>/", event.Acts.as_view()),
    path("leagues/<slug:key>/direct/<slug:act>/", director.Direct.as_view()),
    path("rankings/<slug:title>/", people.Ranking.as_view()),
    path("records/", records.Records.as_view()),
    path("records/<slug:key>/", records.RecordView.as_view()),
    path("reports/lines/", people.LineReports.as_view()),
    path("moderation/reports/", moderation.Reports.as_view()),
    path("moderation/signs/", moderation.Signs.as_view()),
    path("moderation/pairs/<str:first>/<str:second>/", moderation.Pair.as_view()),
    path("moderation/games/<slug:key>/<slug:act>/", moderation.GameActs.as_view()),
    path("players/<slug:username>/", people.Player.as_view()),
    path("players/<slug:username>/acts/<slug:act>/", people.PlayerActs.as_view()),
]
