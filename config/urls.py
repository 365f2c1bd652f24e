"""The addresses of the room."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from dealer_ui.health import healthz

urlpatterns = [
    path("", RedirectView.as_view(url="/tablet/")),
    path("tablet/", include("dealer_ui.urls")),
    path("floor/", include("floor_ui.urls")),
    path("desk/", include("desk_ui.urls")),
    path("line/", include("desk_ui.line_urls")),
    path("", include("desk_ui.board_urls")),
    path("rulebook/", include("rulings.urls")),
    path("players/", include("players_ui.urls")),
    path("manage/api/", include("api.manage_urls")),
    path("manage/", include("manage_ui.urls")),
    path("incidents/", include("rulings.incidents.urls")),
    path("replay/", include("replay.urls")),
    path("reports/", include("reports.urls")),
    path("audit/", include("audit_ui.urls")),
    path("api/", include("api.urls")),
    path("healthz", healthz),
    path("admin/", admin.site.urls),
]

# As pages of a sentence; Django finds them by these names.
handler400 = "config.edges.bad_request"
handler403 = "config.edges.permission_denied"
handler404 = "config.edges.page_not_found"
handler500 = "config.edges.server_error"
