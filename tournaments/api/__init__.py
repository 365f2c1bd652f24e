"""Tournaments in the API: endpoints and responses."""
