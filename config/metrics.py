"""`/metrics`: counts of this installation in Prometheus's format, and the counting of requests and tasks.

With `METRICS_DIR`, all processes of a machine store their numbers in files of that folder, and each web process answers
for all of them. Without it, a process answers only for itself.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from celery.signals import task_failure, task_postrun, task_prerun, task_retry
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from config.probes import is_monitoring
from ops.health.monitor import monitor
from ops.health.part import LEVELS

REQUESTS = Histogram(
    "floorbook_http_seconds",
    "Seconds of HTTP requests by route and class of status.",
    ("route", "status"),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
TASKS = Histogram(
    "floorbook_task_seconds",
    "Seconds of Celery tasks.",
    ("task",),
    buckets=(0.01, 0.05, 0.25, 1, 5, 30, 120, 600),
)
FAILED_TASKS = Counter("floorbook_task_failures", "Celery tasks that failed.", ("task",))
RETRIED_TASKS = Counter(
    "floorbook_task_retries", "Celery tasks that will be tried again.", ("task",)
)
NO_ROUTE = "none"  # route of requests that match no URL pattern, such as static files
REFUSED = (
    "Metrics are for requests with METRICS_TOKEN as a bearer token. Without a token they are for"
    " programs on this machine that ask without a proxy.\n"
)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all numbers, or a 403 as text for unauthorized requests."""
    if not is_monitoring(request):
        return HttpResponse(REFUSED, status=403, content_type="text/plain; charset=utf-8")
    return HttpResponse(generate_latest(_registry()), content_type=CONTENT_TYPE_LATEST)


def observe_request(request: HttpRequest, status: int, seconds: float) -> None:
    """Count one request under its route, such as `floor/tables/<int:table>/`."""
    match = request.resolver_match
    route = match.route if match is not None else NO_ROUTE
    REQUESTS.labels(route, f"{status // 100}xx").observe(seconds)


class HealthCollector(Collector):
    """Collects the level, age and numbers of each part, and the version, on each request."""

    def collect(self) -> Iterator[Metric]:
        levels = GaugeMetricFamily(
            "floorbook_part_level", "0: good, 1: soon, 2: bad.", labels=["part"]
        )
        ages = GaugeMetricFamily(
            "floorbook_part_age_seconds", "Since the part's last sign of life.", labels=["part"]
        )
        numbers = GaugeMetricFamily(
            "floorbook_part_value", "What a check counted.", labels=["part", "value"]
        )
        for known_part in monitor().read().parts:
            part = known_part.part
            levels.add_metric([part.key], LEVELS.index(part.level))
            if part.age is not None:
                ages.add_metric([part.key], part.age)
            for name, number in part.values:
                numbers.add_metric([part.key, name], number)
        build = GaugeMetricFamily(
            "floorbook_build_info", "1, with the version.", labels=["version"]
        )
        build.add_metric([settings.PRODUCT_VERSION], 1)
        yield from (levels, ages, numbers, build)


def _registry() -> CollectorRegistry:
    """Return the numbers for this response: those of all processes, or those of this one."""
    registry = CollectorRegistry()
    registry.register(HealthCollector())
    if settings.METRICS_DIR is None:
        registry.register(REGISTRY)
        return registry
    _forget_dead_processes(settings.METRICS_DIR)
    MultiProcessCollector(registry, path=str(settings.METRICS_DIR))  # type: ignore[no-untyped-call]
    return registry


def _forget_dead_processes(folder: Path) -> None:
    """Remove the gauges of processes that were killed: their sockets are closed. Counters stay."""
    for file in folder.glob("gauge_live*.db"):
        pid = file.stem.rpartition("_")[2]
        if pid.isdecimal() and not Path("/proc", pid).exists():
            mark_process_dead(pid, path=str(folder))  # type: ignore[no-untyped-call]


_began: dict[str, float] = {}  # by the id of a running task


def _task_begins(task_id: str = "", **_: object) -> None:
    _began[task_id] = time.perf_counter()


def _task_ends(task_id: str = "", task: object = None, **_: object) -> None:
    began = _began.pop(task_id, None)
    if began is not None:
        TASKS.labels(getattr(task, "name", "?")).observe(time.perf_counter() - began)


def _task_fails(sender: object = None, **_: object) -> None:
    FAILED_TASKS.labels(getattr(sender, "name", "?")).inc()


def _task_is_retried(sender: object = None, **_: object) -> None:
    RETRIED_TASKS.labels(getattr(sender, "name", "?")).inc()


def count_tasks() -> None:
    """Count the tasks of this process's workers, by Celery's own signals."""
    task_prerun.connect(_task_begins, weak=False, dispatch_uid="floorbook.metrics")
    task_postrun.connect(_task_ends, weak=False, dispatch_uid="floorbook.metrics")
    task_failure.connect(_task_fails, weak=False, dispatch_uid="floorbook.metrics")
    task_retry.connect(_task_is_retried, weak=False, dispatch_uid="floorbook.metrics")
