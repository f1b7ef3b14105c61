"""What the page of one draft shows: the map in one of its turns, the timetable, the sheet, the checks, the seal."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Final

from app.lookups.words import month_words
from app.maps.drawing import draw
from app.pages.choices import months
from app.pages.fields import with_findings
from app.systems.flanders_fields.fire_plans.checking import Checked
from app.systems.flanders_fields.fire_plans.forecasts import Worked
from app.systems.flanders_fields.fire_plans.routes import shown
from app.systems.flanders_fields.grounds import ready_tables
from app.systems.flanders_fields.pages.plans.at_game import AtGame, Shown
from app.systems.flanders_fields.pages.plans.clashes import clash_ground, clash_signs, clashes_of, clashes_told
from app.systems.flanders_fields.pages.plans.fields import OF_CLAUSES, fields_of
from app.systems.flanders_fields.pages.plans.foreseen import heat_in, numbers
from app.systems.flanders_fields.pages.plans.laid import grips, laid_over
from app.systems.flanders_fields.pages.plans.reach import known_stands, reach_of_it, reach_words
from app.systems.flanders_fields.pages.plans.seen import Seen
from app.systems.flanders_fields.pages.plans.sheet import TITLES, name_of, sections, timetable_rows
from app.systems.flanders_fields.shelves import PlanDraft
from app.systems.flanders_fields.words import words
from rules.flanders_fields.barrages.rolling import piece_mm
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.checks import OwnWeapon
from rules.flanders_fields.fire_plan.document import write_plan
from rules.flanders_fields.fire_plan.findings import PlanFinding, Severity
from rules.flanders_fields.fire_plan.references import REFERENCES, is_on_table
from rules.flanders_fields.fire_plan.written import Duty, WrittenFor, WrittenPlan
from rules.flanders_fields.resolutions import QUESTIONS
from rules.flanders_fields.vocabulary import Nation, Side
from rules.kernel.measure import MM_A_CM
from rules.kernel.months import Month, parse_month
from rules.kernel.seats import Role
from rules.tabletop.terrain import Table

PASSED: Final = "passed"
NOT_ASKED: Final = ("", None)
GROUPS: Final[Mapping[str, str]] = {
    Severity.REFUSED.value: "Against the rules",
    PASSED: "Let pass",
    Severity.WARNING.value: "Unusual",
    Severity.ADVICE.value: "Worth a thought",
}


def editor(
    draft: PlanDraft,
    found: Checked,
    at: tuple[AtGame, Role] | None,
    table: Table | None,
    query: Mapping[str, str],
    edges: tuple[str, str],
    foreseen: tuple[str, Worked | None] = NOT_ASKED,
) -> Callable[[], Shown]:
    """The context of plans/edit.html, worked out when it is called: the map's libraries are loaded with the first."""
    game, role = at or (None, None)
    plan, own = draft.document, game.sealed_of(draft.document.side) if game else None
    writes = role is not Role.REFEREE and own is None and not (game and game.is_over)
    book = game.book if game else RuleBook.for_game(_month(plan))
    size = plan.written_for
    drawn = table or Table(size.width_mm, size.depth_mm)
    known = found.against.field if found.against else None
    seen = Seen(
        plan,
        drawn,
        book,
        turn=_turn(query),
        line=query.get("line", ""),
        across=_across(query, plan.side),
        writes=writes,
        until=max((one.happens.turn for one in found.findings if one.happens), default=0),
        formations=(found.against.force.formations or ()) if found.against else (),
        foreseen=foreseen[1],
        known=known if known and known.table == drawn else None,
    )
    return lambda: _context(draft, found, seen, game, query, edges) | _foreseen(seen, *foreseen)


def _month(plan: WrittenPlan) -> Month:
    """The month by whose book it is drawn; where the plan names none, the last of the war."""
    return parse_month(plan.written_for.month) if plan.written_for.month else list(months(QUESTIONS))[-1]


def _turn(query: Mapping[str, str]) -> int:
    told = query.get("turn", "")
    return min(99, int(told)) if told.isascii() and told.isdigit() and len(told) < 4 else 0


def _across(query: Mapping[str, str], side: Side) -> bool:
    told = query.get("across", "")
    return told == "true" if told in ("true", "false") else side is Side.DEFENDER


def _context(
    draft: PlanDraft,
    found: Checked,
    seen: Seen,
    game: AtGame | None,
    query: Mapping[str, str],
    edges: tuple[str, str],
) -> Shown:
    rows = timetable_rows(seen)
    clashes = clashes_of(seen, found.findings)
    warm = heat_in(seen.foreseen, seen.turn) if seen.foreseen else ()
    drawing = draw(
        seen.table,
        across=seen.across,
        stands=tuple(known_stands(seen)),
        overlays=(*warm, *reach_of_it(seen), *laid_over(seen), *clash_ground(seen, clashes)),
        # Counters lie on the signs: what can be moved is taken hold of first.
        grips=(*clash_signs(seen, clashes), *grips(seen)),
        edges=edges,
    )
    return {
        "plan": shown(draft.listed),
        "document": write_plan(draft.document).decode(),
        "piece_mm": piece_mm(),
        "step_mm": seen.book.table(REFERENCES).number("step").value,
        "writes": seen.writes,
        "map": drawing,
        "nation": draft.document.written_for.nation or "",
        "turn": min(seen.turn, seen.last),
        "rows": rows,
        "clashes": clashes_told(seen, clashes),
        "line": _in_hand(seen, found.findings),
        "sections": [part for part in sections(seen, found.findings) if part["lines"] or seen.writes],
        "titles": TITLES,
        "unplanned": _unplanned(seen, game) if game else [],
        "month": found.month,
        "measured": bool(found.against and found.against.field),
        "why_not": found.against.why_not if found.against else "",
        "laid": bool(found.against and found.against.is_laid),
        "checks": _checks(seen, found.findings),
        "whole": _whole(seen, found.findings),
        "game": game,
        "sealing": _sealing(draft, found.findings, game),
        "away": _lies_elsewhere(seen),
        "here": f"/plans/{draft.listed.id}",
        "on_table": query.get("table", ""),
    }


def _foreseen(seen: Seen, state: str, found: Worked | None) -> Shown:
    """How it stands with the forecast: its tables once it is worked out."""
    return {"forecast": {"state": state, "told": numbers(found, seen.labels) if found else None}}


def _unplanned(seen: Seen, game: AtGame) -> list[Shown]:
    """The side's weapons that have no line yet, each with the line it would begin as."""
    there = {line.unit for line in seen.plan.weapons}
    return [
        {
            "word": f"{one.name} ({words(one.kind)})",
            "value": json.dumps({"unit": one.unit, "name": one.name, "kind": one.kind} | _duty(one)),
        }
        for one in game.weapons
        if one.unit not in there
    ]


def _duty(one: OwnWeapon) -> dict[str, str]:
    return {"duty": Duty.SUPERIMPOSED.value} if one.superimposed else {}


def _in_hand(seen: Seen, findings: Sequence[PlanFinding]) -> Shown | None:
    line = seen.in_hand
    if line is None:
        return None
    own = [one for one in findings if one.line == line.id]
    filled, others = with_findings(fields_of(line, seen), own, OF_CLAUSES)
    sort = next(name for name in TITLES if line in getattr(seen.plan, name))
    return {
        "id": line.id,
        "list": sort,
        "label": seen.labels[line.id],
        "name": name_of(line, seen),
        "fields": filled,
        "findings": others,
        "places": hasattr(line, "at"),
        "is_weapon": sort == "weapons",
        "reach": reach_words(seen),
        "is_barrage": sort == "barrages",
    }


def _checks(seen: Seen, findings: Sequence[PlanFinding]) -> list[Shown]:
    """The findings by how they are taken, the gravest first; what is let pass stands after what is not."""
    groups = {key: [_finding(seen, one) for one in findings if _group(one) == key] for key in GROUPS}
    return [{"key": key, "title": GROUPS[key], "findings": told} for key, told in groups.items() if told]


def _group(one: PlanFinding) -> str:
    is_passed = one.severity is Severity.REFUSED and not one.stands
    return PASSED if is_passed else one.severity.value


def _finding(seen: Seen, one: PlanFinding) -> Shown:
    line = seen.plan.line(one.line) if one.line else None
    about = f"{seen.labels[line.id]} {name_of(line, seen)}" if line else TITLES.get(one.part, "The plan")
    return {"finding": one, "line": one.line if line else "", "about": about}


def _whole(seen: Seen, findings: Sequence[PlanFinding]) -> Shown:
    """What is filled in of the plan itself, with the findings about its air missions."""
    told, plan = seen.plan.written_for, seen.plan
    return {
        "name": plan.name,
        "notes": plan.notes,
        "air_missions": plan.air_missions,
        "air_findings": [one for one in findings if not one.line and one.part == "air_missions"],
        "months": [{"value": str(month), "word": month_words(str(month))} for month in months(QUESTIONS)],
        "nations": [{"value": nation.value, "word": words(nation)} for nation in Nation],
        "grounds": list(_grounds()),
        "width": told.width_mm / MM_A_CM,
        "depth": told.depth_mm / MM_A_CM,
        **{one.name: getattr(told, one.name) for one in fields(WrittenFor)},
    }


def _grounds() -> Iterator[Shown]:
    """The ready tables on which a plan can be practised, with their sizes in cm."""
    for scenario, named in ready_tables().items():
        size = {"width": named.table.width_mm // MM_A_CM, "depth": named.table.depth_mm // MM_A_CM}
        yield {"value": scenario, "word": named.name, **size}


def _sealing(draft: PlanDraft, findings: Sequence[PlanFinding], game: AtGame | None) -> Shown | None:
    """How it stands with the seal of a game's draft."""
    if game is None:
        return None
    own, side = game.sealed_of(draft.document.side), draft.document.side
    stands = sum(one.stands for one in findings)
    return {
        "own": own,
        "is_this": bool(own and own["document"] == json.loads(write_plan(draft.document))),
        "other": game.sealed_of(side.other),
        "other_name": game.names[side.other.value],
        "stands": stands,
        "passed": sum(one.allowed is not None for one in findings if one.severity is Severity.REFUSED),
        "may": own is None and not (stands or game.asks or game.is_begun or game.is_over),
    }


def _lies_elsewhere(seen: Seen) -> int:
    """How many of its points lie off the table that is drawn."""
    size = WrittenFor(width_mm=seen.table.width_mm, depth_mm=seen.table.depth_mm)
    places = (getattr(line, "at", None) for line in seen.plan.lines())
    return sum(at is not None and not is_on_table(at, size) for at in places)
