"""The only Prefect code, the composition root and the command line."""
