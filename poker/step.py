"""The dealer's next step as a value: kind, seats, count, amount and rule. Messages are built at the edges."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypedDict

import msgspec

from poker import bet_collection, bomb_pots, button, rake
from poker.act_corrections import held_act, held_commands
from poker.burns import boards_with_burn, house_burns, own_board
from poker.calls import RemedyStep
from poker.cells import cell_amount, waiting
from poker.command_lines import commands
from poker.commands import Act, WaiveBurn
from poker.decide import discards, draw_round, opener
from poker.decide.last_card import coming, is_last, may_correct
from poker.decide.showdown import build
from poker.draft import Draft
from poker.games.model import Street
from poker.later_pots import beaten, units
from poker.refusal import Refusal
from poker.remedies import before_street, open_now
from poker.state import Hand, Table
from poker.stud_shortage import First, Kind, ShortagePlan, ShortageStep
from poker.table_event import Hold, HoldKind
from poker.turn import can_bet, pending


class SeatAmount(msgspec.Struct, frozen=True):
    """A seat and its chips."""

    seat: int
    amount: int


class SidePot(msgspec.Struct, frozen=True):
    """A side pot that the bets of a round create or add to."""

    pot: int
    amount: int
    seats: tuple[int, ...]


class StepFacts(TypedDict, total=False):
    """Facts for a step's message, in addition to the fields of the step; each kind of step has its own."""

    # Remedy: the ruling's step, its number and the number of steps, how many more are due, and
    # (seat, chips) that go back.
    say: str
    more: int
    ruling: str
    result: str
    number: int
    of: int
    back: list[tuple[int, int]]
    # Deal: the seats of the button and of the last card, the upcards of each player, and the last hand if its pot was
    # not counted.
    button: int
    last: int
    uncounted: int
    board: int  # cards of the flop that come up with the hands
    # Draw: whether its burn is still to come; rebuild: (seat, cards) still owed.
    burn: bool
    owed: list[tuple[int, int]]
    # Stud: which upcard opens, tied seats and their suits, the bring-in as posted, the plan of a short deck.
    upcards: str
    tied: list[int]
    suits: list[tuple[int, str]]
    seat: int
    posted: int
    kind: Kind | Literal["none"]
    players: int
    pool: int
    need: int
    steps: list[ShortageStep]
    first: First
    rule: str
    clause: str
    row: str
    share: int
    betting: bool
    opener: int
    stub: int
    burns: int
    # The next street: cards to each player, cards drawn or discarded.
    down: int
    up: int
    draw: int
    discard: int
    thrown: int  # players who have discarded
    # A ruling's steps before the next street, whether its burn is already out, a known next burn.
    remedy: list[str]
    no_burn: bool
    top: str
    # (seat, act) of players who are asked again about an act that the dealer had tapped.
    asked: list[tuple[int, str]]
    # The act that no longer fits since a correction, and (seat, act) of it and those after it.
    act: str
    held: Sequence[tuple[int, str]]
    # The uncalled part of a bet, and side pots to build.
    returned: SeatAmount
    side_pots: list[SidePot]
    # Showdown and award: whether all hands go up, who shows pot by pot, whether the high hand shows
    # first or the pot is counted first; the only player left; the pot's number, how many pots there
    # are, seats whose hands are killed, seats that win together.
    all_up: bool
    show_by_pot: list[list[int]]
    high_first: bool
    count_pot: bool
    alone: bool
    pot: int
    pots: int
    killed: list[int]
    together: list[list[int]]
    # Several boards: how many there are, and the one awarded now, 0 for the first.
    boards: int
    read_board: int
    # The amount that everyone posts in a bomb pot; how many runs are dealt, and the one dealt now, 0 for the first.
    bomb_pot: int
    runs: int
    run: int
    burn_each: bool  # a burn for each board (H-71)
    # Tournament: why the table waits, (seat, table, seat there) of players who move, the tables that still play.
    hold: HoldKind
    moves: list[tuple[int, str, int]]
    waiting: list[str]
    note: str
    no_burn_boards: list[int]  # those whose burn is already out, if another one has its burn
    splash: int  # what the house adds to the pot before this deal (H-75)
    splash_title: str  # of the promotion that pays it


class Step(msgspec.Struct, frozen=True):
    """What comes next at the table. `next`: the following street, "showdown" after the last."""

    kind: str
    rule: str = ""
    seats: tuple[int, ...] = ()
    amount: int | None = 0  # None: the pot was not counted
    count: int = 0
    street: str = ""
    next: str = ""
    facts: StepFacts = {}


def step(table: Table) -> Step:
    """Return the next step; there always is one. A claim and an open floor call come before everything else."""
    if (claim := table.claim) is not None:
        return Step("claim", "", (*claim.losing, *claim.winning))
    if table.floor is not None:
        return Step("floor", "S-012", street=table.floor.street)
    if steps := open_now(table):
        return _remedy(table, steps)
    if not table.is_open:
        playing = sum(1 for seat in table.seats if seat.playing)
        return Step("open_table", "S-005", count=playing)
    if table.hand is None:
        return _between(table)
    if (act := held_act(table.hand)) is not None:
        return _corrected(table, table.hand, act)
    return _in_hand(table, table.hand)


def _corrected(table: Table, hand: Hand, act: Act) -> Step:
    """Return the question about an act that no longer fits since a correction (S-012)."""
    street = table.game.streets[hand.street].name
    acts = [(item.seat, item.what) for item in held_commands(hand) if isinstance(item, Act)]
    facts: StepFacts = {"act": act.what, "held": acts}
    return Step("corrected", "S-081", (act.seat,), act.to or 0, street=street, facts=facts)


def _remedy(table: Table, steps: tuple[RemedyStep, ...]) -> Step:
    """Return the next step of a ruling, and its number among the steps of the ruling that ordered it."""
    remedy = table.remedy
    assert remedy is not None
    ruling = remedy.ordered_by(steps[0])
    open_steps = sum(remedy.ordered_by(step) == ruling for step in remedy.steps)
    facts: StepFacts = {
        "say": steps[0].say,
        "more": len(steps) - 1,
        "ruling": ruling,
        "result": remedy.result,
    }
    if ruling == remedy.ruling:
        facts |= {"number": remedy.done + 1, "of": remedy.done + open_steps}
    else:  # an earlier ruling, whose number of finished steps is not stored
        facts |= {"number": 0, "of": open_steps}
    if any(line.partition(" ")[0] == "void_hand" for line in steps[0].do):
        facts["back"] = list(table.put_in)
    return Step("remedy", "S-012", facts=facts)


def _between(table: Table) -> Step:
    if table.out:
        return Step("bust", "", tuple(seat for seat, _ in table.out))
    if table.event is not None and table.event.hold is not None:
        return _hold(table.event.hold)
    if table.game.button and not table.button:
        seats = tuple(seat.number for seat in table.seats if seat.playing)
        if len(seats) < 2:
            return Step("wait_players", "S-049", count=len(seats))
        return Step("draw_button", "S-048", seats=seats)
    try:
        plan = bomb_pots.plan(table, table.bomb) if table.bomb else button.plan(table)
    except Refusal as refusal:
        return Step("wait_players", refusal.rule, count=sum(1 for s in table.seats if s.playing))
    deal = _deal(table, plan.order, plan.button)
    if table.open_drop is None:
        return deal
    return msgspec.structs.replace(deal, facts=deal.facts | {"uncounted": table.open_drop.hand})


def _hold(hold: Hold) -> Step:
    facts: StepFacts = {
        "hold": hold.kind,
        "moves": [(move.seat, move.table, move.to) for move in hold.moves],
        "waiting": list(hold.waiting),
        "note": hold.note,
    }
    return Step("hold", "TDA 10", tuple(move.seat for move in hold.moves), facts=facts)


def _deal(table: Table, order: tuple[int, ...], on_button: int) -> Step:
    street = table.game.streets[0]
    rounds = street.each
    facts: StepFacts = {"button": on_button, "last": order[-1], "up": street.up}
    bomb = table.hand.bomb if table.hand else table.bomb
    if bomb is not None:
        facts |= {"bomb_pot": bomb.amount, "boards": bomb.boards}
    if table.hand is None and table.splash:
        facts["splash"] = table.splash
        if table.fund_splash is not None:
            facts["splash_title"] = table.fund_splash.title
    if street.board:
        facts["board"] = street.board
    return Step("deal", "S-074", seats=order, count=rounds, facts=facts)


def _in_hand(table: Table, hand: Hand) -> Step:
    match hand.stage:
        case "deal":
            return _deal(table, tuple(part.seat for part in hand.live()), hand.button)
        case "draw":
            return _draw(table, hand)
        case "opener":
            return _opener(table, hand)
        case "betting":
            return _betting(table, hand)
        case "complete":
            return _street(table, hand)
        case "showdown":
            return _showdown(table, hand)
        case "award":
            return _award(table, hand)


def _draw(table: Table, hand: Hand) -> Step:
    """Return who draws next and the maximum, or the deck to rebuild first (S-176, H-45)."""
    street = table.game.streets[hand.street]
    seat = draw_round.due(hand)
    owed = draw_round.owed(hand)
    if owed and (table.rules.draw_order == "in_turn" or not seat):
        facts: StepFacts = {"owed": list(owed)}
        cards = sum(count for _, count in owed)
        return Step("rebuild", "H-45", seats=(owed[0][0],), count=cards, facts=facts)
    order = tuple(part.seat for part in hand.live() if part.stated < 0)
    first = all(part.stated < 0 for part in hand.live())
    waived = hand.unburned or draw_round.is_waived(hand, street)
    name, _ = next_street(table, hand)
    facts = _waiting(table, name)
    facts["burn"] = bool(first and table.rules.draw_burn and street.burn and not waived)
    count = street.draw
    here = street.name
    return Step("draw", "S-176", seats=order, count=count, street=here, next=name, facts=facts)


def _opener(table: Table, hand: Hand) -> Step:
    """Return the step that asks for the first seat to act in stud: the bring-in, or the best upcards (S-145,
    S-150).
    """
    last = hand.last_card
    if last is not None and last.plan.kind != "normal" and may_correct(hand):
        return _last_card(hand, last.plan, (), table.game.streets[hand.street].name, "showdown")
    opening = opener.opening(table)
    kind = "bring_in" if opener.brings_in(table) else "first"
    street = table.game.streets[hand.street].name
    (name, _) = next_street(table, hand)
    facts = {"upcards": table.game.upcards, "tied": list(hand.tied)} | _waiting(table, name)
    rule, could = (opening.rule, opening.could) if opening else ("S-150", ())
    return Step(kind, rule, seats=could, street=street, next=name, facts=facts)


def next_street(table: Table, hand: Hand) -> tuple[str, int]:
    """Return the name of the next street and its board cards; ("showdown", 0) after the last."""
    streets = table.game.streets
    if hand.street + 1 >= len(streets):
        return "showdown", 0
    street = streets[hand.street + 1]
    return street.name, street.board


def _betting(table: Table, hand: Hand) -> Step:
    name, count = next_street(table, hand)
    street = table.game.streets[hand.street].name
    facts = _waiting(table, name) | _asked(hand)
    if discards.are_due(table):
        return _street(table, hand)
    if table.tracking == "streets":
        return Step("street", "S-081", count=count, street=street, next=name, facts=facts)
    if hand.unnamed:
        kind = "name_out" if hand.unnamed > 0 else "name_in"
        count = abs(hand.unnamed)
        return Step(kind, "S-081", count=count, street=street, next=name, facts=facts)
    seats = tuple(hand.parts[i].seat for i in pending(hand))
    fresh = not hand.round.bettor and all(part.acted == "" for part in hand.live())
    if table.game.family == "stud" and (special := _stud(hand, seats, street, name)):
        return msgspec.structs.replace(special, facts=special.facts | facts)
    if fresh and hand.street:
        return Step("opener", "S-084", seats=seats, street=street, next=name, facts=facts)
    amount = hand.round.level
    return Step("answer", "S-081", seats, amount, street=street, next=name, facts=facts)


def _asked(hand: Hand) -> StepFacts:
    """Return the seats whose tapped act a rewritten inference took back, with the act; they are asked again."""
    seat_acts = [(part.seat, part.asked) for part in hand.live() if part.asked]
    return {"asked": seat_acts} if seat_acts else {}


def _stud(hand: Hand, seats: tuple[int, ...], street: str, name: str) -> Step | None:
    """Return the step that stays until a player acts: a short deck or a bring-in."""
    if not opener.may_name(hand):
        return None
    last = hand.last_card
    if last is not None and last.plan.kind != "normal":
        return _last_card(hand, last.plan, seats, street, name)
    if not hand.round.bring_in:
        return None
    part = hand.parts[hand.index(hand.opener)]
    facts: StepFacts = {
        "seat": part.seat,
        "posted": part.committed,
        "suits": list(hand.suits),
    }
    return Step(
        "brought_in", "S-145", seats=seats, amount=hand.round.level, street=street, facts=facts
    )


def _last_card(
    hand: Hand, plan: ShortagePlan, seats: tuple[int, ...], street: str, name: str
) -> Step:
    facts: StepFacts = {**_plan(plan), "opener": hand.opener}
    return Step("last_card", plan.rule, seats=seats, street=street, next=name, facts=facts)


def _plan(plan: ShortagePlan) -> StepFacts:
    """Return a plan of stud's last street as plain facts."""
    return {
        "kind": plan.kind,
        "players": plan.players,
        "pool": plan.pool,
        "need": plan.need,
        "steps": list(plan.steps),
        "first": plan.first,
        "rule": plan.rule,
        "clause": plan.clause,
        "row": plan.row,
        "share": plan.share,
        "betting": plan.betting,
    }


def _street(table: Table, hand: Hand) -> Step:
    name, count = next_street(table, hand)
    street = table.game.streets[hand.street].name
    facts = _coming(table, hand) | _waiting(table, name)
    if "discard" in facts and discards.are_due(table):
        if seats := discards.late(hand):
            facts |= {"thrown": discards.thrown(hand)} | _return(table) | _side_pots(table)
            return Step("discard", "S-180", seats, street=street, next=name, facts=facts)
        del facts["discard"]
    if "kind" in facts and facts["kind"] != "normal":
        rule = str(facts["rule"])
        facts |= _return(table) | _side_pots(table)
        return Step("shortage", rule, street=street, next=name, facts=facts)
    kind = "run_out" if can_bet(hand.parts) <= 1 and name != "showdown" else "street"
    money = _return(table) | _side_pots(table)
    facts |= money
    if kind == "run_out" and table.rules.all_in_hands == "all_up":
        facts["all_up"] = True
    stud = table.game.family == "stud"
    rule = "S-115" if money else "S-149" if stud else "S-082" if name == "flop" else "S-085"
    return Step(kind, rule, count=count, street=street, next=name, facts=facts)


def _coming(table: Table, hand: Hand) -> StepFacts:
    """Return the cards that the next street deals to each player, draws or discards; for stud's last street, its plan
    (H-14).
    """
    streets = table.game.streets
    if hand.street + 1 >= len(streets):
        return {}
    if is_last(table, hand.street + 1) and hand.still_in() > 1:
        try:
            return _plan(coming(table, hand.still_in()))
        except Refusal as refusal:
            # Counts corrected by hand need a ruling if no policy can deal from them.
            counts = msgspec.convert(refusal.facts, StepFacts)
            return {**counts, "kind": "none", "rule": refusal.rule, "steps": []}
    return _dealt(streets[hand.street + 1]) | _boards(table, hand)


def _boards(table: Table, hand: Hand) -> StepFacts:
    """Return how many boards or runs the hand has, and whether each has its burn; {} for one."""
    if hand.runs is not None:
        return {"runs": hand.runs.count, "run": hand.runs.current}
    if len(hand.boards) == 1:
        return {}
    return {"boards": len(hand.boards), "burn_each": table.rules.board_burns == "each"}


def _dealt(street: Street) -> StepFacts:
    data: StepFacts = {}
    if street.hole:
        data["down"] = street.hole
    if street.up:
        data["up"] = street.up
    if street.draw:
        data["draw"] = street.draw
    if street.discard:
        data["discard"] = street.discard
    return data


def _waiting(table: Table, street: str) -> StepFacts:
    """Return a ruling's steps before the coming street, and whether its burn is already out."""
    data: StepFacts = {}
    if steps := before_street(table, street):
        data["remedy"] = [step.say for step in steps if step.say]
    hand = table.hand
    assert hand is not None
    coming = table.game.index(street)
    dry = coming > 0 and _has_no_burn(table, table.game.streets[coming])
    burned = boards_with_burn(hand, table.rules)
    waived = {board for board in burned if hand.is_waived(street, board)}
    waived |= set(_waived_by(steps, burned))
    if dry or waived.issuperset(burned):
        data["no_burn"] = True
    elif waived:
        data["no_burn_boards"] = sorted(waived)
    if hand.top:
        data["top"] = hand.top
    return data


def _waived_by(steps: Sequence[RemedyStep], burned: range) -> Iterator[int]:
    """Yield the boards whose burn open steps of a ruling waive."""
    for step in steps:
        for line in step.do:
            for command in commands(line):
                if isinstance(command, WaiveBurn):
                    yield own_board(command.board, burned)


def _has_no_burn(table: Table, street: Street) -> bool:
    """Return whether the game deals this street's board cards without a burn (H-55)."""
    return bool(street.board) and not street.draw and house_burns(street, table.rules) == 0


def _return(table: Table) -> StepFacts:
    """Return the uncalled part of a bet, which is returned before anything else (S-115)."""
    number = bet_collection.uncalled_return(table)
    return {"returned": SeatAmount(*number)} if number else {}


def _side_pots(table: Table) -> StepFacts:
    """Return the side pots this round's bets create or add to, to be built when the bets are collected (S-115,
    S-185).
    """
    lie = bet_collection.pots_on_felt(table) if bet_collection.bets_in(table) else ()
    sides = [SidePot(i, pot.amount, pot.seats) for i, pot in enumerate(lie)]
    return {"side_pots": sides[1:]} if sides else {}


def _showdown(table: Table, hand: Hand) -> Step:
    seats = tuple(seat for group in showing_groups(table, hand) for seat in group)
    all_in: StepFacts = {"all_up": True} if _all_up(table, hand) else {}
    groups = showing_groups(table, hand)
    if len(groups) > 1:
        all_in = {"show_by_pot": [list(group) for group in groups]}
    is_stud = table.game.family == "stud" and table.tracking == "actions" and not all_in
    high_first: StepFacts = {"high_first": True} if is_stud and not seats else {}
    facts = all_in | high_first | _return(table) | _count_pot(table, hand)
    return Step("showdown", "S-090", seats=seats, facts=facts)


def _count_pot(table: Table, hand: Hand) -> StepFacts:
    """Return the step that requests a count of an unknown pot before it is pushed, if the house takes a part of it
    (S-119).
    """
    unknown = table.pot is None and not hand.pots
    flop = len(hand.board) > table.game.streets[0].board
    drops = rake.drops(table.plaque.rake, flop=flop, players=len(hand.parts))
    return {"count_pot": True} if unknown and drops else {}


def _all_up(table: Table, hand: Hand) -> bool:
    """Return whether all hands go up together, because a player is all-in and the house rule says so (H-18b)."""
    return table.rules.all_in_hands == "all_up" and any(part.all_in for part in hand.live())


def showing_groups(table: Table, hand: Hand) -> list[tuple[int, ...]]:
    """Return the order of showing if no one volunteers, pot by pot: the last side pot first (H-18, H-18b).

    In the first group the last bettor of the last round is first, otherwise the button's left, or in stud the high
    hand on board (S-159); then come the players who are all-in for a smaller pot. Empty if unknown: bets were not
    tracked, or a count took players out without naming them. Also empty if all hands go up together.
    """
    if _all_up(table, hand) or table.tracking == "streets" or hand.unnamed or hand.round.skipped:
        return []
    draft = Draft(table)
    build(draft)
    groups: list[tuple[int, ...]] = []
    earlier: set[int] = set()
    for pot in reversed(draft.hand.pots):
        seats = tuple(part.seat for part in hand.live() if part.seat in set(pot.seats) - earlier)
        if seats and len(pot.seats) > 1:
            groups.append(seats)
            earlier |= set(seats)
    first = _shows_first(table, hand)
    if first is None:
        return []
    return [_from(groups[0], first), *groups[1:]] if groups else []


def _shows_first(table: Table, hand: Hand) -> int | None:
    """Return the seat that shows first; 0 for the button's left, None if stud's high hand is unknown."""
    live = [part.seat for part in hand.live()]
    first = hand.round.bettor
    if not first and table.game.family == "stud":
        first = hand.opener or hand.before
        if first not in live:
            return None
    return first


def _from(seats: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Return seats rotated to begin with one of them; unchanged if it is not among them."""
    if first not in seats:
        return seats
    i = seats.index(first)
    return seats[i:] + seats[:i]


def _to_push(table: Table) -> int | None:
    """Return what is pushed to the last player in: net of rake and drop, after the uncalled bet; None if not
    counted.
    """
    if table.pot is None:
        return None
    draft = Draft(table)
    build(draft)
    return sum(pot.amount for pot in draft.hand.pots)


def _award(table: Table, hand: Hand) -> Step:
    if not hand.pots:
        alone = tuple(part.seat for part in hand.live())
        facts: StepFacts = {"alone": True, **_return(table), **_count_pot(table, hand)}
        return Step("award", "S-096", seats=alone, amount=_to_push(table), facts=facts)
    turn = waiting(hand)[0]
    out = beaten(hand, turn.board)
    pot = hand.pots[turn.pot]
    seats = tuple(seat for seat in pot.seats if seat not in out)
    tied = [list(unit) for unit in units(hand, turn) if len(unit) > 1]
    dead = tuple(sorted(out & set(pot.seats)))
    facts = {"pot": turn.pot, "pots": len(hand.pots), "killed": list(dead)}
    if tied:
        facts["together"] = tied
    if len(hand.boards) > 1:
        facts |= _boards(table, hand) | {"read_board": turn.board}
    amount = None if table.pot is None else cell_amount(table, hand, turn)
    return Step("award", "S-122", seats=seats, amount=amount, facts=facts)
