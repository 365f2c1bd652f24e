"""Log lines: one JSON object each, with the id of the request, also in the tasks that it queued."""

import json
import logging
from unittest.mock import patch

import pytest
from celery.signals import task_postrun, task_prerun
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client, override_settings
from django.urls import path

from config.celery import app
from config.logs import (
    ContextFilter,
    OutageFilter,
    RoomJsonFormatter,
    StrangeHostFilter,
    logging_settings,
)
from journal.log_context import begin_request, end_request, log_fields, request_id, set_log_table
from tests.support.full_disk import full_disk_error
from tests.support.page_roles import PageContent

GIVEN = "proxy-0123456789"


def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a bug")


urlpatterns = [path("fail", fail)]
handler500 = "config.error_pages.server_error"
failing = override_settings(ROOT_URLCONF="tests.config.test_logs")


def formatted(formatter: logging.Formatter) -> str:
    record = logging.makeLogRecord(
        {"name": "floorbook.x", "levelname": "ERROR", "msg": "It failed: %s", "args": ("why",)}
    )
    record.request = object()  # as Django's own lines have it
    assert ContextFilter().filter(record)
    return formatter.format(record)


def test_json_line_has_what_is_known() -> None:
    begin_request(GIVEN, source="/floor/")
    set_log_table(7)
    line = json.loads(formatted(RoomJsonFormatter()))
    assert line.pop("time")
    assert line == {
        "level": "ERROR",
        "logger": "floorbook.x",
        "message": "It failed: why",
        "request": GIVEN,
        "source": "/floor/",
        "table": 7,
    }
    end_request()
    assert "request" not in json.loads(formatted(RoomJsonFormatter()))


def test_line_for_people_ends_with_the_request() -> None:
    begin_request(GIVEN, source="tap act")
    line = formatted(logging.Formatter("%(message)s%(context)s"))
    assert line == f"It failed: why [request={GIVEN} source=tap act]"
    end_request()


def test_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="line or json"):
        logging_settings("xml", "INFO")


@pytest.mark.django_db
@failing
def test_error_page_shows_the_number_of_its_log_lines() -> None:
    client = Client(raise_request_exception=False)
    answer = client.get("/fail", headers={"x-request-id": GIVEN})
    assert answer["X-Request-ID"] == GIVEN
    assert f"Tell this number: {GIVEN}" in PageContent(answer).alert()
    assert request_id() == ""


@pytest.mark.django_db(transaction=True)
@failing
async def test_error_page_shows_it_under_asgi() -> None:
    client = AsyncClient(raise_request_exception=False)
    answer = await client.get("/fail", headers={"x-request-id": GIVEN})
    assert GIVEN in answer.content.decode()


@pytest.mark.parametrize(
    "bad", ["short", "x" * 65, "with space in it", "<script>alert(1)</script>"]
)
def test_malformed_id_is_replaced(bad: str) -> None:
    answer = Client().get("/no-such-page", headers={"x-request-id": bad})
    assert answer["X-Request-ID"] != bad
    assert len(answer["X-Request-ID"]) == 32


def test_task_has_the_id_of_the_request_that_queued_it() -> None:
    """What the worker makes the task's context of is the message's headers."""

    @app.task(name="test.request")
    def task() -> None:
        """Do nothing."""

    begin_request(GIVEN, source="/desk/")
    try:
        with patch("kombu.messaging.Producer.publish") as publish:
            task.delay()
        headers = publish.call_args.kwargs["headers"]
        end_request()
        task.push_request(**headers)
        task_prerun.send(sender=task, task=task, task_id=headers["id"])
        assert log_fields() == {"request": GIVEN, "source": "test.request"}
        task_postrun.send(sender=task, task=task, task_id=headers["id"])
        assert log_fields() == {}
    finally:
        task.pop_request()
        del app.tasks["test.request"]
    assert headers["sent_at"]


def test_requests_for_an_unknown_host_are_one_line_a_minute() -> None:
    """Anyone can send any number of them."""
    strange = StrangeHostFilter()
    text = (
        "Invalid HTTP_HOST header: 'a.example'. You may need to add 'a.example' to ALLOWED_HOSTS."
    )

    def record(created: float) -> logging.LogRecord:
        entry = logging.LogRecord(
            "x", logging.ERROR, "f", 1, text, (), (ValueError, ValueError(), None)
        )
        entry.created = created
        return entry

    first = record(0)
    second = record(30)
    later = record(61)
    assert [strange.filter(entry) for entry in (first, second, later)] == [True, False, True]
    assert first.getMessage() == "Invalid HTTP_HOST header: 'a.example'"
    assert first.exc_info is None
    assert later.getMessage().endswith("(1 more since the last line)")


def task_failure(error: Exception) -> logging.LogRecord:
    fields = {
        "name": "celery.app.trace",
        "levelname": "ERROR",
        "msg": "Task %s failed",
        "args": ("x",),
    }
    return logging.makeLogRecord(fields | {"exc_info": (type(error), error, None)})


def test_full_disk_is_one_line_a_minute_for_all_tasks() -> None:
    """Each task had two tracebacks, 68 in the first 15 seconds."""
    filters = OutageFilter()
    first, second, later = (task_failure(full_disk_error()) for _ in range(3))
    second.created = first.created + 59
    later.created = first.created + 60
    assert [filters.filter(record) for record in (first, second, later)] == [True, False, True]
    assert logging.Formatter("%(message)s").format(first) == (
        "Scheduled tasks fail. The disk of the database is full. Make room on it: nothing is stored until then."
    )


def test_error_of_a_task_keeps_its_traceback() -> None:
    record = task_failure(ValueError("a bug"))
    assert OutageFilter().filter(record)
    assert "ValueError: a bug" in logging.Formatter("%(message)s").format(record)


def test_loggers_of_tasks_have_the_filter() -> None:
    loggers = logging_settings("line", "WARNING")["loggers"]
    assert isinstance(loggers, dict)
    for name in ("celery.app.trace", "django_celery_beat.schedulers"):
        assert loggers[name] == {"filters": ["task_outage"]}
