"""The commands of the dealer school."""
