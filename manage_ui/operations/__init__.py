"""The operations page: how each part of the installation is, and what to do."""
