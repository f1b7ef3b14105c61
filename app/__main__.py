"""`python -m app` is `beatenzone`."""

import gc
import sys


def main() -> None:
    """The console command. What its modules make stays: looking through it for garbage took a seventh of a start."""
    gc.disable()
    _read_the_log_without_its_colours()
    from app.cli import main as run

    gc.freeze()
    gc.enable()
    run()


def _read_the_log_without_its_colours() -> None:
    # For faults in colour, which would tell what was known there, it reads seventy modules that nothing else needs.
    sys.modules["rich"] = None  # type: ignore[assignment]
    try:
        import structlog  # noqa: F401
    finally:
        del sys.modules["rich"]


if __name__ == "__main__":
    main()
