"""The room's addresses and the barest view's."""

from django.urls import path

from bench.barest import row
from config.urls import urlpatterns as room

urlpatterns = [*room, path("bench/<int:group>/", row)]
