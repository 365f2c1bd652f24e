"""What log lines say of where they come from: the request id, the path or command, and the table.

They are context variables, as the device is: set at the entry points, read by the logging filter.
"""

import re
from contextvars import ContextVar
from uuid import uuid4

WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{7,63}")  # of a request id that the proxy chose
_REQUEST: ContextVar[str] = ContextVar("request_id", default="")
_SOURCE: ContextVar[str] = ContextVar("log_source", default="")
_TABLE: ContextVar[int] = ContextVar("log_table", default=0)


def request_id() -> str:
    """Return the id of the request, socket message or task; "" outside of one."""
    return _REQUEST.get()


def begin_request(given: str = "", *, source: str) -> str:
    """Begin a request, message or task with a new id, or with a well-formed one that is given; return the id."""
    chosen = given if WELL_FORMED.fullmatch(given) else uuid4().hex
    _REQUEST.set(chosen)
    _SOURCE.set(source)
    _TABLE.set(0)
    return chosen


def end_request() -> None:
    """Forget the request in a thread that does others."""
    _REQUEST.set("")
    _SOURCE.set("")
    _TABLE.set(0)


def set_log_source(source: str) -> None:
    """Set what is being done: a path, or the name of a command."""
    _SOURCE.set(source)


def set_log_table(table_id: int) -> None:
    """Set the table that it is about."""
    _TABLE.set(table_id)


def log_fields() -> dict[str, str | int]:
    """Return the fields that are known."""
    fields: dict[str, str | int] = {
        "request": _REQUEST.get(),
        "source": _SOURCE.get(),
        "table": _TABLE.get(),
    }
    return {name: value for name, value in fields.items() if value}
