"""The rules of tournaments as pure functions."""
