"""URLs of check-in and check-out in the API, under /api/v1/players/<player>/."""

from django.urls import path

from waitlist.api import visits

urlpatterns = [
    path("check-in/", visits.CheckInView.as_view(), name="check-in"),
    path("check-out/", visits.CheckOutView.as_view(), name="check-out"),
]
