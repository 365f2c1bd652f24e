"""The room's settings, plus the baseline view for comparison."""

from config.settings import *  # noqa: F403 - all of the room's settings
from config.settings import INSTALLED_APPS as ROOM_APPS

INSTALLED_APPS = [*ROOM_APPS, "tools.bench"]
ROOT_URLCONF = "tools.bench.urls"
