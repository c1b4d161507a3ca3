"""Three dialogues on the terminal, without a server and without leaving anything behind."""

import asyncio
from contextlib import closing
from tempfile import TemporaryDirectory

from rich.console import Console

from flows.composition import dialoom
from flows.console import ProgressDisplay, dialogue_text
from flows.exit_code import ExitCode
from flows.observers import TerminalObserver
from flows.preflight import check_config
from flows.publish import published
from flows.report import unmet_lines
from flows.runs import open_run, open_workspace
from flows.weave import weave
from runtime.store import ArtifactStore
from schemas.config import RunConfig

DIALOGUES = 3


def preview_dialogues(config: RunConfig) -> ExitCode:
    """Makes three dialogues of a configuration and prints them."""
    pipeline = dialoom()
    check_config(config, pipeline)
    target = config.target.model_copy(update={"accepted": DIALOGUES})
    with TemporaryDirectory(prefix="dialoom-preview-") as folder:
        small = config.model_copy(update={"target": target, "output": folder, "name": "preview"})
        run = f"{folder}/preview"
        manifest = open_run(run, small, pipeline)
        with ProgressDisplay() as display, closing(open_workspace(manifest, pipeline)) as workspace:
            ended = asyncio.run(weave(manifest, workspace, TerminalObserver(display)))
        console = Console(highlight=False)
        candidates = published(ArtifactStore(run))[0] if ended.accepted else ()
        for candidate in candidates:
            console.rule(candidate.dialogue.dialogue_id)
            console.print(candidate.annotation.goal_summary, markup=False)
            console.print(dialogue_text(candidate.dialogue), soft_wrap=True)
        for line in unmet_lines(ended):
            console.print(line, markup=False, soft_wrap=True)
    return ExitCode.OK if len(candidates) == DIALOGUES else ExitCode.UNMET
