"""Aiming points, SOS calls, planned fire and aircraft with what the map proposes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.pages.people import unit_in
from app.systems.flanders_fields.pages.on_map.proposed import FormTold, OnMap, Proposals, by_name
from rules.flanders_fields.vocabulary import Side, UnitClass, Work

View = Mapping[str, Any]
AROUND_DEG: Final = 180


def place_in(query: QueryParams, along: str = "along_cm", up: str = "up_cm") -> tuple[float, float] | None:
    """The place that was typed, in cm; None where none was, or what was typed is no figure."""
    try:
        return float(query.get(along, "").replace(",", ".")), float(query.get(up, "").replace(",", "."))
    except ValueError:
        return None


def side_of(of: str) -> Side:
    """The side of a unit or a stand, by its id."""
    return Side.ATTACKER if of.startswith("a") else Side.DEFENDER


def sos(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """An SOS call onto a place that was typed: what it lies before, who sees it, what the battery has of it."""
    from rules.flanders_fields.game.survey import guns

    unit, at = unit_in(view, query.get("_battery", "")), place_in(query)
    if unit is None or at is None:
        return None
    side = side_of(unit["id"])
    posts = tuple(name for name, one in on.field.stands.items() if one.unit_class is None and one.side is side)
    found = guns.sos(on.field, side, on.field.spot(side, *at), unit["stands"][0]["id"], posts, on.book)
    return FormTold(f"{unit['id']}>{at[0]},{at[1]}", by_name(found))


def laying(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """A point that is laid on a place or a stand: whether it lies in the arc of a gun on the table."""
    from rules.flanders_fields.game.survey.arcs import point_in_arc
    from rules.flanders_fields.game.survey.points import spot_of

    unit, (along, up) = unit_in(view, query.get("unit", "")), place_in(query) or (None, None)
    if unit is None or not unit["on_table"]:
        return None
    target = query.get("target", "")
    spot = spot_of(on.field, side_of(unit["id"]), along, up, target)
    bears = point_in_arc(on.field, unit["stands"][0]["id"], spot, on.book) if spot else None
    return FormTold(f"{unit['id']}>{along},{up},{target}", by_name((bears,))) if bears else None


def strike(query: QueryParams, view: View, on: OnMap) -> FormTold | None:
    """The line of an air attack that was typed: the stands it meets as rows, and what the map has of each."""
    from rules.flanders_fields.game.survey.air import on_the_line

    at, flies = place_in(query), view["air"]["strike"]
    if at is None or not flies or flies["attack"] or view["you"] not in (flies["side"], "referee"):
        return None
    turned = _degrees(query.get("direction_deg", ""))
    side = Side(flies["side"])
    met: dict[str, Proposals] = {
        one.stand: by_name(one.facts) for one in on_the_line(on.field, side, on.field.spot(side, *at), turned, on.book)
    }
    rows = tuple(_rows("_line[]", "targets", met, ("distance_cm", "cover")))
    of = {f"air/{stand}": told for stand, told in met.items()}
    return FormTold(f"{at[0]},{at[1]},{turned}", {}, rows, ("_line[]", "targets"), of)


def _degrees(typed: str) -> int:
    try:
        return max(-AROUND_DEG, min(AROUND_DEG, round(float(typed))))
    except ValueError:
        return 0


def _rows(
    picked: str, listed: str, found: Mapping[str, Proposals], facts: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """The rows of a form: who is picked, and what was proposed of each."""
    for n, (stand, told) in enumerate(found.items()):
        yield picked, stand
        yield f"{listed}.{n}.stand", stand
        for name in facts:
            if name in told:
                yield f"{listed}.{n}.{name}", str(told[name].value).lower()


def fires(view: View, on: OnMap) -> dict[str, Proposals]:
    """What the map has of each line of the plan that falls now, by its id (FF-BOM-05)."""
    from rules.flanders_fields.game.survey import guns

    found = dict[str, Proposals]()
    for line in view["bombard"]["fires"]:
        unit, side = unit_in(view, line["unit"]), side_of(line["unit"])
        if unit is None:
            continue
        spot = on.field.spot(side, line["along_cm"], line["up_cm"])
        gun = unit["stands"][0]["id"] if unit["on_table"] else ""
        found[line["id"]] = by_name(guns.planned(on.field, side, UnitClass(unit["kind"]), gun, spot, on.book))
    return found


def work_on_map(
    work: Mapping[str, Any], chosen: str, on: OnMap
) -> tuple[list[tuple[str, str]], str, dict[str, Proposals]]:
    """The works of the map that a planned one may be, with their names; the one it is; who stands in that.

    Without a choice it is the one of its name, or else the nearest of its kind.
    """
    from rules.flanders_fields.game.survey.positions import in_work, works_of

    side = Side(work["side"])
    pieces = {piece.id: piece.name or piece.id for piece in works_of(on.field, side, Work(work["work"]))}
    same = next((key for key, name in pieces.items() if name.casefold() == work["name"].casefold()), "")
    piece = chosen if chosen in pieces else same or next(iter(pieces), "")
    within: dict[str, Proposals] = (
        {one.stand: by_name(one.facts) for one in in_work(on.field, side, piece, on.book)} if piece else {}
    )
    return list(pieces.items()), piece, within


def front_line(view: View, on: OnMap) -> Proposals:
    """Which batteries of the other side stand in his front line, by their ids (FF-DSU-05)."""
    from rules.flanders_fields.game.survey.positions import in_front_line

    told = dict[str, Any]()
    for one in view["deep"]["roll"]["batteries"]:
        unit = unit_in(view, one["id"])
        gun = unit["stands"][0]["id"] if unit else ""
        found = in_front_line(on.field, gun, UnitClass(unit["kind"]), on.book) if unit else None
        told |= {one["id"]: by_name((found,))["in_front_line"]} if found else {}
    return told
