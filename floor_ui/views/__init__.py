"""The floor's HTTP edge: parse, call one action, show."""
