"""``python -m elagage`` is the command line."""

from elagage.cli import main

main()
