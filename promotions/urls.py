"""URLs of players' hours, below /hours/. The pages of players are public."""

from django.urls import path

from promotions.pages import hours_views as views

app_name = "hours"

urlpatterns = [
    path("", views.desk, name="desk"),
    path("rates/", views.rates, name="rates"),
    path("rates/liability.csv", views.liability_file, name="liability"),
    path("drawings/", views.drawings, name="drawings"),
    path("<int:room>/act", views.act, name="act"),
    path("<int:room>/slips/<int:number>", views.slip, name="slip"),
    path("<int:room>/statements/<int:player>", views.statement_pdf, name="statement"),
    path("<int:room>/drawings/<int:number>.csv", views.entries_file, name="entries"),
    path("mine/<str:token>", views.own_hours, name="own"),
    path("public/<int:room>/drawings/", views.public_drawings, name="public-drawings"),
    path(
        "public/<int:room>/drawings/<int:number>.txt", views.public_entries, name="public-entries"
    ),
]
