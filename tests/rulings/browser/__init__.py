"""The rulebook in Chromium."""
