"""WebSocket routes of the desk and the public board."""

from channels.auth import AuthMiddlewareStack
from django.urls import URLPattern, path

from waitlist.pages.consumers import BoardConsumer, DeskConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/desk/<int:room>/", AuthMiddlewareStack(DeskConsumer.as_asgi())),
    path("ws/board/<int:room>/", BoardConsumer.as_asgi()),
]
