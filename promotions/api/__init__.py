"""Funds in the API: endpoints and responses."""
