"""The rolls the rules ask for, as the commands that would answer them: on the tablets and on the referee's board."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

DIE: Final = {"pips": 1, "source": "entered"}


def owed_drafts(due: Iterable[Mapping[str, Any]], query: QueryParams) -> dict[str, dict[str, Any]]:
    """The command of every roll that is owed, its die not yet thrown, under the name of its form."""
    found = {f"{one['kind']}/{one['of']}": _draft(one, query) for one in due}
    return {name: draft for name, draft in found.items() if draft}


def _draft(due: Mapping[str, Any], query: QueryParams) -> dict[str, Any] | None:
    """None where no die is asked for."""
    if due["kind"] == "morale":
        mine = query.get("due") == due["of"]
        said = {one: mine and query.get(one) == "true" for one in ("prussian_discipline", "pals")}
        return {"kind": "test_morale", "battalion": due["of"], "die": DIE, **said}
    if due["kind"] == "support_lost":
        return {"kind": "test_weapon", "weapon": due["of"], "die": DIE}
    return (
        {"kind": "roll_reinforcement", "battalion": due["of"], "die": DIE} if due["kind"] == "reinforcement" else None
    )
