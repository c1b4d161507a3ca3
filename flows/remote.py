"""A shard in another process, here or on another machine that sees the run's folder.

What the shard makes are its parts; the process that leads the run finds them done. It opens a
gateway of its own, so the limits of the configuration hold for each process: a cluster divides
them beforehand.
"""

import asyncio

from flows.composition import dialoom
from flows.run_shard import ShardResult, ShardSpec, run_shard
from flows.runs import open_workspace, read_manifest
from flows.workspace import Workspace
from schemas.service import Catalog, ServiceSchema


def work_on_shard(folder: str, spec: ShardSpec) -> tuple[int, int]:
    """Makes the parts of one shard of a run whose services are there.

    Args:
        folder: The run's folder or URL, as this process sees it.
        spec: The shard; it can be pickled.

    Returns:
        How many dialogues it judged and how many it rejected before that.
    """
    manifest = read_manifest(folder).model_copy(update={"run": folder})
    workspace = open_workspace(manifest, dialoom())
    try:
        services = workspace.store.read("services", "part-00000", ServiceSchema)
        result = asyncio.run(_to_the_last_reply(spec, workspace, Catalog(services=services)))
    finally:
        workspace.close()
    return len(result.judged), len(result.rejections)


async def _to_the_last_reply(
    spec: ShardSpec, workspace: Workspace, catalog: Catalog
) -> ShardResult:
    try:
        return await run_shard(spec, workspace, catalog)
    finally:
        await workspace.drain()
