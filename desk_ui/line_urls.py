"""The address of a player's own page, under /line/."""

from django.urls import path

from desk_ui import line

app_name = "line"

urlpatterns = [path("<str:token>", line.page, name="page")]
