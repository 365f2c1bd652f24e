"""The pages of the lineup and the sections: permissions, content, and refusals that keep the entered data."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from floor_ui.map.page_parts import parts_context
from floor_ui.map.tiles import tiles
from lineup.actions import lineup_execute, load_lineup
from lineup.pages.sections import blocks
from lineup.rules import commands as c
from lineup.rules.state import DealerBox, Lineup, LineupPolicy, Section
from poker.commands import PushDealer
from staff.models import Room, Staff
from tests.support.floor_fixtures import CallDesk, sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import create_staff
from tests.support.shift_fixtures import Shift, create_shift
from tournaments.actions import tournament_create
from tournaments.presets import DAILY


@pytest.fixture
def shift(db: None) -> Shift:
    """T1 is open. Three dealers and the supervisor Oak are on duty."""
    shift = create_shift()
    shift.people["Oak"] = create_staff("supervisor", alias="Oak", badge="201")
    return shift


@pytest.fixture
def oak_client(shift: Shift) -> Client:
    return sign_in_client("201")


@pytest.fixture
def page_clock(shift: Shift) -> Iterator["PageClock"]:
    at = PageClock(shift)
    with patch("lineup.pages.views.timezone.now", side_effect=lambda: at.now):
        yield at


class PageClock:
    """The clock that the lineup's pages use."""

    def __init__(self, shift: Shift) -> None:
        self.shift = shift

    @property
    def now(self) -> datetime:
        """Return the later of the room's time and the shift's time."""
        return max(self.shift.now, self.shift.room.now)


def post_command(client: Client, shift: Shift, **form: str) -> tuple[int, str]:
    response = client.post(reverse("lineup:ask", args=[shift.room_id]), form)
    return response.status_code, response.content.decode()


def lineup_page(client: Client) -> str:
    return client.get(reverse("lineup:dealers")).content.decode()


def test_boxes_are_ordered_by_due_push_with_the_next_dealer(
    oak_client: Client, shift: Shift, page_clock: PageClock
) -> None:
    shift.clock_in("Wren", "Plover")
    PageContent(lineup_page(oak_client)).item("No dealer")
    shift.push("Wren")
    shift.now = shift.room.now + timedelta(minutes=34)
    page = PageContent(lineup_page(oak_client))
    page.item("4 min over")
    page.item("Next: Plover")
    page.item("T1 next")
    page.heading(re.compile("^Available 1 "))


def test_lineup_keys_execute_their_commands(
    oak_client: Client, shift: Shift, page_clock: PageClock
) -> None:
    key = shift.people["Wren"].key
    assert post_command(oak_client, shift, ask="clock_in", key=key)[0] == 302
    assert post_command(oak_client, shift, ask="begin_break", key=key)[0] == 302
    PageContent(lineup_page(oak_client)).region("On break 1").item("until 22:12")
    assert post_command(oak_client, shift, ask="return", key=key)[0] == 302
    status, page = post_command(oak_client, shift, ask="stand_aside", key=key, reason="")
    assert status == 422
    assert "Give a short reason" in PageContent(page).alert()
    assert (
        post_command(oak_client, shift, ask="stand_aside", key=key, reason="drop count")[0] == 302
    )
    PageContent(lineup_page(oak_client)).region("Out of the lineup 1").item("drop count")
    assert post_command(oak_client, shift, ask="clock_out", key=key)[0] == 302
    assert load_lineup(shift.room_id).duty == ()


def test_assignment_needs_a_reason_and_a_current_page(
    oak_client: Client, shift: Shift, page_clock: PageClock
) -> None:
    shift.clock_in("Wren", "Plover")
    plover = shift.people["Plover"].key
    wren = shift.people["Wren"].key
    data = {"ask": "assign_next", "table": "T1", "out": "", "named": ""}
    status, page = post_command(oak_client, shift, **data, key=plover, reason="  ")
    assert status == 422
    assert post_command(oak_client, shift, **data, key=plover, reason="knows stud")[0] == 302
    PageContent(lineup_page(oak_client)).item("assigned: knows stud")
    status, page = post_command(oak_client, shift, **data, key=wren, reason="nearer, and typed")
    assert status == 409
    assert "check the lineup" in PageContent(page).alert()
    assert "nearer, and typed" in [
        field.value for field in PageContent(page).fields("Other reason")
    ]


def test_push_policy_is_saved_and_invalid_input_stays(
    oak_client: Client, shift: Shift, page_clock: PageClock
) -> None:
    numbers = {"down_minutes": "20", "most_downs": "4", "break_minutes": "20"}
    status, page = post_command(oak_client, shift, ask="set_policy", **numbers, section_tables="11")
    assert status == 422
    assert "enter a number from 1 to 10" in PageContent(page).alert()
    assert PageContent(page).field("Open tables per supervisor before a warning").value == "11"
    assert (
        post_command(oak_client, shift, ask="set_policy", **numbers, section_tables="10")[0] == 302
    )
    assert load_lineup(shift.room_id).policy == LineupPolicy(20, 4, 20, 10)
    PageContent(lineup_page(oak_client)).group(re.compile("20-min downs"))


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
def test_invalid_command_is_refused_with_a_message(
    oak_client: Client, shift: Shift, page_clock: PageClock, form: dict[str, str]
) -> None:
    status, page = post_command(oak_client, shift, **form)
    assert 400 <= status < 500
    assert '<p class="refused">' in page
    assert load_lineup(shift.room_id).duty == ()


@pytest.mark.parametrize(
    ("role", "view_status", "act"),
    [
        ("anonymous", 302, 401),
        ("dealer", 403, 403),
        ("desk", 403, 403),
        ("surveillance", 200, 403),
        ("supervisor", 200, 422),
        ("manager", 200, 422),
    ],
)
def test_each_role_has_its_lineup_permissions(
    desk: CallDesk, role: str, view_status: int, act: int
) -> None:
    client = desk.client(role)
    room = desk.floor.game.table.room_id
    for name in ("dealers", "sections"):
        assert client.get(reverse(f"lineup:{name}")).status_code == view_status
        assert client.post(reverse(f"lineup:{name}")).status_code in (405, 302, 401, 403)
    ask_response = client.post(reverse("lineup:ask", args=[room]), {"ask": "clock_in", "key": "x"})
    assert ask_response.status_code == act
    assert client.post(reverse("lineup:section", args=[room]), {"key": "x"}).status_code == act
    assert load_lineup(room).duty == ()


def test_surveillance_sees_no_key(desk: CallDesk) -> None:
    page = desk.client("surveillance").get(reverse("lineup:dealers")).content.decode()
    assert "<form" not in page.split("<main")[1]


def test_sections_are_set_and_oversized_ones_refused(oak_client: Client, shift: Shift) -> None:
    key = shift.people["Oak"].key
    at = reverse("lineup:section", args=[shift.room_id])
    assert oak_client.post(at, {"key": key, "table": ["T1"]}).status_code == 302
    page = oak_client.get(reverse("lineup:sections"), {"who": key}).content.decode()
    PageContent(page).item("A Oak")
    assert PageContent(page).field("T1").is_checked
    response = oak_client.post(at, {"key": key, "table": ["T1", "T9"], "before": ["T1"]})
    assert response.status_code == 422
    assert "No such table in this room: T9" in PageContent(response).alert()
    response = oak_client.post(at, {"key": key, "table": [], "before": []})
    assert response.status_code == 409
    assert oak_client.post(at, {"key": "staff.0", "table": ["T1"]}).status_code == 422
    assert oak_client.post(at, {"key": key, "table": [], "before": ["T1"]}).status_code == 302
    assert (
        "Open, no supervisor"
        in PageContent(oak_client.get(reverse("lineup:sections")))
        .region("Tables per supervisor")
        .text
    )


def lineup_with_open_tables(count: int) -> Lineup:
    names = tuple(f"T{n}" for n in range(1, count + 1))
    return Lineup(
        boxes=tuple(DealerBox(name, 0) for name in names),
        sections=(Section("a", "Alder", (*names, "T99")),),
    )


@pytest.mark.parametrize(
    ("count", "label", "state", "warned"),
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
def test_section_size_is_shown_with_a_warning(
    count: int, label: str, state: str, warned: str
) -> None:
    (section_row,) = blocks(lineup_with_open_tables(count))
    assert (section_row.letter, section_row.count_text, section_row.state) == ("A", label, state)
    assert section_row.warning == warned
    assert section_row.pips.count("on") + section_row.pips.count("over") == count
    assert len(section_row.pips) == max(count, 8)


def test_push_at_a_tablet_is_on_the_lineup_page(oak_client: Client, shift: Shift) -> None:
    shift.clock_in("Wren")
    shift.room.execute(PushDealer(shift.people["Wren"].key, "Wren"))
    PageContent(lineup_page(oak_client)).item("Wren pushed into T1")


def test_repeated_command_id_is_executed_once(oak_client: Client, shift: Shift) -> None:
    key = shift.people["Wren"].key
    for _ in range(2):
        assert post_command(oak_client, shift, ask="clock_in", key=key, command="once")[0] == 302
    assert len(load_lineup(shift.room_id).duty) == 1
    lineup_execute(
        room_id=shift.room_id,
        command_id="other",
        command=c.ClockOut(key),
        actor="staff.1",
        now=shift.now,
    )
    assert load_lineup(shift.room_id).duty == ()


def assign_section(desk: CallDesk, role: str, *tables: str) -> None:
    staff = Staff.objects.get(badge=desk.badges[role])
    room = desk.floor.game.table.room_id
    lineup_execute(
        room_id=room,
        command_id=f"section-{role}",
        command=c.SetSection(staff.key, staff.alias, tables),
        actor=staff.key,
        now=desk.floor.game.now,
    )


def test_calls_show_their_section_and_can_be_filtered(desk: CallDesk) -> None:
    supervisor = desk.client("supervisor")
    assert "Mine" not in PageContent(supervisor.get(reverse("floor:index"))).text
    assign_section(desk, "manager", "T1")
    page = supervisor.get(reverse("floor:index")).content.decode()
    PageContent(page).item("'s section")
    assert f'data-call="{desk.call.pk}"' in page
    filter_query = {"mine": "1"}
    page = supervisor.get(reverse("floor:index"), filter_query).content.decode()
    assert f'data-call="{desk.call.pk}"' not in page
    assert "1 in other sections" in PageContent(page).region("Whose calls").text
    page = desk.client("manager").get(reverse("floor:index"), filter_query).content.decode()
    assert f'data-call="{desk.call.pk}"' in page
    supervisor.post(reverse("floor:escalate", args=[desk.call.pk]))
    page = supervisor.get(reverse("floor:index"), filter_query).content.decode()
    assert f'data-call="{desk.call.pk}"' in page


def test_the_map_has_a_strip_for_each_section(desk: CallDesk) -> None:
    client = desk.client("supervisor")
    assert "strip" not in client.get(reverse("floor:map")).content.decode()
    assign_section(desk, "supervisor", "T1")
    page = client.get(reverse("floor:map")).content.decode()
    PageContent(page).heading(re.compile("^A Oak 1 table, 4 of 9 seated$"))


def test_map_rail_shows_the_next_dealers(shift: Shift) -> None:
    shift.clock_in("Wren", "Plover")
    shift.push("Wren")
    now = shift.room.now + timedelta(minutes=31)
    map_tiles = tiles(room_id=shift.room_id, now=now)
    assert map_tiles[0].is_push_due(now)
    around = parts_context(map_tiles, shift.lineup, (), shift.room_id, now)
    inward = around["pushes"]["T1"].inward
    assert inward is not None
    assert inward.name == "Plover"


def test_a_tournament_that_starts_soon_needs_dealers(desk: CallDesk) -> None:
    room = Room.objects.get(pk=desk.call.room_id)
    client = desk.client("supervisor")
    page = PageContent(client.get(reverse("lineup:dealers")))
    assert "needed from" not in page.text
    start = timezone.now() + timedelta(minutes=70)
    plan = replace(DAILY, guarantee=40 * DAILY.entry.pool, seats=8)
    tournament_create(
        room=room, plan=plan, starts_at=start, actor="system.test", now=timezone.now()
    )
    page = PageContent(client.get(reverse("lineup:dealers")))
    assert f"needed from {timezone.localtime(start):%H:%M}, Event 1 with 5 tables" in page.text
