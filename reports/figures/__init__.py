"""Figures of a room over a range: dataclasses of plain values, made from rollups alone."""
