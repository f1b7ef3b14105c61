"""`python -m app` is `beatenzone`."""

import gc
import sys
from collections.abc import Callable


def main() -> None:
    """The console command. What its modules make stays: looking through it for garbage took a seventh of a start."""
    gc.disable()
    _read_the_log_without_its_colours()
    run = _program(sys.argv[1:2])
    gc.freeze()
    gc.enable()
    run()


def _program(asked: list[str]) -> Callable[[], None]:
    from app.server_commands import COMMANDS, program

    if asked in [[one.__name__] for one in COMMANDS]:
        return program()
    from app.cli import cli

    return cli


def _read_the_log_without_its_colours() -> None:
    # For faults in colour, which would tell what was known there, it reads seventy modules that nothing else needs.
    sys.modules["rich"] = None  # type: ignore[assignment]
    try:
        import structlog  # noqa: F401
    finally:
        del sys.modules["rich"]


if __name__ == "__main__":
    main()
