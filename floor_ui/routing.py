"""The floor's WebSockets."""

from channels.sessions import SessionMiddlewareStack
from django.urls import URLPattern, path

from floor_ui.consumers import FloorConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/floor/<int:room>/", SessionMiddlewareStack(FloorConsumer.as_asgi())),
]
