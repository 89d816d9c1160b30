"""`python -m cardgen` is the same as `cardgen`."""

from cardgen.cli.app import run_program

run_program()
