"""Records about people other than players that the retention command lists and anonymizes."""

from school.records.anonymizing import TRAINING_RECORDS

RECORDS = (TRAINING_RECORDS,)
