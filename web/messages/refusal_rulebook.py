"""Refusal messages of the rulebook's versions. A name in braces is a fact of the refusal."""

RULEBOOK = {
    "no_badge": "Your account has no badge, so a proposal wouldn't carry a name. Sign in as staff.",
    "same_person": "{name} proposed this version. A second manager has to publish it.",
    "draft_moved_on": "{name} saved this draft at {at}, after you opened it. Check what it says now.",
    "draft_gone": "This draft is gone: version {version} was published by {name}.",
    "no_draft": "The draft no longer exists. Nothing was changed.",
    "nothing_changes": "The draft is the same as version {version}.",
    "nothing_to_withdraw": "The table already uses the room's rulebook. Nothing to withdraw.",
    "reason_long": "A reason can have at most {longest} characters.",
    "date_past": "That date has passed. Hands already dealt stay under the version in force then.",
    "date_before_last": "Version {version} takes effect {at}. The next one has to start later.",
    "no_clause": "Clause {clause} isn't in the rulebook.",
    "no_option": "Clause {clause} has no option {option}.",
    "no_preset": "There's no preset named {preset}.",
    "plaque_against_rules": "{table} couldn't keep running under this: {why} Change its plaque first.",
    "version_reason_missing": "Give a reason for this version. Every supervisor sees it.",
}
STATUS = {
    "no_badge": 403,
    "same_person": 403,
    "no_clause": 404,
    "draft_moved_on": 409,
    "draft_gone": 409,
    "no_draft": 409,
}
