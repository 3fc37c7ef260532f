"""The same jobs on a Dask cluster: one that is there, by its address, or one made here, on loopback, no dashboard."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any

from elagage.errors import LoadError

__all__ = ["cluster_executor"]

PATIENCE = 10
"""Seconds to wait for a scheduler's answer."""


@contextmanager
def cluster_executor(address: str, workers: int) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster and how many workers it has; ``local`` starts ``workers`` processes here."""
    try:
        dask: Any = import_module("dask")
        distributed: Any = import_module("distributed")
    except ImportError:
        raise LoadError("A cluster needs Dask: pip install 'elagage[cluster]'.") from None
    with ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.logging.distributed": "error"}))
        target = address
        if address == "local":
            local = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
                    silence_logs=50,
                )
            )  # fmt: skip
            target = local.scheduler_address
        try:
            client = stack.enter_context(distributed.Client(target, timeout=PATIENCE, set_as_default=False))
        except (OSError, ValueError, TimeoutError) as error:
            raise LoadError(
                "There is no cluster at {address} ({problem}): give the address of a Dask scheduler, or local.",
                address=address,
                problem=" ".join(str(error).split())[:120],
            ) from None
        executor = stack.enter_context(client.get_executor(pure=False, retries=1))
        yield executor, max(1, len(client.scheduler_info().get("workers", {})), sum(client.nthreads().values()))
