"""URLs of the desk, under /desk/."""

from django.urls import path

from waitlist.pages import join_desk, screen_page, views
from web.sign_out import sign_out_view

app_name = "desk"

urlpatterns = [
    path("", views.index, name="index"),
    path("sign-in", views.sign_in, name="sign-in"),
    path("sign-out", sign_out_view("desk:sign-in"), name="sign-out"),
    path("<int:room>/", views.desk, name="room"),
    path("<int:room>/add", views.add, name="add"),
    path("<int:room>/known", views.known, name="known"),
    path("<int:room>/do", views.do, name="do"),
    path("<int:room>/chain", views.chain, name="chain"),
    path("<int:room>/change", views.change, name="change"),
    path("<int:room>/interest", views.interest, name="interest"),
    path("<int:room>/joining", views.joining, name="joining"),
    path("<int:room>/lobby", screen_page.lobby, name="lobby"),
    path("<int:room>/lobby/remove", screen_page.remove, name="remove-screen"),
    path("<int:room>/join-sheet", join_desk.sheet, name="join-sheet"),
    path("<int:room>/policy", views.policy, name="policy"),
]
