"""The desk in Chromium."""
