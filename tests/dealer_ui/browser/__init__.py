"""The tablet in Chromium."""
