"""Each command's decision: which events it makes, or why it is refused."""
