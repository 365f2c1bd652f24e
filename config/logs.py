"""Log lines for people, or as one JSON object each for programs."""

import logging
from typing import ClassVar

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

from journal.log_context import log_fields

FIELDS = ("request", "source", "table")
LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s%(context)s"


class ContextFilter(logging.Filter):
    """Adds the request id, path or command, and table to each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record."""
        fields = log_fields()
        for name in FIELDS:
            setattr(record, name, fields.get(name))
        context = " ".join(f"{name}={value}" for name, value in fields.items())
        record.context = f" [{context}]" if context else ""
        return True


class OutageFilter(logging.Filter):
    """For scheduled tasks: logs a problem of the database in one line a minute, instead of two tracebacks each time.

    Errors of the program keep their traceback.
    """

    MINUTE = 60  # seconds
    REMEDIES: ClassVar[dict[str, str]] = {
        "full": "Make room on it: nothing is stored until then.",
        "read_only": "Make it writable: nothing is stored until then.",
        "away": "Tasks run again when it is back.",
    }

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}  # by outage, the time of its last line

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep one line a minute of each outage, and everything else."""
        # Imported here: settings are read before Django's database.
        from web.outages import MESSAGES, outage_of

        error = record.exc_info[1] if record.exc_info else None
        outage = outage_of(error) if error else None
        if outage is None or outage not in self.REMEDIES:
            return True
        if record.created - self._last.get(outage, -float("inf")) < self.MINUTE:
            return False
        self._last[outage] = record.created
        record.msg = f"Scheduled tasks fail. {MESSAGES[outage]} {self.REMEDIES[outage]}"
        record.args = ()
        record.exc_info = record.exc_text = None
        return True


class StrangeHostFilter(logging.Filter):
    """Shortens a request for an unknown host to one line, and keeps one line a minute, because anyone can send many."""

    MINUTE = 60  # seconds
    LONGEST = 80  # characters of the host that are logged

    def __init__(self) -> None:
        super().__init__()
        self._last = -float("inf")
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep one line a minute, with the number of lines left out since the previous one."""
        if record.created - self._last < self.MINUTE:
            self._left_out += 1
            return False
        omitted = f" ({self._left_out} more since the last line)" if self._left_out else ""
        text = record.getMessage().partition(". You may")[0]
        record.msg = f"{text[: self.LONGEST]}{omitted}"
        record.args = ()
        record.exc_info = record.exc_text = None
        self._last = record.created
        self._left_out = 0
        return True


class RoomJsonFormatter(JsonFormatter):
    """One JSON object for each record; unknown fields are left out."""

    def __init__(self) -> None:
        super().__init__(
            ["asctime", "levelname", "name", "message", *FIELDS],
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
            datefmt="%Y-%m-%dT%H:%M:%S%z",
            reserved_attrs=[*RESERVED_ATTRS, "context", "status_code"],
        )

    def process_log_record(self, log_data: dict[str, object]) -> dict[str, object]:
        return {name: value for name, value in log_data.items() if value not in (None, "")}


def logging_settings(form: str, level: str) -> dict[str, object]:
    """Return Django's LOGGING. form: `line` or `json`. Raises `ValueError` for any other form."""
    if form not in ("line", "json"):
        raise ValueError(f"LOG_FORMAT must be line or json, not {form!r}.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "context": {"()": "config.logs.ContextFilter"},
            "strange_host": {"()": "config.logs.StrangeHostFilter"},
            "task_outage": {"()": "config.logs.OutageFilter"},
            "outage": {"()": "web.live_watch.ReceiverFilter"},
        },
        "formatters": {
            "line": {"format": LINE},
            "json": {"()": "config.logs.RoomJsonFormatter"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["context"],
            }
        },
        "loggers": {
            "django.security.DisallowedHost": {"filters": ["strange_host"]},
            "django.request": {"level": "ERROR"},  # 404s are routine and would drown real errors
            "celery.app.trace": {"filters": ["task_outage"]},
            "django_celery_beat.schedulers": {"filters": ["task_outage"]},
            "channels_redis.pubsub": {"filters": ["outage"]},
            "celery.worker.control": {"level": "ERROR"},  # stopping the worker is routine, too
        },
        "root": {"handlers": ["console"], "level": level},
    }
