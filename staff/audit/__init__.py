"""Audit log: sign-ins, settings, refusals and everything else that is not in a table's log."""
