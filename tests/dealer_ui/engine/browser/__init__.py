"""The engine in Chromium."""
