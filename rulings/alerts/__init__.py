"""Alerts: floor calls on the phones of supervisors on duty, by Web Push."""
