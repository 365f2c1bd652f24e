"""Settings pages: parse, validate, call one action, render."""
