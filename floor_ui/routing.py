"""The floor's WebSockets."""

from channels.sessions import SessionMiddlewareStack
from django.urls import URLPattern, path

from floor_ui.consumers import FloorConsumer
from floor_ui.fund_sockets import FundsConsumer
from floor_ui.map.consumers import MapConsumer
from floor_ui.tables.consumers import TablesConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/floor/<int:room>/", SessionMiddlewareStack(FloorConsumer.as_asgi())),
    path("ws/floor/<int:room>/tables/", SessionMiddlewareStack(TablesConsumer.as_asgi())),
    path(
        "ws/floor/<int:room>/tables/<int:table>/",
        SessionMiddlewareStack(TablesConsumer.as_asgi()),
    ),
    path("ws/floor/<int:room>/funds/", SessionMiddlewareStack(FundsConsumer.as_asgi())),
    path("ws/floor/<int:room>/map/", SessionMiddlewareStack(MapConsumer.as_asgi())),
]
