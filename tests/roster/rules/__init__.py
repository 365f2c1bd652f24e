"""Tests of the rules of the roster."""
