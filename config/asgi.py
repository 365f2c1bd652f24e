"""The server's entry point: HTTP to Django, WebSockets to Channels."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()  # sets up Django, which the imports below need

from dealer_ui.routing import websocket_urlpatterns as of_tablets  # noqa: E402
from desk_ui.routing import websocket_urlpatterns as of_desks  # noqa: E402
from floor_ui.routing import websocket_urlpatterns as of_floor  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(URLRouter([*of_tablets, *of_floor, *of_desks])),
    }
)
