"""The pages of funds: who may do what, a claim from the first answer to the last share, the public page, the editor."""

import csv
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from promotions import fund_urls
from promotions.at_tables import table_promotions
from promotions.models import Fund, Hit, Promotion, PromotionDraft, PromotionVersion, Share
from promotions.pages.fund_forms import HOLD_REASONS
from promotions.rules import fund_commands as c
from promotions.rules.ledger_check import problems
from tests.support.floor_fixtures import sign_in_client
from tests.support.fund_room import FundRoom
from tests.support.page_roles import PageContent
from tests.support.room import PIN, create_room

pytestmark = pytest.mark.django_db


@pytest.fixture
def funds(db: None) -> FundRoom:
    room = FundRoom()
    room.open_table()
    return room


@pytest.fixture
def manager(funds: FundRoom) -> Client:
    return sign_in_client("301")


@pytest.fixture
def supervisor(funds: FundRoom) -> Client:
    return sign_in_client("201")


@pytest.fixture
def desk(funds: FundRoom) -> Client:
    return sign_in_client("401")


def send(client: Client, address: str, **form: object) -> PageContent:
    return PageContent(client.post(address, form, follow=True))


def claim_address(funds: FundRoom, hit: int = 1) -> str:
    return reverse("funds:claim-act", args=[funds.fund.pk, hit])


def signed(badge: str) -> dict[str, object]:
    return {"badge": badge, "pin": PIN}


def test_manager_opens_a_fund_and_keeps_its_ledger(funds: FundRoom, manager: Client) -> None:
    form = {
        "percent": 0,
        "primary": 90,
        "secondary": 0,
        "seed": "20000",
        "cash_limit": "5000",
        "seal_from": "500",
        "keep_days": 7,
        "basis": "counted",
        "surveillance": "on",
    }
    address = reverse("funds:open", args=[funds.room.pk])
    page = send(manager, address, title="High hand", brought="1250.50", **form)
    fund = Fund.objects.get(number=2)
    assert "$1,250.50" in page.text
    act = reverse("funds:act", args=[fund.pk])
    page = send(manager, act, ask="post", primary="1000", reserve="200.50", reason="opening")
    assert "$1,000" in page.text
    page = send(manager, act, ask="post", primary="51", reason="too much")
    assert "isn\N{RIGHT SINGLE QUOTATION MARK}t posted yet" in page.text
    page = send(manager, act, ask="close_fund", reason="over")
    assert "Transfer it with a second manager" in page.text
    transfer = {"pool": "primary", "amount": "1000", "to_fund": funds.fund.pk, "reason": "merge"}
    page = send(manager, act, ask="transfer", **transfer, **signed("301"))
    assert "second manager must approve with" in page.text
    page = send(manager, act, ask="transfer", **transfer, **signed("302"))
    assert funds.state.unposted == 100_000


def test_floor_decides_a_claim_and_pays_it(
    funds: FundRoom, supervisor: Client, manager: Client, desk: Client
) -> None:
    version = funds.publish()
    funds.fill(10_000)
    hit = funds.claim(version)
    address = claim_address(funds)
    page = PageContent(supervisor.get(reverse("funds:claim", args=[funds.fund.pk, 1])))
    assert "Eligible so far, 5 answers missing" in page.text
    assert "may not collect" not in page.text
    for question in hit.asks:
        send(
            supervisor,
            address,
            ask="answer",
            hit=1,
            question=question,
            asked="dealer",
            is_clear="yes",
        )
    page = send(supervisor, address, ask="verify", hit=1, **signed("201"))
    assert "urveillance hasn\N{RIGHT SINGLE QUOTATION MARK}t confirmed" in page.text
    page = send(supervisor, address, ask="watch", hit=1, **signed("201"))
    assert Hit.objects.get().status == "claimed"
    send(supervisor, address, ask="watch", hit=1, **signed("501"))
    page = send(supervisor, address, ask="verify", hit=1, **signed("201"))
    assert "$0 paid, $0 held, $100 to pay" in page.text
    send(desk, address, ask="pay", hit=1, seat=1, payment="cash")
    assert Share.objects.get(seat=1).status == "paid"
    page = send(desk, address, ask="hold", hit=1, seat=2, reason=HOLD_REASONS[0])
    assert Share.objects.get(seat=2).status == "open", "the desk may not hold shares"
    send(supervisor, address, ask="hold", hit=1, seat=2, reason=HOLD_REASONS[0])
    page = send(manager, address, ask="release", hit=1, seat=2, reason="does not", **signed("301"))
    assert "second manager must approve with" in page.text
    send(manager, address, ask="release", hit=1, seat=2, reason="does not", **signed("302"))
    assert Share.objects.get(seat=2).status == "open"
    slips = supervisor.get(reverse("funds:slips", args=[funds.fund.pk, 1]))
    assert slips.content.startswith(b"%PDF")


def test_claim_is_refused_with_a_rule(funds: FundRoom, supervisor: Client) -> None:
    funds.fill(10_000)
    funds.claim(funds.publish())
    page = send(
        supervisor, claim_address(funds), ask="refuse", hit=1, rule="Talk, S4", **signed("201")
    )
    assert "Talk, S4" in page.text
    assert Hit.objects.get().status == "refused"


def test_floor_enters_a_claim_for_a_hand_of_the_log(funds: FundRoom, supervisor: Client) -> None:
    version = funds.publish()
    funds.fill(10_000)
    funds.play_hand()
    address = reverse("funds:make-claim", args=[funds.room.pk])
    key = f"{version.promotion.key}.1/primary"
    form = {"promotion": key, "table": "T1", "hand": "1", "losing": "2"}
    page = send(supervisor, address, winning="9", **form)
    assert "wasn\N{RIGHT SINGLE QUOTATION MARK}t dealt in hand 1" in page.text
    page = send(supervisor, address, winning="3", **{**form, "hand": "99"})
    assert "has no hand 99" in page.text
    send(supervisor, address, winning="3", **form)
    assert len(funds.state.hits[0].facts.dealt) == 4


STAFF = {"desk": "401", "surveillance": "501", "supervisor": "201", "manager": "301"}
EVERYONE = tuple(STAFF)
# Who may read a page, and who may send a form. Names are those of `promotions.fund_urls`.
READERS = {
    "cost": ("manager",),
    "cost-csv": ("manager",),
    "index": EVERYONE,
    "ledger": EVERYONE,
    "claim": EVERYONE,
    "slips": EVERYONE,
    "new-claim": ("supervisor", "manager"),
    "promotions": ("manager",),
    "promotion": ("manager",),
    "board": (*EVERYONE, ""),
    "public": (*EVERYONE, ""),
    "public-fund": (*EVERYONE, ""),
    "csv": (*EVERYONE, ""),
}
SENDERS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "open": (("manager",), {}),
    "act": (("manager",), {"ask": "post", "reason": "daily"}),
    "make-claim": (("supervisor", "manager"), {}),
    "draw-act": (("manager",), {"ask": "retire_board", "board": "9", "reason": "over"}),
    "pick": (("desk", "supervisor", "manager"), {"box": "1"}),
    "promotion-new": (("manager",), {}),
    "promotion-act": (("manager",), {"ask": "save", "revision": "9"}),
}
CLAIM_ACTS = {
    "answer": ("supervisor", "manager"),
    "seal": ("supervisor", "manager"),
    "hold": ("supervisor", "manager"),
    "pay": ("desk", "supervisor", "manager"),
    "undo_payment": ("manager",),
    "release": ("manager",),
    "remit": ("manager",),
}


def addresses(funds: FundRoom, promotion: int) -> dict[str, str]:
    room, fund = funds.room.pk, funds.fund.pk
    arguments: dict[str, list[int]] = {
        "open": [room],
        "ledger": [fund],
        "act": [fund],
        "claim": [fund, 1],
        "claim-act": [fund, 1],
        "draw-act": [fund],
        "pick": [fund, 1],
        "slips": [fund, 1],
        "new-claim": [room],
        "make-claim": [room],
        "promotion-new": [room],
        "promotion": [promotion],
        "promotion-act": [promotion],
        "board": [room],
        "public": [room],
        "public-fund": [room, 1],
        "csv": [room, 1],
    }
    names = [str(pattern.name) for pattern in fund_urls.urlpatterns]
    return {name: reverse(f"funds:{name}", args=arguments.get(name, [])) for name in names}


def test_each_address_admits_its_roles_only(funds: FundRoom) -> None:
    version = funds.publish()
    funds.fill(10_000)
    funds.claim(version)
    urls = addresses(funds, version.promotion.pk)
    assert urls.keys() == READERS.keys() | SENDERS.keys() | {"claim-act"}
    for role, badge in {**STAFF, "": ""}.items():
        client = sign_in_client(badge) if badge else Client()
        for name, readers in READERS.items():
            status = client.get(urls[name], follow=role != "").status_code
            refused = 403 if role else 302
            admitted = 302 if name == "public" and not role else 200
            expected = admitted if role in readers else refused
            assert status == expected, (role, name)
        for name, (senders, form) in SENDERS.items():
            status = client.post(urls[name], form).status_code
            assert (status not in (401, 403)) == (role in senders), (role, name, status)
        for ask, senders in CLAIM_ACTS.items():
            form = {
                "ask": ask,
                "hit": "1",
                "seat": "1",
                "reason": "r",
                "payment": "cash",
                "question": "q",
                "asked": "dealer",
                "envelope": "1",
                "deck": "52",
                "receiver": "x",
            }
            page = client.post(urls["claim-act"], form | signed("302"))
            assert (page.status_code not in (401, 403)) == (role in senders), (role, ask)


def test_public_page_needs_no_sign_in_and_names_no_one(funds: FundRoom) -> None:
    version = funds.publish()
    funds.fill(10_000)
    hit = funds.verify(funds.claim(version))
    funds.send(c.Pay(hit.number, 1, "cash"), "desk")
    client = Client()
    page = PageContent(client.get(reverse("funds:public", args=[funds.room.pk]), follow=True))
    assert "To the house" in page.text
    assert "Quad tens or better beaten" in page.text
    assert "Pebble" not in page.text
    assert "$100" in page.text
    content = client.get(reverse("funds:csv", args=[funds.room.pk, 1])).content.decode()
    assert "Pebble" not in content
    rows = list(csv.DictReader(StringIO(content)))
    assert list(problems(rows)) == []
    assert sum(int(row["paid"]) for row in rows) == 1250
    board = PageContent(client.get(reverse("funds:board", args=[funds.room.pk])))
    assert "Bad beat jackpot" in board.text


def test_room_without_a_fund_has_a_public_page(db: None) -> None:

    room = create_room().table.room
    page = PageContent(Client().get(reverse("funds:public", args=[room.pk])))
    assert "This room has no fund." in page.text


def test_editor_shows_what_a_draft_changes_and_a_second_manager_publishes(
    funds: FundRoom, manager: Client
) -> None:
    send(
        manager,
        reverse("funds:promotion-new", args=[funds.room.pk]),
        title="Bad beat",
        kind="bad_beat",
        fund=funds.fund.pk,
    )
    promotion = Promotion.objects.get()
    address = reverse("funds:promotion-act", args=[promotion.pk])
    page = send(manager, address, ask="publish", revision=1, **signed("301"))
    assert PromotionVersion.objects.count() == 0
    send(manager, address, ask="publish", revision=1, **signed("302"))
    version = PromotionVersion.objects.get()
    form = {
        "title": "Bad beat",
        "primary_losing_rank": "full_house",
        "primary_losing_cards": "aj",
        "primary_winning_rank": "quads",
        "primary_percent": 100,
        "losing": 40,
        "winning": 30,
        "others": 30,
        "games": ["holdem"],
        "players": 4,
        "pot": "10",
        "reason": "more hits",
        "revision": 0,
    }
    page = send(manager, address, ask="save", **form)
    assert "Was: Quads" in page.text or "Was: quads" in page.text
    assert "Aces full of jacks or better beaten" in page.text
    page = send(manager, address, ask="save", **{**form, "revision": 0})
    assert "Reload the page" in page.text
    assert PromotionDraft.objects.get().revision == 1
    wrong = {"ask": "save", **form, "primary_losing_cards": "X", "revision": 1}
    content = manager.post(address, wrong).content.decode()
    assert "isn\N{RIGHT SINGLE QUOTATION MARK}t a hand" in content
    assert 'value="more hits"' in content, "what was typed stays"
    [row] = table_promotions(funds.room, "holdem", timezone.now())
    assert row.key == f"{promotion.key}.{version.number}"
    assert row.tiers[0].losing.ranks == ("T",)
    assert table_promotions(funds.room, "omaha", timezone.now()) == ()
