"""Evidence bundles: packed identically each time and checked without a database; any changed byte is detected."""

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
from journal.models import PersonalText
from poker.commands import AwardPot
from tables.hand_log import HandRange, hand_hashed, head_of, texts_of
from tests.support.logged_table import HAND, LoggedTable

REF = reference(salt="ab", player="p1", note=False, text="Kettle")
TEXTS = [BundleText(REF, "p1", False, "Kettle", "ab")]


def make_entry(seq: int, prev: str, data: str = "{}") -> BundleEntry:
    """Return an entry with the hash that the log would give it."""
    entry_data: dict[str, Any] = {
        "seq": seq,
        "command_id": f"c{seq}",
        "index": 0,
        "name": "x",
        "version": 1,
    }
    bundle_entry = BundleEntry(
        **entry_data, data=data, at=1_000_000 + seq, actor="staff.1", prev_hash=prev, hash=""
    )
    this = link(
        **entry_data,
        prev_hash=prev,
        stream="table.1",
        data=data,
        at=bundle_entry.moment,
        actor="staff.1",
    )
    return msgspec.structs.replace(bundle_entry, hash=this)


def make_bundle() -> Bundle:
    first = make_entry(5, GENESIS)
    second = make_entry(6, first.hash, f'{{"name":{{"~":"{REF}"}}}}')
    third = make_entry(7, second.hash)
    return Bundle(
        evidence.FORMAT, "table.1", (first, second, third), BundleHead(9, "f" * 64), {"hand": 1}
    )


def bundle_files(
    bundle: Bundle, texts: list[BundleText] = TEXTS, pdf_bytes: bytes = b"%PDF-1.7 paper"
) -> dict[str, bytes]:
    return {
        evidence.BUNDLE: evidence.encode(bundle),
        evidence.NAMES: evidence.encode(texts),
        evidence.PAPER: pdf_bytes,
    }


def bundle_problems(data: bytes) -> tuple[str, ...]:
    return check(data).problems


def test_bundle_is_valid_and_built_identically() -> None:
    data = pack(bundle_files(make_bundle()))
    assert bundle_problems(data) == ()
    assert pack(bundle_files(make_bundle())) == data


def test_every_changed_byte_is_detected() -> None:
    data = pack(bundle_files(make_bundle()))
    rng = random.Random(7)
    for at in range(len(data)):
        changed_data = bytearray(data)
        changed_data[at] ^= 1 << rng.randrange(8)
        try:
            assert bundle_problems(bytes(changed_data)), at
        except UnreadableBundle:
            continue


@pytest.mark.parametrize("cut", [0, 1, 30, 500])
def test_truncated_bundle_is_refused(cut: int) -> None:
    data = pack(bundle_files(make_bundle()))
    with pytest.raises(UnreadableBundle):
        check(data[: len(data) - 30 - cut])


def test_first_wrong_entry_is_reported_even_with_recomputed_hashes() -> None:
    valid_bundle = make_bundle()
    first, second, third = valid_bundle.entries
    forged = msgspec.structs.replace(second, actor="staff.2")
    message = bundle_problems(
        pack(bundle_files(msgspec.structs.replace(valid_bundle, entries=(first, forged, third))))
    )
    assert message[0] == "entry 6: its content doesn't match its hash"
    message = bundle_problems(
        pack(bundle_files(msgspec.structs.replace(valid_bundle, entries=(first, third))))
    )
    assert message[0] == "entry 7: doesn't follow the entry before it"
    late_bundle = msgspec.structs.replace(valid_bundle, head=BundleHead(6, second.hash))
    assert bundle_problems(pack(bundle_files(late_bundle)))[0].startswith(
        "entry 7: the log's last entry"
    )


def test_changed_or_missing_name_is_found() -> None:
    renamed_texts = [msgspec.structs.replace(TEXTS[0], text="Ladle")]
    assert bundle_problems(pack(bundle_files(make_bundle(), renamed_texts)))[0] == (
        "a name of player p1 doesn't match its hash"
    )
    assert bundle_problems(pack(bundle_files(make_bundle(), []))) == (
        "entry 6: 1 of its names are missing",
    )
    bundle_texts = [msgspec.structs.replace(TEXTS[0], text="", salt="")]
    assert (
        bundle_problems(pack(bundle_files(make_bundle(), bundle_texts))) == ()
    )  # the name was erased before


def test_command_verifies_a_bundle_without_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("journal.head_comparison.has_local_log", lambda: False)
    path = tmp_path / "hand.zip"
    path.write_bytes(pack(bundle_files(make_bundle())))
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


def test_printed_head_is_compared_with_a_bundle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("journal.head_comparison.has_local_log", lambda: False)
    path = tmp_path / "hand.zip"
    path.write_bytes(pack(bundle_files(make_bundle())))
    head_hash = make_bundle().entries[1].hash
    bundle_heads = [
        f"table.1:6:{head_hash[:16]}",
        f"table.1:4:{GENESIS[:16]}",
        f"table.1:9:{'F' * 16}",
    ]
    call_command("verify_journal", bundle=path, head=bundle_heads)
    message = capsys.readouterr().out
    assert message.count("the bundle has it") == 3
    assert "this doesn't prove they are the room's" in message
    for head, reason in (
        (f"table.1:6:{'0' * 16}", "DIFFERS, the bundle has a different one"),
        (f"table.2:6:{head_hash[:16]}", "can't tell"),
        (f"table.1:8:{head_hash[:16]}", "can't tell"),
    ):
        with pytest.raises(CommandError, match="1 of 1 heads"):
            call_command("verify_journal", bundle=path, head=[head])
        assert reason in capsys.readouterr().out
    for invalid_head in ("table.1", "table.1:6:abc", "table.1:six:" + "0" * 16, ":6:" + "0" * 16):
        with pytest.raises(CommandError, match="isn't a chain head"):
            call_command("verify_journal", bundle=path, head=[invalid_head])


def test_printed_head_is_compared_with_the_log(
    table: LoggedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    seq = table.stream.seq
    hashed = table.stream.hash
    table.execute(*HAND)
    call_command("verify_journal", head=[f"table.1:{seq}:{hashed[:16]}"])
    assert "the log here has it" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("verify_journal", head=[f"table.1:{seq + 1}:{hashed[:16]}"])


def test_bundle_is_compared_with_the_log_of_the_server(table: LoggedTable) -> None:
    table.execute(*HAND)
    stream = table.stream
    entry_range = HandRange(1, stream.base_seq + 1, stream.seq)
    entries = hand_hashed(stream, entry_range)
    bundle = Bundle(evidence.FORMAT, stream.key, entries, head_of(stream), {})
    texts = texts_of({row.ref for row in PersonalText.objects.all()})
    assert bundle_problems(pack(bundle_files(bundle, texts))) == ()
    assert bundle_mismatch(bundle) == ""
    table.execute(AwardPot((1,)))
    assert bundle_mismatch(bundle) == "", "the log went on since"
    changed_entry = msgspec.structs.replace(entries[1], hash="0" * 64)
    forged = msgspec.structs.replace(bundle, entries=(entries[0], changed_entry))
    assert bundle_mismatch(forged) == f"entry {changed_entry.seq}: different in the log here"
    assert "table.99" in bundle_mismatch(msgspec.structs.replace(bundle, stream="table.99"))
    late_bundle = msgspec.structs.replace(bundle, head=BundleHead(stream.seq + 5, "0" * 64))
    assert bundle_mismatch(late_bundle).startswith(f"entry {stream.seq + 5}")
