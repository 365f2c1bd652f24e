"""Recording of audit events, in the caller's transaction."""

from collections.abc import Mapping
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db.models import Model

from journal.device_context import device
from staff.audit.verbs import VERBS
from staff.models import AuditEvent, LastUse

MAX_TEXT_LENGTH = 200  # characters of one stored value
MAX_VALUES = 60
MINUTE = timedelta(minutes=1)
MAX_REFUSALS_PER_MINUTE = 30  # refusals stored per device and minute; more add no information
SECRET_WORDS = ("pin", "password", "token", "secret", "code")


_REFUSED: ContextVar[bool] = ContextVar("refused", default=False)
_REFUSAL_VERB: ContextVar[str] = ContextVar("refused_as", default="refused_by_role")


class Actor(Protocol):
    """A staff member or an integration."""

    @property
    def key(self) -> str:
        """Return the key used in the log."""

    @property
    def alias(self) -> str:
        """Return the display name."""


About = Model | tuple[str, object] | None  # a row, or its kind and key


def record(
    by: Actor | str,
    verb: str,
    *,
    now: datetime,
    about: About = None,
    room: int | None = None,
    table: int | None = None,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    refused: bool = False,
    reason: str = "",
) -> None:
    """Record an audit event, with the device of the current request.

    `by` is a staff member, an integration, or a name as text (an attempted sign-in name, `user.3`). `before` and
    `after` are values by field name. If both are given, equal values are omitted, and if nothing differs, nothing is
    recorded. Values of secret fields are never stored.
    """
    assert verb in VERBS, verb
    if before is not None and after is not None:
        before, after = _differences(before, after)
        if not before and not after:
            return
    kind, key, name = _subject(about)
    actor_key, alias = (by, "") if isinstance(by, str) else (by.key, by.alias)
    if refused:
        _REFUSED.set(True)
        if _is_over_limit(now):
            return
    AuditEvent.objects.create(
        at=now,
        who=actor_key[:160],
        alias=alias[:60],
        verb=verb,
        about_kind=kind[:40],
        about_key=key[:100],
        about_name=name[:120],
        room=room,
        table=table,
        device=device(),
        before=_stored_values(before),
        after=_stored_values(after),
        outcome=AuditEvent.Outcome.REFUSED if refused else AuditEvent.Outcome.DONE,
        reason=reason[:300],
    )


def record_use(by: Actor, where: str, *, now: datetime) -> None:
    """Record that a person used a sign-in area: tablet, floor, desk, incidents, setup."""
    LastUse.objects.update_or_create(who=by.key, where=where, defaults={"at": now})


def was_refusal_recorded(*, begin: bool = False) -> bool:
    """Return whether a refusal was recorded in this request; `begin` resets the state for a new request."""
    before = _REFUSED.get()
    if begin:
        _REFUSED.set(False)
        _REFUSAL_VERB.set("refused_by_role")
    return before


def set_refusal_verb(verb: str) -> None:
    """Set the verb of a refusal for a reason other than the role; it is recorded at the end of the request."""
    assert verb in VERBS, verb
    _REFUSAL_VERB.set(verb)


def refusal_verb() -> str:
    return _REFUSAL_VERB.get()


def _subject(about: About) -> tuple[str, str, str]:
    if about is None:
        return "", "", ""
    if isinstance(about, tuple):
        kind, key = about
        return kind, str(key), ""
    return str(about._meta.model_name), str(about.pk), str(about)


def _is_over_limit(now: datetime) -> bool:
    """Return whether a device has reached its limit of recorded refusals, which keeps it from filling the database."""
    rows = AuditEvent.objects.filter(
        device=device(), at__gt=now - MINUTE, outcome=AuditEvent.Outcome.REFUSED
    )
    return rows[:MAX_REFUSALS_PER_MINUTE].count() >= MAX_REFUSALS_PER_MINUTE


def _differences(
    before: Mapping[str, object], after: Mapping[str, object]
) -> tuple[dict[str, object], dict[str, object]]:
    names = [name for name in {**before, **after} if before.get(name, ...) != after.get(name, ...)]
    return (
        {name: before[name] for name in names if name in before},
        {name: after[name] for name in names if name in after},
    )


def _stored_values(values: Mapping[str, object] | None) -> dict[str, object] | None:
    if values is None:
        return None
    items = list(values.items())[:MAX_VALUES]
    return {name: "not kept" if is_secret(name) else _stored_value(value) for name, value in items}


def is_secret(name: str) -> bool:
    return any(part in SECRET_WORDS for part in name.lower().replace("_", " ").split())


def _stored_value(value: object) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= MAX_TEXT_LENGTH else text[: MAX_TEXT_LENGTH - 1] + "…"
