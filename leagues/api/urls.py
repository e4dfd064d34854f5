"""Addresses of the leagues' part of the API."""

from django.urls import URLPattern, URLResolver, path

from games.api.descriptions import KEY as GAME
from leagues.acts import moderators, players, registry
from leagues.api import acts, event, lists, moderation, people, records
from leagues.api.common import KEY

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/", lists.Leagues.as_view()),
    path("leagues/presets/", lists.Presets.as_view()),
    path("leagues/<slug:key>/", event.League.as_view()),
    path("leagues/<slug:key>/standings/", event.Standings.as_view()),
    path("leagues/<slug:key>/pairings/", event.Pairings.as_view()),
    path("leagues/<slug:key>/results/", event.Results.as_view()),
    path("leagues/<slug:key>/audit/", event.Audit.as_view()),
    acts.paths("leagues/<slug:key>/acts/", registry.ENTRANTS, "league_act", KEY, "lobby"),
    acts.paths("leagues/<slug:key>/direct/", registry.DIRECTORS, "direct_league", KEY),
    path("rankings/<slug:title>/", people.Ranking.as_view()),
    path("records/", records.Records.as_view()),
    path("records/<slug:key>/", records.RecordView.as_view()),
    path("reports/lines/", acts.view_of(players.LINE, "report_line", "account").as_view()),
    path("moderation/reports/", moderation.Reports.as_view()),
    path("moderation/lines/<row:number>/", acts.view_of(moderators.HIDE, "hide_line", "direct").as_view()),
    path("moderation/signs/", moderation.Signs.as_view()),
    path("moderation/pairs/<str:first>/<str:second>/", moderation.Pair.as_view()),
    acts.paths("moderation/games/<slug:key>/", registry.MODERATORS, "moderate_game", GAME),
    path("players/<slug:username>/", people.Player.as_view()),
    acts.paths("players/<slug:username>/acts/", registry.PLAYERS, "player_act", people.USERNAME, "account"),
]
