"""`python -m benchtoward` is the `benchtoward` command."""

from benchtoward.cli.main import run

run()
