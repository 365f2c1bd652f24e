"""Benchmarks: each compares two things in one run and prints their ratio, for a number alone says little."""
