"""URLs of the room and of the baseline view."""

from django.urls import path

from config.urls import urlpatterns as room
from tools.bench.baseline import row
from tools.bench.load import DJANGO

urlpatterns = [*room, path("bench/<int:group>/", row), path(f"{DJANGO}/<int:group>/", row)]
