"""The next two hours: what is lost and needed, suggestions, and the wall display."""
