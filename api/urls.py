"""The addresses of the API, version 1, and of its documentation."""

from django.urls import path, register_converter

from api.numbers import Number
from api.views import docs, tables

register_converter(Number, "number")

app_name = "api"
urlpatterns = [
    path("schema/", docs.SchemaView.as_view(), name="schema"),
    path("docs/", docs.DocsView.as_view(url_name="api:schema"), name="docs"),
    path("v1/me/", tables.MeView.as_view(), name="me"),
    path("v1/rooms/", tables.RoomList.as_view(), name="rooms"),
    path("v1/tables/", tables.TableList.as_view(), name="tables"),
    path("v1/tables/<number:table>/", tables.TableView.as_view(), name="table"),
    path("v1/tables/<number:table>/picture/", tables.PictureView.as_view(), name="picture"),
    path("v1/tables/<number:table>/commands/", tables.CommandView.as_view(), name="command"),
    path("v1/plaques/", tables.PlaqueList.as_view(), name="plaques"),
    path("v1/plaques/<number:plaque>/", tables.PlaqueView.as_view(), name="plaque"),
]
