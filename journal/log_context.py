"""The origin of a log line: the request id, the path or command, and the table.

Like the device, these are context variables. Entry points set them and the logging filter reads them.
"""

import re
from contextvars import ContextVar
from uuid import uuid4

WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{7,63}")  # a request id chosen by the proxy
_REQUEST: ContextVar[str] = ContextVar("request_id", default="")
_SOURCE: ContextVar[str] = ContextVar("log_source", default="")
_TABLE: ContextVar[int] = ContextVar("log_table", default=0)


def request_id() -> str:
    """Return the id of the current request, socket message or task; "" outside of one."""
    return _REQUEST.get()


def begin_request(proxy_id: str = "", *, source: str) -> str:
    """Begin a request, message or task; return its id.

    The id is `proxy_id` if that is well-formed, and otherwise a new one.
    """
    new_id = proxy_id if WELL_FORMED.fullmatch(proxy_id) else uuid4().hex
    _REQUEST.set(new_id)
    _SOURCE.set(source)
    _TABLE.set(0)
    return new_id


def end_request() -> None:
    """Clear the request from a thread that will serve other requests."""
    _REQUEST.set("")
    _SOURCE.set("")
    _TABLE.set(0)


def set_log_source(source: str) -> None:
    """Set the path or the name of the command that is being handled."""
    _SOURCE.set(source)


def set_log_table(table_id: int) -> None:
    """Set the table that is being handled."""
    _TABLE.set(table_id)


def log_fields() -> dict[str, str | int]:
    """Return the fields that are set."""
    fields: dict[str, str | int] = {
        "request": _REQUEST.get(),
        "source": _SOURCE.get(),
        "table": _TABLE.get(),
    }
    return {name: value for name, value in fields.items() if value}
