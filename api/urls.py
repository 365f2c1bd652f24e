"""URLs of the API, version 1, and of its documentation."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from api.views import docs, floor, hands, players, reports, tables, webhooks
from staff.house_currency import without_amounts
from web.api.url_converters import RowIdConverter

register_converter(RowIdConverter, "number")

TABLE: list[URLPattern | URLResolver] = [
    path("", tables.TableView.as_view(), name="table"),
    path("picture/", tables.TableStateView.as_view(), name="picture"),
    path("commands/", tables.CommandView.as_view(), name="command"),
    path("hands/", hands.HandList.as_view(), name="hands"),
    path("hands/<number:number>/", hands.HandDetail.as_view(), name="hand"),
    path("hands/<number:number>/phh/", hands.HandPhh.as_view(), name="phh"),
]
ROOM: list[URLPattern | URLResolver] = [
    path("reports/", reports.ReportView.as_view(), name="reports"),
    path("", include("waitlist.api.urls")),
]
HOOK: list[URLPattern | URLResolver] = [
    path("", webhooks.HookDetail.as_view(), name="webhook"),
    path("rotate/", webhooks.HookRotate.as_view(), name="rotate"),
    path("deliveries/", webhooks.DeliveryList.as_view(), name="deliveries"),
    path("deliveries/<number:delivery>/again/", webhooks.DeliveryAgain.as_view(), name="again"),
]
V1: list[URLPattern | URLResolver] = [
    path("me/", tables.MeView.as_view(), name="me"),
    path("rooms/", tables.RoomList.as_view(), name="rooms"),
    path("rooms/<number:room>/", include(ROOM)),
    path("tables/", tables.TableList.as_view(), name="tables"),
    path("tables/<number:table>/", include(TABLE)),
    path("tournaments/", include("tournaments.api.urls")),
    path("funds/", include("promotions.api.urls")),
    path("roster/", include("roster.api.urls")),
    path("plaques/", tables.PlaqueList.as_view(), name="plaques"),
    path("plaques/<number:plaque>/", tables.PlaqueView.as_view(), name="plaque"),
    path("calls/", floor.CallList.as_view(), name="calls"),
    path("calls/<number:call>/", floor.CallDetail.as_view(), name="call"),
    path("rulings/", floor.RulingList.as_view(), name="rulings"),
    path("rulings/<number:ruling>/", floor.RulingDetail.as_view(), name="ruling"),
    path("incidents/", floor.IncidentList.as_view(), name="incidents"),
    path("incidents/<number:incident>/", floor.IncidentDetail.as_view(), name="incident"),
    path("players/", players.PlayerList.as_view(), name="players"),
    path("players/<number:player>/", players.PlayerDetail.as_view(), name="player"),
    path("players/<number:player>/", include("waitlist.api.visit_urls")),
    path("webhooks/", webhooks.HookList.as_view(), name="webhooks"),
    path("webhooks/<number:hook>/", include(HOOK)),
]
app_name = "api"
urlpatterns = [
    path("schema/", without_amounts(docs.SchemaView.as_view()), name="schema"),
    path("docs/", without_amounts(docs.DocsView.as_view(url_name="api:schema")), name="docs"),
    path("v1/", include(V1)),
]
