"""`python -m app` is `beatenzone`."""

import gc


def main() -> None:
    """The console command. What its modules make stays: looking through it for garbage took a seventh of a start."""
    gc.disable()
    from app.cli import main as run

    gc.freeze()
    gc.enable()
    run()


if __name__ == "__main__":
    main()
