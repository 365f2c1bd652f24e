"""Refusals of the roster's forms. A name in braces is a fact of the refusal."""

from web.messages import catalogue

MESSAGES = {
    "roster_time": "“{value}” isn't a time of day. Type it as 18:00, or 24:00 for midnight.",
    "roster_number": "{what} must be a whole number from {least} to {most}.",
    "roster_hours": "{what} must be hours from 0 to {most}, such as 7.5.",
    "roster_no_week": "this week isn't open yet. Open it on the page of the week first.",
    "roster_blank": "{what} can't be blank.",
}
STATUS = {"roster_no_week": 409}

catalogue.add(MESSAGES, STATUS)
