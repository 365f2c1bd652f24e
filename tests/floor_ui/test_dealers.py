"""The line-up's and the sections' pages: who may, what they say, what is refused and kept."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from floor_ui.dealers.sections import blocks
from floor_ui.map.sections import section_html
from floor_ui.map.tiles import tiles
from poker.commands import PushDealer
from poker.lineup import commands as c
from poker.lineup.state import DealerBox, Lineup, LineupPolicy, Section
from tables.dealers.execute import lineup_execute, load_lineup
from tables.models import Staff
from tests.floor_ui.conftest import Desk, signed_in
from tests.tables.dealers.conftest import Shift, shift_of
from tests.tables.room import staff

pytestmark = pytest.mark.db


@pytest.fixture
def shift(_quick: None, db: None) -> Shift:
    """T1 open, three dealers, Oak the supervisor."""
    shift = shift_of()
    shift.people["Oak"] = staff("supervisor", alias="Oak", badge="201")
    return shift


@pytest.fixture
def oak(shift: Shift) -> Client:
    """The supervisor, signed in."""
    return signed_in("201")


@pytest.fixture
def at(shift: Shift) -> Iterator["At"]:
    """The pages' clock."""
    at = At(shift)
    with patch("floor_ui.views.dealers.timezone.now", side_effect=lambda: at.now):
        yield at


class At:
    """What time it is for the pages of the line-up."""

    def __init__(self, shift: Shift) -> None:
        self.shift = shift

    @property
    def now(self) -> datetime:
        """As late as anything in the room."""
        return max(self.shift.now, self.shift.room.now)


def send(client: Client, shift: Shift, **form: str) -> tuple[int, str]:
    answer = client.post(reverse("floor:dealers-ask", args=[shift.room_id]), form)
    return answer.status_code, answer.content.decode()


def line_up(client: Client) -> str:
    return client.get(reverse("floor:dealers")).content.decode()


def test_boxes_by_the_push_that_is_due_with_who_comes_next(
    oak: Client, shift: Shift, at: At
) -> None:
    shift.clock_in("Wren", "Plover")
    assert "No dealer" in line_up(oak)
    shift.push("Wren")
    shift.now = shift.room.now + timedelta(minutes=34)
    page = line_up(oak)
    assert "4 min over" in page
    assert '<span class="sr-only">Next: </span>Plover' in page
    assert "T1 next" in page
    assert "1</dd></div>" in page


def test_keys_of_the_line_up(oak: Client, shift: Shift, at: At) -> None:
    key = shift.people["Wren"].key
    assert send(oak, shift, ask="clock_in", key=key)[0] == 302
    assert send(oak, shift, ask="begin_break", key=key)[0] == 302
    assert "until" in line_up(oak)
    assert send(oak, shift, ask="return", key=key)[0] == 302
    status, page = send(oak, shift, ask="stand_aside", key=key, reason="")
    assert status == 422
    assert "Give a short reason" in page
    assert send(oak, shift, ask="stand_aside", key=key, reason="drop count")[0] == 302
    assert "drop count" in line_up(oak)
    assert send(oak, shift, ask="clock_out", key=key)[0] == 302
    assert load_lineup(shift.room_id).dealers.duty == ()


def test_another_dealer_for_a_box_and_a_page_that_is_too_old(
    oak: Client, shift: Shift, at: At
) -> None:
    shift.clock_in("Wren", "Plover")
    plover, wren = shift.people["Plover"].key, shift.people["Wren"].key
    data = {"ask": "assign_next", "table": "T1", "out": "", "named": ""}
    status, page = send(oak, shift, **data, key=plover, reason="  ")
    assert status == 422
    assert send(oak, shift, **data, key=plover, reason="knows stud")[0] == 302
    assert "assigned: knows stud" in line_up(oak)
    status, page = send(oak, shift, **data, key=wren, reason="nearer, and typed")
    assert status == 409
    assert "check the lineup" in page
    assert "nearer, and typed" in page


def test_how_the_room_pushes_is_set_and_what_was_typed_stays(
    oak: Client, shift: Shift, at: At
) -> None:
    numbers = {"down_minutes": "20", "most_downs": "4", "break_minutes": "20"}
    status, page = send(oak, shift, ask="set_policy", **numbers, section_tables="11")
    assert status == 422
    assert "enter a number from 1 to 10" in page
    assert 'value="11"' in page
    assert send(oak, shift, ask="set_policy", **numbers, section_tables="10")[0] == 302
    assert load_lineup(shift.room_id).dealers.policy == LineupPolicy(20, 4, 20, 10)
    assert "20-min downs" in line_up(oak)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"ask": "follow", "table": "T1", "is_open": "yes"},
        {"ask": "set_section", "key": "staff.1", "name": "x"},
        {"ask": "clock_in", "key": "staff.999"},
        {"ask": "clock_in", "key": "'; drop table"},
        {"ask": "clock_out", "key": ""},
        {"ask": "assign_next", "table": "T77", "key": "x", "reason": "y"},
        {"ask": "set_policy", "down_minutes": "٣"},
    ],
)
def test_what_is_no_command_is_refused_with_a_sentence(
    oak: Client, shift: Shift, at: At, form: dict[str, str]
) -> None:
    status, page = send(oak, shift, **form)
    assert 400 <= status < 500
    assert '<p class="refused">' in page
    assert load_lineup(shift.room_id).dealers.duty == ()


@pytest.mark.parametrize(
    ("role", "look", "act"),
    [
        ("anonymous", 302, 401),
        ("dealer", 403, 403),
        ("desk", 403, 403),
        ("surveillance", 200, 403),
        ("supervisor", 200, 422),
        ("manager", 200, 422),
    ],
)
def test_roles(desk: Desk, role: str, look: int, act: int) -> None:
    client, room = desk.client(role), desk.floor.game.table.room_id
    for name in ("dealers", "sections"):
        assert client.get(reverse(f"floor:{name}")).status_code == look
        assert client.post(reverse(f"floor:{name}")).status_code in (405, 302, 401, 403)
    ask = client.post(reverse("floor:dealers-ask", args=[room]), {"ask": "clock_in", "key": "x"})
    assert ask.status_code == act
    assert client.post(reverse("floor:section", args=[room]), {"key": "x"}).status_code == act
    assert load_lineup(room).dealers.duty == ()


def test_surveillance_sees_no_key(desk: Desk) -> None:
    page = desk.client("surveillance").get(reverse("floor:dealers")).content.decode()
    assert "<form" not in page.split("<main")[1]


def test_sections_are_set_warned_of_and_refused(oak: Client, shift: Shift) -> None:
    key = shift.people["Oak"].key
    at = reverse("floor:section", args=[shift.room_id])
    assert oak.post(at, {"key": key, "table": ["T1"]}).status_code == 302
    page = oak.get(reverse("floor:sections"), {"who": key}).content.decode()
    assert "A Oak" in page
    assert 'value="T1" checked' in page
    answer = oak.post(at, {"key": key, "table": ["T1", "T9"], "before": ["T1"]})
    assert answer.status_code == 422
    assert "No such table in this room: T9" in answer.content.decode()
    answer = oak.post(at, {"key": key, "table": [], "before": []})
    assert answer.status_code == 409
    assert oak.post(at, {"key": "staff.0", "table": ["T1"]}).status_code == 422
    assert oak.post(at, {"key": key, "table": [], "before": ["T1"]}).status_code == 302
    assert "Open, no supervisor" in oak.get(reverse("floor:sections")).content.decode()


def open_tables(count: int) -> Lineup:
    names = tuple(f"T{n}" for n in range(1, count + 1))
    return Lineup(
        boxes=tuple(DealerBox(name, 0) for name in names),
        sections=(Section("a", "Alder", (*names, "T99")),),
    )


@pytest.mark.parametrize(
    ("count", "word", "state", "warned"),
    [
        (7, "7", "", ""),
        (8, "8 full", "full", ""),
        (9, "9, 1 over 8", "over", "Alder has 9 open tables; house maximum is 8."),
        (
            11,
            "11, 3 over 8",
            "over",
            "Alder has 11 open tables; the limit is 10. Give some to another supervisor.",
        ),
    ],
)
def test_pips_and_warnings(count: int, word: str, state: str, warned: str) -> None:
    (section_row,) = blocks(open_tables(count))
    assert (section_row.letter, section_row.count_text, section_row.state) == ("A", word, state)
    assert section_row.warning == warned
    assert section_row.pips.count("on") + section_row.pips.count("over") == count
    assert len(section_row.pips) == max(count, 8)


def test_a_push_elsewhere_is_on_the_page_at_the_next_look(oak: Client, shift: Shift) -> None:
    shift.clock_in("Wren")
    shift.room.do(PushDealer(shift.people["Wren"].key, "Wren"))
    assert "Wren pushed into T1" in line_up(oak)


def test_a_command_is_carried_out_once(oak: Client, shift: Shift) -> None:
    key = shift.people["Wren"].key
    for _ in range(2):
        assert send(oak, shift, ask="clock_in", key=key, command="once")[0] == 302
    assert len(load_lineup(shift.room_id).dealers.duty) == 1
    lineup_execute(
        room_id=shift.room_id,
        command_id="other",
        command=c.ClockOut(key),
        actor="staff.1",
        now=shift.now,
    )
    assert load_lineup(shift.room_id).dealers.duty == ()


def section(desk: Desk, role: str, *tables: str) -> None:
    """Give somebody tables."""
    staff = Staff.objects.get(badge=desk.badges[role])
    room = desk.floor.game.table.room_id
    lineup_execute(
        room_id=room,
        command_id=f"section-{role}",
        command=c.SetSection(staff.key, staff.alias, tables),
        actor=staff.key,
        now=desk.floor.game.now,
    )


def test_calls_say_whose_section_they_are_of_and_can_be_narrowed_to_mine(desk: Desk) -> None:
    supervisor = desk.client("supervisor")
    assert "Mine" not in supervisor.get(reverse("floor:index")).content.decode()
    section(desk, "manager", "T1")
    page = supervisor.get(reverse("floor:index")).content.decode()
    assert "'s section" in page
    assert f'data-call="{desk.call.pk}"' in page
    mine = {"mine": "1"}
    page = supervisor.get(reverse("floor:index"), mine).content.decode()
    assert f'data-call="{desk.call.pk}"' not in page
    assert "1 in other sections" in page
    page = desk.client("manager").get(reverse("floor:index"), mine).content.decode()
    assert f'data-call="{desk.call.pk}"' in page
    supervisor.post(reverse("floor:escalate", args=[desk.call.pk]))
    page = supervisor.get(reverse("floor:index"), mine).content.decode()
    assert f'data-call="{desk.call.pk}"' in page


def test_the_map_has_a_block_for_each_section_and_pips(desk: Desk) -> None:
    client = desk.client("supervisor")
    assert "block-head" not in client.get(reverse("floor:map")).content.decode()
    section(desk, "supervisor", "T1")
    page = client.get(reverse("floor:map")).content.decode()
    assert "1 open · 4 of 9 seated" in page
    assert "Tables per supervisor" in page
    assert page.count('<i class="on"></i>') == 1
    assert page.count('<i class="off"></i>') == 7


def test_the_maps_rail_says_who_comes_next(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    now = shift.room.now + timedelta(minutes=31)
    found = tiles(room_id=shift.room_id, now=now)
    assert found[0].is_push_due(now)
    data = section_html(found, shift.dealers, shift.room_id, now)
    assert data["next_dealers"] == {"T1": "Plover"}
