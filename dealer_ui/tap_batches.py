"""Taps that a tablet's engine decided: executed in order, up to the first that is refused."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from django.db import DatabaseError
from django.utils import timezone

from dealer_ui import messages
from dealer_ui.engine.session import digest
from dealer_ui.engine.wire import Answer, OutgoingTap
from dealer_ui.incident_report import record_incident
from dealer_ui.tap_owner import tap_owner
from journal import tap_time
from journal.device_context import set_device, set_network
from journal.request_digest import reset_request_content, set_request_content
from poker.refusal import Refusal
from rulings.calls.final_rulings import dealer_carry_out
from tables import table_log
from tables.actions import CommandResult
from tables.dealer_sign_in import dealer_return
from tables.models import Device
from tables.stale import DecidedOn
from tables.tablet_commands import Tap, tablet_command, tap_author

MAX_TAPS = 20  # taps of one message
CLOCK_TOLERANCE_MS = 2000  # ms that a tablet's time may be off before it counts as corrected
Taps = Annotated[tuple[OutgoingTap, ...], msgspec.Meta(max_length=MAX_TAPS)]
# The tablet keeps these taps, and sends them again after a sign-in or later.
KEPT = frozenset({"not_signed_in", "other_dealer", "unknown_device", "unavailable"})
log = logging.getLogger(__name__)


class Answers(msgspec.Struct, frozen=True, omit_defaults=True, tag="answers", tag_field="type"):
    """The answers to a message of taps. owner: who is signed in now, if that has changed."""

    answers: list[Answer]
    owner: dict[str, Any] | None = None
    recorded: str = ""  # what an incident report says


def execute_taps(device: Device, taps: Sequence[OutgoingTap]) -> Answers:
    """Execute taps in order. The first refused one ends it: the tablet decides the others again."""
    dealer_before = device.dealer_id
    answers: list[Answer] = []
    recorded = ""
    earliest = None
    set_device(device.name)
    set_network(f"tablet {device.pk}")
    for tap in taps:
        answer, happened, said = _execute(device, tap, earliest)
        answers.append(answer)
        recorded = said or recorded
        if answer.code:
            break
        earliest = happened
    owner = tap_owner(device) if device.dealer_id != dealer_before else None
    return Answers(answers, owner, recorded)


def _execute(
    device: Device, tap: OutgoingTap, earliest: datetime | None
) -> tuple[Answer, datetime | None, str]:
    """Return the answer to one tap, when it happened, and what an incident report says."""
    received = timezone.now()
    happened, is_corrected = _happened(device, tap, earliest, received)
    caveats = (tap_time.CLOCK_CORRECTED,) if is_corrected else ()
    set_request_content(f"tablet {tap.name}", tap.args)
    try:
        with tap_time.stored_later(received, *caveats):
            if tap.name == "incident":
                said = record_incident(device, tap.id, tap.args, tap.dealer, now=received)
                return Answer(tap.id), happened, said
            result = _command(device, tap, happened, received)
    except Refusal as refusal:
        return Answer(tap.id, code=refusal.code, message=messages.refusal(refusal)), None, ""
    except DatabaseError:
        log.exception("Couldn't store a tap of %s.", device)
        message = messages.refusal(Refusal("unavailable"))
        return Answer(tap.id, code="unavailable", message=message), None, ""
    finally:
        reset_request_content()
    _compare(device, tap, result, is_corrected=is_corrected)
    warning = messages.refusal(result.warning) if result.warning else ""
    return Answer(tap.id, seq=result.seq, warning=warning), happened, ""


def _command(
    device: Device, tap: OutgoingTap, happened: datetime, received: datetime
) -> CommandResult:
    seen = DecidedOn(tap.seen, tap.after, tap.shown)
    if tap.name == "carry_out":
        staff = tap_author(device=device, dealer=tap.dealer, now=received)
        result = dealer_carry_out(
            device=device, staff=staff, command_id=tap.id, seen=seen, now=happened
        )
        dealer_return(device=device, now=received, acted=True)
        return result
    return tablet_command(
        device=device,
        tap=Tap(
            command_id=tap.id,
            seen=seen,
            name=tap.name,
            args=tap.args,
            dealer=tap.dealer,
            earlier=tap.earlier,
            now=happened,
            received=received,
        ),
    )


def _happened(
    device: Device, tap: OutgoingTap, earliest: datetime | None, received: datetime
) -> tuple[datetime, bool]:
    """Return when a tap was made, and whether the tablet's time was impossible.

    A tap is not in the future, and not before the entry that the tablet showed or the tap before it.
    """
    claimed = datetime.fromtimestamp(min(tap.at, MAX_TIME_MS) / 1000, UTC)
    shown = table_log.entry_time(device.table_id, tap.shown)
    lower = max((moment for moment in (shown, earliest) if moment), default=claimed)
    happened = min(max(claimed, lower), received)
    off = abs((happened - claimed).total_seconds()) * 1000
    return happened, off > CLOCK_TOLERANCE_MS


MAX_TIME_MS = 4_102_444_800_000  # the year 2100: a later time is only a wrong clock


def _compare(
    device: Device, tap: OutgoingTap, result: CommandResult, *, is_corrected: bool
) -> None:
    """Log a result that differs from the one the tablet decided: it is a bug in the engine or in the bundle."""
    if not tap.predicted or not result.events or result.repeated or is_corrected:
        return
    if result.prev is None or (not tap.after and result.prev != tap.seen):
        return  # others stored something in between
    stored = [data.decode() for _, _, data in result.events]
    if digest(stored) != tap.predicted:
        log.error(
            "Divergence at %s: tap %s (%s) was stored as %s.",
            device.table_id,
            tap.id,
            tap.name,
            stored,
        )
