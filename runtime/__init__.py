"""Everything with a side effect: models, files, fingerprints."""
