"""Web processes, workers, beat and their clocks, according to their heartbeats."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection

from ops.health.part import HealthPart, Step
from ops.health.phrases import MINUTE, counted, listed, restart, span
from ops.health.queues import QueueState, queue_state
from ops.heartbeats import BEAT, FRESH, WEB, worker_service
from ops.models import ServiceHeartbeat

GONE = 10 * MINUTE  # how long a web process that ended without notice is reported
WORKER_LIMIT = 90.0  # seconds without a heartbeat of a queue: five were missed
BEAT_LIMIT = 60.0
STARTING = 90.0  # seconds after a start in which worker and beat may not have sent a heartbeat yet
# Seconds that a queue's oldest task has waited.
WAITING_SOON = 60.0
WAITING_BAD = 600.0
# Seconds between this machine's clock and the database's.
CLOCK_SOON = 2.0
CLOCK_BAD = 30.0
JUMP_TOLD = timedelta(hours=1)  # how long a jump of the clock is reported


def check_web(now: datetime) -> HealthPart:
    """Return how many web processes are alive, and which ended without notice."""
    rows = _rows(WEB)
    alive = [row for row in rows if _age(row, now) <= FRESH]
    silent = [row for row in rows if FRESH < _age(row, now) <= GONE]
    part = HealthPart(key="web", title="Web", age=_youngest(alive, now))
    step = restart("web", "Restart the web processes. Until then tablets keep their taps.")
    if not alive:
        return replace(
            part,
            level="bad",
            state="silent",
            headline="No web process sends heartbeats",
            facts=("This page was answered, so one runs. It can't write its heartbeat.",),
            steps=(step,),
        )
    versions = sorted({row.version for row in alive})
    since = min(row.started_at for row in alive)
    processes = "1 process" if len(alive) == 1 else f"{len(alive)} processes"
    facts = (
        f"{processes}, version {' and '.join(versions)}",
        f"running for {span((now - since).total_seconds())}",
    )
    if silent:
        last = max(silent, key=lambda row: row.at)
        return replace(
            part,
            level="soon",
            state=f"{len(silent)} silent",
            headline=f"A web process ended without a word {span(_age(last, now))} ago",
            facts=(*facts, f"process {last.pid} on {last.host} is silent"),
            steps=(
                Step(
                    "Read why in its log.",
                    "sudo journalctl -u 'floorbook-web*' -u 'floorbook-tablets*' -n 200",
                ),
                step,
            ),
        )
    if len(versions) > 1:
        headline = f"Versions {' and '.join(versions)} run at the same time"
        return replace(
            part, level="soon", state="two versions", headline=headline, facts=facts, steps=(step,)
        )
    return replace(part, facts=facts)


def check_worker(now: datetime) -> HealthPart:
    """Return the last heartbeat of each queue's workers, and how long its tasks wait."""
    # The newest first.
    rows = {queue: _rows(worker_service(queue)) for queue in settings.HEARTBEAT_QUEUES}
    ages = {queue: _youngest(heartbeats, now) for queue, heartbeats in rows.items()}
    states = {queue: queue_state(queue, now) for queue in rows}
    part = HealthPart(
        key="worker",
        title="Worker",
        age=max((age for age in ages.values() if age is not None), default=None),
        facts=tuple(_queue_fact(queue, ages[queue], states[queue]) for queue in rows),
        values=tuple(value for queue in rows for value in _queue_values(queue, states[queue])),
    )
    silent = [queue for queue, age in ages.items() if age is None or age > WORKER_LIMIT]
    step = restart("worker", "Restart the worker. Waiting tasks are done in order; none is lost.")
    if silent:
        return _silent_worker(part, silent, ages, step, now)
    oldest = max((state.oldest or 0.0 for state in states.values() if state), default=0.0)
    if oldest > WAITING_SOON:
        return replace(
            part,
            level="bad" if oldest > WAITING_BAD else "soon",
            state="behind",
            headline=f"The oldest task waits for {span(oldest)}",
            steps=(Step("Add a worker, or wait until it has caught up."), step),
        )
    return part


def _silent_worker(
    part: HealthPart, silent: list[str], ages: dict[str, float | None], step: Step, now: datetime
) -> HealthPart:
    """Return the part if the workers of some queues are silent. Without beat, their state is unknown."""
    if _is_starting(now):
        return replace(part, level="soon", state="starting", headline="The worker is starting")
    beat = _youngest(_rows(BEAT), now)
    if beat is None or beat > BEAT_LIMIT:
        return replace(
            part,
            level="soon",
            state="not known",
            headline="Nothing is known of the worker while beat is away",
            steps=(Step("Bring beat back first: it asks the worker for its heartbeat."),),
        )
    known_ages = [age for queue in silent if (age := ages[queue]) is not None]
    since = f"for {span(max(known_ages))}" if known_ages else "since it was set up"
    queues = f"queue{'s' if len(silent) > 1 else ''} {listed(silent)}"
    return replace(
        part,
        level="bad",
        state="silent",
        headline=f"No worker of the {queues} {since}",
        steps=(
            step,
            Step(
                "If it stops again, read its log.", "sudo journalctl -u 'floorbook-worker*' -n 200"
            ),
        ),
    )


def _queue_fact(queue: str, age: float | None, state: QueueState | None) -> str:
    heard = "not heard yet" if age is None else f"heard {span(age)} ago"
    if state is None:
        return f"{queue}: {heard}; its length isn't known"
    if not state.length:
        return f"{queue}: {heard}; no task waits"
    oldest = f", the oldest for {span(state.oldest)}" if state.oldest is not None else ""
    return f"{queue}: {heard}; {counted(state.length, 'task')} waiting{oldest}"


def _queue_values(queue: str, state: QueueState | None) -> tuple[tuple[str, float], ...]:
    if state is None:
        return ()
    return ((f"{queue} waiting", state.length), (f"{queue} oldest seconds", state.oldest or 0.0))


def check_beat(now: datetime) -> HealthPart:
    """Return the last tick of beat, and whether there are two of them."""
    rows = _rows(BEAT)
    fresh = [row for row in rows if _age(row, now) <= FRESH]
    age = _youngest(rows, now)
    part = HealthPart(key="beat", title="Beat (timer)", age=age)
    step = restart(
        "beat", "Restart beat within five minutes: until then called clocks don't run out."
    )
    if len(fresh) > 1:
        places = tuple(f"process {row.pid} on {row.host}" for row in fresh)
        return replace(
            part,
            level="soon",
            state=f"{len(fresh)} of them",
            headline=f"{len(fresh)} beats run, and there must be one",
            facts=(*places, "each task is started twice; nothing is lost or stored twice"),
            steps=(Step("Stop all but one of them.", "sudo systemctl stop floorbook-beat"),),
        )
    if age is None or age > BEAT_LIMIT:
        if _is_starting(now):
            return replace(part, level="soon", state="starting", headline="Beat is starting")
        since = "since it was set up" if age is None else f"for {span(age)}"
        return replace(
            part,
            level="bad",
            state="silent",
            headline=f"No tick of beat {since}, the limit is {span(BEAT_LIMIT)}",
            facts=("scheduled tasks don't start; they are caught up later",),
            steps=(step,),
        )
    return replace(part, facts=(f"last tick {span(age)} ago, the limit is {span(BEAT_LIMIT)}",))


def check_clock(now: datetime) -> HealthPart:
    """Return how far the clocks of this process and the database are apart, and the last jump of a clock."""
    part = HealthPart(key="clock", title="Clock")
    step = Step("Check that the machine's time is kept by NTP.", "timedatectl")
    facts: list[str] = []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            apart = abs((cursor.fetchone()[0] - now).total_seconds())
        facts.append(f"{apart:.1f} s from the database's clock, the limit is {CLOCK_SOON:.0f} s")
        if apart > CLOCK_SOON:
            return replace(
                part,
                level="bad" if apart > CLOCK_BAD else "soon",
                state=f"{span(apart)} off",
                headline=f"The clocks of server and database are {span(apart)} apart",
                facts=tuple(facts),
                steps=(step,),
            )
    for row in ServiceHeartbeat.objects.filter(at__gte=now - JUMP_TOLD):
        seconds = row.facts.get("clock_jump")
        jump_at = row.facts.get("clock_jump_at")
        if jump_at and now - datetime.fromisoformat(jump_at) <= JUMP_TOLD:
            way = "forward" if seconds > 0 else "back"
            ago = span((now - datetime.fromisoformat(jump_at)).total_seconds())
            return replace(
                part,
                level="soon",
                state="jumped",
                headline=f"The clock of {row.host} jumped {way} by {span(abs(seconds))}",
                facts=(*facts, f"{ago} ago; a machine that slept looks the same"),
                steps=(step,),
            )
    return replace(part, facts=(*facts, "no jump in the last hour"))


def _rows(service: str) -> list[ServiceHeartbeat]:
    """Return the rows of a service, the last heartbeat first."""
    return list(ServiceHeartbeat.objects.filter(service=service).order_by("-at"))


def _age(row: ServiceHeartbeat, now: datetime) -> float:
    return max(0.0, (now - row.at).total_seconds())


def _youngest(rows: list[ServiceHeartbeat], now: datetime) -> float | None:
    return min((_age(row, now) for row in rows), default=None)


def _is_starting(now: datetime) -> bool:
    """Return whether all web processes have just started, so that the others may still be starting."""
    starts = [row.started_at for row in _rows(WEB) if _age(row, now) <= FRESH]
    return bool(starts) and (now - min(starts)).total_seconds() < STARTING
