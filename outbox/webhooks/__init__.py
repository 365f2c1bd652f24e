"""Webhooks: an outbox outside the log, and a task that delivers it."""
