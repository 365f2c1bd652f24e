"""The pages of the setup, under /setup."""
