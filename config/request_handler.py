"""Django's handler of requests under ASGI, with all middleware and the view in one thread."""

from collections.abc import Callable

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase


class RequestHandler(ASGIHandler):
    """Answers a request in one thread of the request, with one step from the event loop and one back.

    No middleware and no view is a coroutine. Django's handler would run each middleware's two halves and the view as
    separate steps between the event loop and the thread: about twenty of them cost more than most pages.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain of middleware and view without coroutines, whatever is asked for, and run it in a thread."""
        super().load_middleware(is_async=False)
        chain: Callable[[HttpRequest], HttpResponseBase] = vars(self)["_middleware_chain"]
        self._middleware_chain = sync_to_async(chain, thread_sensitive=True)
