"""Forms of the house charge, filled in."""

STEPS = {
    "kind__0": "warning",
    "kind__1": "suspension",
    "hours__1": "48",
    "kind__2": "bar",
    "reason": "Two warnings were one too many.",
}
