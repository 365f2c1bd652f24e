"""Printed documents: plaques and slips as PDF."""
