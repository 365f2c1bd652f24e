"""Tests of lost seats, the forecast and its suggestions."""
