"""`python -m hexfront.cli` is the installed command."""

from hexfront.cli import main

main()
