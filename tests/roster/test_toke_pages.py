"""The pages of tokes: what each person sees, refusals at the form, the file of the payroll."""

import csv
import re
from datetime import date, timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from promotions.gaming_days import gaming_day
from roster.models import TokeBox, TokeSplit
from roster.own_tokes import own_tokes
from roster.toke_export import COLUMNS, DEALER_COLUMNS
from tests.support.room import PIN
from tests.support.toke_room import TokeRoom, statuses, without_random_values

pytestmark = pytest.mark.django_db(transaction=True)
PAST = timedelta(days=14)
PATH = "/roster/tokes/"


@pytest.fixture
def room(transactional_db: None) -> TokeRoom:
    return past_room()


def past_room(mode: str = "hours") -> TokeRoom:
    """Return a room whose first day is two weeks ago, because pages use the clock."""
    day = timezone.localdate() - PAST
    return TokeRoom(mode, day)  # type: ignore[arg-type]


def signed_in(room: TokeRoom, name: str) -> Client:
    client = Client()
    data = {"badge": room.people[name].badge, "pin": PIN, "next": PATH}
    assert client.post("/floor/sign-in", data).status_code == 302
    return client


def text_of(response: object) -> str:
    return re.sub(r"\s+", " ", response.content.decode())  # type: ignore[attr-defined]


def test_first_count_is_on_no_page(room: TokeRoom) -> None:
    box = room.pull()
    room.count(box, 321, "desk")
    for name in ("desk", "manager"):
        client = signed_in(room, name)
        for path in (PATH, f"{PATH}{room.room.pk}/boxes/{box}/"):
            page = text_of(client.get(path))
            assert "321" not in without_random_values(page)
            assert "Someone else counts next." in page


def test_split_is_proposed_and_signed_on_the_page(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    box = room.counted(120)
    client = signed_in(room, "manager")
    page = text_of(client.get(PATH))
    assert "Propose the split" in page
    sent = {
        "ask": "propose_split",
        "day": room.day.isoformat(),
        "box": box,
        "command": str(uuid4()),
    }
    assert client.post(f"{PATH}{room.room.pk}/act", sent).status_code == 302
    again = client.post(f"{PATH}{room.room.pk}/act", sent | {"command": str(uuid4())})
    assert again.status_code == 409
    assert "is in a split already" in text_of(again)
    page = text_of(client.get(f"{PATH}{room.room.pk}/splits/1/"))
    assert "8 h of 8 h of $120" in page
    own = {"badge": "301", "pin": PIN}
    refused = client.post(f"{PATH}{room.room.pk}/splits/1/approve", own)
    assert "A second person approves it" in text_of(refused)
    client.post(f"{PATH}{room.room.pk}/splits/1/approve", {"badge": "201", "pin": PIN})
    assert statuses(TokeSplit) == ["approved"]


def test_supervisor_checks_a_split_and_sees_no_payroll(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.counted(120)
    room.propose()
    client = signed_in(room, "supervisor")
    page = text_of(client.get(PATH))
    assert "Splits to approve" in page
    assert "Payroll" not in page
    assert client.get(f"{PATH}{room.room.pk}/splits/1/").status_code == 200
    assert client.get(f"{PATH}payroll/").status_code == 403


def test_correction_shows_what_follows(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.split(120)
    client = signed_in(room, "manager")
    path = f"{PATH}{room.room.pk}/boxes/1/"
    blank = client.post(f"{path}correct", {"total": "121"})
    assert "Give a reason." in text_of(blank)
    client.post(f"{path}correct", {"total": "121", "reason": "A chip in the lid"})
    page = text_of(client.get(PATH))
    assert "Correction of split 1" in page
    assert "first $120, corrected by +$1" in text_of(client.get(path)).lower()


def test_payroll_file_has_the_documented_columns(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.works("heron", 1, 3)
    room.split(100)
    client = signed_in(room, "manager")
    answer = client.get(f"{PATH}payroll.csv?day={room.day.isoformat()}")
    rows = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row["badge"], row["alias"], row["tokes_paid"]) for row in rows] == [
        ("102", "Heron", "20"),
        ("101", "Wren", "80"),
    ]
    assert rows[1]["regular_minutes"] == "480"
    assert tuple(rows[0]) == (*DEALER_COLUMNS, *COLUMNS)


def test_documented_columns_are_those_of_the_file() -> None:
    with open("docs/payroll.md", encoding="utf-8") as file:
        documented = re.findall(r"^\| `(\w+)` \|", file.read(), re.MULTILINE)
    assert documented == [*DEALER_COLUMNS, *COLUMNS]


def test_manager_closes_the_payroll(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.split(100)
    client = signed_in(room, "manager")
    day = room.day.isoformat()
    sent = {"ask": "close_payroll", "day": day, "shown": day, "command": str(uuid4())}
    answer = client.post(f"{PATH}{room.room.pk}/payroll/act", sent)
    page = text_of(client.get(answer["Location"]))
    assert "closed" in page
    assert "Close this payroll" not in page
    late = {"ask": "adjust_hours", "dealer": room.key("wren"), "day": day, "minutes": "30"}
    refused = client.post(f"{PATH}{room.room.pk}/payroll/act", late | {"reason": "Missed"})
    assert refused.status_code == 409
    assert "is closed. Adjust the hours on a day after it" in text_of(refused)


def test_dealer_sees_own_lines_and_no_one_elses(room: TokeRoom) -> None:
    room.works("wren", 1, 9)
    room.works("heron", 1, 3)
    room.split(100)
    room.close()
    client = signed_in(room, "heron")
    page = text_of(client.get(f"{PATH}mine/?first={room.day.isoformat()}"))
    assert "2 h of 10 h of $100" in page
    assert "8 h of 10 h" not in page
    assert client.get(f"{PATH}payroll/").status_code == 403
    own = own_tokes(room.people["heron"], room.room)
    assert [line.paid for line in own.earlier] == [2000]


def test_kept_tokes_are_pulled_by_dealer() -> None:
    room = past_room("kept")
    room.works("wren", 1, 9)
    client = signed_in(room, "desk")
    assert "Heron" in text_of(client.get(PATH))
    sent = {f"dealer-{room.key('wren')}": "d1", "command": str(uuid4())}
    client.post(f"{PATH}{room.room.pk}/pull", sent)
    [box] = TokeBox.objects.all()
    assert (box.source, box.title, box.label) == ("dealer", "Wren", "D1")


def test_wrong_label_is_refused_and_stays_typed(room: TokeRoom) -> None:
    client = signed_in(room, "desk")
    answer = client.post(f"{PATH}{room.room.pk}/pull", {"pool": "box 1"})
    assert answer.status_code == 422
    assert 'value="box 1"' in text_of(answer)


def test_room_without_rules_shows_what_to_do(room: TokeRoom) -> None:
    other = TokeRoom.__new__(TokeRoom)
    other.room = type(room.room).objects.create(name="Other room")
    page = text_of(signed_in(room, "manager").get(f"{PATH}?room={other.room.pk}"))
    assert "Set the rules" in page


def test_hours_of_today_are_split_tomorrow(room: TokeRoom) -> None:
    today = date.fromisoformat(gaming_day(room.room, timezone.now()))
    days = (today - room.day).days
    room.works("wren", 0.5, 1, days=days)
    room.counted(50, days=days)
    client = signed_in(room, "manager")
    assert "It can be split once all hours are known." in text_of(client.get(PATH))
    sent = {"ask": "propose_split", "day": today.isoformat(), "command": str(uuid4())}
    answer = client.post(f"{PATH}{room.room.pk}/act", sent)
    assert answer.status_code == 409
    assert "Tokes are split when all hours of the period are known." in text_of(answer)
