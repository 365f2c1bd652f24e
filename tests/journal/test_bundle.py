"""Evidence bundles: packed the same each time, checked without a database, and a changed byte is found anywhere."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from journal import evidence
from journal.chain import GENESIS, link, reference
from journal.evidence import (
    Bundle,
    BundleEntry,
    BundleHead,
    BundleText,
    UnreadableBundle,
    check,
    pack,
)
from journal.head_comparison import bundle_mismatch
from journal.models import Name
from poker.commands import AwardPot
from tables.hand_log import find_hand_range, hand_hashed, head_of, texts_of
from tests.journal.table import HAND, LoggedTable

REF = reference(salt="ab", player="p1", note=False, text="Kettle")
TEXTS = [BundleText(REF, "p1", False, "Kettle", "ab")]


def entry(seq: int, prev: str, data: str = "{}") -> BundleEntry:
    """One that was hashed as the log does it."""
    said: dict[str, Any] = {
        "seq": seq,
        "command_id": f"c{seq}",
        "index": 0,
        "name": "x",
        "version": 1,
    }
    bundle_entry = BundleEntry(
        **said, data=data, at=1_000_000 + seq, actor="staff.1", prev_hash=prev, hash=""
    )
    this = link(
        **said, prev_hash=prev, stream="table.1", data=data, at=bundle_entry.moment, actor="staff.1"
    )
    return msgspec.structs.replace(bundle_entry, hash=this)


def bundle() -> Bundle:
    first = entry(5, GENESIS)
    second = entry(6, first.hash, f'{{"name":{{"~":"{REF}"}}}}')
    third = entry(7, second.hash)
    return Bundle(
        evidence.FORMAT, "table.1", (first, second, third), BundleHead(9, "f" * 64), {"hand": 1}
    )


def files(
    bundle: Bundle, texts: list[BundleText] = TEXTS, paper: bytes = b"%PDF-1.7 paper"
) -> dict[str, bytes]:
    return {
        evidence.BUNDLE: evidence.encode(bundle),
        evidence.NAMES: evidence.encode(texts),
        evidence.PAPER: paper,
    }


def problems(data: bytes) -> tuple[str, ...]:
    return check(data).problems


def test_what_was_made_holds_and_is_made_the_same_again() -> None:
    data = pack(files(bundle()))
    assert problems(data) == ()
    assert pack(files(bundle())) == data


def test_every_changed_byte_is_found() -> None:
    data = pack(files(bundle()))
    rng = random.Random(7)
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 1 << rng.randrange(8)
        try:
            assert problems(bytes(changed)), at
        except UnreadableBundle:
            continue


@pytest.mark.parametrize("cut", [0, 1, 30, 500])
def test_what_was_cut_off_is_no_bundle(cut: int) -> None:
    data = pack(files(bundle()))
    with pytest.raises(UnreadableBundle):
        check(data[: len(data) - 30 - cut])


def test_the_first_wrong_entry_is_told_also_where_the_sums_are_made_anew() -> None:
    made = bundle()
    first, second, third = made.entries
    forged = msgspec.structs.replace(second, actor="staff.2")
    message = problems(pack(files(msgspec.structs.replace(made, entries=(first, forged, third)))))
    assert message[0] == "entry 6: its content doesn't match its hash"
    message = problems(pack(files(msgspec.structs.replace(made, entries=(first, third)))))
    assert message[0] == "entry 7: doesn't follow the entry before it"
    late = msgspec.structs.replace(made, head=BundleHead(6, second.hash))
    assert problems(pack(files(late)))[0].startswith("entry 7: the log's last entry")


def test_a_name_that_was_changed_or_left_out_is_found() -> None:
    other = [msgspec.structs.replace(TEXTS[0], text="Ladle")]
    assert problems(pack(files(bundle(), other)))[0] == (
        "a name of player p1 doesn't match its hash"
    )
    assert problems(pack(files(bundle(), []))) == ("entry 6: 1 of its names are missing",)
    bundle_texts = [msgspec.structs.replace(TEXTS[0], text="", salt="")]
    assert problems(pack(files(bundle(), bundle_texts))) == ()  # it was forgotten before


def test_the_command_needs_no_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("journal.head_comparison.has_local_log", lambda: False)
    path = tmp_path / "hand.zip"
    path.write_bytes(pack(files(bundle())))
    call_command("verify_journal", bundle=path)
    assert "no log here to compare" in capsys.readouterr().out
    path.write_bytes(path.read_bytes().replace(b"staff.1", b"staff.2"))
    with pytest.raises(CommandError, match="entry 5"):
        call_command("verify_journal", bundle=path)
    path.write_bytes(b"no zip")
    with pytest.raises(CommandError, match="isn't an evidence bundle"):
        call_command("verify_journal", bundle=path)
    with pytest.raises(CommandError, match="can't read"):
        call_command("verify_journal", bundle=tmp_path / "none.zip")


def test_paper_says_whether_a_bundle_is_of_its_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("journal.head_comparison.has_local_log", lambda: False)
    path = tmp_path / "hand.zip"
    path.write_bytes(pack(files(bundle())))
    held = bundle().entries[1].hash
    heads = [f"table.1:6:{held[:16]}", f"table.1:4:{GENESIS[:16]}", f"table.1:9:{'F' * 16}"]
    call_command("verify_journal", bundle=path, head=heads)
    message = capsys.readouterr().out
    assert message.count("the bundle has it") == 3
    assert "this doesn't prove they are the room's" in message
    for head, why in (
        (f"table.1:6:{'0' * 16}", "DIFFERS, the bundle has a different one"),
        (f"table.2:6:{held[:16]}", "can't tell"),
        (f"table.1:8:{held[:16]}", "can't tell"),
    ):
        with pytest.raises(CommandError, match="1 of 1 heads"):
            call_command("verify_journal", bundle=path, head=[head])
        assert why in capsys.readouterr().out
    for none in ("table.1", "table.1:6:abc", "table.1:six:" + "0" * 16, ":6:" + "0" * 16):
        with pytest.raises(CommandError, match="isn't a chain head"):
            call_command("verify_journal", bundle=path, head=[none])


@pytest.mark.db
def test_paper_says_whether_a_log_is_the_one_it_was_printed_from(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    seq, hashed = table.stream.seq, table.stream.hash
    table.do(*HAND)
    call_command("verify_journal", head=[f"table.1:{seq}:{hashed[:16]}"])
    assert "the log here has it" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("verify_journal", head=[f"table.1:{seq + 1}:{hashed[:16]}"])


@pytest.mark.db
def test_the_log_here_says_whether_it_is_its_own(table: LoggedTable) -> None:
    table.do(*HAND)
    stream = table.stream
    place = find_hand_range(stream, 1)
    assert place is not None
    entries = hand_hashed(stream, place)
    bundle = Bundle(evidence.FORMAT, stream.key, entries, head_of(stream), {})
    texts = texts_of({row.ref for row in Name.objects.all()})
    assert problems(pack(files(bundle, texts))) == ()
    assert bundle_mismatch(bundle) == ""
    table.do(AwardPot((1,)))
    assert bundle_mismatch(bundle) == "", "the log went on since"
    other = msgspec.structs.replace(entries[1], hash="0" * 64)
    forged = msgspec.structs.replace(bundle, entries=(entries[0], other))
    assert bundle_mismatch(forged) == f"entry {other.seq}: different in the log here"
    assert "table.99" in bundle_mismatch(msgspec.structs.replace(bundle, stream="table.99"))
    late = msgspec.structs.replace(bundle, head=BundleHead(stream.seq + 5, "0" * 64))
    assert bundle_mismatch(late).startswith(f"entry {stream.seq + 5}")
