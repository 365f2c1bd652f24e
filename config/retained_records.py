"""Records of people, besides those of players, that the retention command lists and anonymizes."""

from school.records.anonymizing import TRAINING_RECORDS

RECORDS = (TRAINING_RECORDS,)
