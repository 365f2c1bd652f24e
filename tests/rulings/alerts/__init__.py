"""Tests of alerts: floor calls on the phones of supervisors."""
