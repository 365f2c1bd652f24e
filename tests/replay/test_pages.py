"""Replay at the server: finding a hand as people ask for it, its steps, files, who reads it."""

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

from audit.models import Act
from journal import evidence
from poker import commands as c
from poker.irregularities.load import catalogue
from poker.irregularities.model import Catalogue
from poker.rules import HouseRules
from replay.cited_rules import CURRENT_TEXT, STORED_TEXT, clause_text
from rulings.calls import final_rulings
from rulings.calls.cited_text import cited_text
from rulings.calls.models import Ruling
from rulings.incidents.models import Incident
from tables.effective_rules import rules_of
from tables.models import RulesFrom, Sitting
from tests.floor_ui.conftest import Desk, signed_in
from tests.tables.room import NOW, Small, staff

pytestmark = pytest.mark.db


def text(answer: Any) -> str:
    return str(answer.content.decode())


def says(page: str, *words: str) -> None:
    assert [text for text in words if text not in page] == []


def asked(text: str, badge: str = "201", **more: str) -> Any:
    return signed_in(badge).get(reverse("replay:index"), {"q": text} | more)


def here(desk: Desk, name: str = "hand", where: object = 1) -> str:
    table = desk.floor.game.table
    return reverse(f"replay:{name}", args=[table.room_id, table.name, where])


def ruled(desk: Desk) -> None:
    """The call is decided."""
    data: dict[str, Any] = desk.by()
    final_rulings.ruling_accept(call=desk.call, now=desk.floor.game.now, **data)


def test_a_hand_is_found_as_people_ask_for_it(desk: Desk) -> None:
    ruled(desk)
    url = here(desk)
    with patch("django.utils.timezone.now", return_value=desk.floor.game.now + timedelta(hours=1)):
        for text in ("T1", "table 1", "t1 hand 1", "T1/1"):
            assert asked(text)["Location"] == url
        at = asked("T1 at 21:42")["Location"]
    assert at.startswith(here(desk, where=0)), "the first thing in that minute came before a hand"
    match = asked(f"T1 {NOW + timedelta(seconds=8):%Y-%m-%d %H:%M:%S}")["Location"]
    number = int(match.partition("step=")[2])
    assert number >= 1
    said = asked("T1 21:42:08", day=f"{NOW:%Y-%m-%d}")["Location"]
    assert said == match


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("T9 at 21:43", 404, "No table T9 in this room."),
        ("T1 hand 99", 404, "T1 has no hand 99."),
        ("21:43", 422, "name a table with a time or hand"),
        ("T1 2020-01-01 10:00", 422, "T1 has nothing logged at that time"),
        ("T1 2199-01-01 10:00", 422, "is in the future"),
        ("<b>x", 404, "No table &lt;b&gt;x in this room."),
    ],
)
def test_what_is_not_there_is_said_and_what_was_typed_stays(
    desk: Desk, words: str, status: int, said: str
) -> None:
    answer = asked(words)
    assert answer.status_code == status
    says(text(answer), said, 'name="q"')
    if "<" not in words:
        says(text(answer), f'value="{words}"')


def test_other_addresses_lead_to_the_same_hand(desk: Desk) -> None:
    client = signed_in("201")
    seq = desk.call.seq
    answer = client.get(here(desk, where=f"e{seq}"))
    page = text(client.get(answer["Location"]))
    says(page, "Floor called")
    assert re.search(r'aria-current="step"[^§]*?Floor called', page)
    assert client.get(here(desk, where=f"{NOW:%Y-%m-%dT%H:%M}")).status_code == 302
    assert client.get(here(desk, where="e999999")).status_code == 404
    assert client.get(here(desk, where="nonsense")).status_code == 404
    assert client.get(here(desk, where="99")).status_code == 404
    assert client.get(here(desk, where="2026-99-99T10:00")).status_code == 422


def test_a_step_says_who_when_and_what_and_draws_it(desk: Desk) -> None:
    ruled(desk)
    client = signed_in("201")
    page = text(client.get(here(desk)))
    total = int(re.findall(r'data-steps="(\d+)"', page)[0])
    says(page, "T1, hand 1", f"Step 1 of {total}", "Hand 1 begins", 'aria-current="step"')
    last = text(client.get(here(desk), {"step": total}))
    says(last, "final, by", "the room", "Wren")
    assert text(client.get(here(desk), {"step": 999})) != page
    part = client.get(here(desk), {"step": 2}, headers={"X-Part": "stage"})
    says(text(part), 'id="caption"', "<svg", f"Step 2 of {total}")
    assert "<html" not in text(part)
    for odd in ("0", "-1", "x", "٣", "9" * 30):
        assert client.get(here(desk), {"step": odd}).status_code == 200


def test_calls_rulings_and_incidents_stand_at_their_place(desk: Desk) -> None:
    game = desk.floor.game
    client = signed_in("201")
    page = text(client.get(here(desk)))
    says(page, reverse("floor:call", args=[desk.call.pk]))
    ruled(desk)
    sitting = Sitting.objects.filter(table=game.table)[0]
    Incident.objects.create(
        command_id=uuid4(),
        category="abuse_of_dealer",
        severity=2,
        player=sitting.visit.player,
        table=game.table,
        seat=sitting.seat,
        hand=1,
        at=game.now,
        recorded_by=desk.floor.oak,
        note="Shouted at the dealer.",
    )
    page = text(client.get(here(desk)))
    ruling = desk.call.ruling
    says(page, reverse("floor:ruling", args=[ruling.pk]), ruling.number, "Incident, serious")
    at = page.index('class="mark ruling"')
    assert "final, by" in page[page.rindex("<li", 0, at) : at]


def test_what_was_taken_back_is_struck_through_and_can_be_looked_at(game: Small) -> None:
    staff("supervisor", alias="Oak", badge="201")
    game.do(c.Act(4, "raise"))
    game.do(c.Act(1, "fold"))
    game.do(c.Undo())
    game.do(c.Act(1, "call"))
    url = reverse("replay:hand", args=[game.table.room_id, "T1", 1])
    client = signed_in("201")
    page = text(client.get(url, {"step": 2}))
    says(page, "Undone later", ' class=" gone"', "<i>undone</i>", ">folded<")
    page = text(client.get(url, {"step": 3}))
    says(page, "Undone: ", 'data-step="2">Step 2</a>')
    assert "folded" not in re.findall(r'<svg class="felt wide".*?</svg>', page, re.DOTALL)[0]


def test_the_history_is_written_or_refused_in_a_sentence(game: Small) -> None:
    staff("supervisor", alias="Oak", badge="201")
    client = signed_in("201")
    url = reverse("replay:phh", args=[game.table.room_id, "T1", 1])
    game.do(c.Act(4, "raise"))
    answer = client.get(url)
    assert answer.status_code == 422
    says(text(answer), "This hand isn\u2019t over", "Back to the hand")
    for seat in (1, 2, 3):
        game.do(c.Act(seat, "fold"))
    game.do(c.AwardPot((4,)))
    answer = client.get(url)
    assert answer["Content-Disposition"] == 'attachment; filename="Small-room-T1-1.phh"'
    says(text(answer), 'variant = "FT"', "hand = 1")
    assert Act.objects.get(verb="hand_exported").after == {"hand": 1}
    assert client.get(reverse("replay:phh", args=[game.table.room_id, "T1", 9])).status_code == 404


def test_evidence_can_be_checked_elsewhere(desk: Desk, tmp_path: Any, capsys: Any) -> None:
    ruled(desk)
    answer = signed_in("201").post(here(desk, "evidence", 1))
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="evidence-Small-room-T1-1.zip"'
    data = answer.content
    checked = evidence.check(data)
    assert checked.problems == ()
    about = checked.bundle.about
    assert about["made_by"]["alias"] == "Oak"
    assert about["rulings"][0]["number"] == desk.call.ruling.number
    clause = about["rulebook"]["clauses"][0]
    assert (clause["ruling"], clause["words"]) == (desk.call.ruling.number, STORED_TEXT)
    assert clause["text"]
    assert len(about["rulebook"]["settings"]) > 40
    assert checked.names == 4
    with ZipFile(BytesIO(data)) as archive:
        assert b"Pebble 1" not in archive.read("bundle.json"), "names stand beside"
        paper = PdfReader(BytesIO(archive.read("evidence.pdf")))
    text = "".join(page.extract_text() for page in paper.pages)
    says(text.replace("\n", ""), checked.digest, checked.bundle.entries[-1].hash)
    says(text, "Evidence: T1, hand 1", "Hand 1 begins")
    act = Act.objects.get(verb="evidence_made")
    assert act.after == {"hand": 1, "digest": checked.digest}

    path = tmp_path / "evidence.zip"
    path.write_bytes(data)
    call_command("verify_journal", bundle=path)
    assert "the log here has the same entries" in capsys.readouterr().out
    path.write_bytes(data.replace(b'"staff.', b'"stafE.'))
    with pytest.raises(CommandError, match=r"entry [0-9]+: its content doesn't match its hash"):
        call_command("verify_journal", bundle=path)


def test_the_words_of_a_ruling_are_those_of_when_it_was_made(desk: Desk) -> None:
    ruled(desk)
    ruling = desk.call.ruling
    assert ruling.words == cited_text(catalogue().rows[ruling.key], HouseRules())
    # The clause is said otherwise since, and a version has come that chooses otherwise.
    row = catalogue().rows[ruling.key]
    other = msgspec.structs.replace(row, text="Said otherwise since.")
    newer = Catalogue({**catalogue().rows, ruling.key: other}, catalogue().facts)
    with patch("replay.cited_rules.catalogue", return_value=newer):
        kept = clause_text(ruling)
        assert (kept["text"], kept["words"]) == (row.text, STORED_TEXT)
        ruling.words = None  # of one from before they were kept
        today = clause_text(ruling)
    assert (today["text"], today["words"]) == ("Said otherwise since.", CURRENT_TEXT)


def test_a_ruling_from_before_words_were_kept_has_the_settings_of_its_version(desk: Desk) -> None:
    table = desk.floor.game.table
    chosen = {"dealer_remedies": "none"}
    RulesFrom.objects.create(room=table.room, version=7, settings=chosen, effective_from=NOW)
    row = next(
        irregularity
        for irregularity in catalogue().rows.values()
        if cited_text(irregularity, HouseRules())["settings"]
    )
    ruling = Ruling(number="R 1", key=row.key, clause=row.clause, version=7, room=table.room)
    data = clause_text(ruling)
    wanted = cited_text(row, rules_of(RulesFrom.objects.get(version=7)))
    assert (data["settings"], data["version"]) == (wanted["settings"], 7)
    ruling.version = 8  # nobody knows of it
    assert clause_text(ruling)["settings"] == []


def test_reading_is_written_down(desk: Desk) -> None:
    desk.client("surveillance").get(here(desk))
    desk.client("surveillance").get(here(desk), headers={"X-Part": "stage"})
    act = Act.objects.get(verb="hand_replayed")
    assert (act.alias, act.after) == ("Lens", {"hand": 1})
