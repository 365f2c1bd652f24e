"""The next two hours: lost seats, needed tables and dealers, suggestions, and the wall display."""
