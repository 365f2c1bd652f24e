"""URLs of tournaments, below /tournaments/."""

from django.urls import path

from tournaments.pages import views

app_name = "tournaments"

urlpatterns = [
    path("", views.index, name="events"),
    path("<int:event>/", views.director, name="director"),
    path("<int:event>/register/", views.register, name="register"),
    path("<int:event>/tables/", views.tables, name="tables"),
    path("<int:event>/payouts/", views.payouts, name="payouts"),
    path("<int:event>/deal/", views.deal, name="deal"),
    path("<int:event>/bags/", views.bags, name="bags"),
    path("<int:event>/cards/<int:entry>", views.card, name="card"),
    path("<int:event>/slips/<int:entry>", views.slip, name="slip"),
    path("<int:event>/act", views.act, name="act"),
]
