"""Commands that look after the installation."""

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.cli.upkeep.bench_command import bench
    from elagage.cli.upkeep.warm_up_command import warm_up

__all__ = ["bench", "warm_up"]

export_lazily(
    __name__,
    {
        "bench": "bench_command",
        "warm_up": "warm_up_command",
    },
)
