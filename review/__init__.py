"""The reviewers' verdicts: filled samples in, error rates with intervals and agreement out."""
