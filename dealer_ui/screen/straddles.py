"""Straddles before the deal: keys on the felt, the pill and row of a seat that may straddle, the pad for an amount."""

from dealer_ui import messages
from dealer_ui.messages import straddles as texts
from dealer_ui.screen.keys import key, opens, send
from dealer_ui.screen.model import Action, Key, PadRange, Pill, StraddlePad, StraddleStage
from poker.currency import currency
from poker.view.model import SeatView, StraddleOfferView, TableView

FELT_KEYS = 4  # keys of 132 px that fit on the felt


def felt(view: TableView) -> StraddleStage | None:
    """Return the keys of the seats that may straddle; None if no seat may.

    After a hand that paid several seats, their sums stay on the felt; the rows and MORE still take a straddle.
    """
    straddling = view.straddling
    several = view.result is not None and len(view.result.seats) > 1
    if straddling is None or not straddling.offers or not view.deal or several:
        return None
    offers = straddling.offers
    keys = [item for offer in offers for item in _keys(offer)]
    by_row = len(keys) > FELT_KEYS
    if by_row:
        placed = [offer for offer in offers if offer.kind not in ("any_seat", "sleeper")]
        keys = [item for offer in placed for item in _keys(offer)][:FELT_KEYS]
    return StraddleStage(
        title=texts.title(offers, straddling.posted),
        keys=keys,
        lines=texts.felt_lines(offers, straddling.posted, by_row=by_row),
    )


def _keys(offer: StraddleOfferView) -> list[Key]:
    """Return the key of the least amount, and one that opens the pad if the plaque allows other amounts."""
    label = f"{offer.seat} D" if offer.kind == "button" else str(offer.seat)
    amount = messages.money(offer.least)
    name = texts.key_name(offer)
    keys = [key(label, f"{name}, {amount}", sub=amount, do=_takes(offer.seat))]
    if offer.most > offer.least:
        do = opens("amount", of="straddle", seat=offer.seat)
        keys.append(key(label, f"{name}, any amount", sub=f"any {currency().symbol}", do=do))
    return keys


def _takes(seat: int, amount: int | None = None) -> Action:
    return send("straddle", seat=seat, **({"amount": amount} if amount else {}))


def _offer(view: TableView, seat: SeatView) -> StraddleOfferView | None:
    offers = view.straddling.offers if view.straddling else []
    return next((offer for offer in offers if offer.seat == seat.seat), None)


def pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return the dashed pill of a seat that may straddle, with the least amount; or that of its sleeper."""
    if isinstance(seat.sleeper, int):
        amount = messages.money(seat.sleeper)
        return [Pill(text=f"{amount} zz", name=f"sleeper {amount}, not live yet", look="inferred")]
    offer = _offer(view, seat)
    if offer is None:
        return []
    amount = messages.money(offer.least)
    return [Pill(text=f"{amount}?", name=f"may straddle {amount}", look="inferred")]


def row_key(view: TableView, seat: SeatView) -> Key | None:
    """Return the key over the row of a seat that may straddle, which takes the least amount; None for other seats."""
    offer = _offer(view, seat)
    if offer is None:
        return None
    amount = messages.money(offer.least)
    return key("", f"{texts.key_name(offer)}, {amount}, from its row", do=_takes(seat.seat))


def pads(view: TableView) -> list[StraddlePad]:
    """Return the pads of the seats whose straddle may be any amount up to the cap."""
    straddling = view.straddling
    if straddling is None:
        return []
    return [
        _pad(view, offer, straddling.last)
        for offer in straddling.offers
        if offer.most > offer.least
    ]


def _pad(view: TableView, offer: StraddleOfferView, last: int) -> StraddlePad:
    blind = view.game.blinds[-1] if view.game and view.game.blinds else 0
    presets = [
        ("DOUBLE", offer.least),
        (f"4 {chr(0xD7)}", 4 * blind),
        ("CAP", offer.most),
        ("LAST", last),
    ]
    return StraddlePad(
        seat=offer.seat,
        title=f"Seat {offer.seat} straddles",
        set="STRADDLE",
        range=PadRange(min=messages.money(offer.least), max=messages.money(offer.most)),
        least=offer.least,
        most=offer.most,
        presets=[_preset(offer, word, amount) for word, amount in presets],
    )


def _preset(offer: StraddleOfferView, word: str, amount: int) -> Key:
    sub = messages.money(amount) if amount else ""
    do = _takes(offer.seat, amount) if offer.least <= amount <= offer.most else None
    why = texts.NOT_IN_RANGE if amount else texts.NONE_YET
    name = f"{word.capitalize()} {sub}, seat {offer.seat}".replace("  ", " ")
    return key(word, name, sub=sub, look="filled", do=do, why=why)
