"""Builds the view of a table from its state; `poker.view.model` describes its fields."""

import msgspec

from poker import bet_collection, betting, button, rake, straddles, substantial_action
from poker.betting import CAP, uncapped
from poker.cards import DECK_SIZE
from poker.decide.deal import ensure_dealt
from poker.decide.seats import payers
from poker.decide.showing import may_muck
from poker.draft import Draft
from poker.engine import paused
from poker.event_levels import without_hold
from poker.evolve import with_next_plaque
from poker.games import GAMES
from poker.ledger import Ledger
from poker.reading import RANKINGS
from poker.refusal import Refusal
from poker.remedies import open_now
from poker.stakes import legs
from poker.state import Dealer, Hand, Table
from poker.step import Step, next_street, step
from poker.turn import can_bet, pending
from poker.turn_clock import SECONDS, holding_up, running_clock
from poker.view.acts import acts
from poker.view.award import award
from poker.view.bounty import bounty
from poker.view.draw import draw
from poker.view.model import (
    BoardView,
    CountView,
    DealerView,
    DealView,
    GameView,
    HandView,
    HeadView,
    KillView,
    LedgerView,
    MoneyView,
    PotView,
    RemedyStepView,
    RemedyView,
    RotationGameView,
    RotationView,
    StraddleOfferView,
    StraddleView,
    StraddlingView,
    SubstantialView,
    TableStage,
    TableView,
    TurnClockView,
    UncountedView,
)
from poker.view.pots import bomb_pot, runs, splash_pot
from poker.view.promotions import high_hand, promotion
from poker.view.result import result
from poker.view.seats import seats
from poker.view.stud import forecast, last_card, opener


def view(table: Table) -> TableView:
    """Return everything a screen at the table may show. Between hands it shows the next hand as it will start."""
    pushed = result(table)  # in chips of the plaque that was played
    table = as_dealt_next(table)
    dealt_table = as_it_will_begin(table)
    hand = dealt_table.hand
    straddling = _straddling(table)
    return TableView(
        table=head_view(table),
        game=game_view(table),
        next_game=next_game_view(table),
        chips=list(table.stakes.chips) if table.stakes else [],
        tracking=table.tracking,
        hand=_hand(table, hand),
        step=_step(table),
        seats=seats(table, dealt_table),
        money=_money(dealt_table, hand),
        count=_count(dealt_table, hand),
        board=_board(table, table.hand),  # before the deal no card lies on it
        deal=_deal(table, hand, straddled=bool(straddling and straddling.posted)),
        award=award(table),
        ledger=_ledger(table, table.hand or hand),
        undo=table.done,
        floor=table.floor,
        called_off=table.called_off,
        remedy=_remedy(table),
        impounded=list(table.impounded),
        paused=paused(table),
        dealer=dealer_view(table.dealer, table),
        may_straddle=straddling.offers[0].seat if straddling and straddling.offers else 0,
        straddling=straddling,
        may_muck=may_muck(table),
        opener=opener(dealt_table),
        forecast=forecast(dealt_table),
        last_card=last_card(hand),
        draw=draw(dealt_table),
        kill=kill_view(table),
        rotation=rotation_view(table),
        uncounted=_uncounted(table),
        button_tie=table.rules.button_tie,
        acts=acts(table),
        result=pushed,
        turn_clock=_turn_clock(table),
        bomb_pot=bomb_pot(table),
        runs=runs(table),
        event=table.event,
        out=list(table.out),
        splash_pot=splash_pot(table),
        bounty=bounty(table),
        promotion=promotion(table),
        high_hand=high_hand(table),
    )


def as_dealt_next(table: Table) -> Table:
    """Return the table with the plaque that is dealt next, because a dealer who sees the plaque deals it."""
    return with_next_plaque(table, table.leg_at) if table.hand is None else table


def head_view(table: Table) -> HeadView:
    return HeadView(
        name=table.name,
        seats=len(table.seats),
        open=table.is_open,
        since=table.since,
        why=table.why,
    )


def as_it_will_begin(table: Table) -> Table:
    """Return the table with its next hand started, unless one is in progress or none can start."""
    dealt = table.hand is not None and table.hand.stage != "deal"
    if dealt or not table.is_open:
        return table
    draft = Draft(without_hold(table))
    try:
        ensure_dealt(draft)  # the plan of the next hand, or the redeal after a misdeal
    except Refusal:
        return table  # no button yet, or too few players: the step shows which
    return draft.table


def dealer_view(dealer: Dealer | None, table: Table) -> DealerView | None:
    if dealer is None:
        return None
    hands = table.hands - dealer.before if dealer.before >= 0 else None
    corrections = dealer.corrections + (table.hand.corrections if table.hand else 0)
    return DealerView(dealer.name, dealer.since, hands, corrections)


def _turn_clock(table: Table) -> TurnClockView | None:
    """Return the clock of the seat that holds up the hand; a seat on the clock stays on it while it is to act."""
    hand = table.hand
    if hand is None or table.rules.clock == "none" or paused(table) or open_now(table):
        return None
    clock = running_clock(hand)
    seat = clock.seat if clock else holding_up(table)
    if not seat:
        return None
    return TurnClockView(
        seat=seat,
        seconds=SECONDS.get(table.rules.clock, 0),
        called_at=clock.at if clock else 0,
        given=clock.seconds if clock else 0,
        faces_bet=hand.parts[hand.index(seat)].committed < hand.round.level,
    )


def _step(table: Table) -> Step:
    """Return the next step; a call that does not stop the hand does not replace its step."""
    return step(table if paused(table) else msgspec.structs.replace(table, floor=None))


def game_view(table: Table) -> GameView | None:
    if table.stakes is None:
        return None
    stakes = table.plaque
    game = table.game
    return GameView(
        key=stakes.game,
        title=game.title,
        family=game.family,
        deck=game.deck,
        bring_in=stakes.bring_in,
        halves=list(dict(RANKINGS[game.ranking].halves)),
        bought=game.bought,
        limit=stakes.limit,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        blinds=list(stakes.blinds),
        ante=stakes.ante,
        straddle=stakes.straddling is not None,
        hole=table.game.hole,
        any_amount=table.rules.any_amount,
        announced=table.rules.draw_order == "announce",
        buy_in=(stakes.buy_in_min, stakes.buy_in_max),
        time_charge=stakes.rake.time_charge if stakes.rake.kind == "time" else 0,
        time_minutes=stakes.rake.time_minutes,
        time_at=table.time_at,
        time_seats=list(payers(table)) if stakes.rake.kind == "time" else [],
    )


def next_game_view(table: Table) -> GameView | None:
    """Return the game of a plaque posted during this hand, or None."""
    coming = table.next_plaque
    if coming is None:
        return None
    return game_view(msgspec.structs.replace(table, stakes=coming.stakes, leg=0, kill=False))


def stage(table: Table) -> TableStage:
    """Return the stage: `closed`, `button`, `short`, `posts` between hands, otherwise the hand's stage."""
    if not table.is_open:
        return "closed"
    if table.hand is not None:
        return "posts" if table.hand.stage == "deal" else table.hand.stage
    match step(msgspec.structs.replace(table, floor=None)).kind:
        case "draw_button":
            return "button"
        case "wait_players":
            return "short"
    return "posts"


def _hand(table: Table, hand: Hand | None) -> HandView:
    started = table.hand is not None
    return HandView(
        number=table.hand.number if table.hand else table.hands + 1,
        started=started,
        street=table.game.streets[hand.street].name if hand else "",
        streets=[street.name for street in table.game.streets] if table.stakes else [],
        stage=stage(table),
        partial=hand.partial if hand else False,
        substantial=_substantial(table, hand) if started and hand else None,
        confirm_misdeal=started
        and hand is not None
        and substantial_action.is_substantial(hand, table.rules),
        kinds=list(hand.kinds) if hand and hand.kinds else msgspec.UNSET,
    )


def _substantial(table: Table, hand: Hand) -> SubstantialView:
    """Return how many acted and how many with chips, and whether that is substantial action by house rule (H-01).

    None instead of numbers if a round was closed without being tracked, which is itself action.
    """
    followed = hand.known or not hand.street
    return SubstantialView(
        by=table.rules.substantial,
        players=len(hand.actors) if followed else None,
        with_chips=len(hand.chip_actors) if followed else None,
        acts=hand.acts if followed else None,
    )


def _money(table: Table, hand: Hand | None) -> MoneyView:
    if hand is None:
        return MoneyView()
    bets = table.tracking == "actions"
    most, least = _due(table, hand)
    return MoneyView(
        pot=table.pot or 0,
        match=hand.round.level if bets else None,
        bets=hand.round.raises if bets else None,
        cap=_cap(table, hand) if bets else None,
        known=table.pot is not None,
        dead=sum(part.dead for part in hand.parts),
        pots=[
            PotView("side" if i else "main", pot.amount, list(pot.seats))
            for i, pot in enumerate(bet_collection.pots_on_felt(table))
        ],
        max=most,
        min_raise=least,
    )


def _uncounted(table: Table) -> UncountedView | None:
    """Return the logged chips of a pot that may be counted, and the house's charge for it; None if it may not."""
    hand = table.hand
    last = table.open_drop
    if hand is None and last is not None:
        steps = rake.drop_steps(
            last.rake, flop=last.flop, players=last.players, unraked=last.unraked
        )
        return UncountedView(0, list(steps))
    if hand is None or hand.pots or table.pot is not None:
        return None
    flop = len(hand.board) > table.game.streets[0].board
    drops = rake.drop_steps(
        table.plaque.rake, flop=flop, players=len(hand.parts), unraked=table.unraked
    )
    return UncountedView(hand.chips(), list(drops))


def _due(table: Table, hand: Hand) -> tuple[int | None, int | None]:
    """Return the most and the least that the seat to act may raise to."""
    if hand.round.due < 0 or table.tracking == "streets":
        return None, None
    try:
        bounds = betting.bounds(table, hand.parts[hand.round.due])
    except Refusal:
        return None, None
    unknown = table.plaque.limit == "pot" and table.pot is None  # then a stack is not a maximum
    return None if unknown else bounds.most, bounds.least


def _cap(table: Table, hand: Hand) -> int | None:
    if not table.plaque.capped:
        return None
    if hand.round.raises > CAP:  # let stand, or lifted while more than two could bet
        return None
    leader = max(hand.live(), key=lambda part: part.committed, default=None)
    if leader and can_bet(hand.parts) <= 2 and uncapped(hand, leader, table.rules):
        return None
    return CAP


def _count(table: Table, hand: Hand | None) -> CountView:
    if hand is None:
        return CountView()
    still_in = hand.still_in()
    return CountView(
        still_in=still_in,
        of=len(hand.parts),
        said=still_in if hand.unnamed else None,
        expected=still_in,
        ready=hand.stage == "complete",
        opens=next_street(table, hand)[0]
        if hand.stage in ("draw", "opener", "betting", "complete", "deal")
        else "",
    )


def _board(table: Table, hand: Hand | None) -> BoardView:
    slots = [(s.name, s.board) for s in table.game.streets if s.board] if table.stakes else []
    return BoardView(
        burns=hand.ledger.burns if hand else 0,
        cards=list(hand.board) if hand else [],
        slots=slots,
        more=[list(board) for board in hand.boards[1:]] if hand else [],
    )


def kill_view(table: Table) -> KillView | None:
    """Return the plaque's kill (S-072): whether this is a kill hand, who made it one, and the trigger. None without
    one.
    """
    if table.stakes is None or table.plaque.kill is None:
        return None
    kill = table.plaque.kill
    return KillView(
        on=table.kill,
        seat=table.killer,
        kind=kill.kind,
        trigger=kill.trigger,
        post=kill.post,
        legs=kill.legs,
        leg=table.kill_leg,
    )


def rotation_view(table: Table) -> RotationView | None:
    """Return the games of a rotation, the one dealt now and how far along it is; None without a rotation."""
    if table.stakes is None or table.stakes.rotation is None:
        return None
    rotation = table.stakes.rotation
    games = [GAMES[stakes.game] for stakes in legs(table.stakes)]
    return RotationView(
        games=[RotationGameView(game.key, game.title) for game in games],
        leg=table.leg,
        by=rotation.by,
        count=rotation.count,
        hands=table.leg_hands,
        of=rotation.count * (table.leg_size if rotation.by == "orbit" else 1),
        since=table.leg_at,
    )


def _deal(table: Table, hand: Hand | None, *, straddled: bool) -> DealView | None:
    if hand is None or (table.hand is not None and table.hand.stage != "deal"):
        return None
    each = table.game.streets[0].each
    order = [part.seat for part in hand.live()]
    dealt = each * len(order)
    center = hand.ledger.burns + hand.ledger.board
    acts = [hand.parts[i].seat for i in pending(hand)] if straddled else []
    stub = table.game.deck - dealt - center
    return DealView(order, rounds=each, cards=dealt, stub=stub, acts=acts)


def _ledger(table: Table, hand: Hand | None) -> LedgerView:
    pile = hand.ledger if hand else Ledger(stub=table.game.deck if table.stakes else DECK_SIZE)
    return LedgerView(
        drawn=pile.drawn,
        earlier=pile.earlier,
        lost=pile.lost,
        stub=pile.stub,
        burns=pile.burns,
        board=pile.board,
        hands=pile.hands,
        muck=pile.muck,
        aside=pile.aside,
        out=pile.out,
    )


def _straddling(table: Table) -> StraddlingView | None:
    """Return the straddles of the next hand, with the seats whose stacks allow one; None if none is possible."""
    stakes = table.stakes
    if stakes is None or table.hand is not None or not table.is_open:
        return None
    if stakes.straddling is None:
        return None
    try:
        coming = button.plan(table)
    except Refusal:
        return None
    offers = [
        StraddleOfferView(
            seat=offer.seat,
            kind=offer.kind,
            least=offer.least,
            most=offer.most,
            replaces=offer.replaces,
        )
        for offer in straddles.offers(table, coming)
        if straddles.can_post(table, coming, offer.seat, offer.least)
    ]
    posted = [StraddleView(item.seat, item.kind, item.amount) for item in coming.straddles]
    return StraddlingView(offers, posted, table.straddled)


def _remedy(table: Table) -> RemedyView | None:
    """Return the hand's last ruling and its open steps; None if there was no ruling."""
    remedy = table.remedy
    if remedy is None:
        return None
    due = open_now(table)
    return RemedyView(
        ruling=remedy.ruling,
        result=remedy.result,
        by=remedy.by,
        key=remedy.key,
        decision=remedy.decision,
        hand=remedy.hand,
        done=remedy.done,
        missed=list(remedy.missed),
        steps=[
            RemedyStepView(
                say=step.say,
                when=step.when,
                now=step in due,
                ruling=remedy.ordered_by(step),
            )
            for step in remedy.steps
        ],
    )
