"""The migration that needs all packages: the roles."""
