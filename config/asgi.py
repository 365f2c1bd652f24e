"""The server's entry point: pages run as a WSGI application, sockets in Channels."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.wsgi import get_wsgi_application

from config.databases import WEB_SESSION, set_session

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
set_session(WEB_SESSION, os.environ)
pages = get_wsgi_application()  # sets up Django, which the imports below require

from config.lifespan import lifespan  # noqa: E402
from config.page_threads import PageThreads  # noqa: E402
from config.websockets import same_origin, unknown_path  # noqa: E402
from dealer_ui.routing import websocket_urlpatterns as of_tablets  # noqa: E402
from floor_ui.routing import websocket_urlpatterns as of_floor  # noqa: E402
from roster.pages.routing import websocket_urlpatterns as of_rosters  # noqa: E402
from tournaments.pages.routing import websocket_urlpatterns as of_tournaments  # noqa: E402
from waitlist.pages.routing import websocket_urlpatterns as of_desks  # noqa: E402

http = PageThreads(pages)
routes = [*of_tablets, *of_floor, *of_rosters, *of_tournaments, *of_desks, unknown_path]

application = ProtocolTypeRouter(
    {
        "http": http,
        "lifespan": lifespan,
        "websocket": same_origin(URLRouter(routes)),
    }
)
