"""Planned fire on the screens: what its side does with it now, and the commands being filled in."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.fire import figure
from app.systems.flanders_fields.pages.on_map.filled_in import NOTHING, MapTold
from app.systems.flanders_fields.pages.on_map.guns import work_on_map
from app.systems.flanders_fields.pages.on_map.proposed import OnMap, Proposals, Whence
from app.systems.flanders_fields.pages.owed import DIE
from rules.kernel.values import dataclass

Shown = Mapping[str, Any]
COVER_IN: Final = {"strong_point": "hard", "block_house": "fortified"}


@dataclass(frozen=True, slots=True)
class WorkForm:
    """A work under the hurricane as filled in: which of `pieces` of the map it is, who is in it, its cover.

    `told` is what the map has of those who stand in it.
    """

    pieces: Sequence[tuple[str, str]]
    piece: str
    within: Sequence[str]
    cover: str
    told: Mapping[str, Proposals]

    @property
    def covered(self) -> Whence | None:
        """What the map has of the cover that the work gives, by the first who stands in it."""
        return next((told["cover"] for told in self.told.values() if "cover" in told), None)


Works = Mapping[str, WorkForm]
NO_WORKS: Final[Works] = {}


def works_shown(view: Shown, query: QueryParams, on_map: OnMap | None) -> Works:
    """The works that the hurricane falls on now, by their ids; from the map until something else is filled in."""
    return {work["id"]: _work_form(work, query, on_map) for work in view["bombard"]["works"]}


def _work_form(work: Shown, query: QueryParams, on_map: OnMap | None) -> WorkForm:
    here = query.get("work") == work["id"]
    pieces, piece, told = work_on_map(work, query.get("piece", "") if here else "", on_map) if on_map else ((), "", {})
    usual = COVER_IN.get(work["work"], "medium")
    proposed = WorkForm(pieces, piece, tuple(told), usual, told)
    cover = str(proposed.covered.value) if proposed.covered else usual
    if here and query.get("_map", "") == piece:
        return replace(proposed, within=tuple(query.getlist("_in[]")), cover=query.get("_cover", cover))
    return replace(proposed, cover=cover)


def planned_drafts(
    view: Shown, query: QueryParams, map_told: MapTold = NOTHING, works: Works = NO_WORKS
) -> dict[str, dict[str, Any]]:
    """The commands of planned fire that this seat may send now, under the names of their forms; dice not thrown."""
    roll = view["deep"]["roll"]
    found = {"deep": _deep(roll, query)} if roll and may(view, roll["side"]) else {}
    for line in view["bombard"]["fires"]:
        found[f"fire/{line['id']}"] = {"kind": "fire_by_plan", "line": line["id"], **map_told.seen(line, query)}
    for work in view["bombard"]["works"]:
        found[f"work/{work['id']}"] = _work(work, works)
    for one in view["barrages"]:
        found |= {f"{name}/{one['id']}": draft for name, draft in _barrage(view, one, query).items() if draft}
    return found


def may(view: Shown, side: str) -> bool:
    """Whether this seat acts for a side."""
    return view["you"] in (side, "referee")


def _work(work: Shown, works: Works) -> dict[str, Any]:
    """The stands named in a work, all in the cover that it gives."""
    form = works[work["id"]]
    stands = [{"stand": stand, "cover": form.cover} for stand in form.within]
    return {"kind": "bombard_work", "work": work["id"], "piece": form.piece, "stands": stands, "dice": []}


def _filled(one: Shown, query: QueryParams, form: str) -> bool:
    """Whether the address holds what was filled in of this form of this barrage."""
    return query.get("planned") == form and query.get("barrage", one["id"]) == one["id"]


def _deep(roll: Shown, query: QueryParams) -> dict[str, Any]:
    batteries = {one["id"] for one in roll["batteries"]}
    near = [one for one in query.getlist("in_front_line[]") if one in batteries]
    return {"kind": "roll_deep_suppression", "dice": [DIE] * roll["dice"], "in_front_line": near}


def _barrage(view: Shown, one: Shown, query: QueryParams) -> dict[str, dict[str, Any] | None]:
    mine = may(view, one["side"])
    at_risk = one["at_risk"]
    return {
        "turns": _command("roll_barrage_turns", one, die=DIE) if mine and one["to_do"] == "turns" else None,
        "under": _under(one, query, "under") if mine and one["to_do"] == "roll" else None,
        "into": _under(one, query, "into") | {"moved_in": True}
        if one["lies"] and query.get("planned") == "into"
        else None,
        "behind": _behind(one, query) if one["lies"] and _filled(one, query, "behind") else None,
        "suffer": _command("suffer_barrage", one, die=DIE) if at_risk and may(view, at_risk["side"]) else None,
    }


def _command(kind: str, one: Shown, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "barrage": one["id"], **fields}


def _under(one: Shown, query: QueryParams, form: str) -> dict[str, Any]:
    mine = _filled(one, query, form)
    stands = query.getlist("stands[]") if mine else []
    facts = {"cover": query.get("cover", "medium"), "overlap": query.get("overlap", "whole")} if mine else {}
    in_cover = mine and query.get("armour_in_cover") == "true"
    under = _command("roll_under_barrage", one, stands=stands, dice=[DIE for _ in stands], armour_in_cover=in_cover)
    return under | ({"cover": "medium"} | facts)


def _behind(one: Shown, query: QueryParams) -> dict[str, Any]:
    facts = {"distance_cm": figure(query.get("distance_cm", "5")), "cover": query.get("cover", "soft")}
    in_cover = query.get("armour_in_cover") == "true"
    moved = query.get("ended_move", "true") == "true"
    stand = query.get("stand", "")
    risk = _command("risk_barrage", one, stand=stand, die=DIE, armour_in_cover=in_cover, ended_move=moved)
    return risk | facts
