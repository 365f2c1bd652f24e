"""Refusal messages of the setup of an installation: its code, bulk tables, and staff from a file."""

SETUP = {
    "bad_setup_code": "That setup code is wrong, used or older than 24 hours. At the server, manage.py setup --code"
    " prints a new one.",
    "setup_begun": "{name} has already begun the setup. Sign in as {name} to go on.",
    "setup_closed": "This installation is already set up. Settings are at /manage/.",
    "setup_no_room": "There is no room yet. Do the steps in order.",
    "setup_has_room": "The room exists already, so the demo can't replace it.",
    "tables_none": "No table named. Write a line such as T1-T40, or T1-T8, S1-S4.",
    "tables_line": "“{part}” mixes two kinds of names. Write the same letters on both sides, such as T1-T8.",
    "tables_backwards": "“{part}” runs backwards. Write the lower number first.",
    "tables_many": "One line makes at most {most} tables. Write fewer, and the others in a second line.",
    "tables_twice": "named twice: {names}. Name each table once.",
    "tables_there": "there already: {names}. Nothing was made. Leave those out.",
    "no_tablets": "No tablet waits for a code. Check the tablets that should be paired again.",
    "table_name": "“{name}” can't be a table's name. Use at most 20 letters, digits and signs, without / \\ ? # or %.",
    "staff_no_file": "No file came. Choose a CSV file, then read it.",
    "start_codes_none": "Everyone has a PIN, so no one needs a start code.",
    "staff_none": "this file has no staff in it.",
    "staff_no_badge": "no badge.",
    "staff_badge": "“{badge}” isn't a badge number. A badge has one to ten digits.",
    "staff_badge_twice": "badge {badge} is {name}'s too, on line {line}.",
    "staff_badge_taken": "badge {badge} is {name}'s already.",
    "staff_alias_twice": "{name} is already on line {line}. Choose another alias.",
    "staff_alias_taken": "{name} works here already. Choose another alias.",
    "staff_no_role": "no role.",
    "staff_role": "“{role}” isn't a role. Roles: {roles}.",
    "staff_room": "no room “{room}” that you may fill. Rooms: {rooms}.",
    "staff_no_room": "no room. Name one: {rooms}.",
}
STATUS = {
    "bad_setup_code": 403,
    "setup_begun": 409,
    "setup_closed": 409,
    "setup_no_room": 409,
    "setup_has_room": 409,
    "tables_there": 409,
}
