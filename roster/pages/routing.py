"""WebSocket routes of the roster."""

from channels.sessions import SessionMiddlewareStack
from django.urls import URLPattern, path

from roster.pages.consumers import RosterConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/roster/<int:room>/", SessionMiddlewareStack(RosterConsumer.as_asgi())),
]
