"""The center of the table: deal order, board and pot, or the pots to award."""

from msgspec.structs import replace

from dealer_ui import messages
from dealer_ui.messages import act_reasons as reasons
from dealer_ui.messages import pots as pot_texts
from dealer_ui.messages.floor import held_pots
from dealer_ui.screen import (
    bounty,
    corrections,
    discards,
    draw,
    pots,
    promotions,
    split_pot,
    stud,
    totals,
    tournament,
)
from dealer_ui.screen.keys import in_hand, key, opens, send
from dealer_ui.screen.model import (
    AnyStage,
    BoardGroup,
    BoardStage,
    ChipStack,
    DealStage,
    DropRow,
    FeltNumber,
    Key,
    LayersStage,
    PotCount,
    PotRow,
    PotsStage,
    PromptStage,
    Reading,
    RebuildStage,
    SeatMark,
    ShortStage,
    SplitRow,
    StudStage,
    TieStage,
)
from dealer_ui.screen.pots import DASH
from dealer_ui.streets import streets
from poker.cards import DECK, height
from poker.chip_colors import USUAL, ChipColors
from poker.view.model import (
    AwardPotView,
    DealView,
    SplitView,
    TableView,
    present,
)

MAX_LAYERS = 5  # pots in play that fit
MAX_LINES = 7  # pots and drops that fit, with one line of note below
STACK = 20  # in chips
# Pixels in a row of pots: a seat's chip, a digit of the amount, and both together beside "bets go
# here".
CHIP_WIDTH = 52
DIGIT_WIDTH = 23
LAYER_ROOM = 300
TEN = 10
TEN_COLUMNS = 5  # seats of a pot that fit as chips with ten seats; more are words
# Characters of a note on one line. The surface is narrower with ten seats.
NOTE_LENGTH = {False: 60, True: 40}


def stage(view: TableView, chip_colors: ChipColors = USUAL, now_ms: int = 0) -> AnyStage:
    """Return the content of the table surface and the held pots, unless a panel covers them."""
    data = _stage(view, chip_colors, now_ms)
    is_panel = isinstance(data, PotsStage | ShortStage | TieStage | RebuildStage)
    return data if is_panel else replace(data, held=held_pots(view.impounded))


def _stage(view: TableView, chip_colors: ChipColors, now_ms: int) -> AnyStage:
    if (claim := promotions.stage(view)) is not None:
        return claim
    if (answers := corrections.answers(view)) is not None:
        return answers
    if prompt := tournament.felt(view) or _prompt(view):
        return prompt
    award = view.award
    if award and award.pots:
        return _pots(view)
    special = stud.stage(view, numbers(view))
    if special and (not isinstance(special, StudStage) or special.ask):
        return special
    if view.money.pots and view.step.kind != "rebuild":
        return _layers(view)
    return special or _plain_felt(view, chip_colors, now_ms)


def _plain_felt(view: TableView, chip_colors: ChipColors, now_ms: int) -> AnyStage:
    if view.step.kind == "rebuild":
        return draw.rebuild(view)
    if (payment := bounty.felt(view)) is not None:
        return payment
    if (offer := pots.before_deal(view, now_ms, lambda: _with_board(view))) is not None:
        return offer
    if (paid := totals.totals(view, chip_colors)) is not None:
        return paid
    if view.deal:  # before the deal, and before the redeal after a misdeal
        return _deal(view, view.deal)
    if view.game and view.game.family == "draw":
        return draw.felt(view, numbers(view))
    return _with_board(view)


def _with_board(view: TableView) -> BoardStage:
    return BoardStage(groups=_board(view), numbers=numbers(view))


def _layers(view: TableView) -> LayersStage:
    """Return main and side pots in play with the seats that can win each; last side pot first, as in the award."""
    pots = view.money.pots
    able = {seat.seat for seat in in_hand(view) if not seat.all_in}
    columns = sorted({seat for pot in pots for seat in pot.seats})
    rows = [_layer(view, index, columns, able) for index in reversed(range(len(pots)))]
    shown = numbers(view)
    name = messages.street_word(view.hand.street)
    if stud.is_stud(view):
        name += " street"
    return LayersStage(
        groups=_board(view),
        name=name,
        rows=_within(rows, 0, MAX_LAYERS),
        size={4: "many", 5: "most"}.get(len(rows), "most" if len(rows) > 5 else ""),
        columns=len(columns),
        numbers=[],
        beside=[shown[1], shown[-1]],
    )


def _layer(view: TableView, index: int, columns: list[int], able: set[int]) -> PotRow:
    """Return a pot: a chip for each seat in its column. Bets go to the last pot while two seats can bet."""
    pots = view.money.pots
    pot = pots[index]
    grows = index == len(pots) - 1 and len(able & set(pot.seats)) > 1
    shown = [seat for seat in columns if seat <= max(pot.seats)]
    amount = messages.money(pot.amount)
    has_room = CHIP_WIDTH * len(shown) + DIGIT_WIDTH * len(amount) <= LAYER_ROOM
    marks = [SeatMark(seat=seat, mark=_stake_mark(seat, pot.seats, able)) for seat in shown]
    note = "bets go here" if grows and has_room else ""
    if view.table.seats == TEN and len(columns) > TEN_COLUMNS:
        marks = []
        note = pot_texts.contenders_text(pot.seats, columns)
    return PotRow(
        name=messages.pot_name(index, len(pots) - 1),
        seats=marks,
        amount=amount,
        turn=grows,
        note=note,
    )


def _stake_mark(seat: int, contenders: list[int], able: set[int]) -> str:
    if seat not in contenders:
        return "none"
    return "in" if seat in able else "all-in"


def _prompt(view: TableView) -> PromptStage | None:
    """Return the step's own key and its subject; None if the step has no key."""
    if not view.table.open:
        return _closed(view)
    if view.hand.stage == "button":
        return _button_draw(view)
    facts = view.step.facts
    if facts.get("uncounted"):
        return _count_last_pot(view, facts["uncounted"])
    if view.step.kind == "run_out" and not facts.get("remedy") and not view.paused:
        return _run_out(view)
    counts = facts.get("count_pot") and _may_count(view)
    return _count_pot(view) if counts else None


def _run_out(view: TableView) -> PromptStage | None:
    """Return the key that deals the remaining streets; None if players still draw."""
    names = view.hand.streets
    remaining = len(names) - names.index(view.step.next)
    coming = streets(view)[-remaining:]
    if view.game is None or any(street.draw or street.by_seat for street in coming):
        return None
    count = view.count.still_in
    facts = view.step.facts
    return PromptStage(
        title=pot_texts.run_title(facts),
        lines=messages.run_out_lines(remaining),
        key=key(
            pot_texts.run_key(facts),
            f"Run it out: deal {messages.streets_left(remaining)}, {count} in",
            look="due",
            do=send("run_out", count=count),
        ),
        numbers=numbers(view),
    )


def _closed(view: TableView) -> PromptStage:
    seated = sum(seat.state != "empty" for seat in view.seats)
    return PromptStage(
        title="Table closed",
        lines=[f"{seated} of {view.table.seats} seats taken."],
        key=key(
            "OPEN\nTABLE",
            "Open the table",
            look="due" if seated > 1 else "expected",
            do=send("open_table"),
        ),
        numbers=[],
    )


def _button_draw(view: TableView) -> PromptStage:
    """Return the key of the button draw. A running game already has its button, and every seat has a key to move it."""
    seated = sum(seat.state != "empty" for seat in view.seats)
    blinds = " / ".join(messages.money(blind) for blind in present(view.game).blinds)
    do = opens("picker", of="button")
    return PromptStage(
        title="Button",
        lines=["Game goes on: tap who has it.", "New game: DRAW for high card."],
        key=key("DRAW", "Draw button, enter the cards", look="expected", do=do),
        numbers=[
            FeltNumber(label="Seated", text=str(seated), of=f"of {view.table.seats}"),
            FeltNumber(label="Blinds", text=blinds, cell=2, alone=True),
        ],
    )


def button_heights(view: TableView) -> dict[str, int]:
    """Return the height of every card in a button draw; tied cards have the same height (S-048, H-25)."""
    if not view.table.open or view.hand.started:
        return {}
    redraws = view.button_tie == "redraw"
    heights = {card: height(card) for card in DECK}
    return {card: rank if redraws else rank * 4 + suit for card, (rank, suit) in heights.items()}


def _count_pot(view: TableView) -> PromptStage:
    """Return the key that counts the pot for the drop. The award does not need the count (S-119)."""
    pot, *_, still = numbers(view)
    seats = [FeltNumber(label="To win", seats=list(view.step.seats), cell=1)]
    counted = key("COUNT\nPOT", "Count the pot", look="due", do=opens("amount", of="pot"))
    return PromptStage(
        title="Pot not known",
        lines=messages.count_pot_lines(view.tracking),
        key=counted,
        numbers=[replace(pot, key=None), *seats, replace(still, cell=3)],
        halves=split_pot.halves(view),
    )


def _count_last_pot(view: TableView, hand: int) -> PromptStage:
    """Return the key that counts the last pot for its drop, between hands. The next deal does not need the count
    (S-119).
    """
    counted = key("COUNT\nPOT", f"Count the pot of hand {hand}", do=opens("amount", of="pot"))
    return PromptStage(
        title=f"Pot of hand {hand} not known",
        lines=messages.uncounted_lines(),
        key=counted,
        numbers=numbers(view),
    )


def pot_count(view: TableView) -> PotCount | None:
    """Return the aids for counting the pot: the logged chips, twenty chips of the smallest two values, the house's
    share.
    """
    uncounted = view.uncounted
    if not uncounted:
        return None
    stacks = [chip * STACK for chip in sorted(view.chips)[:2]]
    return PotCount(
        logged=uncounted.logged,
        stacks=[ChipStack(value=stack, text=f"+{messages.plain(stack)}") for stack in stacks],
        drops=uncounted.drops,
    )


def _may_count(view: TableView) -> bool:
    """Return whether the dealer's count of the pot is accepted. A count of players must be settled first."""
    waits = view.tracking == "actions" and view.step.kind in ("name_out", "name_in")
    running = view.table.open and view.hand.started
    return bool(view.uncounted and running and not waits)


def numbers(view: TableView) -> list[FeltNumber]:
    """Return the pot, the bet, the limit of the next raise, and the players still in."""
    money = view.money
    count = view.count
    pot = FeltNumber(label="Pot", text=DASH, name="not counted")
    if money.known:
        pot = FeltNumber(label="Pot", text=messages.money(money.pot), note=_pot_note(view))
    elif _may_count(view):
        counts = key("", "Count the pot", do=opens("amount", of="pot"))
        pot = FeltNumber(label="Pot", text="?", name="not counted", key=counts)
    third = _third(view)
    if money.match is None:  # a count of the pot has no information about the bets
        match = FeltNumber(label="Bet is", text=DASH, name="not logged")
        third = FeltNumber(label=third.label, text=DASH, name="not logged")
    else:
        match = FeltNumber(label="Bet is", text=messages.money(money.match))
    still = FeltNumber(label="Still in", text=str(count.still_in), of=f"of {count.of}")
    if view.step.kind == "discard":
        return discards.numbers(view, pot, still)
    shown = [pot, match, third, still]
    # Two amounts side by side need more space than an amount and a number of bets.
    return shown if third.label == "Bets" else [replace(n, sums=True) for n in shown]


def _third(view: TableView) -> FeltNumber:
    """Return the number that limits the next raise: bets of the cap, the pot-limit maximum, or the no-limit minimum."""
    money = view.money
    limit = view.game.limit if view.game else ""
    if limit not in ("pot", "none"):
        capped = money.cap and money.bets == money.cap
        of = "capped" if capped else f"of {money.cap}" if money.cap else ""
        return FeltNumber(label="Bets", text=str(money.bets), of=of)
    label, sum_ = ("Max", money.max) if limit == "pot" else ("Min to", money.min_raise)
    if sum_ is None:
        return FeltNumber(label=label, text=DASH, name="no raise")
    return FeltNumber(label=label, text=messages.money(sum_))


def _pot_note(view: TableView) -> str:
    """Return what in the pot belongs to no player's bet: dead chips (S-057), else that the house's splash is in it.

    The header has the amount of a splash (H-75).
    """
    if dead := view.money.dead:
        return f"{messages.money(dead)} dead"
    return "splash" if pot_texts.splash_note(view.splash_pot) else ""


def _deal(view: TableView, deal: DealView) -> DealStage:
    cards = f"{messages.number_word(deal.rounds)} rounds · {deal.cards} cards"
    return DealStage(
        order=deal.order,
        text=f"{stud.initial_deal_text(view) or cards} · stub {deal.stub}",
        numbers=numbers(view),
    )


def _board(view: TableView) -> list[BoardGroup]:
    """Return a burn and its cards for each street. A coming street is a key that skips to it."""
    board = view.board
    hand = view.hand
    groups = []
    dealt = 0
    further = board.more or _boards_to_come(view)
    slots = _slots(view)
    # Other games have one burn for each street of the board.
    is_usual = slots == board.slots and not any(street.draw for street in streets(view))
    for index, (street, size) in enumerate(slots):
        cards = board.cards[dealt : dealt + size]
        more = [_filled(other[dealt : dealt + size], size) for other in further]
        dealt += size
        group = BoardGroup(
            street=street,
            burn=board.burns > index if is_usual else bool(cards),
            cards=_filled(cards, size),
            more=more,
            out=len(cards) == size,
            current=hand.street == street,
            key=None if len(cards) == size else _skip(view, street),
        )
        groups.append(group)
    return groups


def _filled(cards: list[str], size: int) -> list[str | None]:
    return [*cards, *[None] * (size - len(cards))]


def _boards_to_come(view: TableView) -> list[list[str]]:
    """Return the empty further boards of a bomb pot that is called for."""
    bomb = view.bomb_pot
    return [[] for _ in range(1, bomb.boards)] if bomb and pots.is_called(view) else []


def _slots(view: TableView) -> list[tuple[str, int]]:
    """Return the streets of the board with their cards; a card that comes up with the hands belongs to the flop."""
    slots = view.board.slots
    if not slots or slots[0][0] != view.hand.streets[0]:
        return slots
    (_, first), (flop, others), *rest = slots
    return [(flop, first + others), *rest]


def _skip(view: TableView, street: str) -> Key:
    count = view.count
    able = count.still_in >= 2 and view.hand.stage in ("betting", "complete", "posts")
    name = f"{messages.street_word(street)}, skip to it with {count.still_in} players in"
    do = send("skip_to", street=street, count=count.still_in) if able else None
    return key("", name.capitalize(), do=do, why=reasons.NOTHING_TO_SKIP)


def _pots(view: TableView) -> PotsStage:
    award = present(view.award)
    heads = pots.heads(view)
    rows = (
        pots.split_rows(view) if heads else [_pot(view, index) for index in range(len(award.pots))]
    )
    drops = [
        DropRow(name=name, amount=messages.money(amount), note="drop")
        for name, amount in (("Rake", award.rake), ("Jackpot", award.jackpot))
        if amount
    ]
    two = split_pot.halves(view)
    note = split_pot.note(view) if two else _note(view)
    splits = _splits(view)
    longest = max([note, *(way.note for way in splits.values())], key=len)
    wraps = int(len(longest) > NOTE_LENGTH[view.table.seats == 10])
    if not heads:
        rows = _within(rows, award.turn, MAX_LINES - len(drops) - wraps)
    readings = _readings(view, MAX_LINES - len(rows) - len(drops) - wraps)
    size = _size(len(rows) + len(drops) + wraps + len(readings))
    return PotsStage(
        rows=rows,
        drops=drops,
        note=note,
        splits=splits,
        best=award.best,
        halves=two,
        who=stud.who_shows(view),
        readings=readings,
        size=size,
        heads=heads,
    )


def _size(lines: int) -> str:
    if lines > 5:
        return "most"
    return {4: "", 5: "many"}.get(lines, "few")


def _within(rows: list[PotRow], turn: int | None, room: int) -> list[PotRow]:
    """Return the pots around the current one. If there are too many, those before it share one line, and those after it
    another.
    """
    count = len(rows)
    if count <= room:
        return rows
    at = count - 1 if turn is None else turn
    if at < room - 1:
        return [*rows[: room - 1], _folded(rows[room - 1 :], "more")]
    if at > count - room:
        return [_folded(rows[: count - room + 1], "awarded"), *rows[count - room + 1 :]]
    return [
        _folded(rows[:at], "awarded"),
        *rows[at : at + room - 2],
        _folded(rows[at + room - 2 :], "more"),
    ]


def _folded(rows: list[PotRow], word: str) -> PotRow:
    name = f"{len(rows)} {word}"
    done = word == "awarded"
    return PotRow(name=name, done=done, seats=[], amount="", note="", turn=False)


def _pot(view: TableView, index: int) -> PotRow:
    award = view.award
    pot = present(award).pots[index]
    winners = pot.winners
    turn = index == present(award).turn
    sides = len({other.pot for other in present(award).pots}) - 1
    marks = [
        SeatMark(seat=seat, mark=_mark(seat, pot))
        for seat in sorted({*pot.seats, *pot.out, *winners})
    ]
    to = f"seat {winners[0]}" if len(winners) == 1 else " + ".join(map(str, winners))
    note = to or ("to push" if turn else "")
    amount = messages.money_or_blank(pot.amount) or DASH
    return PotRow(
        name=messages.pot_name(pot.pot, sides),
        seats=marks,
        amount=amount,
        note=note,
        done=bool(winners),
        turn=turn,
    )


def _mark(seat: int, pot: AwardPotView) -> str:
    if seat in pot.winners:
        return "won"
    return "out" if seat in pot.out else "in"


def _note(view: TableView) -> str:
    """Return which hands are equal, or who takes odd chips if the current pot is split.

    With three or more seats, odd chips are shown only once they are selected.
    """
    if tied := messages.tied_note(present(view.award).units):
        return tied
    ways = list(present(view.award).splits.values())
    odd_chips = _odd(view, ways[0]) if len(ways) == 1 else ""
    return f"If split: {odd_chips}" if odd_chips else ""


def _odd(view: TableView, way: SplitView) -> str:
    return messages.odd_chips(way.odd, messages.odd_rule(view, [int(seat) for seat in way.shares]))


def _readings(view: TableView, room: int) -> list[Reading]:
    """Return the readings of all shown hands that can win, both halves of each; empty unless all are readable."""
    award = present(view.award)
    pot = None if award.turn is None else award.pots[award.turn]
    able = [number for number in pot.seats if number not in pot.out] if pot else []
    readings = [
        Reading(seat.seat, seat.reading)
        for seat in view.seats
        if seat.seat in able and seat.reading
    ]
    return readings if len(readings) <= room else []


def _splits(view: TableView) -> dict[str, SplitRow]:
    """Return the split of the current pot for each selection of seats: a share for each SPLIT key, and the odd
    chips.
    """
    return {
        seats: SplitRow(
            shares={seat: messages.money_or_blank(share) for seat, share in way.shares.items()},
            note=messages.as_sentence(_odd(view, way)),
        )
        for seats, way in present(view.award).splits.items()
    }
