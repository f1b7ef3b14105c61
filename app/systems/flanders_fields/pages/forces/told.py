"""What a force comes to and what the rules say of it, for its page: findings, totals, bases, national rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from app.lookups.words import counted
from app.systems.flanders_fields.words import words
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.bases import BaseFacts, BaseKind, base_of
from rules.flanders_fields.forces.checking import Finding, forbidden
from rules.flanders_fields.forces.force import Force
from rules.flanders_fields.forces.national import OWNERS, USES, in_force
from rules.flanders_fields.forces.totals import Totals, Weapons
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, UnitClass
from rules.kernel.values import dataclass

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
