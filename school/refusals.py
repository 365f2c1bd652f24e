"""Refusal messages of the dealer school. A name in braces is a fact of the refusal."""

from web.messages import catalogue

SCHOOL = {
    "school_future": "that result ends in the future. Check the tablet's date and time.",
    "school_impossible": "that result can't be right: {fault}. It was not stored.",
    "school_malformed": "that result can't be read: {detail}. It was not stored.",
    "school_id_used": "another result was stored under that id. This one was not stored.",
    "school_unknown": "this house has no exercise {exercise} in a lesson {lesson}. The result was not stored.",
    "school_no_proof": "that result doesn't say who dealt it. Sign in to the school and deal it again.",
    "school_token": "that sign-in doesn't cover the exercise, or has ended. Sign in to the school again.",
    "school_signed_off": "{family} games are already signed off. Reload the page.",
    "school_not_signed_off": "{family} games aren't signed off. Reload the page.",
    "school_note_missing": "give a reason for withdrawing a sign-off.",
    "school_choice": "choose when mistakes are told, and a tempo from the list.",
    "school_family": "choose a family of games: flop, stud or draw.",
    "school_no_record": "{name} has no record in the school yet.",
    "school_still_here": "{name} still works here. Deactivate the account first; then the record can be anonymized.",
    "school_not_yours": "only a manager may download another person's record.",
}
STATUS = {
    "school_id_used": 409,
    "school_token": 401,
    "school_no_proof": 401,
    "school_signed_off": 409,
    "school_not_signed_off": 409,
    "school_no_record": 404,
    "school_still_here": 409,
    "school_not_yours": 403,
}

catalogue.add(SCHOOL, STATUS)
