"""Refusal messages of joining a waitlist by phone. A player never reads why the house refuses someone."""

JOINING = {
    "join_off": "this room takes no names by phone. Please ask at the desk.",
    "join_rate": "too many requests came from here just now. Try again in {seconds} s, or ask at the desk.",
    "join_full": "too many requests wait for the desk just now. Please ask at the desk.",
    "join_no_games": "choose at least one game.",
    "join_many_games": "you can be on {most} lists at most. Choose fewer games.",
    "join_other_game": "one of these games has no list now. Choose again.",
    "join_open": "your request, or one with this number, already waits. Use the phone it was made on, or"
    " ask at the desk.",
    "join_closed": "this request was answered or has ended.",
    "join_code_wrong": "that is not the code on the board. It changes every five minutes.",
    "join_at_desk": "please come to the desk. They will put you on the list.",
    "join_number_of": "this number is on file for {name}. Check who this is and add the player yourself.",
    "many_screens": "{most} screens of this room are allowed already. Remove one at the desk, under Joining.",
    "no_such_screen": "that screen is not on the list anymore.",
}
STATUS = {
    "join_off": 404,
    "join_rate": 429,
    "join_full": 429,
    "join_open": 409,
    "join_closed": 409,
    "many_screens": 409,
    "no_such_screen": 404,
}
