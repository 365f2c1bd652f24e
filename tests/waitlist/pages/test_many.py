"""A waitlist with a thousand entries: pages and refreshes stay small, and eight desks share one query."""

import re
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from journal.caches import clear_caches
from tables.seat_occupancy import seat_occupancy
from tests.support.desk import KEY, Desk
from tests.support.desk_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from waitlist.actions import load_waitlists
from waitlist.models import Departure, RoomWaitlistLog
from waitlist.pages import room_snapshot
from waitlist.pages.room_snapshot import RoomSnapshot
from waitlist.rules import codec
from waitlist.rules import commands as c
from waitlist.rules.rates import Rates
from waitlist.rules.state import Waitlists
from waitlist.rules.wait_estimate import TurnoverRates, estimate_wait

pytestmark = pytest.mark.django_db(transaction=True)
ENTRY_COUNT = 1000
# Bytes before compression.
MAX_PAGE_BYTES = 90_000
MAX_CHANGE_BYTES = 80_000
# Bytes as sent.
MAX_SENT_BYTES = 10_000
MAX_UNCHANGED_BYTES = 6_000

PART = re.compile(
    r'<(?P<tag>\w+)[^>]* id="(?P<id>[^"]+)"[^>]* data-fingerprint="(?P<fingerprint>[^"]+)"[^>]*>'
    r"(?P<html>.*?)</(?P=tag)>(?:\n|</a>)",
    re.DOTALL,
)
GZIP_HEADERS = {"Accept-Encoding": "gzip"}


@pytest.fixture
def crowded_desk(desk: Desk) -> Desk:
    """A desk with a thousand entries on its waitlist."""
    desk.add("Hat")
    waitlists = load_waitlists(desk.room_id)
    (waitlist,) = waitlists.lists
    first = waitlist.entries[0]
    extra_names = tuple(
        replace(first, number=at, player=f"p{10_000 + at}", name=f"Invented Name {at}")
        for at in range(2, ENTRY_COUNT + 1)
    )
    Departure.objects.bulk_create(
        Departure(table=desk.room.table, seq=-at, seat=1, at=timezone.now()) for at in range(1, 13)
    )  # waits and their strips
    _store_waitlists(
        desk,
        replace(
            waitlists,
            next=ENTRY_COUNT + 1,
            lists=(replace(waitlist, entries=(first, *extra_names)),),
        ),
    )
    return desk


def _store_waitlists(desk: Desk, waitlists: Waitlists) -> None:
    stream = RoomWaitlistLog.objects.get(room=desk.room_id).stream
    stream.state = codec.encode_state(waitlists)
    stream.hash = f"{'many':0<64}"
    stream.save()


def refresh_page(
    client: Client, desk: Desk, known_parts: dict[str, str], query: str = ""
) -> tuple[int, dict[str, str]]:
    """Return size and changed parts of a refresh; `known_parts` collects the fingerprints of the parts."""
    fingerprints = " ".join(f"{name}.{sum_}" for name, sum_ in known_parts.items())
    response = client.get(
        f"/desk/{desk.room_id}/?list={KEY}{query}", headers={"X-Parts": fingerprints}
    )
    parts = {match["id"]: match for match in PART.finditer(response.content.decode())}
    known_parts |= {name: match["fingerprint"] for name, match in parts.items()}
    return len(response.content), {name: match["html"] for name, match in parts.items()}


def test_page_of_a_thousand_entries_and_its_refresh(crowded_desk: Desk) -> None:
    client = sign_in_client("desk")
    known_parts = dict[str, str]()
    full_page = client.get(f"/desk/{crowded_desk.room_id}/?list={KEY}").content
    assert len(full_page) < MAX_PAGE_BYTES
    assert "and 850 more" in PageContent(full_page.decode()).names("link")
    refresh_page(client, crowded_desk, known_parts)
    no_parts, parts = refresh_page(client, crowded_desk, known_parts)
    assert parts == {}
    assert no_parts < MAX_UNCHANGED_BYTES, no_parts
    crowded_desk.add("Last Of All")
    size, parts = refresh_page(client, crowded_desk, known_parts)
    assert set(parts) >= {"count", "games", "further"}
    assert "list" not in parts, "the first 150 stand as they stood"
    assert size < 20_000
    crowded_desk.execute(c.ConfirmSeated(crowded_desk.waitlist.entries[0].number, "T1", 5))
    size, parts = refresh_page(client, crowded_desk, known_parts)
    assert "list" in parts, "everybody has moved up"
    assert size < MAX_CHANGE_BYTES, size
    packed = client.get(
        f"/desk/{crowded_desk.room_id}/?list={KEY}", headers=GZIP_HEADERS | {"X-Parts": ""}
    )
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < MAX_SENT_BYTES


def test_entry_far_back_is_found(crowded_desk: Desk) -> None:
    client = sign_in_client("desk")
    known_parts = dict[str, str]()
    _, parts = refresh_page(client, crowded_desk, known_parts, "&find=name+99")
    rows = parts["list"]
    assert rows.count("<tr") == 1 + 11, "99, 990 to 999"
    assert '<td class="position">99</td>' in rows
    _, parts = refresh_page(client, crowded_desk, known_parts, "&find=%23700")
    assert "Invented Name 700" in parts["list"]
    _, parts = refresh_page(client, crowded_desk, known_parts, "&from=901")
    assert "Invented Name 1000" in parts["list"]
    assert "Earlier names" in parts["further"]
    _, parts = refresh_page(client, crowded_desk, known_parts, "&find=nobody")
    assert "No “" in parts["list"]
    _, parts = refresh_page(client, crowded_desk, known_parts, "&name=777")
    assert "#777" in parts["seat"]


def test_eight_desks_share_one_room_snapshot(crowded_desk: Desk) -> None:
    client = sign_in_client("desk")
    clients = [client] * 8
    clear_caches()
    now = timezone.now()
    with (
        patch.object(timezone, "now", return_value=now),  # a new minute makes a new snapshot
        patch.object(room_snapshot, "RoomSnapshot", side_effect=RoomSnapshot) as snapshots,
    ):
        client.get("/board", follow=True)
        for client in clients:
            with CaptureQueriesContext(connection) as queries:
                refresh_page(client, crowded_desk, {})
    assert snapshots.call_count == 1
    # One of them reads the currency, until the first hand.
    assert len(queries) < 17, [item["sql"] for item in queries]


def test_desk_and_board_show_no_wait_below_that_of_the_place_ahead(crowded_desk: Desk) -> None:
    snapshot = RoomSnapshot(
        crowded_desk.room_id, seat_occupancy(crowded_desk.room_id), timezone.now()
    )
    pace = TurnoverRates(
        (20,) * 9, Rates((0.002, 0.004, 0.008, 0.012)), seen=25, waiting=(10,) * 999
    )
    snapshot.turnover_rates = {KEY: pace}
    waits = [snapshot.wait(KEY, position, 0) for position in range(1, 1001)]
    order = [(wait.minutes, wait.more) for wait in waits if wait]
    assert len(order) == 1000
    assert order == sorted(order)
    alone = [estimate_wait(position, pace) for position in range(1, 20)]
    assert waits[:19] != alone, "one bound was below the figure ahead of it"
