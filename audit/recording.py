"""The one way to write down what somebody did, in the caller's transaction."""

from collections.abc import Mapping
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db.models import Model

from audit.models import Act, LastUse
from audit.verbs import VERBS
from journal.origin import device

LONGEST_TEXT = 200  # letters of one value that is kept
MOST_VALUES = 60
MINUTE = timedelta(minutes=1)
MOST_REFUSED = 30  # refusals from one device in a minute that are kept: more is one person's noise
SECRET = ("pin", "password", "token", "secret", "code")


_REFUSED: ContextVar[bool] = ContextVar("refused", default=False)
_AS: ContextVar[str] = ContextVar("refused_as", default="refused_by_role")


class Who(Protocol):
    """Somebody who works here, or a program."""

    @property
    def key(self) -> str:
        """As the log names it."""

    @property
    def alias(self) -> str:
        """As people name it."""


About = Model | tuple[str, object] | None  # a row, or its kind and key


def record(
    by: Who | str,
    verb: str,
    *,
    now: datetime,
    about: About = None,
    room: int | None = None,
    table: int | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    refused: bool = False,
    reason: str = "",
) -> None:
    """Write down what was done. by: a member of staff, a program, or a name as text (one that was tried, `user.3`).

    before, after: of what changed, by the field's name; where both are given, what is the same in both is left out,
    and when nothing is left nothing is written. Values of a secret's name are never kept. The device is the edge's.
    """
    assert verb in VERBS, verb
    if before is not None and after is not None:
        before, after = _changed(before, after)
        if not before and not after:
            return
    kind, key, name = _named(about)
    who, alias = (by, "") if isinstance(by, str) else (by.key, by.alias)
    if refused:
        _REFUSED.set(True)
        if _noise(now):
            return
    Act.objects.create(
        at=now,
        who=who[:160],
        alias=alias[:60],
        verb=verb,
        about_kind=kind[:40],
        about_key=key[:100],
        about_name=name[:120],
        room=room,
        table=table,
        device=device(),
        before=_small(before),
        after=_small(after),
        outcome=Act.Outcome.REFUSED if refused else Act.Outcome.DONE,
        reason=reason[:300],
    )


def used(by: Who, where: str, *, now: datetime) -> None:
    """Keep that somebody used a door: tablet, floor, desk, incidents, setup."""
    LastUse.objects.update_or_create(who=by.key, where=where, defaults={"at": now})


def refused_here(*, begin: bool = False) -> bool:
    """Whether a refusal was written down since the request began; begin: it begins now."""
    before = _REFUSED.get()
    if begin:
        _REFUSED.set(False)
        _AS.set("refused_by_role")
    return before


def refused_as(verb: str) -> None:
    """Why whoever asks is refused, where it is not for the role; the request's edge writes it down."""
    assert verb in VERBS, verb
    _AS.set(verb)


def why_refused() -> str:
    """The verb of a refusal that the edge writes down."""
    return _AS.get()


def _named(about: About) -> tuple[str, str, str]:
    if about is None:
        return "", "", ""
    if isinstance(about, tuple):
        kind, key = about
        return kind, str(key), ""
    return str(about._meta.model_name), str(about.pk), str(about)


def _noise(now: datetime) -> bool:
    """A device that is refused again and again fills no database."""
    rows = Act.objects.filter(device=device(), at__gt=now - MINUTE, outcome=Act.Outcome.REFUSED)
    return rows[:MOST_REFUSED].count() >= MOST_REFUSED


def _changed(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    names = [name for name in {**before, **after} if before.get(name, ...) != after.get(name, ...)]
    return (
        {name: before[name] for name in names if name in before},
        {name: after[name] for name in names if name in after},
    )


def _small(values: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if values is None:
        return None
    kept = list(values.items())[:MOST_VALUES]
    return {name: "not kept" if is_secret(name) else _value(value) for name, value in kept}


def is_secret(name: str) -> bool:
    """Whether a field of this name or label keeps a secret."""
    return any(part in SECRET for part in name.lower().replace("_", " ").split())


def _value(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
