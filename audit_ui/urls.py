"""The addresses of who did what, under /audit/."""

from django.urls import path

from audit_ui import views

app_name = "audit"

urlpatterns = [
    path("", views.search, name="search"),
    path("acts.csv", views.download, name="download"),
]
