"""The tablet's addresses, under /tablet/."""

from django.urls import URLPattern, URLResolver, path

from dealer_ui import conduct, remedy, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.page, name="tablet"),
    path("pair", views.pair, name="tablet-pair"),
    path("sign-in", views.sign_in, name="tablet-sign-in"),
    path("sign-out", views.sign_out, name="tablet-sign-out"),
    path("command", views.command, name="tablet-command"),
    path("incident", conduct.incident, name="tablet-incident"),
    path("carry-out", remedy.carry_out, name="tablet-carry-out"),
    path("snapshot", views.snapshot, name="tablet-snapshot"),
    path("here", views.here, name="tablet-here"),
]
