"""The addresses of the room."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    path("", RedirectView.as_view(url="/tablet/")),
    path("tablet/", include("dealer_ui.urls")),
    path("admin/", admin.site.urls),
]
