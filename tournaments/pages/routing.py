"""WebSocket routes of tournaments."""

from django.urls import URLPattern, path

from tournaments.pages.consumers import EventConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/tournament/<int:event>/", EventConsumer.as_asgi()),
]
