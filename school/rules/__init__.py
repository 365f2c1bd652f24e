"""The rules of a trainee's log. Pure: no Django, no clock, no I/O."""
