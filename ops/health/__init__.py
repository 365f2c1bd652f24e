"""Health: what state each part of the installation is in, and what to do about it."""
