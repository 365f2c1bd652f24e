"""URLs of dealers and sections, below /floor/."""

from django.urls import path

from lineup.pages import views

app_name = "lineup"

urlpatterns = [
    path("dealers/", views.index, name="dealers"),
    path("dealers/<int:room>/ask", views.ask, name="ask"),
    path("sections/", views.sections, name="sections"),
    path("sections/<int:room>/set", views.section, name="section"),
]
