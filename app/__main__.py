"""`python -m app` is `beatenzone`."""

from app.main import run

if __name__ == "__main__":
    run()
