"""A tablet without a network in Chromium."""
