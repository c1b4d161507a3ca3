"""Runs on disk: making one, going on with one, and refusing what does not fit together."""

import fcntl
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import ValidationError
from rich.console import Console

from flows.faults import RunRefused
from flows.pipeline import Pipeline
from flows.workspace import Workspace, identity
from runtime.files import StorageFailure, said_plainly
from runtime.fingerprint import changed_fields
from runtime.gateway import Gateway
from runtime.journal import Account, Journal
from runtime.prompts import PromptError, Prompts
from runtime.store import ArtifactStore
from schemas.config import Limits, RunConfig
from schemas.run import Extent, RunManifest, RunStatus

DOCUMENT = "run"
MANY_FILES = 2000
"""Of a journal: counting its replies takes a while then."""
_LIBRARIES = ("dialoom", "prefect", "litellm", "pydantic", "pyarrow")


def run_folder(config: RunConfig) -> str:
    """Where a run of this configuration lies."""
    return f"{config.output.rstrip('/')}/{config.name}"


def now() -> datetime:
    """The wall clock, for run.json alone."""
    return datetime.now(UTC).replace(microsecond=0)


def read_manifest(folder: str) -> RunManifest:
    """The manifest of an existing run.

    Raises:
        RunRefused: Where there is none.
    """
    manifest = find_run(folder)
    if manifest is None:
        raise RunRefused(f"{folder} is no run: it has no run.json")
    return manifest


def find_run(folder: str) -> RunManifest | None:
    """The manifest of the run in a folder, None where there is no run.

    Raises:
        RunRefused: Where it cannot be read.
    """
    try:
        return ArtifactStore(folder).read_document(DOCUMENT, RunManifest)
    except StorageFailure as problem:
        raise RunRefused(str(problem)) from problem


def open_run(
    folder: str, config: RunConfig, pipeline: Pipeline, reuse: Sequence[str] = ()
) -> RunManifest:
    """Makes a run's folder, or goes on with the run of the same configuration that is there.

    What was only estimated begins anew, under any configuration: its replies are found again
    where the same is asked.

    Args:
        folder: Of the run.
        config: What is wanted now.
        pipeline: What would make it.
        reuse: Older runs whose replies may be used.

    Raises:
        RunRefused: Where another run, or something else, is in that folder.
    """
    for older in reuse:
        read_manifest(older)
    stages = stage_identities(config, pipeline)
    imported = imported_digests(config)
    found = find_run(folder)
    if found is None or found.status is RunStatus.ESTIMATED:
        if found is None:
            _refuse_strangers(folder)
        manifest = RunManifest(
            run=folder,
            started_at=now(),
            updated_at=now(),
            config=config,
            extents=(Extent(start=0, count=config.target.accepted),),
            reuse=tuple(
                str(Path(older).resolve()) if "://" not in older else older for older in reuse
            ),
            imported=imported,
            stages=stages,
            versions=_versions(),
        )
    else:
        _refuse_changes(folder, found, config, stages, imported)
        limits = {"config": config, "updated_at": now(), "versions": _versions()}
        manifest = found.model_copy(update=limits)
    ArtifactStore(folder).write_document(DOCUMENT, manifest)
    return manifest


def extend_run(folder: str, more: int) -> RunManifest:
    """Adds cells to a run.

    Raises:
        RunRefused: Where there is no run, or it is not finished yet.
    """
    manifest = read_manifest(folder)
    if manifest.status not in (RunStatus.COMPLETE, RunStatus.UNMET):
        raise RunRefused(
            f"{folder} is {manifest.status.value}; finish it with `dialoom resume {folder}` first"
        )
    extent = Extent(start=manifest.wanted, count=more)
    extended = manifest.model_copy(
        update={
            "extents": (*manifest.extents, extent),
            "status": RunStatus.RUNNING,
            "updated_at": now(),
        }
    )
    ArtifactStore(folder).write_document(DOCUMENT, extended)
    return extended


def _refuse_strangers(folder: str) -> None:
    """A folder that holds something which is no run is left alone."""
    if "://" in folder:
        return
    path = Path(folder)
    with said_plainly(folder, "read"):
        if path.exists() and not path.is_dir():
            raise RunRefused(f"{folder} is a file; choose another --name")
        if path.is_dir() and any(not entry.name.startswith(".") for entry in path.iterdir()):
            raise RunRefused(f"{folder} holds something that is no run; choose another --name")


def _refuse_changes(
    folder: str,
    found: RunManifest,
    config: RunConfig,
    stages: Mapping[str, str],
    imported: tuple[str, ...],
) -> None:
    changed = list(changed_fields(found.config, config))
    if found.imported != imported:
        changed.append("intents.imported (the files' content)")
    way_out = f"give a new --name, and --reuse {folder} to pay only for what changed"
    if changed:
        fields = ", ".join(changed)
        raise RunRefused(f"{folder} was made with another configuration ({fields}); {way_out}")
    stale = sorted(name for name in stages if found.stages.get(name) != stages[name])
    if stale:
        raise RunRefused(
            f"{folder} was made with another version or other prompts of the stage "
            f"{', '.join(stale)}; {way_out}"
        )


def stage_identities(config: RunConfig, pipeline: Pipeline) -> dict[str, str]:
    """The fingerprint of every stage under a configuration, the services aside.

    Raises:
        RunRefused: Where a prompt is missing or broken.
    """
    try:
        prompts = Prompts(config.prompts)
        return {
            step.stage.name.value: identity(config, step, prompts.prompt_hash)
            for step in pipeline.steps
        }
    except PromptError as problem:
        raise RunRefused(str(problem)) from problem


def imported_digests(config: RunConfig) -> tuple[str, ...]:
    """A digest of each imported service file, in the configuration's order.

    Raises:
        RunRefused: Where a file cannot be read.
    """
    digests: list[str] = []
    for name in config.intents.imported:
        try:
            digests.append(sha256(Path(name).read_bytes()).hexdigest()[:32])
        except OSError as problem:
            raise RunRefused(f"{name}: cannot be read: {problem.strerror}") from problem
    return tuple(digests)


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for library in _LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            versions[library] = "not installed"
    return versions


def open_workspace(manifest: RunManifest, pipeline: Pipeline) -> Workspace:
    """Opens a run for work in this process: store, journal and gateway of its own."""
    journal = Journal(manifest.run, reuse=manifest.reuse)
    gateway = Gateway(manifest.config, journal, spent=journal.spent())
    return Workspace(
        config=manifest.config,
        store=ArtifactStore(manifest.run),
        pipeline=pipeline,
        chat=gateway,
        close_item=gateway.close_item,
        prompt_hash=gateway.prompt_hash,
        close=gateway.close,
        under_way=lambda: gateway.under_way,
        drain=gateway.drain,
        paid=journal.spent,
        begun=journal.begun(),
    )


def journal_of(manifest: RunManifest) -> Account | None:
    """What a run has been answered so far, where its manifest does not know: it did not end."""
    if manifest.status in (RunStatus.COMPLETE, RunStatus.UNMET, RunStatus.BUDGET):
        return None
    journal = Journal(manifest.run)
    if (files := journal.files()) > MANY_FILES:
        Console(stderr=True).print(f"counting the replies in {files} files of the journal ...")
    return journal.account()


def with_limits(config: RunConfig, **limits: object) -> RunConfig:
    """A run's configuration under other limits; those that are None stay.

    Raises:
        RunRefused: Where a limit is no legal value.
    """
    given = {name: value for name, value in limits.items() if value is not None}
    try:
        changed = Limits.model_validate({**config.limits.model_dump(), **given})
    except ValidationError as problem:
        fault = problem.errors(include_url=False)[0]
        flag = str(fault["loc"][0]).removesuffix("_usd").replace("_", "-")
        raise RunRefused(f"--{flag} is {fault['input']!r}: {fault['msg']}") from problem
    return config.model_copy(update={"limits": changed})


def at_work(folder: str) -> bool:
    """Whether a process is at work in a run's folder on this machine. Nothing is written for it."""
    if "://" in folder:
        return False
    try:
        handle = os.open(Path(folder) / ".lock", os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


@contextmanager
def sole_worker(folder: str) -> Iterator[None]:
    """Holds a run's lock: two processes in one folder would write over each other.

    Raises:
        RunRefused: Where another process is at it.
    """
    if "://" in folder:
        yield
        return
    path = Path(folder) / ".lock"
    with said_plainly(str(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            raise RunRefused(f"another process is at work in {folder}") from problem
        yield
    finally:
        os.close(handle)
