"""The tablet's WebSockets."""

from django.urls import URLPattern

websocket_urlpatterns: list[URLPattern] = []
