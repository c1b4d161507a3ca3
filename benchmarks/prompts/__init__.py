"""How well a model answers every call of the pipeline: `python -m benchmarks.prompts --help`."""
