"""URLs of funds in the API, under /api/v1/funds/."""

from django.urls import path

from promotions.api import views

urlpatterns = [
    path("", views.FundList.as_view(), name="funds"),
    path("<number:fund>/", views.FundView.as_view(), name="fund"),
    path("<number:fund>/days/", views.DaysView.as_view(), name="fund-days"),
    path("<number:fund>/hits/", views.HitsView.as_view(), name="fund-hits"),
]
