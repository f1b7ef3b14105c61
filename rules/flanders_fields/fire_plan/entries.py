"""What a side may plan at all, by numbers: batteries, mortars, barrages, gas, aircraft (FF-FPL-45 to FF-FPL-60)."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.artillery.allotment import (
    Defending,
    DefendingFacts,
    Superimposed,
    SuperimposedFacts,
    defending,
    superimposed,
)
from rules.flanders_fields.barrages.rolling import no_barrage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.findings import PlanFinding, Severity, advice, answered, failed, refused_by
from rules.flanders_fields.gas.clouds import ATTACKS
from rules.flanders_fields.not_yet import no_aircraft, no_gas_of_its_own
from rules.flanders_fields.vocabulary import Nation, Side
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

FORMS = "plans/forms"
_MOST = 60
_COVERS = {
    "points": ("weapons", "no first aiming point"),
    "rolling_barrage": ("barrages", "no rolling barrage"),
    "gas": ("gas", "no gas"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesFacts:
    """A side, and how much of each thing stands in its plan."""

    side: Side = fact("whose plan it is", default=Side.ATTACKER)
    nation: Nation | None = fact("whose army the side is", default=None, example="british")
    regiments: int | None = fact("regiments or brigades of the side", default=None, least=1, most=12, example=2)
    entire_division: bool = fact("they are an entire division", default=False)
    superimposed_field: int = fact("superimposed field batteries", default=0, least=0, most=_MOST)
    superimposed_heavy: int = fact("superimposed heavy batteries", default=0, least=0, most=_MOST)
    superimposed_super_heavy: int = fact("superimposed super heavy batteries", default=0, least=0, most=_MOST)
    field: int = fact("other field batteries", default=0, least=0, most=_MOST)
    heavy: int = fact("other heavy batteries", default=0, least=0, most=_MOST)
    super_heavy: int = fact("other super heavy batteries", default=0, least=0, most=_MOST)
    medium_mortars: int = fact("medium mortars", default=0, least=0, most=_MOST)
    heavy_mortars: int = fact("heavy mortars", default=0, least=0, most=_MOST)
    barrages: int = fact("rolling barrages", default=0, least=0, most=_MOST)
    gas_attacks: int = fact("gas attacks", default=0, least=0, most=_MOST)
    gas_granted: int | None = fact("gas attacks the scenario gives the side", default=None, least=0, most=_MOST)
    air_missions: int = fact("ground attack missions", default=0, least=0, most=9)
    air_granted: int | None = fact("missions the scenario gives the side", default=None, least=0, most=9)

    @property
    def batteries(self) -> int:
        """The batteries that are not superimposed."""
        return self.field + self.heavy + self.super_heavy

    @property
    def over_the_barrage(self) -> int:
        """The superimposed batteries."""
        return self.superimposed_field + self.superimposed_heavy + self.superimposed_super_heavy


@dataclass(frozen=True, slots=True)
class Entries:
    """What a plan should cover and this one does not, and how many of its entries are more than is usual."""

    missing: tuple[str, ...]
    unusual: int


def planned_entries(facts: EntriesFacts, book: RuleBook) -> Explained[Entries] | Refusal:
    """Whether a side may plan that much (FF-FPL-04, FF-FPL-45 to -52, FF-FPL-69, FF-FPL-70, FF-FPL-76).

    Refuses what the date or the side does not have, and more superimposed batteries, gas attacks and air missions than
    it is allotted.
    """
    found = (*_too_early(facts, book), *entry_findings(facts, book), *uncovered(facts, book))
    unusual = sum(one.severity is Severity.WARNING for one in found)
    return answered(Entries(tuple(_missing(facts, book)), unusual), _leave(facts, book), found)


def entry_findings(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """Everything of which a plan holds too much."""
    yield from (one.within("weapons") for one in (*_superimposed(facts, book), *_defending(facts, book)))
    yield from (one.within("gas") for one in _gas(facts, book))
    yield from (one.within("air_missions") for one in _air(facts, book))
    yield from _beyond_the_form(facts, book)


def _superimposed(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    if not facts.over_the_barrage:
        return
    allowed = superimposed(_over(facts), book)
    if isinstance(allowed, Refusal):
        yield refused_by("superimposed", allowed, book)
    elif facts.regiments is not None:
        yield from _over_number(facts, facts.regiments, allowed.value, book)


def _over(facts: EntriesFacts) -> SuperimposedFacts:
    return SuperimposedFacts(regiments=facts.regiments or 1, entire_division=facts.entire_division, side=facts.side)


def _too_early(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """What the date or the side does not have. Where there are lines of a plan, each is told so itself."""
    refused, no_gas = no_barrage(facts.side is Side.ATTACKER, book), no_gas_of_its_own(book)
    if facts.barrages and refused:
        yield refused_by("barrage", refused, book)
    if facts.gas_attacks and no_gas:
        yield refused_by("gas", no_gas, book)


def _over_number(facts: EntriesFacts, regiments: int, most: Superimposed, book: RuleBook) -> Iterator[PlanFinding]:
    of = f"{regiments} {'regiment' if regiments == 1 else 'regiments'}"
    for word, planned, allowed in (
        ("field", facts.superimposed_field, most.field),
        ("heavy", facts.superimposed_heavy, most.heavy),
        ("super heavy", facts.superimposed_super_heavy, most.super_heavy),
    ):
        if planned > allowed:
            says = f"{planned} {word} {_batteries(planned)} superimposed; {of} may have {allowed or 'none'}"
            yield failed("superimposed", "FF-FPL-45", says, "plan fewer", book)


def _batteries(number: int) -> str:
    return "battery is" if number == 1 else "batteries are"


def _defending(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """More guns than generally stand behind a defence of that size; the book says "about", so it is a warning."""
    if facts.side is Side.ATTACKER or facts.nation is None or facts.regiments is None:
        return
    usual: Defending = defending(DefendingFacts(regiments=facts.regiments, nation=facts.nation), book).value
    for word, planned, most, clause in (
        ("field", facts.field, usual.field_batteries, "FF-FPL-47"),
        ("heavy", facts.heavy, usual.heavy_batteries, "FF-FPL-47"),
        ("super heavy", facts.super_heavy, usual.super_heavy, "FF-FPL-48"),
    ):
        if planned > most:
            says = f"{planned} {word} {_batteries(planned)} more than generally stand behind such a defence"
            yield failed("defending", clause, says, f"{most or 'none'} is usual", book)


def _gas(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    if not facts.gas_attacks or no_gas_of_its_own(book):
        return
    granted = _granted(facts, book)
    limited = book.behaviour("GAP-66", {"scenario": True, "no_limit": False})
    if limited and facts.gas_attacks > granted:
        says = f"{facts.gas_attacks} gas attacks are planned; the side has {granted or 'none'}"
        yield failed("gas", "FF-FPL-50", says, "strike out what is too much", book)


def _granted(facts: EntriesFacts, book: RuleBook) -> int:
    """The gas attacks of the side: those of the scenario, else those of the book. There is gas at the date."""
    return book.table(ATTACKS).number("attacks").value if facts.gas_granted is None else facts.gas_granted


def _air(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    if not facts.air_missions:
        return
    early = no_aircraft(book)
    if early:
        yield failed("air", "FF-FPL-51", early.because, "plan none", book)
    elif facts.air_granted is not None and facts.air_missions > facts.air_granted:
        says = f"{facts.air_missions} air missions are planned; the scenario gives {facts.air_granted or 'none'}"
        yield failed("air", "FF-FPL-51", says, "plan fewer", book)


def _beyond_the_form(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """What the printed form has no line for, where only the printed form counts (GAP-70)."""
    if book.behaviour("GAP-70", {"added": True, "printed": False}):
        return
    for key, part, planned in (
        ("medium_mortars", "weapons", facts.medium_mortars),
        ("heavy_mortars", "weapons", facts.heavy_mortars),
        ("superimposed", "weapons", facts.over_the_barrage),
        ("divisional", "weapons", facts.batteries),
        ("gas_attacks", "gas", facts.gas_attacks),
    ):
        lines = book.table(FORMS).number(f"{facts.side}.{key}")
        if planned > lines.value:
            says = f"The printed form has {lines.value or 'no'} lines for {lines.says} (house rule)"
            yield failed("weapon", lines.clause, says, "plan no more than that", book).within(part)


def _leave(facts: EntriesFacts, book: RuleBook) -> Iterator[Step]:
    """By what it may be planned, with the house rules without which it could not."""
    if facts.over_the_barrage:
        allowed = superimposed(_over(facts), book)
        yield from allowed.steps if isinstance(allowed, Explained) else ()
    if facts.side is Side.DEFENDER and facts.batteries and facts.nation and facts.regiments:
        yield from defending(DefendingFacts(regiments=facts.regiments, nation=facts.nation), book).steps
    if facts.barrages:
        whose = None if facts.side is Side.ATTACKER else book.mark("AMB-05")
        yield Step("FF-FPL-49", "A rolling barrage needs no batteries of the force", None, whose)
    if facts.gas_attacks:
        more = facts.gas_attacks > _granted(facts, book)
        yield Step("FF-FPL-50", "Gas by the plan", None, book.mark("GAP-66") if more else None)
    if facts.air_missions:
        yield Step("FF-FPL-51", "Each air mission still needs its roll to arrive")
    yield Step("FF-FPL-68", "All of it may stand in the plan")


def _missing(facts: EntriesFacts, book: RuleBook) -> Iterator[str]:
    if not facts.batteries + facts.over_the_barrage + facts.medium_mortars + facts.heavy_mortars:
        yield "points"
    if not facts.barrages and no_barrage(facts.side is Side.ATTACKER, book) is None:
        yield "rolling_barrage"
    if not facts.gas_attacks and no_gas_of_its_own(book) is None and facts.gas_granted != 0:
        yield "gas"


def uncovered(facts: EntriesFacts, book: RuleBook) -> Iterator[PlanFinding]:
    """What a plan should cover as far as the side has it, and does not (FF-FPL-04)."""
    for what in _missing(facts, book):
        part, nothing = _COVERS[what]
        yield advice("FF-FPL-04", f"The plan names {nothing}", "see whether the side has any").within(part)


def _asked(facts: EntriesFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Entries] | Refusal:
    return planned_entries(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "planned_entries",
        "What a side may plan",
        "Fire plans",
        EntriesFacts,
        no_dice,
        _asked,
        example_month="1917-11",
    ),
)
