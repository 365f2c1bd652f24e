"""Taps that a tablet's engine decided, executed in order up to the first refused one."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

import msgspec
from django.utils import timezone

from dealer_ui import messages
from dealer_ui.engine.session import digest
from dealer_ui.engine.wire import Answer, OutgoingTap
from dealer_ui.incident_report import record_incident
from dealer_ui.pin_taps import command_by_pin
from dealer_ui.refused_taps import record_refused_taps
from dealer_ui.tablet_commands import Tap, command_on_head, tablet_command, tap_author
from dealer_ui.tap_owner import TapOwner, tap_owner
from journal import tap_time
from journal.device_context import set_device, set_network
from journal.log_context import set_log_source, set_log_table
from journal.request_digest import reset_request_content, set_request_content
from journal.unix_time import from_milliseconds
from poker.refusal import Refusal
from rulings.calls.final_rulings import dealer_carry_out
from staff.sign_in_rate import TooBusy
from tables import table_log
from tables.actions import CommandResult
from tables.dealer_sign_in import dealer_return
from tables.models import Device
from tables.pairing import KeptDevice
from tables.stale import DecidedOn

MAX_TAPS = 20  # in one message
CLOCK_TOLERANCE_MS = 2000  # milliseconds by which a tablet's time may be off without a correction
NULL = b"\\u0000"  # the database cannot store it in a text
Taps = Annotated[tuple[OutgoingTap, ...], msgspec.Meta(max_length=MAX_TAPS)]
log = logging.getLogger(__name__)


class Answers(msgspec.Struct, frozen=True, omit_defaults=True, tag="answers", tag_field="type"):
    """The answers to a message of taps. owner: who is signed in now, if that has changed."""

    answers: list[Answer]
    owner: TapOwner | None = None
    recorded: str = ""  # message about an incident report


def execute_taps(device: Device, taps: Sequence[OutgoingTap]) -> Answers:
    """Execute taps in order, up to the first refused one: the tablet decides the rest again."""
    dealer_before = device.dealer_id
    batch = _Batch()
    set_device(device.name)
    set_network(f"tablet {device.pk}")
    for tap in taps:
        answer = _execute(device, tap, batch)
        batch.answers.append(answer)
        if answer.code:
            break
    owner = tap_owner(device) if device.dealer_id != dealer_before else None
    return Answers(batch.answers, owner, batch.recorded)


def execute_on_head(kept: KeptDevice, tap: OutgoingTap) -> Answers | None:
    """Execute an act of the hand in progress with what is in memory; None if it must be executed as any other tap."""
    device = kept.device
    received = timezone.now()
    tapped, off = _happened(device, tap, None, received)
    if off > CLOCK_TOLERANCE_MS or NULL in msgspec.json.encode(tap.args):
        return None
    set_device(device.name)
    set_network(f"tablet {device.pk}")
    _set_log_fields(device, tap)
    try:
        with tap_time.stored_later(received, *_caveats(device, tap, tapped, off)):
            result = command_on_head(
                kept, _tap(tap, DecidedOn(tap.seen, (), tap.shown), tapped, received)
            )
    except Exception:
        return Answers([_log_failure(device, tap)])
    finally:
        reset_request_content()
    if result is None:
        return None
    if not off:
        _compare(device, tap, (), result)
    return Answers([Answer(tap.id, seq=result.seq)])


@dataclass
class _Batch:
    """The taps of a message so far."""

    answers: list[Answer] = field(default_factory=list)
    recorded: str = ""  # message about an incident report
    earliest: datetime | None = None  # the time of the last tap; later taps are not before it
    is_exact: bool = True  # no time was corrected

    @property
    def own(self) -> tuple[str, ...]:
        """Return the ids of the executed taps."""
        return tuple(answer.id for answer in self.answers)


def _execute(device: Device, tap: OutgoingTap, batch: _Batch) -> Answer:
    received = timezone.now()
    tapped, off = _happened(device, tap, batch.earliest, received)
    _set_log_fields(device, tap)
    try:
        with tap_time.stored_later(received, *_caveats(device, tap, tapped, off)):
            if NULL in msgspec.json.encode(tap.args):
                raise Refusal("bad_request")
            if tap.name == "incident":
                message = record_incident(device, tap.id, tap.args, tap.dealer, now=received)
                batch.recorded = message or batch.recorded
                return Answer(tap.id)
            if tap.name == "refused_taps":
                record_refused_taps(device, tap.id, tap.args, now=received)
                return Answer(tap.id)
            result = _command(device, tap, batch.own, tapped, received)
    except Refusal as refusal:
        message = messages.refusal(refusal)
        return Answer(tap.id, table_log.head(device.table_id), refusal.code, message)
    except TooBusy:
        message = messages.refusal(Refusal("unavailable"))
        return Answer(tap.id, code="unavailable", message=message)
    except Exception:
        return _log_failure(device, tap)
    finally:
        reset_request_content()
    batch.earliest = tapped
    batch.is_exact = batch.is_exact and not off
    if batch.is_exact:
        _compare(device, tap, batch.own, result)
    warning = messages.refusal(result.warning) if result.warning else ""
    # A tap that changed nothing has no entries to wait for.
    is_stored = result.repeated or result.prev is not None
    return Answer(tap.id, seq=result.seq if is_stored else 0, warning=warning)


def _log_failure(device: Device, tap: OutgoingTap) -> Answer:
    """Log the error being handled, even a bug; return the answer that keeps the tap on the tablet for a while.

    If the error closed the socket, the same tap would come again immediately.
    """
    log.exception("Couldn't store tap %s (%s) of %s.", tap.id, tap.name, device)
    message = messages.refusal(Refusal("unavailable"))
    return Answer(tap.id, code="unavailable", message=message)


def _set_log_fields(device: Device, tap: OutgoingTap) -> None:
    set_request_content(f"tablet {tap.name}", tap.args)
    set_log_source(f"tap {tap.name}")
    set_log_table(device.table_id)


def _command(
    device: Device, tap: OutgoingTap, own: tuple[str, ...], tapped: datetime, received: datetime
) -> CommandResult:
    seen = DecidedOn(tap.seen, own, tap.shown)
    executed = _tap(tap, seen, tapped, received)
    if tap.pin is not None:
        return command_by_pin(device=device, tap=executed, pin=tap.pin)
    if tap.name == "carry_out":
        staff = tap_author(device=device, dealer=tap.dealer, now=received)
        result = dealer_carry_out(
            device=device, staff=staff, command_id=tap.id, seen=seen, now=tapped
        )
        dealer_return(device=device, now=received, acted=True)
        return result
    return tablet_command(device=device, tap=executed)


def _tap(tap: OutgoingTap, seen: DecidedOn, tapped: datetime, received: datetime) -> Tap:
    return Tap(
        command_id=tap.id,
        seen=seen,
        name=tap.name,
        args=tap.args,
        dealer=tap.dealer,
        earlier=tap.earlier,
        now=tapped,
        received=received,
    )


def _caveats(device: Device, tap: OutgoingTap, tapped: datetime, off: float) -> list[str]:
    """Return the caveats for a reader of the tap's entries. off: by how many milliseconds its time was corrected."""
    checked = device.pin_checked_at
    is_unchecked = tap.pin is not None or (checked is not None and tapped < checked)
    return [
        *([tap_time.CLOCK_CORRECTED] if off > CLOCK_TOLERANCE_MS else []),
        *([tap_time.PIN_UNCHECKED] if is_unchecked else []),
    ]


def _happened(
    device: Device, tap: OutgoingTap, earliest: datetime | None, received: datetime
) -> tuple[datetime, float]:
    """Return the time of a tap, and by how many milliseconds the tablet's time was impossible.

    A tap is not in the future, and not before the entry on the tablet's screen or the previous tap.
    """
    claimed = from_milliseconds(min(tap.at, MAX_TIME_MS))
    shown = table_log.entry_time(device.table_id, tap.shown)
    lower = max((moment for moment in (shown, earliest) if moment), default=claimed)
    tapped = min(max(claimed, lower), received)
    off = abs((tapped - claimed).total_seconds()) * 1000
    return tapped, off


MAX_TIME_MS = 4_102_444_800_000  # the year 2100: a later time means a wrong clock


def _compare(device: Device, tap: OutgoingTap, own: tuple[str, ...], result: CommandResult) -> None:
    """Log a result that differs from the tablet's decision, which means a bug in the engine or in the bundle."""
    stored = [data.decode() for _, _, data in result.encoded]
    if not tap.predicted or not stored or digest(stored) == tap.predicted:
        return
    if table_log.has_others(device.table_id, since=tap.seen, before=tap.id, own=own):
        return
    log.error(
        "Divergence at %s: tap %s (%s) was stored as %s.", device.table_id, tap.id, tap.name, stored
    )
