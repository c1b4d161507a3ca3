"""What a person at a terminal sees: a moving bar there, plain lines anywhere else."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.text import Text

from flows.money import cost_so_far
from flows.outcome import Progress
from schemas.dialogue import Dialogue, Speaker
from schemas.run import RunManifest

BAR_STEPS = 1000


class ProgressDisplay:
    """Shows how a run gets on; use as a context manager."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(stderr=True)
        self._bar: Bar | None = None
        self._highest = 0.0
        if self.console.is_terminal:
            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:>3.0f}%"),
                TimeElapsedColumn(),
                console=self.console,
            )
            self._task = self._bar.add_task("services", total=BAR_STEPS)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            # What comes next says how it ended; a bar that stands halfway says that it goes on.
            self._bar.remove_task(self._task)
            self._bar.stop()

    def say(self, line: str) -> None:
        """A line of its own."""
        self.console.print(Text(line), soft_wrap=True)

    def progressed(self, progress: Progress) -> None:
        """A stage is through with a shard."""
        # A round that fills less than it tries would push the bar back.
        self._highest = max(self._highest, progress.share)
        line = summary_line(progress)
        if self._bar is not None:
            self._bar.update(self._task, description=line, completed=self._highest * BAR_STEPS)
        else:
            self.say(f"{self._highest:4.0%}  {line}")

    def round_over(self, manifest: RunManifest) -> None:
        """A round's dialogues are chosen."""
        last = manifest.rounds[-1]
        self.say(
            f"round {last.number}: tried {last.attempted}, "
            f"{last.filled} of {manifest.wanted} dialogues are there{cost_note(manifest)}"
        )


def summary_line(progress: Progress) -> str:
    """How a round stands, in a line."""
    through = progress.through
    cost = cost_so_far(progress.spend, progress.filled + progress.good)
    return (
        f"round {progress.round}: {through.get('plans', 0)} planned, "
        f"{through.get('simulate', 0)} simulated, {through.get('validate', 0)} judged, "
        f"{progress.good} good of {progress.attempted}{'; ' if cost else ''}{cost}"
    )


def cost_note(manifest: RunManifest) -> str:
    """What it cost so far, with calls of unknown price said to be that."""
    cost = cost_so_far(manifest.spend, manifest.accepted)
    return f" ({manifest.spend.calls} calls{', ' if cost else ''}{cost})"


def dialogue_text(dialogue: Dialogue, *, programs: bool = True) -> Text:
    """A dialogue as people read it, with the programs between the words."""
    text = Text()
    for turn in dialogue.turns:
        if programs:
            for step in turn.steps:
                for statement in step.statements:
                    text.append(f"        x{statement.index}  {statement.text}\n", style="dim cyan")
                for signal in step.signals:
                    text.append(f"        x{signal.index}  {signal.text}\n", style="dim yellow")
        style = "bold" if turn.speaker is Speaker.USER else "green"
        text.append(f"{turn.speaker.value:>6}  ", style=style)
        text.append(f"{turn.utterance}\n")
    return text
