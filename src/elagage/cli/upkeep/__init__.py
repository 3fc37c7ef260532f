"""Commands that look after the installation."""

from elagage.cli.upkeep.bench_command import bench
from elagage.cli.upkeep.warm_up_command import warm_up

__all__ = ["bench", "warm_up"]
