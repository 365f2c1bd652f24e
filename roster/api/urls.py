"""URLs of the roster in the API, under /api/v1/roster/."""

from django.urls import path

from roster.api import views

urlpatterns = [
    path("weeks/", views.WeekList.as_view(), name="roster-weeks"),
    path("weeks/<number:week>/shifts/", views.ShiftsView.as_view(), name="roster-shifts"),
]
