"""The managers' pages: parse, weigh, call one action, show."""
