"""The setup: the five steps that make a room of an empty installation, in a browser, a terminal or from a file."""
