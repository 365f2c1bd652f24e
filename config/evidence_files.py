"""The kinds of files that slices add to evidence bundles (`journal.evidence_files`)."""

from promotions.evidence import KIND, LEDGER

KINDS = {KIND: LEDGER}
