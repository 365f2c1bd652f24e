"""The floor's views: parse, call one action, render."""
