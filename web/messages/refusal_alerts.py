"""Refusal messages of alerts: floor calls on the phones of supervisors."""

ALERTS = {
    "bad_alert_phone": "this browser's push service can't be used: {detail}.",
    "too_many_phones": "calls can ring on {most} phones of one person. Remove one first.",
    "no_such_phone": "that phone is no longer on your list.",
    "alert_rate": "that was a moment ago. Wait {seconds} s.",
    "duty_over": "{name}'s sign-in ends now. Sign in again to go on duty.",
    "alert_key_unreadable": "no phone can ring: SECRET_KEY has changed. Add the earlier one to SECRET_KEY_FALLBACKS, or"
    " run manage.py renew_alert_key.",
    "bad_alert_token": "this notification is no longer valid: the phone was removed, or you have signed out. Open the"
    " call.",
    "late_alert_token": "this notification is too old. Open the call.",
    "used_alert_key": "that key was used already. Open the call for what comes next.",
    "other_alert_person": "this notification is for {name}, and someone else is signed in here.",
}
STATUS = {
    "alert_rate": 429,
    "bad_alert_token": 403,
    "late_alert_token": 403,
    "other_alert_person": 403,
    "no_such_phone": 404,
    "used_alert_key": 409,
    "alert_key_unreadable": 500,
}
