"""Answers from the log to facts that people would otherwise be asked for, and facts about the seat a report names.

The log answers only what is certain, and answers about chips only where bets are tracked. Checks and calls need no
tap, so the log can show that someone acted, but never that no one did. People are asked for the rest (catalogue 0.2).
"""

from poker import betting
from poker.burns import kept_in_stub
from poker.button import plan
from poker.decide.draw_round import due as due_to_draw
from poker.decide.draw_round import owed
from poker.decide.last_card import is_last
from poker.irregularities.model import Irregularity
from poker.irregularities.templates import LowerBound
from poker.reading import RANKINGS
from poker.refusal import Refusal
from poker.shown_hands import winners
from poker.state import Hand, Participant, Table
from poker.turn import can_bet

# Facts with the name of the street that a report is about.
STREET_FACTS = ("late_street", "after_burns", "boards_street", "stud_street", "stud_dealt")
POT_STAGES = ("showdown", "award")
BETTING_STAGES = ("betting", "opener")


def table_answers(table: Table) -> dict[str, object]:
    """Return the answers that depend on neither a seat nor a row."""
    hand = table.hand
    if hand is None:
        pushed = True if table.hands else None
        return _known({"sd_pushed": pushed, "pot_pushed": pushed})
    is_pot_open = hand.stage not in ("deal", *POT_STAGES)  # cards are out and the pot is open
    answers: dict[str, object] = {
        "cards_out": True,
        "complete_hand": True if hand.acts else None,  # the deal itself needs no tap
        "sd_riffled": True if is_pot_open else None,
        "sd_pushed": bool(hand.awards),
        "pot_pushed": bool(hand.awards),
        "side_pots": len(hand.pots) > 1 if hand.pots and table.followed else None,
        "low_shown": _low_shown(table, hand),
        "cards_to_come": hand.street + 1 < len(table.game.streets) and hand.stage not in POT_STAGES,
    }
    if table.game.has_draw:
        answers |= _draw_answers(table, hand)
    if table.followed:
        answers |= _bet_answers(table, hand)
    return _known(answers)


def _known(answers: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in answers.items() if value is not None}


def _low_shown(table: Table, hand: Hand) -> bool | None:
    """Return whether a shown hand makes a low (S-162, S-164); None if a hand that could make one is not shown."""
    halves = [half for half, scale in RANKINGS[table.game.ranking].halves if half.startswith("low")]
    if not halves or hand.stage not in POT_STAGES:
        return None
    live = [part.seat for part in hand.live()]
    shown_seats = [part.seat for part in hand.live() if part.shown]
    low_winners = winners(table, hand, shown_seats)
    if any(low_winners.get(half) for half in halves):
        return True
    return False if low_winners and shown_seats == live else None


def _draw_answers(table: Table, hand: Hand) -> dict[str, object]:
    if hand.stage != "draw":
        return {}
    return {
        "draw_any_served": any(part.got for part in hand.live()),
        "deck_is_short": _deck_is_short(table, hand),
    }


def _deck_is_short(table: Table, hand: Hand) -> bool | None:
    """Return whether the stub, less the cards that stay in it, is too short for the cards still owed in the draw.

    None while that depends on unannounced draws.
    """
    stub = hand.ledger.stub - kept_in_stub(table)
    owing = sum(cards for _, cards in owed(hand))
    if owing > stub:
        return True
    undeclared = sum(part.stated < 0 for part in hand.live())
    return None if owing + undeclared * table.game.hole > stub else False


def _bet_answers(table: Table, hand: Hand) -> dict[str, object]:
    """Return the answers that need every act: who is all-in, and whether more betting can follow."""
    bettor = next((part for part in hand.parts if part.seat == hand.round.bettor), None)
    all_in = any(part.all_in for part in hand.live())
    open_streets = hand.stage in ("deal", "draw", *BETTING_STAGES) or hand.street + 1 < len(
        table.game.streets
    )
    answers: dict[str, object] = {
        "anyone_all_in": all_in,
        "sd_all_in": all_in,
        "betting_to_come": hand.stage not in POT_STAGES
        and open_streets
        and can_bet(hand.parts) > 1,
        "short_all_in": None,
    }
    if hand.stage in ("betting", "complete"):
        answers["next_acted"] = any(p.acted not in ("", "brought_in") for p in hand.parts) or None
        is_all_in = bettor is not None and bettor.all_in
        answers["short_all_in"] = _is_short(table, hand) if is_all_in else False
        answers["sd_checked_or_called"] = True if hand.stage == "complete" else None
        if table.game.streets[hand.street].name == "flop":
            answers["flop_acted"] = any(part.acted for part in hand.parts) or None
    if hand.stage in POT_STAGES:
        answers["sd_checked_or_called"] = True
    return answers


def _is_short(table: Table, hand: Hand) -> bool | None:
    """Return whether the last raise was less than a full one, even if it is a raise under the half rule (H-04).

    None where the log cannot show it: in big-bet games, the half rule turns a half raise into a full one.
    """
    turn = hand.round
    if turn.level != turn.full_level:
        return True
    if not table.plaque.set_bets:
        return None if table.rules.big_bet_reopen == "half" else False
    return turn.level % betting.unit(table.plaque, hand.street) != 0


def acted_since(table: Table, row: Irregularity, street: str | None) -> LowerBound | None:
    """Return the least number of players who have acted on the row's street.

    None if no act is logged, or the log may be behind the table.

    street: the reported one, for rows that can be about several.
    """
    hand = table.hand
    if hand is None or not table.followed or "acted_since" not in row.facts:
        return None
    names = [game_street.name for game_street in table.game.streets]
    if street is not None and is_behind(table, street):
        return _acted_on(hand, names.index(street))
    now = table.game.streets[hand.street].name
    if set(STREET_FACTS) & set(row.facts):
        is_current_street = street == now
    else:
        is_current_street = (hand.street > 0 and now in row.phases) or row.phases == (now,)
    # Once a round is complete, the next street may be on the table without a tap.
    only_street = [phase for phase in row.phases if phase not in ("betting", "draw", "showdown")]
    over = hand.stage == "complete" and (only_street == [now] or street == now)
    if not is_current_street or not (hand.stage in BETTING_STAGES or over):
        return None
    players_acted = sum(1 for part in hand.parts if part.acted not in ("", "brought_in"))
    return LowerBound(players_acted) if players_acted else None


def is_behind(table: Table, street: object) -> bool:
    """Return whether the log has the hand on a street later than this one."""
    hand = table.hand
    names = [game_street.name for game_street in table.game.streets]
    return hand is not None and street in names[: hand.street]


def _acted_on(hand: Hand, index: int) -> LowerBound | None:
    """Return the least number of players who acted on an earlier street, whose round is closed; None for no one.

    Players who could still bet afterward did, if there were two of them; others may already have been all-in.
    """
    folded = sum(part.out_on == index + 1 for part in hand.parts)
    able = sum(part.out_on not in range(1, index + 2) and not part.all_in for part in hand.parts)
    players_acted = folded + (able if able > 1 else 0)
    return LowerBound(players_acted) if players_acted else None


def seat_answers(table: Table, seat: int, *, due: int | None) -> dict[str, object]:
    """Return the log's facts about a seat. due: the seat whose turn it is, if known."""
    chair = table.seat(seat)
    answers: dict[str, object] = {
        "seat_taken": chair is not None and chair.taken,
        "seat_in": is_seat_in_hand(table, seat),
        "seat_due": seat == due,
    }
    hand = table.hand
    if hand is None:
        answers |= _next_hand_answers(table, seat)
        return _known(answers)
    i = hand.index(seat)
    answers["seat_dealt"] = i >= 0
    answers["already_dealt"] = True if i >= 0 else None
    if table.game.button:
        answers["seat_is_button"] = hand.button == seat
    if i >= 0:
        answers |= _participant_answers(table, hand, hand.parts[i])
    elif table.plaque.blinds:
        answers["seat_posts"] = False
    return _known(answers)


def is_seat_in_hand(table: Table, seat: int) -> bool:
    """Return whether a seat has cards according to the log: in this hand, or in the next one while no hand is
    logged.
    """
    if table.hand is not None:
        i = table.hand.index(seat)
        return i >= 0 and table.hand.parts[i].life == "in"
    try:
        return table.is_open and seat in plan(table).order
    except Refusal:
        return False


def _next_hand_answers(table: Table, seat: int) -> dict[str, object]:
    """Return `seat_posts` for the next hand; empty if no hand can be dealt."""
    if not table.is_open or not table.stakes or not table.plaque.blinds:
        return {}
    try:
        coming = plan(table)
    except Refusal:
        return {}
    chair = table.seat(seat)
    posts = seat in (coming.small, coming.big) or (chair is not None and chair.owes_entry)
    return {"seat_posts": posts or seat in dict(table.straddles)}


def _participant_answers(table: Table, hand: Hand, part: Participant) -> dict[str, object]:
    answers: dict[str, object] = {
        "seat_in_round": part.out_on in (0, hand.street + 1),
        "seat_cards": part.cards,
    }
    if table.plaque.blinds:
        posted = part.posted + part.dead > 0
        answers["seat_posts"] = posted or part.seat in (hand.small, hand.big)
    if hand.stage == "draw":
        answers["draw_served"] = part.got > 0 if part.stated > 0 else None
        answers["seat_draws_next"] = due_to_draw(hand) == part.seat
    if not table.followed:
        return answers
    answers |= {
        "action_changed": (part.acted != "" and 0 <= part.level < hand.round.level) or None,
        "seat_all_in": True if part.all_in else None if part.stack is None else False,
        "bet_faced": is_facing_bet(hand, part),
        "facing_bet": is_facing_bet(hand, part),
        "hidden_all_in": True if part.all_in else None,
        "chips_since": part.total > part.forced or None,
        "seat_opens_last": _opens_last(table, hand, part),
    }
    if hand.stage == "betting" and part.stack is not None and part.life == "in":
        to_call = betting.owed(hand, part)
        answers |= {
            "seat_is_short": 0 < part.stack < to_call,
            "seat_total": part.stack + part.committed,
        }
    if table.game.button and part.seat == hand.button and hand.street == 0:
        answers["button_acted"] = part.seat in hand.actors or None
    if hand.stage in BETTING_STAGES and table.game.has_draw:
        answers["draw_acted_on"] = part.acted != "" or None
    return answers


def is_facing_bet(hand: Hand, part: Participant) -> bool | None:
    """Return whether a seat faces a bet, or faced one when it acted in this round; None if the log cannot show it."""
    if hand.stage not in ("betting", "complete"):
        return None
    if part.life == "in" and (part.level < hand.round.level or part.acted in ("", "brought_in")):
        return betting.owed(hand, part) > 0
    match part.acted:
        case "folded":
            this_round = part.out_on == hand.street + 1
            return hand.round.level > part.committed if this_round else None
        case "checked" | "bet":
            return False
        case "called" | "raised" | "completed":
            return True
    return None


def _opens_last(table: Table, hand: Hand, part: Participant) -> bool | None:
    """Return whether a seat opens the betting on stud's last street: the high hand of the street before.

    None before the last two streets, or if that seat is not known to be in.
    """
    near = is_last(table, hand.street) or is_last(table, hand.street + 1)
    opener = hand.opener or hand.before
    i = hand.index(opener)
    if not near or i < 0 or hand.parts[i].life != "in":
        return None
    return part.seat == opener
