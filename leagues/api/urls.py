"""Addresses of the leagues' part of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from leagues.api import moderation, people, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/", views.Leagues.as_view()),
    path("leagues/presets/", views.Presets.as_view()),
    path("leagues/<slug:key>/", views.League.as_view()),
    path("leagues/<slug:key>/standings/", views.Standings.as_view()),
    path("leagues/<slug:key>/pairings/", views.Pairings.as_view()),
    path("leagues/<slug:key>/results/", views.Results.as_view()),
    path("leagues/<slug:key>/audit/", views.Audit.as_view()),
    path("leagues/<slug:key>/acts/<slug:act>/", views.Acts.as_view()),
    path("leagues/<slug:key>/direct/<slug:act>/", views.Direct.as_view()),
    path("rankings/<slug:title>/", people.Ranking.as_view()),
    path("records/", people.Records.as_view()),
    path("records/<slug:key>/", people.RecordView.as_view()),
    path("reports/lines/", people.LineReports.as_view()),
    path("moderation/reports/", moderation.Reports.as_view()),
    path("moderation/signs/", moderation.Signs.as_view()),
    path("moderation/pairs/<str:first>/<str:second>/", moderation.Pair.as_view()),
    path("moderation/games/<slug:key>/<slug:act>/", moderation.GameActs.as_view()),
    path("players/<slug:username>/", people.Player.as_view()),
    path("players/<slug:username>/acts/<slug:act>/", people.PlayerActs.as_view()),
]
