"""URLs of the room."""

from django.contrib import admin
from django.urls import include, path

from config.metrics import metrics
from config.probes import livez, readyz
from dealer_ui.health import healthz
from web.choose_pin import choose_pin

urlpatterns = [
    path("", include("manage_ui.home.urls")),
    path("tablet/", include("dealer_ui.urls")),
    path("tablet/school/", include("school.pages.tablet_urls")),
    path("floor/school/", include("school.pages.floor_urls")),
    path("floor/", include("lineup.urls")),
    path("floor/drop/", include("drop.urls")),
    path("floor/banked/", include("banked.pages.urls")),
    path("floor/", include("floor_ui.urls")),
    path("tournaments/", include("tournaments.urls")),
    path("roster/", include("roster.urls")),
    path("hours/", include("promotions.urls")),
    path("funds/", include("promotions.fund_urls")),
    path("roster/tokes/", include("roster.toke_urls")),
    path("desk/", include("waitlist.pages.urls")),
    path("join/", include("waitlist.pages.join_urls")),
    path("texts/", include("waitlist.pages.text_reply_urls")),
    path("kiosk/", include("waitlist.pages.kiosk_urls")),
    path("screen/", include("waitlist.pages.screen_urls")),
    path("", include("tournaments.public_urls")),
    path("wall/", include("floor_ui.forecast.wall_urls")),
    path("line/", include("waitlist.pages.player_page_urls")),
    path("", include("waitlist.pages.board_urls")),
    path("pin", choose_pin, name="choose-pin"),
    path("rulebook/", include("rulings.urls")),
    path("players/", include("floor_ui.players.urls")),
    path("manage/api/", include("api.manage_urls")),
    path("", include("manage_ui.setup.urls")),
    path("manage/", include("manage_ui.urls")),
    path("incidents/", include("rulings.incidents.urls")),
    path("replay/", include("floor_ui.replay.urls")),
    path("school/lessons/", include("school.pages.lesson_urls")),
    path("reports/", include("reports.urls")),
    path("operations/", include("manage_ui.operations.urls")),
    path("audit/", include("manage_ui.audit.urls")),
    path("api/", include("api.urls")),
    path("healthz", healthz),
    path("livez", livez, name="livez"),
    path("readyz", readyz),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
]

# Error pages; Django finds them by these names.
handler400 = "config.error_pages.bad_request"
handler403 = "config.error_pages.permission_denied"
handler404 = "config.error_pages.page_not_found"
handler500 = "config.error_pages.server_error"
