"""Trainees' records: rows derived from their logs, results from tablets, due exercises, anonymizing."""
