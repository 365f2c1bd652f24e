"""Stud on the tablet: the opener, ties by suit, and the table surface of a game without a board."""

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages import stud_notes
from dealer_ui.screen import extra_card, shortage
from dealer_ui.screen.keys import in_hand, key, send
from dealer_ui.screen.model import (
    Aside,
    Ask,
    Common,
    FeltNumber,
    FirstToShow,
    Key,
    Look,
    Pill,
    ShortStage,
    StudGroup,
    StudStage,
    TieRow,
    TieStage,
    WhoShows,
)
from dealer_ui.screen.slots import free_slot
from dealer_ui.streets import streets
from poker.view.model import SeatView, TableView, TiedView, present

MAX_TIED = 4  # one card of each suit
SKIPS = ("opener", "betting", "complete", "posts")
Numbers = list[FeltNumber]


def is_stud(view: TableView) -> bool:
    return bool(view.game and view.game.family == "stud")


def opener_kind(view: TableView) -> str:
    """Return how the round's opener is determined: "bring_in", "high" or "low"; "" once named, or with tracking by
    street.
    """
    opener = view.opener
    if not opener or opener.seat or view.tracking == "streets" or view.award:
        return ""
    return str(opener.kind)


def seat_keys(view: TableView, seat: SeatView) -> list[Key]:
    """Return TIE and LOW (HIGH in razz) until the bring-in is named; otherwise nothing (S-145, S-146)."""
    if opener_kind(view) != "bring_in":
        return []
    return [_tie_key(view, seat), _low_key(view, seat)]


def _tie_key(view: TableView, seat: SeatView) -> Key:
    number = seat.seat
    tied = [tied_seat.seat for tied_seat in present(view.opener).tied]
    room = number in tied or len(tied) < MAX_TIED
    look: Look = "set" if number in tied else "live" if view.hand.started else "calm"
    do = send("tie", seat=number) if seat.can_open and room else None
    name = messages.action_name("Tied for the bring-in,", seat)
    why = _cannot_open(view, seat) if room else reasons.tied_reason(MAX_TIED)
    return key("TIE", name, look=look, do=do, why=why)


def _low_key(view: TableView, seat: SeatView) -> Key:
    word = stud_notes.bring_in_word(view)
    look: Look = "filled" if view.hand.started else "calm"
    do = send("opener", seat=seat.seat) if seat.can_open else None
    name = messages.action_name(f"{word.capitalize()} card,", seat)
    return key(word.upper(), name, look=look, do=do, why=_cannot_open(view, seat))


def _cannot_open(view: TableView, seat: SeatView) -> str:
    kind = opener_kind(view)
    word = stud_notes.bring_in_word(view) if kind == "bring_in" else kind
    return reasons.low_reason(view, seat.seat, word)


def pills(view: TableView, seat: SeatView) -> list[Pill]:
    """Return FIRST for the opener of a round, until a player acts."""
    opener = view.opener
    if not opener or opener.kind == "bring_in" or opener.seat != seat.seat:
        return []
    return [Pill(text="FIRST", name="first to act", look="first")]


def may_name(view: TableView, seat: int) -> bool:
    """Return whether this seat can still be named first: until a player acts, even after another seat was named."""
    opener = view.opener
    return bool(opener and seat in opener.could and seat != opener.seat)


def upcards(seat: SeatView) -> list[str]:
    """Return the upcards in the order dealt, if at least one of them is known (S-042)."""
    up: list[str] = seat.up
    return up if any(card != "??" for card in up) else []


def stage(view: TableView, numbers: Numbers) -> TieStage | ShortStage | StudStage | None:
    """Return the stage's content in stud; None if the stage is the same as in other games."""
    hand = view.hand
    if not is_stud(view) or not view.table.open:
        return None
    if hand.started and _tied(view):
        return _tie(view, _aside(view, numbers, _antes(view)))
    if plan := shortage.plan(view):
        note = shortage.first(view, plan)
        return shortage.panel(view, plan, _aside(view, numbers, note))
    if not hand.started and opener_kind(view) not in ("high", "low"):
        return None
    return _felt(view, numbers)


def held(view: TableView) -> int:
    """Return the number of cards in a full hand: one less with a common card (S-156); two before there is a game."""
    if not view.game:
        return 2
    last = view.last_card
    return int(view.game.hole) - int(bool(last and last.kind == "common"))


def initial_deal_text(view: TableView) -> str:
    """Return the first cards of each player, such as "two down and one up"; "" outside stud."""
    return stud_notes.dealt(view, view.hand.streets[0]) if is_stud(view) else ""


def _aside(view: TableView, numbers: Numbers, note: str) -> Aside | None:
    """Return POT and MATCH for a slot without a seat while the stage shows something else."""
    slot = free_slot(view.table.seats)
    return Aside(place=slot, pot=numbers[0], match=numbers[1], note=note) if slot else None


def _antes(view: TableView) -> str:
    """Return the antes on the first round."""
    hand = view.hand
    if hand.street not in hand.streets[:1]:
        return ""
    count = view.count.of
    ante = present(view.game).ante
    money = view.money
    posted = count * ante
    if money.known:  # short stacks ante what they have
        posted = money.pot - sum(seat.front for seat in view.seats)
    return stud_notes.antes(count, ante, posted)


def _tied(view: TableView) -> bool:
    """Return whether seats are tied for the bring-in. Once it is named, they remain until a player acts."""
    opener = view.opener
    if not opener or opener.kind != "bring_in" or len(opener.tied) < 2:
        return False
    return not opener.seat or all(s.acted in (None, "brought_in") for s in view.seats)


def _tie(view: TableView, aside: Aside | None) -> TieStage:
    """Return a row for each tied seat with the four suits from highest to lowest, until a player acts."""
    word = stud_notes.bring_in_word(view)
    tied = sorted(present(view.opener).tied, key=lambda item: item.seat)[:MAX_TIED]
    return TieStage(
        title=f"Tied {word}",
        ends=["highest suit", "lowest suit"],
        rows=[_row(view, item, word) for item in tied],
        size=f"rows-{len(tied)}",
        aside=aside,
    )


def _row(view: TableView, tied: TiedView, word: str) -> TieRow:
    seat = next(seat for seat in view.seats if seat.seat == tied.seat)
    first = present(view.opener).seat == seat.seat
    taken = {other.suit for other in present(view.opener).tied if other is not tied}
    return TieRow(
        seat=seat.seat,
        player=seat.name,
        word=word if first else "",
        cells=[_cell(seat, suit, tied.suit, taken, first) for suit in stud_notes.SUITS],
    )


def _cell(
    seat: SeatView, suit: str, chosen: str | None, taken: set[str | None], first: bool
) -> Key:
    name = messages.action_name(stud_notes.SUITS[suit].capitalize() + ",", seat)
    is_chosen = suit == chosen
    do = None if is_chosen or suit in taken else send("suit", seat=seat.seat, suit=suit)
    look: Look = "set" if is_chosen else "filled"
    name += ", chosen" if is_chosen else ""
    return key(
        suit.upper(),
        name,
        look=look,
        do=do,
        why=reasons.NO_SUIT,
        suit=suit,
        chosen=is_chosen,
        first=is_chosen and first,
    )


def _felt(view: TableView, numbers: Numbers) -> StudStage:
    """Return the streets with their burns, or who is high, and the pot below. A common card is in the center."""
    return StudStage(
        groups=[_group(view, index) for index in range(len(streets(view)))],
        ask=_ask(view),
        common=_common(view),
        numbers=numbers,
        antes=_antes(view) if view.hand.started else "",
        forecast=_forecast(view),
    )


def _ask(view: TableView) -> Ask | None:
    """Return a key for each seat that may be high (low in razz), in seat order; then the seats with a card that gets
    another.
    """
    kind = opener_kind(view)
    if kind not in ("high", "low"):
        return extra_card.question(view)
    likely = present(view.opener).likely
    was = f" Seat {likely} was." if likely else ""
    title = f"Who is {kind}?{was}" + (" Tap it, or log its bet" if view.hand.started else "")
    return Ask(title=title, keys=[_seat_key(view, seat, kind) for seat in view.seats])


def _seat_key(view: TableView, seat: SeatView, kind: str) -> Key:
    number = seat.seat
    able = seat.state == "in" and seat.can_open
    is_likely = number == present(view.opener).likely
    was = f"{kind} on the last street" if is_likely else ""
    name = messages.action_name(f"{kind.capitalize()} hand, first to act,", seat, was)
    do = send("opener", seat=number) if able else None
    out = seat.state != "in"
    why = reasons.out_reason(number) if out else _cannot_open(view, seat)
    return key(str(number), name, look="expected" if is_likely else "filled", do=do, why=why)


def who_shows(view: TableView) -> WhoShows | None:
    """Return the question of who shows first, with the sentence for each answer; None if it is known.

    The tablet does not guess: the last round was checked, and no one named the high hand of the previous round (S-159).
    """
    if not view.step.facts.get("high_first"):
        return None
    word = messages.showing_word(view)
    name = messages.last_up_street(view)
    live = [seat.seat for seat in in_hand(view)]
    return WhoShows(
        title=f"Who was {word} on {name}?",
        text=f"No one bet on {view.hand.streets[-1]}, so that seat shows first.",
        seats=[
            FirstToShow(
                text=str(seat),
                name=messages.action_name(
                    f"{word.capitalize()} on {name}, shows first,", _of(view, seat)
                ),
                step=messages.shows_first([*live[i:], *live[:i]]),
            )
            for i, seat in enumerate(live)
        ],
        unsure=messages.shows_first([]),
    )


def _of(view: TableView, number: int) -> SeatView:
    return next(seat for seat in view.seats if seat.seat == number)


def _group(view: TableView, index: int) -> StudGroup:
    """Return a street: its burn, its cards down and up, the key that skips to it."""
    street = streets(view)[index]
    hand = view.hand
    current = hand.streets.index(hand.street) if hand.street else -1
    out = hand.started and index <= current
    return StudGroup(
        street=street.name,
        burn=(_burned(view, index, current) if out else "none") if street.burn else "",
        cards=["down"] * street.hole + ["up"] * street.up,
        out=out,
        current=out and index == current,
        key=None if out else _skip(view, street.name),
    )


def _burned(view: TableView, index: int, current: int) -> str:
    """Return "out" or "gone" for the burn of a street.

    After burns were collected into the stub, only the last are out.
    """
    return "out" if current - index < view.board.burns else "gone"


def _skip(view: TableView, street: str) -> Key:
    count = view.count
    able = count.still_in >= 2 and view.hand.stage in SKIPS and view.hand.started
    name = f"{street.capitalize()} street, skip to it with {count.still_in} players in"
    do = send("skip_to", street=street, count=count.still_in) if able else None
    return key("", name, do=do, why=reasons.NOTHING_TO_SKIP)


def _common(view: TableView) -> Common | None:
    """Return the common card, and for how many players it is (S-156)."""
    last_card = view.last_card
    if not last_card or last_card.kind != "common" or not view.board.cards:
        return None
    burns = view.board.burns
    live = len(in_hand(view))
    # Players who folded no longer play it; if some have their own card, it is for the others.
    share = live if last_card.share == last_card.players else min(last_card.share, live)
    return Common(
        card=view.board.cards[0],
        title="Common card",
        burns=burns,
        burned="burn" if burns == 1 else "burns",
        share=f"plays for {share}",
    )


def _forecast(view: TableView) -> str:
    """Return a note, from the first round on, on whether the deck has a last card for every player."""
    forecast = view.forecast
    hand = view.hand
    if not forecast or forecast.kind == "normal" or not hand.started or view.floor:
        return ""
    return stud_notes.forecast(forecast, hand.streets[-1])


def note(view: TableView) -> tuple[str, str] | None:
    """Return the reason of the last decision for the right of the caption, and its rule; None to use the step's."""
    if not is_stud(view):
        return None
    if plan := shortage.plan(view):
        return shortage.cited(plan), plan.rule
    opener = view.opener
    if not opener or not (opener.seat or _tied(view)):
        return None
    rule, reason = stud_notes.opener_rule(opener)
    return messages.as_sentence(reason).rstrip(".") if reason else messages.rule_title(rule), rule
