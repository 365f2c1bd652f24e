"""A thousand names on one list: the page and what a change sends stay small, and eight desks share one look."""

import json
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from desk_ui import room_snapshot
from desk_ui.room_snapshot import RoomSnapshot
from desk_ui.shared_cache import clear_all
from poker.waitlist import codec
from poker.waitlist import commands as c
from poker.waitlist.state import Waitlists
from tables.models import FreedSeat, RoomLists
from tables.waitlist.execute import load_waitlists
from tests.desk_ui.conftest import signed_in
from tests.tables.lists.desk import KEY, Desk

pytestmark = pytest.mark.django_db(transaction=True)
MANY, PAGE, CHANGE, SENT = 1000, 90_000, 80_000, 10_000  # names; bytes before packing and as sent


PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def crowd(desk: Desk) -> Desk:
    """A thousand on the list, as if they had come one by one."""
    desk.add("Hat")
    waitlists = load_waitlists(desk.room_id).lists
    (waitlist,) = waitlists.lines
    first = waitlist.places[0]
    more = tuple(
        replace(first, number=at, player=f"p{10_000 + at}", name=f"Invented Name {at}")
        for at in range(2, MANY + 1)
    )
    FreedSeat.objects.bulk_create(
        FreedSeat(table=desk.room.table, seq=-at, seat=1, at=timezone.now()) for at in range(1, 13)
    )  # waits and their strips
    _put(desk, replace(waitlists, next=MANY + 1, lines=(replace(waitlist, places=(first, *more)),)))
    return desk


def _put(desk: Desk, waitlists: Waitlists) -> None:
    stream = RoomLists.objects.get(room=desk.room_id).stream
    stream.state = codec.encode_lists(waitlists)
    stream.hash = f"{'many':0<64}"
    stream.save()


def looks(client: Client, desk: Desk, had: dict[str, str], query: str = "") -> tuple[int, Any]:
    """Bytes of a look, and what it says; `had` learns the sums of the parts."""
    stands = " ".join(f"{name}.{sum_}" for name, sum_ in had.items())
    answer = client.get(f"/desk/{desk.room_id}/?list={KEY}{query}", headers={"X-Parts": stands})
    body = json.loads(answer.content)
    had |= {name: sum_ for name, (sum_, _) in body["parts"].items()}
    return len(answer.content), body


def test_a_page_of_a_thousand_and_what_a_change_sends(crowd: Desk) -> None:
    client, had = signed_in("desk"), dict[str, str]()
    whole = client.get(f"/desk/{crowd.room_id}/?list={KEY}").content
    assert len(whole) < PAGE
    assert b"and 850 more" in whole
    looks(client, crowd, had)
    nothing, text = looks(client, crowd, had)
    assert text["parts"] == {}
    assert nothing < 200
    crowd.add("Last Of All")
    size, text = looks(client, crowd, had)
    assert set(text["parts"]) >= {"count", "games", "further"}
    assert "list" not in text["parts"], "the first 150 stand as they stood"
    assert size < 20_000
    crowd.ask(c.ConfirmSeated(crowd.line.places[0].number, "T1", 5))
    size, text = looks(client, crowd, had)
    assert "list" in text["parts"], "everybody has moved up"
    assert size < CHANGE, size
    packed = client.get(f"/desk/{crowd.room_id}/?list={KEY}", headers=PACKED | {"X-Parts": ""})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < SENT


def test_who_is_further_back_is_found(crowd: Desk) -> None:
    client, had = signed_in("desk"), dict[str, str]()
    _, text = looks(client, crowd, had, "&find=name+99")
    rows = text["parts"]["list"][1]
    assert rows.count("<tr") == 1 + 11, "99, 990 to 999"
    assert '<td class="position">99</td>' in rows
    _, text = looks(client, crowd, had, "&find=%23700")
    assert "Invented Name 700" in text["parts"]["list"][1]
    _, text = looks(client, crowd, had, "&from=901")
    assert "Invented Name 1000" in text["parts"]["list"][1]
    assert "Earlier names" in text["parts"]["further"][1]
    _, text = looks(client, crowd, had, "&find=nobody")
    assert "No “" in text["parts"]["list"][1]
    _, text = looks(client, crowd, had, "&name=777")
    assert "#777" in text["parts"]["seat"][1]


def test_eight_desks_are_one_look_at_the_room(crowd: Desk) -> None:
    client = signed_in("desk")
    clients = [client] * 8
    clear_all()
    with patch.object(room_snapshot, "RoomSnapshot", side_effect=RoomSnapshot) as made:
        client.get("/board", follow=True)
        for client in clients:
            with CaptureQueriesContext(connection) as queries:
                looks(client, crowd, {})
    assert made.call_count == 1
    assert len(queries) < 15, [item["sql"] for item in queries]
