"""The shared scripts in Chromium."""
