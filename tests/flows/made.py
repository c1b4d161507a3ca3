"""A run made in this process, without Prefect."""

import asyncio
from contextlib import closing

from flows.composition import dialoom
from flows.observers import TerminalObserver
from flows.runs import open_run, open_workspace, run_folder
from flows.weave import weave
from schemas.config import RunConfig
from schemas.run import RunManifest


def made(config: RunConfig, folder: str | None = None) -> RunManifest:
    """Makes a run, or goes on with it."""
    pipeline = dialoom()
    manifest = open_run(folder or run_folder(config), config, pipeline)
    with closing(open_workspace(manifest, pipeline)) as workspace:
        return asyncio.run(weave(manifest, workspace, TerminalObserver()))
