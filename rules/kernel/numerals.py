"""Numbers of things in sentences."""


def counted(number: int, word: str) -> str:
    """Return a number with its word: "1 action", "2 actions", "no action"."""
    return f"no {word}" if number == 0 else f"{number} {word}" + ("s" if number != 1 else "")
