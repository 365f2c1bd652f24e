"""Benchmarks: each compares two things in one run and prints their ratio, because a time alone says little."""
