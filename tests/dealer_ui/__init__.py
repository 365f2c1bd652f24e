"""Tests of the tablet."""
