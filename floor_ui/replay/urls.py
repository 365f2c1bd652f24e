"""URLs of replay. where: a hand's number, e1203 for an entry, or a time such as 2026-11-21T21:43."""

from django.urls import path

from floor_ui.replay import views
from web.sign_out import sign_out_view

app_name = "replay"

urlpatterns = [
    path("sign-out", sign_out_view("replay:index"), name="sign-out"),
    path("", views.index, name="index"),
    path("<int:room>/<str:table>/<str:where>/", views.hand, name="hand"),
    path("<int:room>/<str:table>/<int:number>/phh", views.phh, name="phh"),
    path("<int:room>/<str:table>/<int:number>/evidence", views.evidence, name="evidence"),
]
