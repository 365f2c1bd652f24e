"""Acts decided on the table in memory: stored in one statement, and only if nothing they depend on has changed.

They run on PostgreSQL. SQLite has no row versions, so there every tap is executed in a transaction.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from time import sleep
from typing import Any, TypeAlias
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from dealer_ui.auth import find_device, kept_device
from dealer_ui.engine.wire import Answer, OutgoingTap
from dealer_ui.tap_batches import execute_on_head, execute_taps
from journal.erasure import erase_inside_transaction
from journal.heads import head_of
from journal.models import Entry, Stream
from journal.verify import verify
from outbox.webhooks.models import Webhook, WebhookDelivery
from poker import commands as c
from staff.integrations import integration_make
from staff.models import Staff
from tables import table_screens
from tables.actions import TABLE
from tables.dealer_sign_in import dealer_sign_out
from tables.models import Device, EffectiveRules, Table
from tables.pairing import device_revoke
from tests.support.api_fixtures import role_scopes
from tests.support.room import NOW, TableDriver
from tests.support.socket_taps import LATER, LATER_MS, set_up

pytestmark = pytest.mark.django_db(transaction=True)

TapCommand: TypeAlias = tuple[str, dict[str, Any]]
CALLED: tuple[TapCommand, ...] = (
    ("act", {"seat": 4, "what": "call"}),
    ("act", {"seat": 1, "what": "call"}),
    ("act", {"seat": 2, "what": "call"}),
    ("act", {"seat": 3, "what": "check"}),
)

CLOSE_STREET: TapCommand = ("close_street", {"count": 4})


@dataclass
class HeadTablet:
    """A tablet with a hand in progress; its taps are executed on the head if that is possible."""

    game: TableDriver
    device: Device
    token: str
    answers: list[Answer] = field(default_factory=list)

    def tap(self, name: str, **args: object) -> Answer | None:
        """Send a tap; return its answer if it was executed on the head, and otherwise None."""
        tap = self.outgoing(name, args)
        kept = kept_device(self.token)
        assert kept is not None
        answers = execute_on_head(kept, tap)
        return None if answers is None else answers.answers[0]

    def tap_in_transaction(self, name: str, **args: object) -> Answer:
        """Send a tap that is executed in a transaction; return its answer."""
        device = find_device(self.token)
        assert device is not None
        return execute_taps(device, [self.outgoing(name, args)]).answers[0]

    def outgoing(self, name: str, args: dict[str, object]) -> OutgoingTap:
        """Return a tap as the tablet sends it, decided on the newest entry."""
        seq = self.game.seq
        return OutgoingTap(
            id=str(uuid4()),
            name=name,
            args=args,
            at=LATER_MS,
            dealer="",
            shown=seq,
            seen=seq,
            predicted="",
        )

    @property
    def stream(self) -> Stream:
        return Stream.objects.get(pk=self.game.table.pk)


@pytest.fixture
def tablet() -> HeadTablet:
    """A tablet with a dealt hand, whose table and dealer this process has in memory."""
    with patch("django.utils.timezone.now", return_value=LATER):
        game, device, token = set_up()
        tablet = HeadTablet(game, device, token)
        assert not tablet.tap_in_transaction("deal").code
    return tablet


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    """The server's clock stands still, an hour after the table was opened."""
    with patch("django.utils.timezone.now", return_value=LATER):
        yield


def test_act_is_stored_with_its_snapshot_in_one_statement(tablet: HeadTablet) -> None:
    before = tablet.stream.seq
    kept = kept_device(tablet.token)
    assert kept is not None
    tap = tablet.outgoing("act", {"seat": 4, "what": "call"})
    with CaptureQueriesContext(connection) as queries:
        answers = execute_on_head(kept, tap)
    assert answers is not None
    [answer] = answers.answers
    assert not answer.code
    assert len(queries.captured_queries) == 1
    stream = verify(stream=tablet.stream)
    assert (stream.seq, answer.seq) == (before + 1, before + 1)
    entry = Entry.objects.get(stream=stream, seq=answer.seq)
    assert (entry.command_id, entry.name, entry.device) == (tap.id, "hand.called", "Tablet")


def test_state_in_memory_stays_that_of_the_log(tablet: HeadTablet) -> None:
    for name, args in (*CALLED, CLOSE_STREET):
        answer = tablet.tap(name, **args)
        assert answer is not None
        assert not answer.code
    stream = verify(stream=tablet.stream)
    head = head_of(stream.pk)
    assert head is not None
    assert (head.seq, head.hash) == (stream.seq, stream.hash)


def _revoke(tablet: HeadTablet) -> None:
    device_revoke(device=tablet.device, now=LATER)


def _sign_out(tablet: HeadTablet) -> None:
    dealer_sign_out(device=Device.objects.get(pk=tablet.device.pk), now=LATER)


def _deactivate(tablet: HeadTablet) -> None:
    staff = Staff.objects.get(devices=tablet.device.pk)
    staff.user.is_active = False
    staff.user.save()


def _rename_dealer(tablet: HeadTablet) -> None:
    Staff.objects.filter(devices=tablet.device.pk).update(alias="Renamed")


@pytest.mark.parametrize("change", [_revoke, _sign_out, _deactivate, _rename_dealer])
def test_nothing_is_stored_once_the_tablet_or_its_dealer_has_changed(
    tablet: HeadTablet, change: Callable[[HeadTablet], None]
) -> None:
    change(tablet)
    before = tablet.stream.seq
    assert tablet.tap("act", seat=4, what="call") is None
    assert tablet.stream.seq == before


def test_nothing_is_stored_once_another_process_has_stored_an_entry(tablet: HeadTablet) -> None:
    head = head_of(tablet.game.table.pk)
    tablet.game.execute(c.CallFloor(by="staff.1"))
    before = tablet.stream.seq
    with patch("journal.on_head.head_of", return_value=head):
        assert tablet.tap("act", seat=4, what="call") is None
    assert tablet.stream.seq == before


def test_nothing_is_stored_after_an_entry_that_the_database_has_lost(tablet: HeadTablet) -> None:
    """After a crash of the database, a row can have the version that it had before its last updates were lost."""
    head = head_of(tablet.game.table.pk)
    assert head is not None
    before = tablet.stream.seq
    with patch("journal.on_head.head_of", return_value=replace(head, hash="0" * 64)):
        assert tablet.tap("act", seat=4, what="call") is None
    assert tablet.stream.seq == before


def test_act_locks_its_stream_before_the_entries(tablet: HeadTablet) -> None:
    """Work on partitions takes the locks in this order; in another, it and the taps would wait for each other."""
    kept = kept_device(tablet.token)
    assert kept is not None

    with (
        ThreadPoolExecutor(1) as process,
        closing(connection.get_new_connection(connection.get_connection_params())) as other,
    ):
        try:
            tap = tablet.outgoing("act", {"seat": 4, "what": "call"})
            assert process.submit(execute_on_head, kept, tap).result()  # prepares the statement
            tap = tablet.outgoing("act", {"seat": 1, "what": "call"})
            with other.transaction(force_rollback=True):
                other.execute("LOCK TABLE journal_stream IN ACCESS EXCLUSIVE MODE")
                answers = process.submit(execute_on_head, kept, tap)
                while not _is_waiting():
                    sleep(0.01)
                other.execute("LOCK TABLE journal_entry IN ACCESS EXCLUSIVE MODE NOWAIT")
            assert answers.result()
        finally:
            process.submit(connections.close_all).result()


def _is_waiting() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database"
            " WHERE datname = current_database() AND relation = 'journal_stream'::regclass AND NOT granted"
        )
        return cursor.fetchone() is not None


def test_erased_name_does_not_come_back_with_the_state_in_memory(tablet: HeadTablet) -> None:
    """The head of another process still has the name; its statement stores nothing."""
    head = head_of(tablet.game.table.pk)
    assert head is not None
    assert b"Pebble 3" in bytes(tablet.stream.state)
    player = tablet.game.table.listed.seats[2].player
    with transaction.atomic():
        erase_inside_transaction([player])
    assert head_of(tablet.game.table.pk) is None
    with patch("journal.on_head.head_of", return_value=head):
        assert tablet.tap("act", seat=4, what="call") is None
    assert not tablet.tap_in_transaction("act", seat=4, what="call").code
    assert b"Pebble 3" not in bytes(tablet.stream.state)


def test_refused_act_is_refused_with_its_reason_in_a_transaction(tablet: HeadTablet) -> None:
    before = tablet.stream.seq
    assert tablet.tap("act", seat=4, what="raise", to=5) is None
    assert tablet.tap_in_transaction("act", seat=4, what="raise", to=5).code
    assert tablet.stream.seq == before


def test_act_that_a_supervisor_must_make_is_not_stored_for_a_dealer(tablet: HeadTablet) -> None:
    assert tablet.tap("act", seat=4, what="raise", to=500, stood=True) is None
    answer = tablet.tap_in_transaction("act", seat=4, what="raise", to=500, stood=True)
    assert answer.code == "needs_supervisor"


def test_repeated_act_is_stored_once(tablet: HeadTablet) -> None:
    kept = kept_device(tablet.token)
    assert kept is not None
    tap = tablet.outgoing("act", {"seat": 4, "what": "call"})
    assert execute_on_head(kept, tap) is not None
    stored = tablet.stream.seq
    assert execute_on_head(kept, tap) is None
    device = find_device(tablet.token)
    assert device is not None
    [answer] = execute_taps(device, [tap]).answers
    assert (answer.code, answer.seq, tablet.stream.seq) == ("", stored, stored)


def test_entries_of_an_act_are_sent_to_the_table(tablet: HeadTablet) -> None:
    with (
        patch("web.broadcast.has_listeners", return_value=True),
        patch("web.broadcast.send") as send,
    ):
        assert tablet.tap("act", seat=4, what="call") is not None
    [call] = [
        call
        for call in send.call_args_list
        if call.args[0] == table_screens.group(tablet.game.table.pk)
    ]
    assert call.args[1]["seq"] == tablet.stream.seq


def test_listed_view_is_stored_when_it_changes(tablet: HeadTablet) -> None:
    pot = tablet.game.table.listed.money.pot
    assert tablet.tap("act", seat=4, what="call") is not None
    table = Table.objects.get(pk=tablet.game.table.pk)
    assert table.listed.money.pot > pot
    assert tablet.tap("act", seat=1, what="fold") is not None
    verify(stream=tablet.stream)


def _reach_showdown(tablet: HeadTablet) -> None:
    for name, args in (*CALLED, *[CLOSE_STREET] * 4):
        answer = tablet.tap(name, **args)
        assert answer is not None
        assert not answer.code


def test_award_is_stored_on_the_head(tablet: HeadTablet) -> None:
    _reach_showdown(tablet)
    assert tablet.tap("award", seats=[4]) is not None
    stream = verify(stream=tablet.stream)
    assert not Table.objects.get(pk=stream.pk).listed.hand.started


def test_award_that_a_webhook_reports_is_stored_in_a_transaction(tablet: HeadTablet) -> None:
    _reach_showdown(tablet)
    integration = integration_make(
        name="told",
        role="manager",
        scopes=role_scopes("manager"),
        room=None,
        by=None,
        now=LATER,
    )
    Webhook.objects.create(
        integration=integration,
        url="https://seating.example/floorbook",
        events=["hand.finished"],
        made_at=LATER,
    )
    assert tablet.tap("award", seats=[4]) is None
    assert not tablet.tap_in_transaction("award", seats=[4]).code
    assert WebhookDelivery.objects.get().event == "hand.finished"


def test_award_after_which_other_rules_apply_is_stored_in_a_transaction(tablet: HeadTablet) -> None:
    _reach_showdown(tablet)
    room = tablet.game.table.room
    EffectiveRules.objects.create(
        room=room, version=2, settings={"button": "dead"}, effective_from=NOW
    )
    assert tablet.tap("award", seats=[4]) is None
    assert not tablet.tap_in_transaction("award", seats=[4]).code
    stream = verify(stream=tablet.stream)
    assert TABLE.state_of(stream).rules.version == 2


def test_bug_on_the_head_stores_nothing_and_is_answered(tablet: HeadTablet) -> None:
    """An error must not close the socket: the tablet would send the same tap again immediately."""
    before = tablet.stream.seq
    with patch.object(TABLE, "listed", side_effect=RuntimeError("the power is gone")):
        answer = tablet.tap("act", seat=4, what="call")
    assert answer is not None
    assert answer.code == "unavailable"
    assert tablet.stream.seq == before
    assert tablet.tap("act", seat=4, what="call") is not None
