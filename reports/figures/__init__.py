"""Figures of a room over a range: dataclasses of plain values, computed only from rollups."""
