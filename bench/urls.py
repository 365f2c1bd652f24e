"""URLs of the room and of the baseline view."""

from django.urls import path

from bench.baseline import row
from config.urls import urlpatterns as room

urlpatterns = [*room, path("bench/<int:group>/", row)]
