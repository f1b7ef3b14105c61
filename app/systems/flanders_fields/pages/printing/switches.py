"""What of a print is chosen besides the things themselves: large print, and counters on one side."""

from starlette.datastructures import QueryParams


def is_large(query: QueryParams) -> bool:
    """Whether the playsheet is set in large print."""
    return "large" in query


def has_backs(query: QueryParams) -> bool:
    """Whether counters have backs."""
    return "fronts" not in query


def switches(query: QueryParams) -> list[dict[str, object]]:
    """Both as the form shows them."""
    return [
        {"name": "large", "word": "Playsheet in large print", "on": is_large(query)},
        {"name": "fronts", "word": "Counters on one side only", "on": not has_backs(query)},
    ]
