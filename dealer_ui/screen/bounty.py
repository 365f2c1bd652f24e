"""Bounty games: their keys in MORE, the mark of a standing seat, and the payments between two hands."""

from msgspec import UNSET

from dealer_ui import messages
from dealer_ui.messages import bounty as texts
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import (
    Action,
    BountyPad,
    BountyShare,
    FeltNumber,
    Key,
    Pill,
    PromptStage,
)
from poker.bounties import NAMES
from poker.currency import currency
from poker.view.model import BountyClaimView, BountyView, ResultView, SeatView, TableView, present

BESIDE_SECOND = 2  # numbers that fit beside NOT ALL


def _between(view: TableView) -> BountyView | None:
    """Return the bounty games of an open table between hands; None otherwise."""
    return view.bounty if view.table.open and not view.hand.started else None


def is_offered(view: TableView) -> bool:
    """Return whether a bounty game may be started or ended now."""
    bounty = _between(view)
    return bool(bounty and (bounty.kinds or bounty.kind))


def game_keys(view: TableView) -> list[Key]:
    """Return the keys behind BOUNTY GAME: what may be started, or the end of the game and its payments."""
    bounty = _between(view)
    if bounty is None:
        return []
    if not bounty.kind:
        return [item for kind in bounty.kinds for item in _start_keys(bounty, kind)]
    name = NAMES[bounty.kind]
    end = key(f"End\n{name}", f"End {name}: the table agreed", look="filled", do=send("end_bounty"))
    return [*[_open_key(bounty, claim) for claim in bounty.claims], end]


def _start_keys(bounty: BountyView, kind: str) -> list[Key]:
    """Return the key that starts a game for the usual amount, and one for another amount."""
    amount = messages.money(bounty.amount)
    title = texts.game_title(kind)
    start = send("start_bounty", kind=kind, amount=bounty.amount)
    other = opens("amount", of="bounty", kind=kind)
    return [
        key(
            title, f"{title}, {amount} each: the table agreed", sub=amount, look="filled", do=start
        ),
        key(title, f"{title}, another amount", sub=f"any {currency().symbol}", do=other),
    ]


def _open_key(bounty: BountyView, claim: BountyClaimView) -> Key:
    """Return the key that opens the payments of a claim."""
    if bounty.kind == "stand_up":
        return key(
            f"Seat {claim.seat}\npays",
            f"Seat {claim.seat} is the last one standing and pays",
            look="filled",
            do=_opens(claim),
        )
    return key(
        f"Seat {claim.seat}\nhad 7-2",
        f"Seat {claim.seat} won with seven-deuce",
        look="filled",
        do=_opens(claim),
    )


def _opens(claim: BountyClaimView) -> Action:
    return opens("bounty", seat=claim.seat, asked=not claim.known)


def pads(view: TableView) -> list[BountyPad]:
    """Return the payments that may be logged now; the dealer taps players who are left out."""
    bounty = _between(view)
    if bounty is None:
        return []
    names = {seat.seat: seat.name for seat in view.seats}
    return [_pad(bounty, claim, names) for claim in bounty.claims]


def _pad(bounty: BountyView, claim: BountyClaimView, names: dict[int, str]) -> BountyPad:
    stands = bounty.kind == "stand_up"
    shares = [
        BountyShare(
            seat=payment.payee if stands else payment.payer,
            name=names[payment.payee if stands else payment.payer],
            amount=payment.amount,
        )
        for payment in claim.payments
    ]
    title = f"Stand-up: seat {claim.seat} pays" if stands else f"Seven-deuce: to seat {claim.seat}"
    return BountyPad(
        seat=claim.seat,
        title=title,
        share="gets" if stands else "pays",
        shares=sorted(shares, key=lambda share: share.seat),
        do=_pays(bounty, claim),
    )


def _pays(bounty: BountyView, claim: BountyClaimView) -> Action:
    seat = {} if bounty.kind == "stand_up" else {"seat": claim.seat}
    return send("pay_bounty", **seat)


def felt(view: TableView) -> PromptStage | None:
    """Return the payment that the log shows to be due, with the payouts of the hand.

    None without one, and if the payouts need the whole felt. More than two payouts take the place of NOT ALL, which is
    in MORE, too.
    """
    claim = texts.due_claim(view)
    if claim is None or not texts.payouts_fit(view.result):
        return None
    bounty = present(view.bounty)
    total = messages.money(sum(payment.amount for payment in claim.payments))
    title = texts.game_title(bounty.kind)
    payouts = _payouts(view.result)
    not_all = key("NOT ALL", "Leave out players who don't pay or get chips", do=_opens(claim))
    return PromptStage(
        title=f"{title}: seat {claim.seat}",
        lines=texts.felt_lines(view),
        key=key(
            texts.PAID,
            f"{title} paid, {total}",
            sub=total,
            look="due",
            do=_pays(bounty, claim),
        ),
        second=not_all if len(payouts) <= BESIDE_SECOND else UNSET,
        numbers=payouts,
    )


def _payouts(result: ResultView | None) -> list[FeltNumber]:
    """Return what the hand paid as numbers, so that the pot can still be pushed."""
    if result is None:
        return []
    numbers = [
        FeltNumber(label=f"Pot to {pushed.seat}", text=messages.money(pushed.amount))
        for pushed in result.seats
    ]
    if dropped := texts.drop_of(result):
        numbers.append(FeltNumber(label="Drop", text=messages.money(dropped)))
    return numbers


def pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the mark of a seat that stands in a stand-up game, or the question at a seat that won."""
    bounty = view.bounty
    if bounty is None:
        return []
    if seat.seat in bounty.standing:
        return [Pill(text="UP", name="stands in the stand-up game", look="stand")]
    if _asked(view, seat) is None:
        return []
    return [Pill(text="7-2?", name="won: with seven-deuce?", look="inferred")]


def row_key(view: TableView, seat: SeatView) -> Key | None:
    """Return the key over the row of a seat that won with cards the tablet does not know; None for other seats."""
    claim = _asked(view, seat)
    if claim is None:
        return None
    name = messages.action_name("Won with seven-deuce,", seat)
    return key("", name, do=_opens(claim))


def _asked(view: TableView, seat: SeatView) -> BountyClaimView | None:
    bounty = _between(view)
    if bounty is None or bounty.kind != "seven_deuce":
        return None
    unknown = (claim for claim in bounty.claims if not claim.known)
    return next((claim for claim in unknown if claim.seat == seat.seat), None)
