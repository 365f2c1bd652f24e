"""The setup of an empty installation in five steps: in a browser, in a terminal, or from a file."""
