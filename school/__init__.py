"""The dealer school: lessons, trainees' records, sign-offs and check rides."""
