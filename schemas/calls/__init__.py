"""Every model call of the pipeline: its name, its role, what its prompt shows, what it replies."""
