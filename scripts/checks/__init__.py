"""The checks behind scripts/check-imports and scripts/check-rules."""
