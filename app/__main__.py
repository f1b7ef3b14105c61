"""`python -m app` is `beatenzone`."""

from app.cli import main

main()
