"""URLs of tournaments in the API, under /api/v1/tournaments/."""

from django.urls import path

from tournaments.api import views

urlpatterns = [
    path("", views.TournamentList.as_view(), name="tournaments"),
    path("<number:tournament>/", views.TournamentView.as_view(), name="tournament"),
    path("<number:tournament>/entries/", views.EntriesView.as_view(), name="tournament-entries"),
    path("<number:tournament>/seats/", views.SeatsView.as_view(), name="tournament-seats"),
    path("<number:tournament>/results/", views.ResultsView.as_view(), name="tournament-results"),
]
