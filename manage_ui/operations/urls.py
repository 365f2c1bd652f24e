"""URLs of the operations page, under /operations/."""

from django.urls import path

from manage_ui.operations import views

app_name = "operations"

urlpatterns = [
    path("", views.index, name="index"),
    path("back-up", views.back_up, name="back-up"),
    path("<slug:tab>/", views.listing, name="list"),
]
