"""The reports in a browser."""
