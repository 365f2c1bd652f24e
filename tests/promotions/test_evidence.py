"""The evidence bundle of a hand with a claim has the ledger of its fund, which is checked without a database."""

from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from journal import evidence
from poker import commands as p
from promotions.models import PromotionVersion
from promotions.rules import fund_commands as c
from tests.support.floor_fixtures import sign_in_client
from tests.support.fund_room import TIERS, FundRoom

pytestmark = pytest.mark.django_db(transaction=True)
LEDGER = "fund-1.csv"


@pytest.fixture
def funds(transactional_db: None) -> FundRoom:
    return FundRoom(surveillance=False)


@pytest.fixture
def bad_beat(funds: FundRoom) -> PromotionVersion:
    version = funds.publish(games=(), tiers=TIERS, players=4, pot=0)
    funds.fill(100_000)
    funds.open_table()
    return version


def bundle_of(funds: FundRoom, hand: int = 1) -> bytes:
    url = reverse("replay:evidence", args=[funds.room.pk, "T1", hand])
    content: bytes = sign_in_client("201").post(url).content
    return content


def files_of(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != evidence.SUMS}


def repacked(data: bytes, name: str, old: bytes, new: bytes, *, lists: bool) -> bytes:
    """Return the bundle with a changed file and new sums; with `lists`, `bundle.json` has its digest too."""
    files = files_of(data)
    assert old in files[name]
    files[name] = files[name].replace(old, new)
    if lists:
        bundle = msgspec.json.decode(files[evidence.BUNDLE], type=evidence.Bundle)
        listed = tuple(
            msgspec.structs.replace(row, sha256=evidence.digest(files[row.name]))
            for row in bundle.files
        )
        files[evidence.BUNDLE] = evidence.encode(msgspec.structs.replace(bundle, files=listed))
    return evidence.pack(files)


def pay_all(funds: FundRoom) -> None:
    funds.verify(funds.state.hits[-1])
    for share in funds.state.hits[-1].shares:
        funds.send(c.Pay(1, share.seat, "check"), "desk")


def test_bundle_of_a_claimed_hand_has_the_ledger(
    funds: FundRoom, bad_beat: PromotionVersion, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    funds.claim_jackpot(bad_beat)
    pay_all(funds)
    funds.fund.stream.refresh_from_db()
    settled = funds.fund.stream.seq
    funds.send(c.Receive(500, "Old jackpot", 0))
    data = bundle_of(funds)
    result = evidence.check(data)
    assert result.problems == ()
    [row] = result.bundle.files
    assert (row.name, row.seq) == (LEDGER, settled)
    rows = files_of(data)[LEDGER].decode().splitlines()
    assert rows[-1].split(",")[3] == "share paid", "the ledger ends with the settlement"
    claims: Any = result.bundle.about["claims"]
    assert [share["slip"] for share in claims[0]["shares"]] == [1, 2, 3, 4]
    path = tmp_path / "evidence.zip"
    path.write_bytes(data)
    call_command("verify_journal", bundle=path)
    out = capsys.readouterr().out
    assert f"{LEDGER}, fund ledger up to entry {settled}" in out
    assert "the log here has the same entries" in out


def test_open_claim_has_the_ledger_up_to_now(funds: FundRoom, bad_beat: PromotionVersion) -> None:
    funds.claim_jackpot(bad_beat)
    funds.send(c.Receive(500, "Old jackpot", 0))
    funds.fund.stream.refresh_from_db()
    [row] = evidence.check(bundle_of(funds)).bundle.files
    assert row.seq == funds.fund.stream.seq


def test_changed_figure_of_the_ledger_is_found_without_a_database(
    funds: FundRoom,
    bad_beat: PromotionVersion,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    funds.claim_jackpot(bad_beat)
    pay_all(funds)
    data = bundle_of(funds)
    monkeypatch.setattr("journal.head_comparison.has_local_log", lambda: False)
    path = tmp_path / "evidence.zip"
    path.write_bytes(data)
    call_command("verify_journal", bundle=path)
    changes: dict[str, Any] = {"name": LEDGER, "old": b"-50000,0,50000", "new": b"-50000,0,40000"}
    path.write_bytes(repacked(data, **changes, lists=False))
    with pytest.raises(CommandError, match=r"doesn't match its digest in bundle\.json"):
        call_command("verify_journal", bundle=path)
    path.write_bytes(repacked(data, **changes, lists=True))
    with pytest.raises(CommandError, match="0 came in, and -10000 went to all places"):
        call_command("verify_journal", bundle=path)


def test_consistent_change_of_the_ledger_differs_from_the_log(
    funds: FundRoom, bad_beat: PromotionVersion, tmp_path: Path
) -> None:
    funds.claim_jackpot(bad_beat)
    pay_all(funds)
    changed = repacked(bundle_of(funds), LEDGER, b"Old jackpot", b"The casino!", lists=True)
    assert evidence.check(changed).problems == ()
    path = tmp_path / "evidence.zip"
    path.write_bytes(changed)
    with pytest.raises(CommandError, match=r"fund-1\.csv: entry \d+: note is from The casino!"):
        call_command("verify_journal", bundle=path)


def test_missing_or_added_file_is_found(funds: FundRoom, bad_beat: PromotionVersion) -> None:
    funds.claim_jackpot(bad_beat)
    files = files_of(bundle_of(funds))
    added = evidence.pack({**files, "other.csv": b"x"})
    assert evidence.check(added).problems == ("other.csv isn't listed in bundle.json",)
    del files[LEDGER]
    assert evidence.check(evidence.pack(files)).problems == (f"{LEDGER} is missing",)


def test_hand_without_a_claim_has_no_ledger(funds: FundRoom, bad_beat: PromotionVersion) -> None:
    funds.table.execute(p.SetButton(seat=2))
    funds.play_hand()
    bundle = evidence.check(bundle_of(funds)).bundle
    assert bundle.files == ()
    assert bundle.about["claims"] == []
