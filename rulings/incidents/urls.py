"""URLs of incidents and sanctions, under /incidents/."""

from django.urls import path

from rulings.incidents import views
from web.sign_out import sign_out_view

app_name = "incidents"

urlpatterns = [
    path("", views.index, name="index"),
    path("sign-in", views.sign_in, name="sign-in"),
    path("sign-out", sign_out_view("incidents:sign-in"), name="sign-out"),
    path("new", views.report, name="report"),
    path("<int:pk>/", views.incident, name="incident"),
    path("<int:pk>/note", views.note, name="note"),
    path("<int:pk>/sanction", views.sanction_for, name="sanction-for"),
    path("players/", views.players, name="players"),
    path("players/<int:pk>/", views.player, name="player"),
    path("players/<int:pk>/sanction", views.sanction, name="sanction"),
    path("players/<int:pk>/apart", views.apart, name="apart"),
    path("sanctions/<int:pk>/lift", views.lift, name="lift"),
]
