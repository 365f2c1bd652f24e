"""The sentence of each refusal code. {names} are the refusal's facts; sums are already money."""

from rulings.incidents.words import OF_INCIDENTS, OF_PLAYERS
from rulings.wording.refusal_floor import FLOOR
from rulings.wording.refusal_games import GAMES
from rulings.wording.refusal_players import REGISTRY
from rulings.wording.refusal_stud import STUD
from tables.words import OF_A_PLAQUE

BETTING = {
    "amount_below_posted": "seat {seat} already has {committed} in: say the total, not the raise.",
    "amount_missing": "how much does seat {seat} make it? Open the pad and tap the total.",
    "amount_not_positive": "{amount} is no amount. Tap the chips again.",
    "below_minimum": "{to} is too little. The least is {least}: ask for more, or log a call.",
    "betting_over": "betting is over. Tap the number still in, or AWARD.",
    "call_amount": "a call by seat {seat} is {call}, not {to}. Correct the chips, or log a raise.",
    "cannot_check": "seat {seat} owes {owed} and cannot check. Log a call or a fold.",
    "capped": "capped at {bet}: the bets of this round are used up. Seat {seat} may call or fold.",
    "chips_cannot_make": "the chips cannot make {amount}. The smallest in play is {smallest}.",
    "more_than_stack": "seat {seat} has {has}, not {to}. Log ALL-IN, or count the stack again.",
    "nobody_to_raise": "nobody is left to answer a raise. Seat {seat} may call or fold.",
    "no_chips_to_raise": "seat {seat} has {stack}: enough for a call only. Log a call or ALL-IN.",
    "not_a_raise": "{to} does not raise the bet of {bet}. Tap a higher total, or log a call.",
    "not_all_in": "seat {seat} has {has}, so {to} is not all-in. Log a bet, or count the stack again.",
    "not_reopened": "the short all-in does not let seat {seat} raise again. It may call or fold.",
    "nothing_to_call": "seat {seat} has nothing to call. Log a check, or use the count row.",
    "over_maximum_bet": "{to} is too much. The most is {most}: give the rest back.",
    "not_pending": "seat {seat} has acted and nobody raised since. Wait for the next street.",
    "bets_not_followed": "bets are not logged at this level. Tap the number still in.",
    "any_amount_off": "this house does not play any amount two-handed. Keep to the pot.",
    "not_two_handed": "any amount is for two players; {players} are in.",
    "all_in_already": "seat {seat} is all-in and has no more decisions.",
}

HAND = {
    "already_dealt": "hand {hand} is dealt already. Go on with the betting.",
    "already_out": "seat {seat} is out of this hand already.",
    "all_show": "in this house every hand at the showdown is shown. Turn seat {seat} over.",
    "board_count": "{cards} board cards were named, but another number is out. Name every card.",
    "board_short": "the board is not complete: {cards} cards. Deal the rest first.",
    "card_twice": "{card} is named twice. Take one of them back.",
    "cards_unseen": "not all hands are open, so the tablet cannot read them. Tap the winner.",
    "confirm_misdeal": "this hand has had substantial action. Tap MISDEAL again and confirm, or call the floor.",
    "count_one": "one player left: tap AWARD.",
    "count_changed": "{still_in} are in now, not {count}: a hand went out as you tapped. Tap the number still in.",
    "count_range": "{dealt} were dealt in, so {count} cannot be. Tap the number still in.",
    "hand_count": "seat {seat} shows {cards} cards. A hand shows all its cards or none.",
    "hand_size": "{cards} cards are no whole hand here: it has {wanted}. Enter every card once.",
    "hand_in_progress": "hand {hand} is running. Finish it first, or use UNDO.",
    "last_hand": "seat {seat} has the last hand. Tap AWARD.",
    "lost_side_pot": "seat {seat} lost a side pot, so it cannot win this one. Use UNDO if it did.",
    "more_winners_than_in": "{winners} winners, but only {players} are in.",
    "no_hand": "no hand is running.",
    "no_such_card": "{card} is no card of this deck.",
    "no_such_pot": "that pot is pushed already. Award the one that is lit.",
    "not_folded": "seat {seat} has not folded.",
    "not_in_hand": "seat {seat} was not dealt in.",
    "not_in_pot": "seat {seat} has no part in this pot. The seats in it: {seats}.",
    "not_showdown": "that is for the showdown. Use FOLD on seat {seat}.",
    "pile_too_small": "the {pile} has {holds} cards, not {asked}. Count the cards and call the floor.",
    "pot_awarded": "a pot is pushed already. Use UNDO first.",
    "player_gone": "the player of seat {seat} has left. The folded hand stays folded.",
    "pot_known": "the log knows the pot: {pot}. Use UNDO where the log is wrong.",
    "pots_left": "there are pots to push. Award them first.",
    "seat_twice": "a seat is named twice among the winners.",
    "street_unknown": "this game has no street called {street}.",
    "street_behind": "the {street} is dealt already. Use UNDO to go back.",
    "deck_count": "stub {stub}, burns {burns} and {players} players cannot be. Count the cards again.",
    "deck_too_short": "stub {stub} and burns {burns} are too few cards to go on. Call the floor.",
    "no_such_suit": "{suit} is no suit. Tap spades, hearts, diamonds or clubs.",
    "not_first": "seat {seat} cannot be first by the cards entered. It is one of seats {could}.",
    "suit_twice": "seats {seats} cannot tie with the same suit. Look at their upcards again.",
    "winner_missing": "who wins? Tap WINS on a seat.",
    "undo_of_a_move": "seat {seat}: that was a move between two tables, not taken back by half. Move the player back.",
    "nothing_to_undo": "nothing to undo: the next hand has begun, or nothing was logged.",
}

SEATS = {
    "buy_in": "{amount} is outside the buy-in of {least} to {most}.",
    "buy_in_twice": "{amount} and {stack} are two buy-ins. Say one.",
    "take_all": "seat {seat} has {stack}: all of it leaves only with the player.",
    "take_over_cap": "at most {most} leaves a stake for incidentals; {amount} of it is gone already.",
    "transfer_by": "who brings the player of seat {seat} here? A supervisor has to.",
    "transfer_said": "say in a few words why seat {seat} may have another buy-in.",
    "button_cards_missing": "one card face up to each player: {cards} drawn is too few.",
    "button_tie": "seats {seats} tie. Draw again between them.",
    "close_reason": "why is {table} closed? Choose a reason or write one.",
    "draw_nobody": "who gets a chair? Choose names of a list, or write some.",
    "draw_seated": "{name} has a seat and waits to change it. No chair is drawn for that.",
    "draw_apart": "{name} may not share a game with {other}. Draw without one of them.",
    "draw_chairs": "{players} names for {chairs} open chairs. Choose fewer names.",
    "draw_order": "the open chairs have changed. Draw again.",
    "entry_choice": "how does seat {seat} come in? Wait for the big blind, post, or after the button.",
    "entry_missed": "seat {seat} missed blinds. Let it post them, or wait for the big blind.",
    "lock_minutes": "{minutes} minutes is no time for a chair to be kept: from 1 to {longest}.",
    "lock_over": "the time for which seat {seat} is kept is over already.",
    "lock_reason": "for whom or why is seat {seat} locked up? Write a name or a reason.",
    "no_button": "there is no button yet. Draw for it: MORE, Draw button.",
    "no_floor_call": "the floor is not called.",
    "no_straddle": "there is no straddle in this game.",
    "not_locked": "seat {seat} is not locked up.",
    "no_such_seat": "this table has {seats} seats; there is no seat {seat}.",
    "not_on_a_list": "that name is on no list any more. Look at the lists again.",
    "not_short": "{amount} is no short blind for seat {seat}. Let it post the whole blind.",
    "over_maximum": "seat {seat} would have more than the most allowed, {most}.",
    "player_elsewhere": "{name} has a seat at {table} too, seat {seat}. Free the one that is not played.",
    "player_seated": "{name} sits in seat {seat} already. Free that seat first.",
    "players_sit": "whoever sits at {table} leaves or is moved first, then it closes. Chairs taken: {players}.",
    "reason_missing": "say why the call is taken back.",
    "seat_away": "seat {seat} is away. Sit it in first.",
    "seat_count": "a table has two to ten seats, not {seats}.",
    "seat_empty": "nobody sits in seat {seat}.",
    "seat_in_hand": "seat {seat} is in the hand. Wait for its end, or fold it first.",
    "seat_locked": "seat {seat} is locked up for {minutes} more min: {what}. Choose another one, or ask the floor.",
    "seat_not_playing": "seat {seat} is not playing. Choose a seat that is dealt in.",
    "seat_taken": "seat {seat} is taken by {name}.",
    "straddle_seat": "only seat {may} may straddle, left of the big blind.",
    "table_closed": "table {table} is closed. Open it: MORE, Open or close.",
    "table_open": "table {table} is open already.",
    "unknown_player": "the room does not know that player. Type the name instead.",
    "seat_promised": "seat {seat} of {table} is kept for {name} by the lists.",
    "short_buy": "seat {seat} would have less than the least buy-in, {least}. Short buys do not exist.",
    "time_taken": "the time charge was taken {minutes} minutes ago; it is for {every} minutes.",
    "too_few_players": "a hand needs two players; {players} can be dealt in.",
}

# The set-up pages say what is wrong with a plaque; a dealer can only pass it on.
PLAQUE = {
    code: f"the plaque does not hold: {text[:1].lower()}{text[1:]} Ask a manager."
    for code, (_, text) in OF_A_PLAQUE.items()
} | {
    "bad_rules": "the house rules are not complete. Ask a manager.",
    "plaque_rake_incomplete": "the charge on the plaque is not complete. Ask a manager.",
    "no_time_charge": "this table takes rake and no time charge.",
    "too_many_seats": "{seats} seats are too many for this game: {most} at most.",
    "no_plaque": "this table has no plaque. Ask a manager to set one.",
}

TABLET = {
    "bad_seat": "that is no seat: {value}. Tap a seat of this table.",
    "bad_amount": "that is no amount in chips: {value}. Tap the chips again.",
    "bad_count": "that is no number of players: {value}. Tap the number still in.",
    "bad_command": "the tablet sent something that the room does not understand. Reload the page.",
    "bad_request": "the tablet sent something that the room does not understand. Reload the page.",
    "unknown_command": "this tablet is older than the room. Reload the page.",
    "page_too_old": "this page is too old. It loads again by itself; otherwise reload it.",
    "too_large": "the tablet sent too much at once. Reload the page.",
    "stale": "the table has moved on since that tap. Look at it and tap again if it still holds.",
    "other_dealer": "another dealer made that tap. It waits for the one who made it.",
    "not_signed_in": "nobody is signed in. Key in your badge and PIN.",
    "unknown_device": "this tablet is not paired with a table. Ask a manager for a code.",
    "unknown_table": "this table is no longer in the room. Ask a manager for a code.",
    "bad_code": "that code does not open a table. Ask a manager for a new one.",
    "bad_pin": "a PIN has {shortest} to {longest} digits and is not a common one.",
    "needs_supervisor": "a supervisor has to sign in for that. Call the floor.",
    "not_a_dealer": "{name} is not on the list of dealers. Ask a manager.",
    "bad_sign_in": "badge or PIN is not right. Try again.",
    "locked_out": "too many tries. Ask a manager to unlock the badge.",
    "phh_malformed": "the hand history cannot be read: {detail}.",
    "phh_no_word": "PHH has no word for this: {what}.",
    "phh_not_followed": "the bets of this hand were not logged, so it cannot be written as PHH.",
    "phh_unfinished": "the hand is not finished, so it cannot be written as PHH.",
    "phh_variant": "hand histories of {variant} are not replayed here.",
}

SENTENCES = (
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
