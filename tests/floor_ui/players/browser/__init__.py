"""The registry in a browser."""
