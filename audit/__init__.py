"""Who did what: sign-ins, settings, refusals and whatever else no log of a table has."""
