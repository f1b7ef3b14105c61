"""The rule systems whose forces are built by the core, for pages that lead to all of them."""

from fastapi import Request


def built_by_the_core(request: Request) -> list[dict[str, str]]:
    """Each with its rule book, the page of its forces, and that of a game of two."""
    offered = (one.forces() for one in request.app.state.registered.values())
    return [
        {"title": one.title, "says": one.says, "forces": f"/forces/{one.key}", "new": f"/new/{one.key}"}
        for one in offered
        if one is not None
    ]
