"""The dealer school: lessons as data, the records of trainees, sign-offs and check rides."""
