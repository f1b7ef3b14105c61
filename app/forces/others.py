"""The rule systems whose forces are built by the core, for pages that lead to all of them."""

from typing import Any

from fastapi import Request

from app.plugins import plugins_of


def built_by_the_core(request: Request) -> list[dict[str, Any]]:
    """Each with its rule book, the page of its forces, that of a game of two, and its games that lie ready."""
    services = (plugin.service for plugin in plugins_of(request).values())
    offered = ((service.forces, service.ready_games()) for service in services)
    return [
        {"title": one.title, "says": one.says, "forces": f"/forces/{one.key}", "new": f"/new/{one.key}", "ready": ready}
        for one, ready in offered
        if one is not None
    ]
