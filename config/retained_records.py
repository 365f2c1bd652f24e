"""Records of people, in addition to those of players, that the retention command lists and anonymizes."""

from school.records.anonymizing import TRAINING_RECORDS

RECORDS = (TRAINING_RECORDS,)
