"""Benchmarks: each compares two things in one run and prints their ratio, because a single time has little meaning."""
