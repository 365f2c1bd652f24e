"""Webhook events of tournaments, without players' names."""

from collections.abc import Iterator

from journal.unix_time import from_milliseconds
from outbox.webhooks.queueing import WebhookEvent, active_hooks, queue_deliveries
from tournaments.models import ScheduledEvent
from tournaments.rules import events as e
from tournaments.rules.payouts import to_the_money
from tournaments.rules.state import Tournament
from tournaments.stored_commands import StoredInTournament

EVENTS = (e.LevelBegan, e.PlayerBusted, e.BustUndone, e.ResultClosed)


def queue_tournament_events(stored: StoredInTournament) -> None:
    """Queue the webhook events of a command: levels that began, one for its busts, the closed result."""
    hooks = active_hooks()
    if not hooks:
        return
    row = ScheduledEvent.objects.select_related("room").get(pk=stored.stream_id)
    event = {"id": row.pk, "number": row.number, "name": stored.state.plan.name}
    seq = stored.first + len(stored.events) - 1
    webhook_events = list(_webhook_events(stored))
    queue_deliveries(hooks, row.room, webhook_events, {"tournament": event, "seq": seq}, stored.now)


def _webhook_events(stored: StoredInTournament) -> Iterator[WebhookEvent]:
    kinds = {type(event) for event in stored.events}
    for event in stored.events:
        if isinstance(event, e.LevelBegan):
            yield "tournament.level", _level(event, stored.state)
    if kinds & {e.PlayerBusted, e.BustUndone}:
        yield "tournament.busted", _counts(stored.state)
    if e.ResultClosed in kinds:
        yield "tournament.closed", _counts(stored.state)


def _level(event: e.LevelBegan, state: Tournament) -> dict[str, object]:
    stakes = state.plan.levels[event.level - 1]
    return {
        "level": event.level,
        "break": event.is_break,
        "began_at": from_milliseconds(event.at),
        "small": stakes.small,
        "big": stakes.big,
        "ante": stakes.ante,
        "bring_in": stakes.bring_in,
    }


def _counts(state: Tournament) -> dict[str, object]:
    return {
        "entries": state.sold,
        "left": sum(1 for _ in state.alive()),
        "tables": len(state.tables),
        "to_the_money": to_the_money(state),
    }
