"""URLs of the home page."""

from django.urls import path

from manage_ui.home import views

app_name = "home"

urlpatterns = [
    path("", views.index, name="index"),
    path("home", views.choose, name="choose"),
]
