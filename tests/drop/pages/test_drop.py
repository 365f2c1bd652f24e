"""The drop pages: access, the second agent's page, refusals that keep the entered data, and printouts."""

import re
import sys
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from drop.boxes import BoxPickup, boxes_pull
from drop.models import DropBox, DropCount, DropResult
from drop.pages.drop_page import DropPage
from drop.shifts import periods
from staff.models import Staff
from tables.models import Plaque, Table
from tests.support.drop_fixtures import SHIFTS, House, game, house, room
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import PIN, create_staff

__all__ = ["game", "house", "room"]
INDEX = "/floor/drop/"


def page_text(response: Any) -> str:
    return str(response.content.decode())


def play_hands(house: House, hands: int) -> None:
    """Play hands one minute ago, because the pages use the real time."""
    house.game.now = timezone.now() - timedelta(minutes=1)
    for _ in range(hands):
        house.play_hand()


def pull_box(house: House, number: str = "B7") -> DropBox:
    now = timezone.now()
    return boxes_pull(
        room=house.table.room,
        pickups=[BoxPickup(house.table.pk, number, 0)],
        badge="201",
        pin=PIN,
        shift=periods(timezone.localtime(now), SHIFTS)[0].key,
        now=now,
    )[0]


def post_count(
    client: Client, box: DropBox, badge: str, ones_count: int, /, **fields: object
) -> Any:
    data = {"n-2500": "", "n-500": "", "n-100": ones_count, "total": ones_count, "round": 1}
    data |= {"badge": badge, "pin": PIN}
    return client.post(f"{INDEX}{box.pk}/count", data | fields)


def pdf_text(response: Any) -> str:
    assert response["Content-Type"] == "application/pdf"
    return " ".join(PdfReader(BytesIO(response.content)).pages[0].extract_text().split())


def test_drop_run_keeps_one_shift_for_all_boxes(house: House) -> None:
    room = house.table.room
    oak = Staff.objects.get(badge="201")
    at = periods(timezone.localtime(), SHIFTS)[0].begins + timedelta(minutes=20)
    before = DropPage(room, oak, at, {}).shift
    taking = [BoxPickup(house.table.pk, "B7", 0)]
    boxes_pull(room=room, pickups=taking, badge="201", pin=PIN, shift=before, now=at)
    assert DropPage(room, oak, at + timedelta(minutes=5), {}).shift == before


def test_box_is_pulled_counted_and_printed(house: House) -> None:
    play_hands(house, 1)
    client = sign_in_client("401")  # the desk may open the drop, but not calls
    page = page_text(client.get(INDEX))
    assert "Pull boxes" in PageContent(page).names("heading")
    assert reverse("floor:map") not in {link.href for link in PageContent(page).links()}
    now = timezone.localtime(timezone.now())
    data = {f"box-{house.table.pk}": "b7", f"last-{house.table.pk}": 0, "badge": "201", "pin": PIN}
    data["shift"] = periods(now, SHIFTS)[1].key
    assert client.post(f"{INDEX}take/{house.table.room_id}", data).status_code == 302
    box = DropBox.objects.get()
    assert (box.number, box.taken_by.alias, box.chips) == ("B7", "Oak", [2500, 500, 100])
    slip = f"{INDEX}{box.pk}/slip.pdf"
    assert client.get(slip).status_code == 409
    assert post_count(client, box, "401", 1).status_code == 302
    assert post_count(sign_in_client("201"), box, "201", 1).status_code == 302
    page = page_text(client.get(INDEX))
    PageContent(page).item("matches log")
    PageContent(page).heading(re.compile(r" 1 box, \$1, \$0 vs\. log$"))
    for day in (f"{box.day}", "yesterday"):
        PageContent(client.get(INDEX, {"day": day})).heading(re.compile(r" 1 box, \$1"))
    assert (
        "No boxes counted for Feb 1, 2020"
        in PageContent(client.get(INDEX, {"day": "2020-02-01"})).region("Counted").text
    )
    printed_text = pdf_text(client.get(slip))
    for heading in (
        "Drop count",
        "T1",
        "Limit hold\u2019em 4/8",
        "B7",
        box.shift,
        "Cobalt",
        "Oak",
        "$25",
        "Variance",
    ):
        assert heading in printed_text
    assert f"{box.day:%B %-d, %Y}" in printed_text


def test_second_agent_gets_no_figure_of_the_first_count_or_the_log(house: House) -> None:
    play_hands(house, 3)
    box = pull_box(house)
    first = sign_in_client("401")
    second = sign_in_client("201")
    responses = [post_count(first, box, "401", 73119, **{"n-500": 8, "total": 73159})]
    box_url = f"{INDEX}{box.pk}/"
    slip_url = f"{INDEX}{box.pk}/slip.pdf"
    wrong_forms: list[dict[str, object]] = [
        {"badge": "401"},  # the first agent again
        {"pin": "0000"},
        {"total": 99},
        {"total": "x"},
        {"n-100": "-1"},
        {"round": 2},
        {"badge": "402"},
    ]
    for client in (second, first):
        responses += [
            client.get(address) for address in (INDEX, box_url, slip_url, "/floor/", "/floor/map/")
        ]
        responses += [post_count(client, box, "201", 5, **item) for item in wrong_forms]
        responses.append(
            client.post(f"{INDEX}{box.pk}/explain", {"badge": "201", "pin": PIN, "reason": "x"})
        )
        responses.append(
            client.post(f"{INDEX}{box.pk}/correct", {"badge": "301", "pin": PIN, "about": 1})
        )
    texts = [page_text(item) for item in responses]
    for figure in ("73119", "73,119", "73159", "73,159", "7315900", "$3<", "$3 ", "$3."):
        assert [page for page in texts if figure in page] == []
    assert DropCount.objects.count() == 1
    differs = post_count(second, box, "201", 5)
    after = [
        page_text(client.get(address)) for client in (first, second) for address in (INDEX, box_url)
    ]
    assert differs.status_code == 302
    for page in after:
        assert "73,159" not in page
        assert "73159" not in page
        assert "Recount: Cobalt and Oak" in PageContent(page).text


def test_refused_count_keeps_the_entered_data(house: House) -> None:
    box = pull_box(house)
    response = post_count(sign_in_client("401"), box, "401", 31, total="32.50")
    page = page_text(response)
    assert response.status_code == 422
    assert "The chips add up to $31, but the total says $32.50" in PageContent(page).alert()
    assert PageContent(page).field("$1").value == "31"
    assert PageContent(page).field("Total, $").value == "32.50"
    data = {
        f"box-{house.table.pk}": "x 1",
        f"last-{house.table.pk}": box.pk,
        "badge": "201",
        "pin": PIN,
    }
    data["shift"] = f"{box.day} {box.shift}"
    page = page_text(sign_in_client("201").post(f"{INDEX}take/{house.table.room_id}", data))
    assert "isn\u2019t a box number" in PageContent(page).alert()
    assert PageContent(page).field(re.compile("^T1 no drop since")).value == "x 1"


def test_a_large_difference_is_explained_then_corrected(house: House) -> None:
    box = pull_box(house)
    supervisor = sign_in_client("201")
    box_url = f"{INDEX}{box.pk}/"
    post_count(sign_in_client("401"), box, "401", 30)
    post_count(supervisor, box, "201", 30)
    assert "Variances to explain" in PageContent(supervisor.get(INDEX)).names("heading")
    assert "+$30" in PageContent(supervisor.get(box_url)).definition("Variance")
    data: dict[str, Any] = {"badge": "201", "pin": PIN, "reason": "Chips of the shift before."}
    assert supervisor.post(f"{box_url}explain", data).status_code == 302
    assert "Chips of the shift before." in pdf_text(supervisor.get(f"{box_url}slip.pdf"))
    data = {
        "badge": "301",
        "pin": PIN,
        "reason": "Counted again by the cage.",
        "about": DropResult.objects.get().pk,
    }
    data |= {"n-100": 29, "total": 29}
    assert "Record a correction" not in PageContent(supervisor.get(box_url)).text
    assert supervisor.post(f"{box_url}correct", data | {"badge": "201"}).status_code == 403
    assert sign_in_client("301").post(f"{box_url}correct", data).status_code == 302
    printed_text = pdf_text(supervisor.get(f"{box_url}slip.pdf"))
    assert "Drop count correction" in printed_text
    assert "Hornbeam, corrected" in printed_text


@pytest.mark.parametrize(
    ("role", "sees", "counts"),
    [("anonymous", 302, 401), ("dealer", 403, 403), ("surveillance", 200, 302), ("desk", 200, 302)],
)
def test_session_shows_the_page_and_the_badge_counts(
    house: House, role: str, sees: int, counts: int
) -> None:
    """The session decides who sees the page. The badge in the form decides who counted."""
    create_staff("surveillance", alias="Lens", badge="501")
    box = pull_box(house)
    badge = {"dealer": "101", "surveillance": "501", "desk": "401"}.get(role)
    client = sign_in_client(badge) if badge else Client()
    assert client.get(INDEX).status_code == sees
    assert client.get(f"{INDEX}{box.pk}/").status_code == sees
    if badge:
        assert post_count(client, box, badge, 1).status_code == (302 if role == "desk" else 403)
    if role == "surveillance":
        assert "SEND MY COUNT" not in PageContent(client.get(f"{INDEX}{box.pk}/")).text
    assert post_count(client, box, "201", 1).status_code == counts


def test_floor_sign_in_admits_the_desk_to_the_drop_only(house: House) -> None:
    sign_in_url = reverse("floor:sign-in")
    data = {"badge": "401", "pin": PIN}
    assert Client().post(sign_in_url, data).status_code == 403
    client = Client()
    assert client.post(sign_in_url, data | {"next": INDEX})["Location"] == INDEX
    assert client.get(reverse("floor:index")).status_code == 403


def test_plaque_is_printed_with_the_url_of_the_board(
    house: House,
) -> None:
    client = sign_in_client("201")
    printed_text = pdf_text(client.get("/floor/tables/T1/plaque.pdf"))
    for heading in (
        "T1",
        "Limit $4 and $8",
        "Blinds $2 and $4",
        "Rake 10%",
        f"/board/{house.table.room_id}",
    ):
        assert heading in printed_text
    version = Plaque.objects.get()
    assert "Limit $4 and $8" in pdf_text(client.get(f"/floor/plaques/{version.pk}.pdf"))
    Table.objects.update(plaque=None)
    response = client.get("/floor/tables/T1/plaque.pdf")
    assert response.status_code == 409
    assert "T1 has no plaque" in PageContent(response).alert()
    assert client.get("/floor/tables/T9/plaque.pdf").status_code == 404
    assert sign_in_client("401").get("/floor/tables/T1/plaque.pdf").status_code == 403


def test_missing_pango_is_named_on_the_page(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    client = sign_in_client("201")
    response = client.get("/floor/tables/T1/plaque.pdf")
    assert response.status_code == 503
    assert "libpango-1.0-0" in PageContent(response).alert()
    assert client.get(INDEX).status_code == 200
