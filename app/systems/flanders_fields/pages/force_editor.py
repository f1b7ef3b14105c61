"""The page of one force: its tree, the selected part, findings and totals."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.documents.force_routes import forces_of
from app.documents.forces import ForceId, listed
from app.documents.ownership import key_of
from app.http.guards import anyone
from app.http.problem_details import Problem
from app.lookups.vocabulary import counted, month_words
from app.pages.rendering import page
from app.systems.flanders_fields.force_documents import KeptForce, write_document
from app.systems.flanders_fields.forces import RatioShown, found_force, ratio_of
from app.systems.flanders_fields.lookups import CLAUSES, words
from app.systems.flanders_fields.pages.battalion_record import AfterAGame, game_at, recorded, told_at
from app.systems.flanders_fields.pages.force_list import all_contested, months
from rules.flanders_fields.armour import TankType
from rules.flanders_fields.army_lists import Amount, FormationPart, PartSort, organisation, organisations
from rules.flanders_fields.base_sizes import BaseFacts, BaseKind, base_of
from rules.flanders_fields.force_checks import Finding, check, forbidden, grades_of
from rules.flanders_fields.force_limits import limits
from rules.flanders_fields.force_totals import Totals, Weapons, on_a_stand, on_stand_of, total_of, totals
from rules.flanders_fields.forces import (
    FORMATIONS,
    MOST_ON_STAND,
    Element,
    Force,
    grade_of,
    limited_by,
    may_serve,
    part_of,
    platoons_of,
    serves_with,
)
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.national_rules import OWNERS, USES, in_force
from rules.flanders_fields.ruleset import RuleBook, rulings
from rules.flanders_fields.vocabulary import ARTILLERY, CREWED_WEAPONS, MORTARS, ArmyList, Quality, UnitClass
from rules.kernel.frozen_dataclasses import dataclass

# The tree of a force

ENDINGS: Mapping[str, str] = {"company": "companies", "battery": "batteries"}


@dataclass(frozen=True, slots=True)
class Branch:
    """An element in the tree. `broken` are rules it breaks that nobody has allowed; `around` the one in hand."""

    id: str
    name: str
    what: str
    grade: Quality | None
    serves: str
    broken: int
    around: bool
    inside: tuple["Branch", ...]


def tree_of(force: Force, findings: Iterable[Finding], in_hand: str) -> tuple[Branch, ...]:
    """The whole force; what the one in hand lies in is open."""
    broken = Counter(one.of for one in forbidden(findings))
    open_ = {one.id for one in force.above(in_hand)}
    planted = _Planted(force, force.book, broken, open_)
    return tuple(planted.branch(one) for one in force.elements)


@dataclass(frozen=True, slots=True)
class _Planted:
    force: Force
    book: RuleBook
    broken: Counter[str]
    open: set[str]

    def branch(self, element: Element) -> Branch:
        inside = tuple(self.branch(one) for one in element.inside)
        host = self.force.element(element.serves).name if element.serves else ""
        broken = self.broken[element.id] + sum(one.broken for one in inside)
        what = told(element, self.book)
        around = element.id in self.open
        return Branch(element.id, element.name, what, element.grade, host, broken, around, inside)


def told(element: Element, book: RuleBook) -> str:
    """What an element is: "4 platoons", "8 x Vickers", "4 battalions", of a group of guns what its batteries are."""
    part = part_of(element, book)
    if part.sort is PartSort.COMPANY:
        return counted(element.stands, "platoon")
    if part.sort is PartSort.COMMAND:
        return f"Command stand, {counted(on_stand_of(element, book), 'figure')}"
    if element.stands:
        return _stands(element, part, book)
    numbers = Counter(part_of(one, book).sort for one in element.inside)
    chief = next((sort for sort in (PartSort.REGIMENT, PartSort.BATTALION, PartSort.COMPANY) if numbers[sort]), None)
    if chief is None:
        weapons = total_of(element.inside, book).weapons
        return ", ".join(f"{one.models} × {one.name}" for one in weapons) or part.title
    word = _word(element, chief, book)
    inside = f"{numbers[chief]} {word if numbers[chief] == 1 else plural(word)}"
    # "1st Battalion" says already that it is a battalion.
    named = part.title.lower().split()[-1] in element.name.lower()
    return inside if named else f"{part.title}, {inside}"


def _word(element: Element, sort: PartSort, book: RuleBook) -> str:
    """What a regiment is called in its army (FF-TOE-06): the last word of the title of its part."""
    titles = (part_of(one, book).title for one in element.inside if part_of(one, book).sort is sort)
    return next(titles).lower().split()[-1]


def plural(word: str) -> str:
    """Several of what is counted in a force."""
    return ENDINGS.get(word, f"{word}s")


def _stands(element: Element, part: FormationPart, book: RuleBook) -> str:
    if part.weapon:
        return f"{element.stands * on_stand_of(element, book)} × {part.weapon}"
    return counted(element.stands, (part.stand_word or "stand").lower())


# Findings and totals

LIMITS_OF_QUALITY: Final = "FF-QLM"


@dataclass(frozen=True, slots=True)
class BrokenRules:
    """Rules of one clause that one part of a force breaks: they are set aside together."""

    clause: str
    of: str
    name: str
    says: tuple[str, ...]
    instead: tuple[str, ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ForceTold:
    """What the rules say of a force: what they forbid, what the players allow, what is advice."""

    broken: tuple[BrokenRules, ...]
    allowed: tuple[BrokenRules, ...]
    advice: tuple[BrokenRules, ...]

    def about(self, ids: Iterable[str], grades: bool) -> tuple[BrokenRules, ...]:
        """What is forbidden about these elements; with `grades` the limits of quality too, which are of the whole."""
        known = set(ids)
        return tuple(
            one
            for one in self.broken
            if one.of in known or (grades and not one.of and one.clause.startswith(LIMITS_OF_QUALITY))
        )


def force_told(force: Force, findings: Iterable[Finding]) -> ForceTold:
    """The findings by what is to be done about them."""
    kept = list(findings)
    reasons = {(one.clause, one.of): one.reason for one in force.allowed}
    return ForceTold(
        tuple(_gathered(force, forbidden(kept), {})),
        tuple(_gathered(force, [one for one in kept if one.grave and one.allowed], reasons)),
        tuple(_gathered(force, [one for one in kept if not one.grave], {})),
    )


def _gathered(
    force: Force, findings: Sequence[Finding], reasons: Mapping[tuple[str, str], str]
) -> Iterator[BrokenRules]:
    for clause, of in dict.fromkeys((one.clause, one.of) for one in findings):
        same = [one for one in findings if (one.clause, one.of) == (clause, of)]
        says = tuple(dict.fromkeys(one.says for one in same))
        instead = tuple(dict.fromkeys(one.instead for one in same))
        name = force.element(of).name if of else ""
        yield BrokenRules(clause, of, name, says, instead, reasons.get((clause, of)))


def in_short(found: Totals) -> str:
    """A force in one line: "13 battalions, 305 stands, 27 guns"."""
    battalions = found.battalions + found.pioneers
    guns = sum(one.models for one in found.weapons if one.unit_class in ARTILLERY)
    parts = [
        (battalions, "battalion"),
        (found.stands, "stand"),
        (guns, "gun"),
        (_models(found, {UnitClass.MACHINE_GUN}), "machine gun"),
        (_models(found, MORTARS), "mortar"),
        (_models(found, {UnitClass.TANK}), "tank"),
    ]
    return ", ".join(counted(number, word) for number, word in parts if number)


def _models(found: Totals, kinds: Iterable[UnitClass]) -> int:
    return sum(one.models for one in found.weapons if one.unit_class in set(kinds))


def lines_of(found: Totals) -> list[tuple[str, str]]:
    """The totals, each with what it counts."""
    rows = [
        ("Regiments or brigades", found.regiments, ""),
        (
            "Battalions",
            found.battalions,
            f" and {counted(found.pioneers, 'pioneer battalion')}" if found.pioneers else "",
        ),
        ("Rifle platoons", found.rifle_stands, f", {found.rifle_figures} figures"),
        ("Mounted troops", found.mounted_stands, f", {found.mounted_figures} figures"),
        ("Command stands", found.command_stands, f", {found.command_figures} figures"),
        ("Batteries", found.batteries, ""),
        ("Bases in all", found.stands, f", {found.figures} figures"),
    ]
    return [(name, f"{number}{more}") for name, number, more in rows if number]


def weapons_of(found: Totals) -> list[dict[str, Any]]:
    """Every make of weapon: as what it fires, models, bases, and how many aiming point counters it wants."""
    return [_weapon(one) for one in found.weapons]


def _weapon(one: Weapons) -> dict[str, Any]:
    counters = str(one.stands) if one.has_counters else ""
    return {"name": one.name, "kind": words(one.unit_class), "models": one.models, "counters": counters}


def bases_of(found: Totals, book: RuleBook) -> list[dict[str, Any]]:
    """The bases it stands on, with the size that is recommended for each (FF-BAS)."""
    told = [(kind, number, base_of(BaseFacts(stand=kind), book)) for kind, number in found.bases.items()]
    return [
        {"kind": words(kind), "number": number, "size": _size(step.says), "clause": step.clause}
        for kind, number, explained in sorted(told, key=lambda one: list(BaseKind).index(one[0]))
        for step in explained.steps
    ]


def _size(says: str) -> str:
    """The measures alone: what stands on it is said beside."""
    return says.partition(": ")[2]


def specials_of(force: Force, book: RuleBook) -> list[dict[str, str]]:
    """The national rules that its army has at its date, and how often each may be used (FF-SPR)."""
    uses = book.table(USES)
    found = [special for special in OWNERS if in_force(special, force.nation, book)]
    return [
        {"word": words(special), "says": uses.number(special).says, "clause": uses.number(special).clause}
        for special in found
    ]


# The selected part of a force

LIKE_A_DIVISION: Final = frozenset({PartSort.DIVISION, PartSort.REGIMENT, PartSort.BATTALION, PartSort.GROUP})
WHERE_IT_IS: Final = {"value": "", "word": "Where its table has it"}


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many of a grade there are now, and how many there may be."""

    says: str
    clause: str
    now: str


def in_hand(force: Force, element: Element) -> dict[str, Any]:
    """Everything that is shown of an element, and every choice there is for it."""
    book = force.book
    part = part_of(element, book)
    host = serves_with(force, element, book)
    grade = grade_of(force, element)
    above = force.above(element.id)
    return {
        "id": element.id,
        "name": element.name,
        "what": told(element, book),
        "title": part.title,
        "table": organisation(element.table, book).title,
        "clause": part.clause,
        "within": above[0].name if above else "",
        "host": host if host and host not in above[:1] else None,
        "because": part.because,
        "ruling": rulings()[part.ruling].question if part.ruling else "",
        "ruling_id": part.ruling,
        "house": part.house,
        "crewed": part.unit_class in CREWED_WEAPONS,
        "grade": grade,
        "grades": grades(force, element),
        "bounds": list(bounds(force, element)),
        "size": size(element, part, grade, book),
        "on_stand": on_stand(element, part, book),
        "of_its_kind": sum((one.table, one.part) == (element.table, element.part) for one in force.all()),
        "types": _types(element, part),
        "hosts": _hosts(force, element, part, book),
        "serves": element.serves,
        "guests": [one for one in force.all() if one.serves == element.id],
        "more": list(more(force, element, book)),
        "to_attach": to_add(force, book, part.sort) if part.sort in FORMATIONS else [],
        "whole": part.sort in LIKE_A_DIVISION,
        "alone": above != () and part.sort in FORMATIONS,
    }


def grades(force: Force, element: Element | None) -> dict[str, Any] | None:
    """The grade that may be chosen: of a battalion, or of all that is graded in a formation; None where nothing is."""
    book = force.book
    elements = element.all() if element else force.all()
    graded = [one for one in elements if one.grade or part_of(one, book).sort is PartSort.BATTALION]
    if not graded:
        return None
    found = {one.grade for one in graded}
    label = "Grade" if element in graded else f"Grade of its {len(graded)} battalions"
    return {"label": label, "chosen": found.pop() if len(found) == 1 else None, "options": GRADES}


GRADES: Final = [{"value": one.value, "word": words(one)} for one in Quality]


def bounds(force: Force, element: Element | None) -> Iterator[Bounds]:
    """The limits of quality that count for an element, with how many there are now (FF-QLM)."""
    book = force.book
    elements = element.all() if element else force.all()
    tables = {limited_by(one.table, part_of(one, book).unit_class) for one in elements if one.grade}
    for facts in grades_of(force, book):
        now = {"raw": facts.raw, "trained": facts.experienced + facts.veteran, "veteran": facts.veteran}
        for limit in limits(facts, book) if facts.table in tables else ():
            if not limit.is_open:
                says = limit.in_words
                yield Bounds(says[0].upper() + says[1:], limit.clause, f"{now[limit.grades]} of {limit.of}")


def size(element: Element, part: FormationPart, grade: Quality | None, book: RuleBook) -> dict[str, Any] | None:
    """Its platoons, stands or models, with what its table has; None for what consists of others."""
    if not element.stands or part.sort is PartSort.COMMAND:
        return None
    amount, word = part.stands, "Models" if part.weapon else "Stands"
    if part.sort is PartSort.COMPANY:
        table = organisation(element.table, book)
        usual = platoons_of(table, part, grade or Quality.EXPERIENCED)
        (platoon,) = table.inside(part.key)
        amount, word = (platoon.count if platoon.count.is_open else Amount(usual, usual, usual)), "Platoons"
    return {"label": word, "value": element.stands, "hint": f"its table has {amount.in_words}"}


def on_stand(element: Element, part: FormationPart, book: RuleBook) -> dict[str, Any] | None:
    """The figures on a command stand, the models on each base of a battery; None where there is nothing to choose."""
    amount = on_a_stand(part, book)
    if not amount.is_open and not element.on_stand:
        return None
    label = "Models on each base" if part.weapon else "Figures on the stand"
    hint = f"its {'base' if part.weapon else 'table'} has {amount.in_words}"
    field = {"name": "on_stand", "id": "f-on-stand", "min": 1, "max": MOST_ON_STAND}
    return {**field, "label": label, "hint": hint, "value": on_stand_of(element, book)}


def _types(element: Element, part: FormationPart) -> dict[str, Any] | None:
    if part.unit_class is not UnitClass.TANK:
        return None
    options = [{"value": one.value, "word": words(one)} for one in TankType]
    return {"options": options, "chosen": element.type or part.type}


def _hosts(force: Force, element: Element, part: FormationPart, book: RuleBook) -> list[dict[str, str]]:
    """The formations it may serve with; none for what never serves with another."""
    own = {one.id for one in element.all()}
    found = [
        {"value": one.id, "word": _as_host(force, one)}
        for one in force.all()
        if one.id not in own and may_serve(part.sort, part_of(one, book).sort)
    ]
    inside = any(part_of(one, book).sort is PartSort.BATTALION for one in force.above(element.id))
    standing = part.sort in (PartSort.COMMAND, PartSort.COMPANY)
    return [WHERE_IT_IS, *found] if found and not standing and not (inside and part.sort is PartSort.PLATOON) else []


def _as_host(force: Force, one: Element) -> str:
    above = force.above(one.id)
    return f"{one.name}, {above[0].name}" if above and len(force.above(one.id)) > 1 else one.name


def more(force: Force, element: Element, book: RuleBook) -> Iterator[dict[str, Any]]:
    """What its table has in such a formation, with how many there are of how many."""
    table = organisation(element.table, book)
    there = Counter(one.part for one in element.inside if one.table is element.table)
    for part, count in table.played_inside(element.part):
        if part.sort is not PartSort.PLATOON and (count.most or there[part.key]):
            yield {
                "table": element.table.value,
                "part": part.key,
                "word": part.title,
                "has": there[part.key],
                "of": count.in_words,
                "full": there[part.key] >= count.most,
            }


def to_add(force: Force, book: RuleBook, host: PartSort | None = None) -> list[dict[str, Any]]:
    """What the tables of its army and month have to attach to a formation of that sort, or to bring in beside all."""
    return [group for table in organisations() if (group := _group(table, force, book, host))["options"]]


def _group(key: ArmyList, force: Force, book: RuleBook, host: PartSort | None) -> dict[str, Any]:
    table = organisation(key, book)
    own = table.nation in (None, force.nation) and table.holds(book.when.month)
    wanted = tuple(_offered(table.parts, host)) if own else ()
    return {"label": table.title, "options": [{"value": [key.value, one.key], "word": one.title} for one in wanted]}


def _offered(parts: Mapping[str, FormationPart], host: PartSort | None) -> Iterator[FormationPart]:
    for part in parts.values():
        if host and not may_serve(part.sort, host):
            continue
        above = part.within and parts[part.within].sort
        formation = part.sort in (PartSort.BATTALION, PartSort.REGIMENT) or (
            part.sort is PartSort.GROUP and above == PartSort.DIVISION
        )
        unit = (
            part.sort is PartSort.UNIT or (part.sort is PartSort.COMMAND and not part.within)
        ) and part.count.most > 0
        if unit or formation or (host is None and not part.within):
            yield part


# A force to be built

router = APIRouter()


@router.get("/forces/{force_id}", dependencies=[Depends(anyone)])
async def one_force_page(
    force_id: ForceId,
    request: Request,
    after: Annotated[AfterAGame, Depends()],
    of: str = "",
    against: str = "",
    defends: bool = False,
) -> HTMLResponse:
    """A force; `of`: which part of it is in hand, `against`: which other it is set beside, and whether it defends.

    `game_id`, `fought_as`: a closed game in which the battalion in hand fought, and its id there.

    Whoever made it may change it there; everybody else looks at it, and copies it.
    """
    game = await game_at(request, after)

    def shown() -> HTMLResponse:
        kept = found_force(request, force_id)
        element = next((one for one in kept.document.all() if one.id == of), None)
        context = {
            **_shown(kept, element, request),
            "in_hand": in_hand(kept.document, element) if element else None,
            "record": recorded(request, kept, element, told_at(game, after, kept.document, element))
            if element
            else None,
            "beside": _beside(kept, against, defends, request),
            "here": f"/forces/{force_id}",
            "clauses": CLAUSES,
        }
        return page("flanders_fields/forces/force.html", context)

    return await asyncio.to_thread(shown)


def _shown(kept: KeptForce, element: Element | None, request: Request) -> dict[str, Any]:
    force, book = kept.document, kept.document.book
    findings, come_to = check(force, book), totals(force, book)
    told = force_told(force, findings)
    picked = {one.ruling: one.option for one in force.house_rules}
    yours = kept.listed.is_made_by(key_of(request))
    return {
        "force": listed(kept.listed, yours),
        "month": month_words(force.date),
        "document": write_document(force).decode() if yours else "",
        "tree": tree_of(force, findings, element.id if element else ""),
        "told": told,
        "about": told.about((one.id for one in element.all()), grades=True) if element else (),
        "short": in_short(come_to),
        "lines": lines_of(come_to),
        "weapons": weapons_of(come_to),
        "bases": bases_of(come_to, book),
        "specials": specials_of(force, book),
        "grades": grades(force, None),
        "bounds": list(bounds(force, None)),
        "to_add": to_add(force, book),
        "dates": months(),
        "rulings": [(one, picked.get(one.id, one.default)) for one in all_contested()],
        "house": book.house_rules,
    }


def _beside(kept: KeptForce, against: str, defends: bool, request: Request) -> dict[str, Any]:
    """Another force set beside this one, and those that may be."""
    others = [one for one in forces_of(request, SYSTEM.key) if one.id != kept.listed.id]
    options = [{"value": one.id, "word": f"{one.name}, {month_words(one.date)}"} for one in others]
    chosen = against if against in {one.id for one in others} else ""
    found_ = _ratio(kept.document, found_force(request, chosen).document, defends) if chosen else None
    return {"options": options, "chosen": chosen, "defends": defends, "found": found_}


def _ratio(force: Force, other: Force, defends: bool) -> dict[str, Any]:
    pair = (other, force) if defends else (force, other)
    try:
        told: RatioShown | None = ratio_of(*pair)
    except Problem as wrong:
        return {"ratio": None, "problem": json.loads(wrong.answer.body)}
    return {"ratio": told, "attacker": pair[0].name, "defender": pair[1].name}
