"""The rules of counting. Pure: no Django, no clock, no I/O."""
