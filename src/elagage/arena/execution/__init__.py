"""Who does the arena's work: a pool of processes, the caller itself, or a cluster; and a wait with an end."""

from elagage.arena.execution.executor import Inline, LocalPool, WorkerDied, executor_for

__all__ = ["Inline", "LocalPool", "WorkerDied", "executor_for"]
