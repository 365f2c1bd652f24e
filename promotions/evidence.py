"""The claims of a hand for its evidence bundle, with the ledger of each fund that anyone can check."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from journal.evidence import BundleFile, digest
from promotions.fund_checks import differences
from promotions.fund_statement import computed_movements, statement_text, states
from promotions.funds import load_fund
from promotions.models import Fund
from promotions.models import Hit as HitModel
from promotions.rules.fund_state import Hit
from promotions.rules.ledger_check import UnreadableLedger, problems, read_ledger
from tables.models import Table

KIND = "fund ledger"
VERDICTS = {
    "claimed": "not decided",
    "verified": "verified, waits for a claim of the same moment",
    "hit": "a hit",
    "refused": "refused",
    "withdrawn": "taken back: undone at the table, or a higher hand of its period came late",
}


@dataclass(frozen=True, slots=True)
class HandClaim:
    """A claim of a hand. file: name of the ledger in the bundle."""

    fund: Fund
    title: str
    hit: Hit
    file: str

    @property
    def verdict(self) -> str:
        return VERDICTS[self.hit.status]

    @property
    def staff(self) -> set[str]:
        """Return the keys of everyone who acted on the claim."""
        hit = self.hit
        keys = {answer.by for answer in hit.answers}
        return (keys | {hit.watched_by, hit.decided_by, hit.sealed_by}) - {""}


@dataclass(frozen=True, slots=True)
class FundEvidence:
    """The claims of a hand, the ledgers of their funds, and what the bundle lists of the ledgers."""

    claims: tuple[HandClaim, ...]
    files: dict[str, bytes]
    listed: tuple[BundleFile, ...]


def evidence_of_hand(table: Table, hand: int) -> FundEvidence:
    """Return the claims of a hand. A ledger goes to the entry that settled the last of them, or to the present."""
    rows = HitModel.objects.filter(fund__room=table.room_id, table=table.name, hand=hand)
    numbers: dict[int, list[int]] = {}
    for fund_id, number in rows.order_by("fund", "number").values_list("fund", "number"):
        numbers.setdefault(fund_id, []).append(number)
    claims: list[HandClaim] = []
    files = {}
    listed = []
    for fund_id, wanted in numbers.items():
        fund = Fund.objects.select_related("room", "stream", "summary").get(pk=fund_id)
        name = f"fund-{fund.number}.csv"
        hits, until = _history(fund, wanted)
        claims.extend(HandClaim(fund, fund.summary.title, hit, name) for hit in hits)
        files[name] = statement_text(computed_movements(fund, until)).encode()
        listed.append(BundleFile(name, KIND, fund.stream.key, until, digest(files[name])))
    return FundEvidence(tuple(claims), files, tuple(listed))


def _history(fund: Fund, numbers: Sequence[int]) -> tuple[list[Hit], int]:
    """Return claims as they ended, and the entry that settled the last of them; else the last entry of the log."""
    seq, _ = load_fund(fund.pk)
    hits: dict[int, Hit] = {}
    settled: dict[int, int] = {}
    for entry, _, _, _, state in states(fund.pk, seq):
        for number in numbers:
            hit = state.hit(number)
            if hit is None or hit == hits.get(number):
                continue
            hits[number] = hit
            settled.pop(number, None)
            if hit.is_settled:
                settled[number] = entry
    is_over = len(settled) == len(numbers)
    return [hits[number] for number in numbers], max(settled.values()) if is_over else seq


def claim_facts(claim: HandClaim) -> dict[str, object]:
    """Return a claim for the bundle. Players are keys; the names are in another file of the bundle."""
    hit = claim.hit
    return {
        "fund": claim.fund.number,
        "fund_title": claim.title,
        "ledger": claim.file,
        "number": hit.number,
        "status": hit.status,
        "promotion": hit.facts.promotion,
        "title": hit.facts.title,
        "tier": hit.facts.tier,
        "board": hit.facts.board,
        "losing": hit.facts.losing,
        "winning": hit.facts.winning,
        "dealt": hit.facts.dealt,
        "claimed_at": hit.facts.at,
        "terms": {name: getattr(hit.terms, name) for name in hit.terms.__struct_fields__},
        "conditions": [
            {"title": row.title, "fact": row.fact, "met": row.met} for row in hit.conditions
        ],
        "answers": [
            {
                "question": row.question,
                "is_clear": row.is_clear,
                "asked": row.asked,
                "by": row.by,
                "at": row.at,
            }
            for row in hit.answers
        ],
        "watched_by": hit.watched_by,
        "watched_at": hit.watched_at,
        "decided_by": hit.decided_by,
        "decided_at": hit.decided_at,
        "rule": hit.rule,
        "amount": hit.amount,
        "shares": [
            {
                "seat": row.seat,
                "player": row.player,
                "part": row.part,
                "amount": row.amount,
                "status": row.status,
                "form": row.form,
                "slip": row.number,
                "at": row.at,
            }
            for row in hit.shares
        ],
        "envelope": hit.envelope,
        "deck": hit.deck,
        "sealed_by": hit.sealed_by,
        "kept_until": hit.kept_until,
    }


class _Ledger:
    """Checks the ledger of a fund in a bundle (`journal.evidence_files.FileKind`)."""

    def problems(self, content: bytes, seq: int) -> Iterator[str]:
        try:
            rows = read_ledger(content.decode())
        except (UnicodeDecodeError, UnreadableLedger) as error:
            yield str(error)
            return
        yield from problems(rows)
        if any(int(row["entry"]) > seq for row in rows):
            yield f"it has entries after {seq}"

    def mismatches(self, content: bytes, stream: str, seq: int) -> Iterator[str]:
        fund = Fund.objects.filter(stream__key=stream).select_related("room").first()
        if fund is None:
            yield f"{stream} isn't in the log here"
            return
        if load_fund(fund.pk)[0] < seq:
            yield f"{stream} has no entry {seq} here"
            return
        yield from differences(fund, read_ledger(content.decode()), seq)


LEDGER = _Ledger()
