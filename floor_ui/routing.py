"""The floor's WebSockets."""

from channels.auth import AuthMiddlewareStack
from django.urls import URLPattern, path

from floor_ui.consumers import FloorConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/floor/<int:room>/", AuthMiddlewareStack(FloorConsumer.as_asgi())),
]
