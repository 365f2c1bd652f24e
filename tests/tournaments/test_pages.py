"""The pages of an event: permissions, what they show, and refusals that keep what was typed."""

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from msgspec.structs import replace

from tests.support.floor_fixtures import sign_in_client
from tests.support.room import PIN, create_staff
from tests.tournaments.event_room import EventRoom, create_event_room
from tests.tournaments.plans import DAILY
from tournaments.pages import views
from tournaments.pages.command_forms import COMMANDS
from tournaments.pages.director_page import MoveRow
from tournaments.rules import commands as c
from tournaments.rules.plan import Price, Rebuys

PAGES = ("director", "register", "tables", "payouts", "deal", "bags")
# Commands that need no number, so that any text is a name or a reason of theirs.
FREE_TEXT = ("enter", "close_registration", "start_clock", "begin_hand_for_hand")


@pytest.fixture
def director(event_room: EventRoom) -> Client:
    create_staff("supervisor", alias="Juniper", badge="201")
    return sign_in_client("201")


@pytest.fixture
def desk(event_room: EventRoom) -> Client:
    create_staff("desk", alias="Heron", badge="301")
    return sign_in_client("301")


def post(client: Client, event_room: EventRoom, **form: object) -> tuple[int, str]:
    address = reverse("tournaments:act", args=[event_room.row.pk])
    response = client.post(address, form, follow=True)
    return response.status_code, response.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_page_shows_an_event_before_and_during_play(
    event_room: EventRoom, director: Client, name: str
) -> None:
    address = reverse(f"tournaments:{name}", args=[event_room.row.pk])
    assert director.get(address).status_code == 200
    event_room.enter(*(f"Player {number}" for number in range(1, 20)))
    event_room.execute(c.StartClock())
    event_room.execute(c.BustPlayer(1))
    text = director.get(address).content.decode()
    assert "Daily" in text
    assert "18 of 19" in text


def test_desk_sells_an_entry_and_sees_the_drawn_seat(event_room: EventRoom, desk: Client) -> None:
    status, text = post(desk, event_room, ask="enter", page="register", player="Amber Spindle")
    entry = event_room.event.entries[0]
    assert status == 200
    assert f"{entry.table}·S{entry.seat}" in text
    assert "Amber Spindle" in text


def test_second_form_of_a_page_is_a_command_of_its_own(
    event_room: EventRoom, director: Client
) -> None:
    event_room.enter(*(f"Player {number}" for number in range(1, 6)))
    event_room.execute(c.StartClock())
    for entry in ("2", "3", "3"):
        post(director, event_room, ask="bust", page="director", entry=entry, command="page-1.bust")
    assert [bust.entry for bust in event_room.event.busts] == [2, 3]


def test_desk_signs_in_at_the_pages_of_tournaments(event_room: EventRoom) -> None:
    create_staff("desk", alias="Heron", badge="301")
    client = Client()
    register = reverse("tournaments:register", args=[event_room.row.pk])
    asked = client.get(register)
    page = client.get(asked["Location"])
    assert "For desk staff" in page.content.decode()
    form = {"badge": "301", "pin": PIN, "next": register}
    assert client.post(asked["Location"], form)["Location"] == register
    refused = client.post(reverse("floor:sign-in"), form | {"next": reverse("floor:index")})
    assert refused.status_code == 403


def test_desk_does_not_run_the_clock(event_room: EventRoom, desk: Client) -> None:
    status, _ = post(desk, event_room, ask="start_clock", page="director")
    assert status == 403
    assert event_room.event.status == "scheduled"


def test_director_adds_a_table_with_its_seats(event_room: EventRoom, director: Client) -> None:
    event_room.execute(c.RemoveTable("T3"))
    status, text = post(
        director, event_room, ask="add_table", page="tables", table="T3", seats="7", reserved="1, 7"
    )
    assert status == 200
    added = event_room.event.table("T3")
    assert added is not None
    assert (added.seats, added.reserved) == (7, (1, 7))
    assert "7 seats, reserved: 1, 7" in text


def test_director_takes_a_player_out_whose_chips_no_one_counted(
    event_room: EventRoom, director: Client
) -> None:
    event_room.enter("Amber Spindle", "Tin Trowel", "Warm Stool")
    event_room.execute(c.StartClock())
    post(director, event_room, ask="bust", page="director", entry="2", stack="")
    post(director, event_room, ask="bust", page="director", entry="3", stack="4,000")
    assert [(bust.entry, bust.stack) for bust in event_room.event.busts] == [(2, None), (3, 4_000)]


def test_page_chooses_no_drawn_seat(event_room: EventRoom, desk: Client) -> None:
    post(
        desk,
        event_room,
        ask="enter",
        page="register",
        player="Amber Spindle",
        seats="T1",
        token="x",
    )
    entry = event_room.event.entries[0]
    assert entry.status == "seated"
    assert entry.token != "x"


def test_refused_entry_keeps_the_name_that_was_typed(event_room: EventRoom, desk: Client) -> None:
    event_room.enter("Amber Spindle")
    status, text = post(desk, event_room, ask="enter", page="register", player="Amber Spindle")
    assert status == 409
    assert "still in with entry 1" in text
    assert 'value="Amber Spindle"' in text


def in_the_money(event_room: EventRoom) -> None:
    """Play on until everyone who is left is paid."""
    event_room.enter(*(f"Player {number}" for number in range(1, 6)))
    event_room.execute(c.StartClock())
    event_room.execute(c.CloseRegistration())
    event_room.execute(c.FixPool())
    for number in (3, 4, 5):
        event_room.execute(c.BustPlayer(number))


def suggested_rows(event_room: EventRoom, director: Client) -> tuple[list[MoveRow], str]:
    """Make T3 three short; return the suggested moves and the director's page."""
    event_room.enter(*(f"Player {number}" for number in range(1, 25)))
    event_room.execute(c.StartClock())
    for entry in event_room.event.at_table("T3")[:3]:
        event_room.execute(c.FinishMove(entry.number))
        event_room.execute(c.BustPlayer(entry.number))
    for entry in event_room.event.seated():
        event_room.execute(c.FinishMove(entry.number))
    page = director.get(reverse("tournaments:director", args=[event_room.row.pk]))
    return page.context["page"].suggestions, page.content.decode()


def test_director_sends_the_suggested_moves(event_room: EventRoom, director: Client) -> None:
    rows, text = suggested_rows(event_room, director)
    assert "Stopped, 3 short" in text
    status, text = post(
        director, event_room, ask="order_moves", page="director", move=[row.value for row in rows]
    )
    assert status == 200
    assert len(event_room.event.moves) == len(rows) == 2
    assert "moves after this hand" in text


def test_director_sends_another_player_with_a_reason(
    event_room: EventRoom, director: Client
) -> None:
    rows, text = suggested_rows(event_room, director)
    value, label = rows[0].others[0]
    assert label in text
    form = {"ask": "order_moves", "page": "director", "move": value, "reason": "wheelchair"}
    assert post(director, event_room, **form)[0] == 200
    [move] = event_room.event.moves
    assert (str(move.entry), move.reason) == (value.split("\t")[0], "wheelchair")
    assert move.entry != rows[0].entry.number


def test_director_cancels_a_move_before_the_player_left(
    event_room: EventRoom, director: Client
) -> None:
    rows, _ = suggested_rows(event_room, director)
    form = {"ask": "order_moves", "page": "director", "move": rows[0].value}
    assert post(director, event_room, **form)[0] == 200
    number = event_room.event.moves[0].entry
    assert post(director, event_room, ask="cancel_move", page="director", entry=number)[0] == 200
    assert event_room.event.moves == ()


def test_unknown_command_and_wrong_numbers_are_refused(
    event_room: EventRoom, director: Client
) -> None:
    assert post(director, event_room, ask="give_everything")[0] >= 400
    status, _ = post(director, event_room, ask="bust", page="director", entry="many")
    assert status >= 400
    assert event_room.event.busts == ()


def test_seat_card_is_a_pdf(event_room: EventRoom, desk: Client) -> None:
    event_room.enter("Amber Spindle")
    response = desk.get(reverse("tournaments:card", args=[event_room.row.pk, 1]))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")


def test_list_shows_events_by_time(event_room: EventRoom, desk: Client) -> None:
    address = f"{reverse('tournaments:events')}?room={event_room.room.pk}"
    text = desk.get(address).content.decode()
    assert "Daily" in text
    assert "No event is running" in text


def test_code_of_the_seat_card_opens_the_own_page(
    event_room: EventRoom, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event_room.enter("Amber Spindle")
    urls: list[str] = []

    def paper(*, url: str, **_: object) -> bytes:
        urls.append(url)
        return b""

    monkeypatch.setattr(views, "seat_card_pdf", paper)
    desk.get(reverse("tournaments:card", args=[event_room.row.pk, 1]))
    [url] = urls
    assert url.endswith(f"/entry/{event_room.event.entries[0].token}")
    assert "Amber Spindle" in Client().get(url).content.decode()


def test_director_gives_ends_and_undoes_penalties(event_room: EventRoom, director: Client) -> None:
    event_room.enter(*(f"Player {number}" for number in range(1, 11)))
    event_room.execute(c.StartClock())
    form = {"ask": "penalize", "page": "director", "entry": 3, "unit": "hands", "count": 2}
    _, text = post(director, event_room, **form, reason="")
    assert "give a reason" in text.lower()
    _, text = post(director, event_room, **form, reason="phone at the table")
    assert "2 hands left: phone at the table" in text
    _, text = post(director, event_room, **form, reason="again")
    assert "serving a penalty" in text
    _, text = post(director, event_room, ask="end_penalty", page="director", entry=3)
    assert "hands left" not in text
    post(director, event_room, **form, reason="phone at the table")
    post(director, event_room, ask="undo_penalty", page="director", entry=3)
    assert [row.ended for row in event_room.event.penalties] == [True]


def test_desk_gives_no_penalty(event_room: EventRoom, desk: Client) -> None:
    status, _ = post(desk, event_room, ask="penalize", page="director", entry=1)
    assert status == 403


def test_director_voids_an_entry_that_was_dealt_in_and_the_desk_does_not(
    event_room: EventRoom, director: Client, desk: Client
) -> None:
    event_room.enter("Amber Spindle", "Tin Trowel", "Warm Stool")
    event_room.execute(c.StartClock())
    event_room.execute(c.BustPlayer(3))
    form = {"ask": "void_entry", "page": "register", "reason": "Wrong event"}
    status, text = post(desk, event_room, **form, entry=2)
    assert status >= 400
    assert "Only a director" in text
    assert post(desk, event_room, **form, entry=3, by_director="True")[0] >= 400
    assert post(director, event_room, **form, entry=2)[0] == 200
    assert post(director, event_room, **form, entry=3)[0] == 200
    assert [entry.status for entry in event_room.event.entries] == ["seated", "void", "void"]


def test_desk_finds_an_entry_that_is_not_among_the_latest(
    event_room: EventRoom, desk: Client
) -> None:
    event_room.enter(*(f"Player {number}" for number in range(1, 20)), "Amber Spindle")
    address = reverse("tournaments:register", args=[event_room.row.pk])

    def numbers(search: str) -> list[int]:
        page = desk.get(address, {"search": search}).context["page"]
        return [row.entry.number for row in page.latest]

    assert len(numbers("")) == 12
    assert numbers("3") == [13, 3]
    assert numbers("#3") == [3]
    assert numbers("amber") == [20]
    text = desk.get(address, {"search": "<b>nobody"}).content.decode()
    assert "No entry has this name or number." in text
    assert "&lt;b&gt;nobody" in text


def test_rebuy_is_recorded_with_how_it_was_paid(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = replace(DAILY, rebuys=Rebuys(Price(pool=10_000, chips=20_000)))
    event_room = create_event_room(plan)
    create_staff("desk", alias="Heron", badge="301")
    client = sign_in_client("301")
    event_room.enter("Amber Spindle", "Tin Trowel")
    event_room.execute(c.StartClock())
    monkeypatch.setattr(timezone, "now", lambda: event_room.now)
    page = client.get(reverse("tournaments:register", args=[event_room.row.pk]))
    assert 'aria-label="Rebuy paid with"' in page.content.decode()
    form = {"ask": "buy", "page": "register", "entry": 1, "what": "rebuy", "method": "card"}
    assert post(client, event_room, **form)[0] == 200
    assert event_room.event.entries[0].bought[-1].method == "card"


def test_director_sets_the_clock_back_to_a_level(event_room: EventRoom, director: Client) -> None:
    event_room.enter("Amber Spindle", "Tin Trowel")
    event_room.execute(c.StartClock())
    address = reverse("tournaments:director", args=[event_room.row.pk])
    stops = director.get(address).context["page"].clock_stops
    assert [text for _, text in stops][1:4] == [
        "Level 2: 200 / 400 ante 400",
        "Break after level 2",
        "Level 3: 500 / 1,000 ante 1,000",
    ]
    for segment in (2, 0):
        assert post(director, event_room, ask="move_clock", segment=segment)[0] == 200
        assert event_room.event.clock.segment == segment


@pytest.mark.parametrize("left", ["much", "-5", "9" * 400, "<script>"])
def test_deal_keeps_a_wrong_amount_and_shows_why(
    event_room: EventRoom, director: Client, left: str
) -> None:
    in_the_money(event_room)
    address = reverse("tournaments:deal", args=[event_room.row.pk])
    response = director.get(address, {"left": left})
    assert response.status_code == 200
    page = response.context["page"]
    assert page.left_refused
    assert f'value="{escape(left)}"' in response.content.decode()


def test_saved_counts_keep_what_is_left_to_play_for(
    event_room: EventRoom, director: Client
) -> None:
    in_the_money(event_room)
    form = {"ask": "count_stacks", "page": "deal", "left": "120", "stack-1": "50,000"}
    address = reverse("tournaments:act", args=[event_room.row.pk])
    response = director.post(address, form)
    assert response["Location"].endswith("?left=120")
    page = director.get(response["Location"]).context["page"]
    assert page.left == 12_000


def test_bagged_stacks_are_posted_by_size_and_seats_wait_for_tables(
    event_room: EventRoom, director: Client
) -> None:
    event_room.enter("Amber Spindle", "Tin Trowel")
    event_room.execute(c.StartClock())
    event_room.execute(c.PauseClock())
    for number, chips in ((1, 15_000), (2, 25_000)):
        event_room.execute(c.BagStack(number, chips, f"B{number}"))
        event_room.execute(c.VerifyBag(number, chips))
    event_room.execute(c.EndDay())
    address = reverse("tournaments:bags", args=[event_room.row.pk])
    response = director.get(address)
    page = response.context["page"]
    assert [row.entry.number for row in page.rows] == [2, 1]
    assert (page.done, page.counted, page.expected) == (2, 40_000, 0)
    text = response.content.decode()
    assert "25,000, bag B2" in text
    assert "Add the tables of the next day under Tables" in text
    status, text = post(director, event_room, ask="begin_day", page="bags")
    assert status >= 400
    assert "Add tables first." in text
    event_room.execute(c.AddTable("T1", 8))
    assert "Draw seats for the next day" in director.get(address).content.decode()
    assert post(director, event_room, ask="begin_day", page="bags")[0] == 200
    assert event_room.event.day == 2


def test_day_without_a_stack_begins_without_an_error(
    event_room: EventRoom, director: Client
) -> None:
    event_room.execute(c.StartClock())
    event_room.execute(c.EndDay())
    assert post(director, event_room, ask="begin_day", page="bags")[0] == 200


HOSTILE = ("9" * 5_000, "-1", "1e9", "٣", "0x10", "\t\t", "<script>alert(1)</script>", "'; --")


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("name", COMMANDS)
def test_hostile_forms_are_refused_and_change_nothing(
    event_room: EventRoom, director: Client, name: str, value: str
) -> None:
    event_room.enter("Amber Spindle", "Tin Trowel", "Warm Stool")
    before = event_room.event
    fields = {field.name: value for field in msgspec.structs.fields(COMMANDS[name])}
    form = fields | {"ask": name, "page": value, "stack-" + value: value, "share-x": value}
    status, _ = post(director, event_room, **form)
    if status == 200:
        assert name in FREE_TEXT
    else:
        assert status in (400, 403, 404, 409, 422)
        assert event_room.event == before
