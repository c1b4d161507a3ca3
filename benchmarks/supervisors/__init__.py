"""How the supervisors judge, and what they gain: `python -m benchmarks.supervisors --help`."""
