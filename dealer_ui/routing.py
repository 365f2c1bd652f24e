"""WebSocket routes of the tablet."""

from django.urls import URLPattern, path

from dealer_ui.consumers import TabletConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/tablet/", TabletConsumer.as_asgi()),
]
