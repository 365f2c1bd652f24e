"""The rules of waitlists. Pure: no Django, no clock, no I/O."""
