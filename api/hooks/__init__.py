"""Telling other programs what happened: an outbox beside the log, and a job that delivers it."""
