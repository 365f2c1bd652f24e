"""The operations page: the state of each part of the installation, and what to do about it."""
