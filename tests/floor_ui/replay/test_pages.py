"""Replay on the server: finding a hand, its steps, files, and permissions."""

import re
from datetime import timedelta
from io import BytesIO
from typing import Any
from unittest.mock import patch
from uuid import uuid4
from zipfile import ZipFile

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from pypdf import PdfReader

from floor_ui.replay.cited_rules import CURRENT_TEXT, STORED_TEXT, clause_text
from journal import evidence
from poker import commands as c
from poker.irregularities.load import catalogue
from poker.irregularities.model import Catalogue
from poker.rules import HouseRules
from rulings.calls import final_rulings
from rulings.calls.cited_text import cited_text
from rulings.calls.models import Ruling
from rulings.incidents.models import Incident
from staff.models import AuditEvent
from tables.effective_rules import rules_of
from tables.models import EffectiveRules, SeatSession
from tests.support.floor_fixtures import CallDesk, sign_in_client
from tests.support.room import NOW, TableDriver, create_staff


def page_text(response: Any) -> str:
    return str(response.content.decode())


def assert_contains(page: str, *phrases: str) -> None:
    assert [text for text in phrases if text not in page] == []


def search_hand(text: str, badge: str = "201", **fields: str) -> Any:
    return sign_in_client(badge).get(reverse("replay:index"), {"q": text} | fields)


def replay_url(desk: CallDesk, name: str = "hand", args: object = 1) -> str:
    table = desk.floor.game.table
    return reverse(f"replay:{name}", args=[table.room_id, table.name, args])


def rule_on_call(desk: CallDesk) -> None:
    """Accept the proposal for the call."""
    data: dict[str, Any] = desk.ruling_data()
    final_rulings.ruling_accept(call=desk.call, now=desk.floor.game.now, **data)


def test_hand_is_found_by_table_number_and_time(desk: CallDesk) -> None:
    rule_on_call(desk)
    url = replay_url(desk)
    with patch("django.utils.timezone.now", return_value=desk.floor.game.now + timedelta(hours=1)):
        for text in ("T1", "table 1", "t1 hand 1", "T1/1"):
            assert search_hand(text)["Location"] == url
        at = search_hand("T1 at 21:42")["Location"]
    assert at.startswith(replay_url(desk, args=0)), (
        "the first thing in that minute came before a hand"
    )
    match = search_hand(f"T1 {NOW + timedelta(seconds=8):%Y-%m-%d %H:%M:%S}")["Location"]
    number = int(match.partition("step=")[2])
    assert number >= 1
    location = search_hand("T1 21:42:08", day=f"{NOW:%Y-%m-%d}")["Location"]
    assert location == match


@pytest.mark.parametrize(
    ("query_text", "status", "message"),
    [
        ("T9 at 21:43", 404, "No table T9 in this room."),
        ("T1 hand 99", 404, "T1 has no hand 99."),
        ("21:43", 422, "name a table with a time or hand"),
        ("T1 2020-01-01 10:00", 422, "T1 has nothing logged at that time"),
        ("T1 2199-01-01 10:00", 422, "is in the future"),
        ("<b>x", 404, "No table &lt;b&gt;x in this room."),
    ],
)
def test_unknown_hand_is_reported_and_the_query_stays(
    desk: CallDesk, query_text: str, status: int, message: str
) -> None:
    response = search_hand(query_text)
    assert response.status_code == status
    assert_contains(page_text(response), message, 'name="q"')
    if "<" not in query_text:
        assert_contains(page_text(response), f'value="{query_text}"')


def test_entry_and_time_urls_open_the_same_hand(desk: CallDesk) -> None:
    client = sign_in_client("201")
    seq = desk.call.seq
    response = client.get(replay_url(desk, args=f"e{seq}"))
    page = page_text(client.get(response["Location"]))
    assert_contains(page, "Floor called")
    assert re.search(r'aria-current="step"[^§]*?Floor called', page)
    assert client.get(replay_url(desk, args=f"{NOW:%Y-%m-%dT%H:%M}")).status_code == 302
    assert client.get(replay_url(desk, args="e999999")).status_code == 404
    assert client.get(replay_url(desk, args="nonsense")).status_code == 404
    assert client.get(replay_url(desk, args="99")).status_code == 404
    assert client.get(replay_url(desk, args="2026-99-99T10:00")).status_code == 422


def test_step_shows_actor_time_action_and_diagram(desk: CallDesk) -> None:
    rule_on_call(desk)
    client = sign_in_client("201")
    page = page_text(client.get(replay_url(desk)))
    total = int(re.findall(r'data-steps="(\d+)"', page)[0])
    assert_contains(
        page, "T1, hand 1", f"Step 1 of {total}", "Hand 1 begins", 'aria-current="step"'
    )
    last = page_text(client.get(replay_url(desk), {"step": total}))
    assert_contains(last, "final, by", "the room", "Wren")
    assert page_text(client.get(replay_url(desk), {"step": 999})) != page
    part = client.get(replay_url(desk), {"step": 2}, headers={"X-Part": "stage"})
    assert_contains(page_text(part), 'id="caption"', "<svg", f"Step 2 of {total}")
    assert "<html" not in page_text(part)
    for invalid_number in ("0", "-1", "x", "٣", "9" * 30):
        assert client.get(replay_url(desk), {"step": invalid_number}).status_code == 200


def test_replay_shows_calls_rulings_and_incidents_at_their_steps(desk: CallDesk) -> None:
    game = desk.floor.game
    client = sign_in_client("201")
    page = page_text(client.get(replay_url(desk)))
    assert_contains(page, reverse("floor:call", args=[desk.call.pk]))
    rule_on_call(desk)
    seat_session = SeatSession.objects.filter(table=game.table)[0]
    Incident.objects.create(
        command_id=uuid4(),
        category="abuse_of_dealer",
        severity=2,
        player=seat_session.visit.player,
        table=game.table,
        seat=seat_session.seat,
        hand=1,
        at=game.now,
        recorded_by=desk.floor.oak,
        note="Shouted at the dealer.",
    )
    page = page_text(client.get(replay_url(desk)))
    ruling = desk.call.ruling
    assert_contains(
        page, reverse("floor:ruling", args=[ruling.pk]), ruling.number, "Incident, serious"
    )
    at = page.index('class="mark ruling"')
    assert "final, by" in page[page.rindex("<li", 0, at) : at]


def test_undone_steps_are_struck_through_and_viewable(game: TableDriver) -> None:
    create_staff("supervisor", alias="Oak", badge="201")
    game.execute(c.Act(4, "raise"))
    game.execute(c.Act(1, "fold"))
    game.execute(c.Undo())
    game.execute(c.Act(1, "call"))
    url = reverse("replay:hand", args=[game.table.room_id, "T1", 1])
    client = sign_in_client("201")
    page = page_text(client.get(url, {"step": 2}))
    assert_contains(page, "Undone later", ' class=" gone"', "<i>undone</i>", ">folded<")
    page = page_text(client.get(url, {"step": 3}))
    assert_contains(page, "Undone: ", 'data-step="2">Step 2</a>')
    assert "folded" not in re.findall(r'<svg class="diagram wide".*?</svg>', page, re.DOTALL)[0]


def test_hand_history_is_written_or_refused_with_a_message(game: TableDriver) -> None:
    create_staff("supervisor", alias="Oak", badge="201")
    client = sign_in_client("201")
    url = reverse("replay:phh", args=[game.table.room_id, "T1", 1])
    game.execute(c.Act(4, "raise"))
    response = client.get(url)
    assert response.status_code == 422
    assert_contains(page_text(response), "This hand isn\u2019t over", "Back to the hand")
    for seat in (1, 2, 3):
        game.execute(c.Act(seat, "fold"))
    game.execute(c.AwardPot((4,)))
    response = client.get(url)
    assert response["Content-Disposition"] == 'attachment; filename="Small-room-T1-1.phh"'
    assert_contains(page_text(response), 'variant = "FT"', "hand = 1")
    assert AuditEvent.objects.get(verb="hand_exported").after == {"hand": 1}
    assert client.get(reverse("replay:phh", args=[game.table.room_id, "T1", 9])).status_code == 404


def test_evidence_bundle_verifies_without_the_server(
    desk: CallDesk, tmp_path: Any, capsys: Any
) -> None:
    rule_on_call(desk)
    response = sign_in_client("201").post(replay_url(desk, "evidence", 1))
    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"] == 'attachment; filename="evidence-Small-room-T1-1.zip"'
    data = response.content
    check_result = evidence.check(data)
    assert check_result.problems == ()
    about = check_result.bundle.about
    assert about["made_by"]["alias"] == "Oak"
    assert about["rulings"][0]["number"] == desk.call.ruling.number
    clause = about["rulebook"]["clauses"][0]
    assert (clause["ruling"], clause["words"]) == (desk.call.ruling.number, STORED_TEXT)
    assert clause["text"]
    assert len(about["rulebook"]["settings"]) > 40
    assert check_result.names == 4
    with ZipFile(BytesIO(data)) as archive:
        assert b"Pebble 1" not in archive.read("bundle.json"), "names stand beside"
        pdf_reader = PdfReader(BytesIO(archive.read("evidence.pdf")))
    text = "".join(page.extract_text() for page in pdf_reader.pages)
    assert_contains(
        text.replace("\n", ""), check_result.digest, check_result.bundle.entries[-1].hash
    )
    assert_contains(text, "Evidence: T1, hand 1", "Hand 1 begins")
    act = AuditEvent.objects.get(verb="evidence_made")
    assert act.after == {"hand": 1, "digest": check_result.digest}

    path = tmp_path / "evidence.zip"
    path.write_bytes(data)
    call_command("verify_journal", bundle=path)
    assert "the log here has the same entries" in capsys.readouterr().out
    path.write_bytes(data.replace(b'"staff.', b'"stafE.'))
    with pytest.raises(CommandError, match=r"entry [0-9]+: its content doesn't match its hash"):
        call_command("verify_journal", bundle=path)


def test_ruling_keeps_the_clause_text_of_its_time(desk: CallDesk) -> None:
    rule_on_call(desk)
    ruling = desk.call.ruling
    assert ruling.words == cited_text(catalogue().rows[ruling.key], HouseRules())
    # The clause text has changed since, and a newer version has another setting.
    row = catalogue().rows[ruling.key]
    changed_row = msgspec.structs.replace(row, text="Said otherwise since.")
    newer = Catalogue({**catalogue().rows, ruling.key: changed_row}, catalogue().facts)
    with patch("floor_ui.replay.cited_rules.catalogue", return_value=newer):
        stored_clause = clause_text(ruling)
        assert (stored_clause["text"], stored_clause["words"]) == (row.text, STORED_TEXT)
        ruling.words = None  # a ruling from before texts were stored
        today = clause_text(ruling)
    assert (today["text"], today["words"]) == ("Said otherwise since.", CURRENT_TEXT)


def test_ruling_without_stored_text_uses_its_version(
    desk: CallDesk,
) -> None:
    table = desk.floor.game.table
    settings_chosen = {"dealer_remedies": "none"}
    EffectiveRules.objects.create(
        room=table.room, version=7, settings=settings_chosen, effective_from=NOW
    )
    row = next(
        irregularity
        for irregularity in catalogue().rows.values()
        if cited_text(irregularity, HouseRules())["settings"]
    )
    ruling = Ruling(number="R 1", key=row.key, clause=row.clause, version=7, room=table.room)
    data = clause_text(ruling)
    expected_text = cited_text(row, rules_of(EffectiveRules.objects.get(version=7)))
    assert (data["settings"], data["version"]) == (expected_text["settings"], 7)
    ruling.version = 8  # without a record
    assert clause_text(ruling)["settings"] == []


def test_replaying_a_hand_is_recorded(desk: CallDesk) -> None:
    desk.client("surveillance").get(replay_url(desk))
    desk.client("surveillance").get(replay_url(desk), headers={"X-Part": "stage"})
    act = AuditEvent.objects.get(verb="hand_replayed")
    assert (act.alias, act.after) == ("Lens", {"hand": 1})
