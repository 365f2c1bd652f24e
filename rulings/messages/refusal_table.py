"""Message of each refusal code. {names} are the refusal's facts; amounts are already formatted."""

from rulings.incidents.messages import OF_INCIDENTS, OF_PLAYERS
from rulings.messages.refusal_floor import FLOOR
from rulings.messages.refusal_games import GAMES
from rulings.messages.refusal_players import REGISTRY
from rulings.messages.refusal_stud import STUD
from rulings.messages.sign_in import SIGN_IN
from tables.messages import PLAQUE_MESSAGES

BETTING = {
    "amount_below_posted": "seat {seat} already has {committed} in. Enter the total, not the raise.",
    "amount_missing": "how much does seat {seat} make it? Open the pad and enter the total.",
    "amount_not_positive": "{amount} isn't an amount. Enter the chips again.",
    "below_minimum": "{to} is short. The minimum is {least}: have the seat make it up, or log a call.",
    "betting_over": "betting's done. Tap the number still in, or AWARD.",
    "call_amount": "seat {seat}'s call is {call}, not {to}. Fix the chips, or log a raise.",
    "cannot_check": "{owed} to call; seat {seat} can't check. Log a call or a fold.",
    "capped": "capped at {bet}. Seat {seat}: call or fold.",
    "chips_cannot_make": "you can't make {amount} with these chips. Smallest in play: {smallest}.",
    "more_than_stack": "seat {seat} has {has}, not {to}. Log ALL-IN, or recount the stack.",
    "bet_made": "there's a bet of {bet}: too late for seat {seat} to be all-in for the pot.",
    "nobody_to_raise": "no one left to call a raise. Seat {seat}: call or fold.",
    "no_chips_to_raise": "seat {seat} has {stack}, enough only to call. Log a call or ALL-IN.",
    "not_a_raise": "{to} isn't a raise over {bet}. Enter a higher total, or log a call.",
    "not_all_in": "seat {seat} has {has}, so {to} isn't all-in. Log a bet, or recount the stack.",
    "not_reopened": "short all-in: it doesn't reopen the betting. Seat {seat}: call or fold.",
    "nothing_to_call": "nothing for seat {seat} to call. Log a check, or use the count row.",
    "over_maximum_bet": "{to} is over the maximum. Max is {most}; give back the rest.",
    "not_pending": "seat {seat} has acted and there's been no raise. Wait for the next street.",
    "bets_not_followed": "bets aren't logged here. Tap the number still in.",
    "any_amount_off": "house rule: no any-amount betting heads-up. Pot limit stays.",
    "not_two_handed": "any amount is heads-up only; {players} are in.",
    "all_in_already": "seat {seat} is all-in; no more action there.",
}

HAND = {
    "already_dealt": "hand {hand} is already dealt. Log the action.",
    "already_out": "seat {seat} is already out of this hand.",
    "all_show": "house rule: all hands show at showdown. Turn up seat {seat}.",
    "board_count": "you entered {cards} board cards; the board has a different number. Enter every card.",
    "board_short": "the board has only {cards} cards. Deal the rest first.",
    "card_twice": "{card} is entered twice. Remove one.",
    "cards_unseen": "not every hand is tabled, so the tablet can't read them. Tap the winner.",
    "confirm_misdeal": "there's been substantial action. Tap MISDEAL again to confirm, or call the floor.",
    "count_one": "one player left: tap AWARD.",
    "count_changed": "{still_in} are in now, not {count}: a hand folded as you tapped. Tap the number still in.",
    "count_range": "{count} can't be right: {dealt} were dealt in. Tap the number still in.",
    "hand_count": "seat {seat} shows only {cards} cards. Table all of them or none.",
    "hand_size": "a hand here is {wanted} cards, not {cards}. Enter every card once.",
    "hand_in_progress": "hand {hand} is in progress. Finish it first, or UNDO.",
    "last_hand": "seat {seat} has the last hand. Tap AWARD.",
    "lost_side_pot": "seat {seat} lost a side pot, so it can't win this one. UNDO if that's wrong.",
    "more_winners_than_in": "{winners} winners, but only {players} still in.",
    "no_hand": "no hand in progress.",
    "no_such_card": "{card} isn't in this deck.",
    "no_such_pot": "that pot is already pushed. Award the lit one.",
    "not_folded": "seat {seat} hasn't folded.",
    "not_in_hand": "seat {seat} was not dealt in.",
    "not_in_pot": "seat {seat} isn't in this pot. Seats in it: {seats}.",
    "not_showdown": "only at showdown. Use FOLD on seat {seat}.",
    "pile_too_small": "the {pile} has {holds} cards, not {asked}. Count down and call the floor.",
    "pot_awarded": "a pot is already pushed. UNDO first.",
    "player_gone": "seat {seat}'s player has left. The hand stays folded.",
    "pot_known": "the log has the pot: {pot}. UNDO if that's wrong.",
    "pots_left": "there are still pots to push. Award them first.",
    "seat_twice": "the same seat is listed twice as a winner.",
    "street_unknown": "this game has no {street}.",
    "street_behind": "the {street} is already dealt. UNDO to go back.",
    "deck_count": "the count is off: stub {stub}, burns {burns}, {players} players. Recount.",
    "deck_too_short": "stub {stub} and burns {burns}: not enough cards to go on. Call the floor.",
    "no_such_suit": "{suit} isn't a suit. Tap spades, hearts, diamonds or clubs.",
    "not_first": "by the cards entered, seat {seat} can't be first. It's one of seats {could}.",
    "suit_twice": "seats {seats} can't tie with the same suit. Check the upcards.",
    "winner_missing": "who wins? Tap WINS on the seat.",
    "undo_of_a_move": "seat {seat}'s player came from another table. Move the player back instead.",
    "nothing_to_undo": "nothing to undo: the next hand started, or nothing is logged.",
    "unavailable": "the room can't store anything now. The tap is kept and sent again.",
    "undo_overtaken": "something else was recorded since. Look at the table, then tap UNDO again.",
}

SEATS = {
    "buy_in": "{amount} is outside the {least} to {most} buy-in.",
    "buy_in_twice": "{amount} and {stack} are two different buy-ins. Enter one.",
    "take_all": "{stack} is seat {seat}'s whole stack. It comes off only when the player leaves.",
    "take_over_cap": "{most} max off the table for incidentals; {amount} is already off.",
    "transfer_by": "only a supervisor can move the player in seat {seat} here.",
    "transfer_said": "give a short reason for seat {seat}'s different buy-in.",
    "button_cards_missing": "deal one card up to each player. Only {cards} entered.",
    "button_tie": "seats {seats} tie. Redraw between them.",
    "close_reason": "why close {table}? Choose a reason or write one.",
    "draw_nobody": "who draws a seat? Check names on the list, or type some.",
    "draw_seated": "{name} is already seated and waiting for a change. Seat changes aren't drawn.",
    "draw_apart": "{name} and {other} are kept apart. Draw without one of them.",
    "draw_chairs": "{players} names for {chairs} open seats. Choose fewer.",
    "draw_order": "the open seats changed. Draw again.",
    "entry_choice": "how does seat {seat} come in? Wait for the big blind, post, or after the button.",
    "entry_missed": "seat {seat} missed blinds. Post them, or wait for the big blind.",
    "lock_minutes": "{minutes} minutes isn't allowed. Lock up a seat for 1 to {longest}.",
    "lock_over": "seat {seat}'s lock-up has already run out.",
    "lock_reason": "who or what is seat {seat} locked up for? Enter a name or a reason.",
    "no_button": "no button yet. Tap its seat, or DRAW.",
    "no_floor_call": "no floor call is open.",
    "no_straddle": "no straddle in this game.",
    "not_locked": "seat {seat} isn't locked up.",
    "no_such_seat": "there's no seat {seat}; this table has {seats}.",
    "not_on_a_list": "that name is no longer on a list. Check the lists.",
    "not_short": "{amount} isn't a short blind for seat {seat}. Post the full blind.",
    "over_maximum": "that puts seat {seat} over the {most} maximum.",
    "player_elsewhere": "{name} is seated at {table} seat {seat} in {room}. Ask the desk to open that seat, or tap"
    " FLOOR.",
    "hand_finished": "{by} ended hand {hand} without this tablet. Discard this tap and start the next hand.",
    "pot_not_divided": "the shares add up to {amount}; the pot after rake is {to}. Divide all of it.",
    "hand_over": "hand {hand} is already over. Check the table.",
    "finish_reason": "give a reason for ending hand {hand} without its tablet.",
    "player_seated": "{name} is already in seat {seat}. Open that seat first.",
    "players_sit": "clear {table} before closing it. Players still seated: {players}.",
    "reason_missing": "give a reason for canceling the call.",
    "seat_away": "seat {seat} is away. Put the player back in first.",
    "seat_count": "a table has 2 to 10 seats, not {seats}.",
    "seat_empty": "seat {seat} is empty.",
    "seat_in_hand": "seat {seat} is in the hand. Wait until it ends, or fold the hand first.",
    "seat_locked": "seat {seat} is locked up {minutes} more min: {what}. Choose another seat, or ask the floor.",
    "seat_not_playing": "seat {seat} isn't dealt in. Choose a seat that is.",
    "seat_taken": "{name} is in seat {seat}.",
    "straddle_seat": "only seat {may}, left of the big blind, can straddle.",
    "table_closed": "{table} is closed. Open it with OPEN TABLE.",
    "table_open": "{table} is already open.",
    "unknown_player": "that player isn't on file. Type the name instead.",
    "seat_promised": "{table} seat {seat} is held for {name} by the desk.",
    "short_buy": "that's under the {least} minimum buy-in for seat {seat}. No short buys.",
    "time_taken": "time was collected {minutes} minutes ago; it's every {every} minutes.",
    "too_few_players": "need two players to deal; {players} can be dealt in.",
}

# The admin site explains what is wrong with a plaque; a dealer can only report it.
PLAQUE = {
    code: f"plaque not valid: {text[:1].lower()}{text[1:]} Ask a manager."
    for code, (_, text) in PLAQUE_MESSAGES.items()
} | {
    "bad_rules": "the house rules are incomplete. Ask a manager.",
    "plaque_rake_incomplete": "the collection on the plaque is incomplete. Ask a manager.",
    "no_time_charge": "this table takes rake, not time.",
    "too_many_seats": "{seats} seats is too many for this game; {most} max.",
    "no_plaque": "no plaque on this table. Ask a manager to set one.",
}

TABLET = {
    **SIGN_IN,
    "bad_seat": "“{value}” isn't a seat. Tap a seat at this table.",
    "bad_amount": "“{value}” isn't an amount. Enter the chips again.",
    "bad_count": "“{value}” isn't a player count. Tap the number still in.",
    "bad_command": "Floorbook couldn't read that tap. Reload the page.",
    "bad_request": "Floorbook couldn't read that tap. Reload the page.",
    "unknown_command": "this tablet's page is out of date. Reload it.",
    "page_too_old": "this page is out of date. If it doesn't reload by itself, reload it.",
    "too_large": "the tablet sent too much at once. Reload the page.",
    "id_reused": "this was already sent with other values, and those are stored. Reload the page and check.",
    "stale": "the table moved on since that tap. Check it, and tap again if it still applies.",
    "other_dealer": "another dealer made that tap. It waits until they sign in.",
    "not_signed_in": "no one signed in. Enter badge and PIN.",
    "unknown_device": "this tablet isn't paired with a table. Ask a manager for a code.",
    "unknown_table": "this table is no longer in the room. Ask a manager for a code.",
    "bad_code": "that code isn't valid. Ask a manager for a new one.",
    "bad_pin": "use a PIN of {shortest} to {longest} digits, not a common one.",
    "needs_supervisor": "a supervisor has to sign in for that. Call the floor.",
    "not_a_dealer": "{name} isn't set up as a dealer. Ask a manager.",
    "too_busy": "too many sign-ins at once. Wait {seconds} seconds, then try again.",
    "not_json": "Floorbook couldn't read that tap. Reload the page.",
    "phh_malformed": "the hand history can't be read: {detail}.",
    "phh_no_word": "the PHH format can't express this: {what}.",
    "phh_not_followed": "bets weren't logged for this hand, so there's no PHH.",
    "phh_unfinished": "the hand isn't finished, so there's no PHH yet.",
    "phh_variant": "{variant} hand histories aren't supported here.",
}

MESSAGES = (
    BETTING
    | HAND
    | SEATS
    | PLAQUE
    | TABLET
    | GAMES
    | STUD
    | FLOOR
    | OF_PLAYERS
    | OF_INCIDENTS
    | REGISTRY
)
