"""URL of the player's own page, under /line/."""

from django.urls import path

from waitlist.pages import player_page

app_name = "line"

urlpatterns = [
    path("<str:token>", player_page.page, name="page"),
    path("<str:token>/join", player_page.join, name="join"),
]
