"""The server's entry point: HTTP to Django, WebSockets to Channels."""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter

from config.databases import WEB_SESSION, set_session

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
set_session(WEB_SESSION, os.environ)
django.setup(set_prefix=False)  # required by the imports below

from config.lifespan import lifespan  # noqa: E402
from config.request_handler import RequestHandler  # noqa: E402
from config.websockets import same_origin, unknown_path  # noqa: E402
from dealer_ui.routing import websocket_urlpatterns as of_tablets  # noqa: E402
from floor_ui.routing import websocket_urlpatterns as of_floor  # noqa: E402
from waitlist.pages.routing import websocket_urlpatterns as of_desks  # noqa: E402

http = RequestHandler()

application = ProtocolTypeRouter(
    {
        "http": http,
        "lifespan": lifespan,
        "websocket": same_origin(URLRouter([*of_tablets, *of_floor, *of_desks, unknown_path])),
    }
)
