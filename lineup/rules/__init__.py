"""The rules of the lineup. Pure: no Django, no clock, no I/O."""
