"""Refusal messages about promotions. A name in braces is a fact of the refusal."""

from web.messages import catalogue

HOURS = {
    "rates_many": "a rate card has at most {most} rates. Combine some of them.",
    "rate_percent": "a rate is between 0 and 1,000 percent.",
    "rate_line": "line {line} isn't a rate: percent, and for a daypart a start and an end such as 18:00 and 02:00.",
    "rate_number": "{text!r} isn't a whole number. Type hours or minutes in digits.",
    "reward_title": "a reward needs a name.",
    "drawing_blank": "the drawing needs {field}.",
    "no_proposal": "there is no such proposed rate card. Reload the page.",
    "second_manager": "another manager must confirm the rate card: no one changes it alone.",
    "no_reward": "there is no such reward. Reload the page.",
    "hours_short": "{missing} minutes are missing for {title}.",
    "no_redemption": "redemption {number} isn't one of the last 50. Correct it with a manager.",
    "drawing_days": "the last day is before the first day.",
    "no_drawing": "there is no drawing {number}. Reload the page.",
    "drawing_stage": "{title} is already {stage}. Reload the page.",
    "drawing_empty": "no player has enough hours for an entry in {title}.",
    "drawing_seed": "the seed of {title} isn't the one whose hash was published. Nothing was drawn; call a manager.",
    "not_a_winner": "that player wasn't drawn in {title}, or someone was already drawn in their place.",
    "drawing_exhausted": "everyone on the list of {title} was already drawn.",
}
STATUS = {
    "no_proposal": 409,
    "second_manager": 403,
    "hours_short": 409,
    "no_redemption": 409,
    "drawing_stage": 409,
    "drawing_seed": 409,
    "not_a_winner": 409,
    "drawing_exhausted": 409,
}

catalogue.add(HOURS, STATUS)
