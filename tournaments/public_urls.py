"""URLs of the public pages of tournaments: walls, the schedule, a player's own page."""

from django.urls import path

from tournaments.pages import public_views

app_name = "public-tournaments"

urlpatterns = [
    path("wall/tournament/<int:event>", public_views.wall, name="wall"),
    path("schedule", public_views.schedule_index, name="schedules"),
    path("schedule/", public_views.schedule_index),  # as people type it
    path("schedule/<int:room>", public_views.schedule_of_room, name="schedule"),
    path("entry/<str:token>", public_views.entry, name="entry"),
    path("entry/<str:token>/<str:tab>", public_views.entry, name="entry-tab"),
]
