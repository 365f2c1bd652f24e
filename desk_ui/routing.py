"""The desk's WebSockets."""

from channels.auth import AuthMiddlewareStack
from django.urls import URLPattern, path

from desk_ui.consumers import DeskConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/desk/<int:room>/", AuthMiddlewareStack(DeskConsumer.as_asgi())),
]
