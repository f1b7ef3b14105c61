"""The fire of the assaulted as they are closed with: who may fire, and the command being filled in for each."""

from collections.abc import Mapping
from typing import Any

from starlette.datastructures import QueryParams

from app.pages.owed import DIE


def may_fire(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The assaulted stands for which this seat may fire as they close."""
    going = view["assault"]
    firing: list[dict[str, Any]] = going["firing"] if going and going["phase"] == "closing" else []
    return [one for one in firing if view["you"] in (one["side"], "referee")]


def closing_drafts(view: Mapping[str, Any], query: QueryParams) -> dict[str, dict[str, Any]]:
    """The commands of those stands under the names of their forms; their dice have not been thrown."""
    return {f"closing/{one['stand']}": _closing_fire(one, query) for one in may_fire(view)}


def _closing_fire(one: Mapping[str, Any], query: QueryParams) -> dict[str, Any]:
    chosen = query.get("target", "") if query.get("closing") == one["stand"] else ""
    target = chosen if chosen in one["at"] else one["at"][0]
    return {"kind": "fire_as_they_close", "stand": one["stand"], "target": target, "dice": [DIE]}
