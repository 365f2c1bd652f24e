"""The next two hours as pages: who may, what is told, a suggestion taken and dismissed, the wall's screen."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from staff.models import Room
from tables.models import DismissedSuggestion, GameHalfHour
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import PIN, create_staff
from tests.support.shift_fixtures import Shift, create_shift
from tournaments.actions import tournament_create
from tournaments.presets import DAILY
from waitlist.models import LobbyScreen


@pytest.fixture
def shift(db: None) -> Shift:
    """T1 open, three dealers on duty, Oak the supervisor, and Fern, who only works at the desk."""
    shift = create_shift()
    shift.people["Oak"] = create_staff("supervisor", alias="Oak", badge="201")
    shift.people["Fern"] = create_staff("desk", alias="Fern", badge="401")
    shift.clock_in("Wren", "Plover", "Siskin")
    return shift


@pytest.fixture
def oak(shift: Shift) -> Client:
    """A client signed in as the supervisor."""
    return sign_in_client("201")


def write_weeks(room_id: int, game: str) -> None:
    """Write the half hours around now of four weeks."""
    now = timezone.localtime().replace(second=0, microsecond=0)
    first = now.replace(minute=now.minute // 30 * 30)
    GameHalfHour.objects.bulk_create(
        GameHalfHour(
            room_id=room_id,
            begins=first - timedelta(weeks=week) + number * timedelta(minutes=30),
            day=first.date() - timedelta(weeks=week),
            shift="day",
            hour=0,
            game=game,
            open_s=1800,
            chair_s=9 * 1800,
            seat_s=4 * 1800,
        )
        for week in range(1, 5)
        for number in range(-5, 6)
    )


def test_too_few_weeks_are_told_plainly(shift: Shift, oak: Client) -> None:
    page = PageContent(oak.get("/floor/forecast/"))
    assert "No forecast yet: it needs 3 weeks" in page.text
    assert "This room has 0." in page.text


def test_a_room_without_tables_and_no_room(db: None) -> None:
    create_staff("manager", alias="Oak", badge="201")
    client = sign_in_client("201")
    assert "No room set up yet." in PageContent(client.get("/floor/forecast/")).text
    Room.objects.create(name="غرفة البوكر")
    assert "No game runs and no one waits." in PageContent(client.get("/floor/forecast/")).text


def test_a_dealer_is_sent_on_break_and_the_second_tap_is_refused(shift: Shift, oak: Client) -> None:
    write_weeks(shift.room_id, "No-limit hold'em 1/3")
    page = PageContent(oak.get("/floor/forecast/"))
    assert "Send Wren on break: 3 dealers on duty" in page.text
    path = f"/floor/forecast/{shift.room_id}/take"
    data = {"act": "begin_break", "subject": shift.people["Wren"].key, "key": "break"}
    page = PageContent(oak.post(path, data, follow=True))
    assert "Wren is on break." in page.text
    dealer = shift.find("Wren")
    assert dealer is not None
    assert dealer.until
    again = oak.post(path, data)
    assert again.status_code == 409
    assert "Wren is already on break" in PageContent(again).text
    assert oak.post(path, data | {"act": "close_all"}).status_code == 409


def test_a_suggestion_dismissed_comes_back_after_half_an_hour(shift: Shift, oak: Client) -> None:
    write_weeks(shift.room_id, "No-limit hold'em 1/3")
    key = f"break:{shift.people['Wren'].key}"
    path = f"/floor/forecast/{shift.room_id}/take"
    assert (
        "Dismissed" in PageContent(oak.post(path, {"act": "dismiss", "key": key}, follow=True)).text
    )
    assert "Send Wren" not in PageContent(oak.get("/floor/forecast/")).text
    DismissedSuggestion.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert "Send Wren" in PageContent(oak.get("/floor/forecast/")).text


def test_only_a_supervisor_takes_suggestions(shift: Shift) -> None:
    path = f"/floor/forecast/{shift.room_id}/take"
    data = {"act": "begin_break", "subject": shift.people["Wren"].key}
    assert sign_in_client("401").post(path, data).status_code == 403
    assert Client().post(path, data).status_code in (302, 401, 403)
    dealer = shift.find("Wren")
    assert dealer is not None
    assert not dealer.until


def test_the_wall_needs_an_allowed_screen_of_this_room(shift: Shift) -> None:
    write_weeks(shift.room_id, "No-limit hold'em 1/3")  # so that a break is suggested
    other = Room.objects.create(name="Harbor")
    wall = f"/wall/{shift.room_id}"
    screen = Client()
    assert screen.get(wall).headers["Location"] == f"/screen/{shift.room_id}/wall"
    screen.post(f"/screen/{shift.room_id}/wall", {"badge": "401", "pin": PIN})
    assert screen.get(wall).status_code == 302, "the desk allows no wall"
    screen.post(f"/screen/{shift.room_id}/wall", {"badge": "201", "pin": PIN})
    page = screen.get(wall)
    assert page.status_code == 200
    assert LobbyScreen.objects.get().kind == "wall"
    assert screen.get(f"/wall/{other.pk}").status_code == 302
    assert screen.get("/floor/forecast/").status_code == 302, "no one is signed in there"
    names = [person.alias for person in shift.people.values()]
    assert not [name for name in names if name in page.content.decode()]


def test_the_map_lists_suggestions_with_keys_for_those_who_may_act(
    shift: Shift, oak: Client
) -> None:
    assert "Suggestions" not in PageContent(oak.get("/floor/map/")).text
    write_weeks(shift.room_id, "No-limit hold'em 1/3")
    path = f"/floor/forecast/{shift.room_id}/take"
    page = oak.get("/floor/map/")
    assert "Send Wren on break: 3 dealers on duty" in PageContent(page).text
    assert path in page.content.decode()
    create_staff("surveillance", alias="Lens", badge="501")
    page = sign_in_client("501").get("/floor/map/")
    assert "Send Wren on break: 3 dealers on duty" in PageContent(page).text
    assert path not in page.content.decode()
    oak.post(path, {"act": "dismiss", "key": f"break:{shift.people['Wren'].key}"})
    assert "Send Wren" not in PageContent(oak.get("/floor/map/")).text


def test_tournaments_need_dealers_too(shift: Shift, oak: Client) -> None:
    room = Room.objects.get(pk=shift.room_id)
    start = timezone.now() + timedelta(minutes=40)
    plan = replace(DAILY, guarantee=100 * DAILY.entry.pool, seats=8)
    event = tournament_create(
        room=room, plan=plan, starts_at=start, actor="system.test", now=timezone.now()
    )
    assert event.number == 1
    page = PageContent(oak.get("/floor/forecast/"))
    assert "Tournament tables" in page.text
    assert "counts the cash tables that are open now" in page.text
    assert "Call in" in page.text, (
        "thirteen tables start within the hour, and three dealers are on duty"
    )
