"""URLs of the registry, under /players/."""

from django.urls import path

from floor_ui.players import views
from web.sign_out import sign_out_view

app_name = "players"

urlpatterns = [
    path("sign-out", sign_out_view("players:index"), name="sign-out"),
    path("", views.index, name="index"),
    path("new", views.new, name="new"),
    path("import", views.import_file, name="import"),
    path("<int:pk>/", views.player, name="player"),
    path("<int:pk>/edit", views.edit, name="edit"),
    path("<int:pk>/in", views.come_in, name="in"),
    path("<int:pk>/out", views.go_out, name="out"),
    path("<int:pk>/exclude", views.exclude, name="exclude"),
    path("<int:pk>/employ", views.employ, name="employ"),
    path("<int:pk>/forget", views.forget, name="forget"),
    path("<int:pk>/merge", views.merge, name="merge"),
]
