"""Facts from the engine about a table at the time of the call (catalogue 0.2)."""

from typing import get_args

from poker import betting, substantial_action
from poker.betting import CAP, uncapped
from poker.button import plan
from poker.decide.last_card import by_policy, is_last
from poker.json_types import JsonObject
from poker.refusal import Refusal
from poker.rules import HouseRules
from poker.state import Hand, Participant, Table
from poker.step import next_street
from poker.stud_shortage import Policy
from poker.turn import pending

BETWEEN = frozenset({"between", "deal", "award", "seating"})  # while no hand is logged
BOOLS = frozenset(
    {
        "fixed_limit",
        "big_bet",
        "heads_up",
        "sa",
        "sa_guides",
        "sa_two_acted",
        "sa_tda",
        "count_sa",
        "seat_in",
        "betting_complete",
        "capped",
        "kill_on",
        "kill_played",
        "next_hand_started",
        "blinds",
        "seat_due",
        "under_half",
        "seat_taken",
        "seat_dealt",
        "seat_in_round",
        "seat_posts",
        "seat_all_in",
        "seat_opens_last",
        "seat_draws_next",
        "anyone_all_in",
        "short_all_in",
        "low_shown",
        "side_pots",
        "cards_to_come",
        "deck_is_short",
        "one_board",
        "two_boards",
        "bomb_pot",
        "runs_agreed",
        "straddles",
        "tournament",
    }
)
# Facts whose value is a key, such as the name of a street.
KEYS = frozenset(
    {
        "family",
        "game",
        "limit",
        "tracking",
        "stage",
        "street",
        "next_street",
        "draw_street",
        "last_what",
        "upcards",
        "shortage_guide",
        "shortage_guide_literal",
        "shortage_tda",
        "shortage_hrh",
        "shortage_rrop",
    }
)
# Amounts, numbers and lists of seats.
OTHERS = frozenset(
    {
        "hand",
        "dealt_in",
        "still_in",
        "seats_in",
        "due",
        "pending",
        "pending_count",
        "players_acted",
        "actions",
        "actions_chips",
        "street_acts",
        "bettor",
        "bet",
        "raises",
        "min_raise",
        "max_raise",
        "small",
        "big",
        "button",
        "killer",
        "stub",
        "burns",
        "board",
        "aside",
        "cards_each",
        "pot",
        "all_in_seats",
        "last_seat",
        "last_amount",
        "round_began",
        "draws_done",
        "start_cards",
        "last_stub",
        "last_burns",
        "last_seats",
        "last_pool",
        "seat_cards",
    }
)
NAMES = BOOLS | KEYS | OTHERS

# Who acted: if bets are not tracked, the log has it from the second street on; before that, people
# report it.
OF_ACTS = frozenset(
    {
        "sa",
        "sa_guides",
        "sa_two_acted",
        "sa_tda",
        "count_sa",
        "players_acted",
        "actions",
        "actions_chips",
    }
)
# Facts that people are asked for unless the log has the answer: `poker/irregularities/answers.py`.
ANSWERED = frozenset(
    {
        "acted_since",
        "action_changed",
        "already_dealt",
        "bet_faced",
        "betting_to_come",
        "button_acted",
        "cards_out",
        "chips_since",
        "complete_hand",
        "draw_acted_on",
        "draw_any_served",
        "draw_served",
        "facing_bet",
        "flop_acted",
        "hidden_all_in",
        "next_acted",
        "pot_pushed",
        "sd_all_in",
        "sd_checked_or_called",
        "sd_pushed",
        "sd_riffled",
        "seat_is_button",
        "seat_is_short",
        "seat_total",
    }
)
# People are asked for these anyway: rows/facts.toml.
ASKED = frozenset({"sa", "count_sa", "actions", "min_raise"})


def phases(table: Table) -> frozenset[str]:
    """Return the possible phases of the hand: several where the log is not certain, because dealing needs no tap."""
    hand = table.hand
    if hand is None:
        return _unlogged(table)
    here = table.game.streets[hand.street]
    # The board card of a street that draws first is not out during the draw.
    possible = set() if hand.stage == "draw" and here.board else {here.name}
    if hand.street == 0 and not hand.acts:
        possible |= {"deal"}
    if hand.stage == "draw":
        possible |= {"draw"}
    # The last act of a complete round can be disputed, too.
    if hand.stage in ("betting", "opener", "complete"):
        possible |= {"betting"}
    if hand.stage in ("betting", "complete", "draw", "opener"):
        # A street may be on the table without a tap, which is what makes it premature.
        coming = next_street(table, hand)[0]
        possible |= {"showdown"} if coming == "showdown" and hand.stage == "complete" else set()
    if hand.stage == "complete":
        possible |= {next_street(table, hand)[0]}
    if hand.stage in ("showdown", "award"):
        possible |= {"showdown", "award"}
    return frozenset(possible)


def _unlogged(table: Table) -> frozenset[str]:
    """Return the possible phases while no hand is logged; without bet tracking, the first tap is the first count."""
    if not table.is_open or table.stakes is None:
        return frozenset({"between", "seating"})
    between = BETWEEN if table.hands else BETWEEN - {"award"}
    first, second = (street.name for street in table.game.streets[:2])
    followed = table.tracking == "actions"
    return between | ({first} if followed else {first, "betting", second})


def known_facts(table: Table) -> JsonObject:
    """Return the known facts by name: those of `NAMES`, and of `_answerer` if bets are tracked."""
    facts: JsonObject = {"tracking": table.tracking, "button": table.button or None}
    facts["kill_on"] = table.kill
    facts["tournament"] = table.event is not None
    facts["killer"] = table.killer or None
    if table.stakes is not None:
        facts |= plaque_facts(table)
    facts |= _pot_facts(table)
    if table.hand is not None:
        facts |= _hand(table, table.hand)
    else:
        facts |= {"hand": table.hands, "next_hand_started": False, "stage": "between"}
        facts |= {"sa": False, "sa_guides": False, "sa_two_acted": False, "sa_tda": False}
        facts |= {"count_sa": False, "players_acted": 0, "actions": 0, "actions_chips": 0}
        facts |= {"street_acts": 0}
        playing = tuple(seat.number for seat in table.seats if seat.playing)
        facts |= {"dealt_in": len(playing), "still_in": len(playing), "seats_in": playing}
        facts["heads_up"] = len(playing) == 2
    if table.done is not None and table.done.name == "act":
        facts |= {"last_seat": table.done.seat or None, "last_what": table.done.what}
        facts["last_amount"] = table.done.amount
    first_round = table.hand is None or not substantial_action.rounds_over(table.hand)
    if table.tracking == "streets" and first_round:
        facts = {n: value for n, value in facts.items() if n not in OF_ACTS or value is True}
    return {name: value for name, value in facts.items() if value is not None}


def under_half(table: Table, seat: int, amount: int) -> bool | None:
    """Return whether an amount is under half the blind that a seat owes in the next hand (S-059); None during a
    hand.
    """
    if table.hand is not None or not table.is_open or not table.plaque.blinds:
        return None
    try:
        small = seat == plan(table).small and len(table.plaque.blinds) > 1
    except Refusal:
        return None
    return 2 * amount < table.plaque.blinds[-2 if small else -1]


def plaque_facts(table: Table) -> dict[str, object]:
    """Return the facts of the plaque and its game."""
    plaque = table.plaque
    game = table.game
    return {
        "family": game.family,
        "game": game.key,
        "limit": plaque.limit,
        "fixed_limit": plaque.set_bets,
        "big_bet": plaque.limit in ("none", "pot"),
        "cards_each": game.hole,
        "start_cards": game.streets[0].each,
        "blinds": bool(plaque.blinds),
        "kill_played": table.stakes is not None and table.stakes.kill is not None,
        "upcards": game.upcards,
        "straddles": plaque.straddling is not None,
    }


def _pot_facts(table: Table) -> dict[str, object]:
    """Return what kind of pot this hand is, or the next one: its boards, whether it is a bomb pot or is run twice."""
    hand = table.hand
    bomb = hand.bomb if hand is not None else table.bomb
    runs_agreed = hand is not None and hand.runs is not None
    two_boards = bomb is not None and bomb.boards > 1
    return {
        "bomb_pot": bomb is not None,
        "one_board": not two_boards and not runs_agreed,
        "two_boards": two_boards,
        "runs_agreed": runs_agreed,
    }


def _hand(table: Table, hand: Hand) -> dict[str, object]:
    live = hand.live()
    by = substantial_action.by_definition(hand)
    street = table.game.streets[hand.street]
    facts: dict[str, object] = {
        "hand": hand.number,
        "next_hand_started": True,
        "stage": hand.stage,
        "street": street.name,
        "next_street": next_street(table, hand)[0],
        "dealt_in": len(hand.parts),
        "still_in": hand.still_in(),
        "seats_in": tuple(sorted(part.seat for part in live)),
        "heads_up": hand.still_in() == 2,
        "sa": by[table.rules.substantial],
        "count_sa": by[table.rules.count_action],
        **{f"sa_{name}": reached for name, reached in by.items()},
        "small": hand.small or None,
        "big": hand.big or None,
        "stub": hand.ledger.stub,
        "burns": hand.ledger.burns,
        "board": hand.ledger.board,
        "aside": hand.ledger.aside,
        "draw_street": draw_street(table, hand),
        "least_bet": betting.unit(table.plaque, hand.street),
        "pot": table.pot,
        "all_in_seats": tuple(part.seat for part in live if part.all_in),
        "draws_done": sum(1 for part in live for _ in part.draws[:1]) and len(live[0].draws),
    }
    facts |= _shortage(table, hand)
    if hand.opened:
        facts["opener_folded"] = hand.parts[hand.index(hand.opened)].life != "in"
    if hand.known or not substantial_action.rounds_over(hand):
        facts |= {"players_acted": len(hand.actors), "actions": hand.acts}
        facts["actions_chips"] = hand.chip_acts
    if table.tracking == "actions":
        facts |= _round(table, hand)
    return facts


def _shortage(table: Table, hand: Hand) -> dict[str, object]:
    """Return the deck before stud's last street, and the kind of plan under each option of H-14.

    "none": no plan works; "early": another street comes first.
    """
    last = hand.last_card
    players = last.plan.players if last else hand.still_in()
    if table.game.family != "stud" or players < 2:
        return {}
    near = last is not None or is_last(table, hand.street + 1)
    pile = last.before if last else hand.ledger
    facts: dict[str, object] = {
        "last_stub": pile.stub,
        "last_burns": pile.burns,
        "last_seats": players,
        "last_pool": pile.stub + pile.burns,
    }
    for policy in get_args(Policy):
        try:
            kind = by_policy(table, players, policy, pile).kind if near else "early"
            facts[f"shortage_{policy}"] = kind
        except Refusal:
            facts[f"shortage_{policy}"] = "none"
    return facts


def draw_street(table: Table, hand: Hand) -> str:
    """Return the draw in progress or the next one; "" for none."""
    streets = table.game.streets[hand.street + (hand.stage != "draw") :]
    return streets[0].name if streets and streets[0].draw else ""


def _round(table: Table, hand: Hand) -> dict[str, object]:
    turn = hand.round
    waiting = tuple(hand.parts[i].seat for i in pending(hand))
    facts: JsonObject = {
        "pending": waiting,
        "pending_count": len(waiting),
        "due": waiting[0] if waiting else None,
        "betting_complete": hand.stage not in ("betting", "opener", "draw"),
        "street_acts": sum(1 for part in hand.parts if part.acted not in ("", "brought_in")),
        "bettor": turn.bettor or None,
        "bet": turn.level,
        "raises": turn.raises,
        "round_began": turn.began,
    }
    if hand.stage in ("betting", "complete"):
        facts["draw_acted_since"] = facts["street_acts"] > 0
    if turn.due >= 0:
        part = hand.parts[turn.due]
        facts |= _answerer(table, hand, part)
        facts["capped"] = (
            table.plaque.capped and turn.raises >= CAP and not uncapped(hand, part, table.rules)
        )
        try:
            bounds = betting.bounds(table, part)
        except Refusal:
            return facts
        facts |= {"min_raise": bounds.least, "max_raise": bounds.most}
    return facts


def _answerer(table: Table, hand: Hand, part: Participant) -> dict[str, object]:
    """Return the facts that rows/betting.toml needs about the seat to act and its round, if bets are tracked."""
    turn = hand.round
    # If it is a raise only by the half rule, it is itself the last full bet.
    short = turn.level - turn.full_level
    size = betting.unit(table.plaque, hand.street) if table.plaque.set_bets else turn.increment
    counts = not short or 2 * short >= size
    return {
        "short_half": counts,
        "bet_faced": betting.owed(hand, part) > 0,
        "opening_bet": turn.raises <= 1,
        "cap_reached": turn.raises >= CAP,
        "two_began": turn.began == 2,
        "two_money": uncapped(hand, part, HouseRules()),
        "acted_before": part.level >= 0,
        "short_sum": turn.level - part.level >= turn.increment,
    }
