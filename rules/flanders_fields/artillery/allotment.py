"""How many batteries stand behind a side, and who may order those laid over the barrage (FF-SUI, FF-DFA)."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, Nation, Side, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass

SUPERIMPOSED, DEFENDING = "artillery/superimposed", "artillery/defending"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperimposedFacts:
    """A side that plans its fire."""

    regiments: int = fact("regiments or brigades it plays with", least=1, most=12, example=2)
    entire_division: bool = fact("they are an entire division", default=False)
    side: Side = fact("which side it is", default=Side.ATTACKER)


@dataclass(frozen=True, slots=True)
class Superimposed:
    """The most batteries of each class that may be laid over the general barrage."""

    field: int
    heavy: int
    super_heavy: int


def superimposed(facts: SuperimposedFacts, book: RuleBook) -> Explained[Superimposed] | Refusal:
    """How many batteries a side may superimpose (FF-SUI-02, FF-SUI-03). Refuses early dates, and defenders."""
    table = book.table(SUPERIMPOSED)
    if not table.has("regiments_to_a_field_battery"):
        because = table.absent["regiments_to_a_field_battery"].capitalize()
        return Refusal("FF-SUI-02", because, "use the artillery of the division")
    gap_72 = book.ruling("GAP-72")
    allowed = gap_72.gives({"attacker": facts.side is Side.ATTACKER, "both": True})
    if not allowed:
        return Refusal("FF-SUI-03", "Only attackers superimpose batteries", "use the defender's divisional artillery")
    field = table.number("regiments_to_a_field_battery")
    heavy = table.number("regiments_to_a_heavy_battery")
    most = table.number("super_heavy_with_a_division")
    found = Superimposed(
        facts.regiments // field.value,
        _groups(facts.regiments, heavy, book),
        most.value if facts.entire_division else 0,
    )
    says = f"{found.field} field, {found.heavy} heavy, {found.super_heavy} super heavy at the most"
    defends = gap_72.mark if facts.side is Side.DEFENDER else None
    house = field.house or defends or _odd_mark(facts.regiments, heavy, book)
    return Explained(found, None, (Step(field.clause, says, None, house),))


def _groups(regiments: int, each: Cited[int], book: RuleBook) -> int:
    """How many groups of regiments are counted: whole ones, by house rule a last odd one too (GAP-74)."""
    whole = regiments // each.value
    return book.behaviour("GAP-74", {"whole_pairs": whole, "round_up": -(-regiments // each.value)})


def _odd_mark(regiments: int, each: Cited[int], book: RuleBook) -> HouseMark | None:
    return book.mark("GAP-74") if regiments % each.value else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DefendingFacts:
    """A defender's force."""

    regiments: int = fact("regiments that defend", least=1, most=12, example=2)
    nation: Nation = fact("whose army they are", example="british")


@dataclass(frozen=True, slots=True)
class Defending:
    """About how many brigades of each class a defender has behind him, and how many batteries they are."""

    field_brigades: int
    heavy_brigades: int
    super_heavy: int
    field_batteries: int
    heavy_batteries: int


def defending(facts: DefendingFacts, book: RuleBook) -> Explained[Defending]:
    """What divisional artillery a defender has, about (FF-DFA-01 to FF-DFA-03, GAP-73)."""
    table = book.table(DEFENDING)
    field, heavy = table.number("regiments_to_a_field_brigade"), table.number("regiments_to_a_heavy_brigade")
    none = table.number("super_heavy")
    fields, heavies = facts.regiments // field.value, _groups(facts.regiments, heavy, book)
    in_field, beside = (table.number(f"{key}.{facts.nation}") for key in ("field_batteries", "howitzers_besides"))
    in_heavy = table.number("heavy_batteries")
    found = Defending(fields, heavies, none.value, fields * (in_field.value + beside.value), heavies * in_heavy.value)
    guns, heavy_guns = f"{found.field_batteries} batteries", f"{found.heavy_batteries} batteries"
    odd = in_heavy.house or _odd_mark(facts.regiments, heavy, book)
    steps = (
        in_field.cites(f"About {fields} brigades of field artillery, {guns}"),
        Step(in_heavy.clause, f"About {heavies} brigades of heavy artillery, {heavy_guns}", None, odd),
        none.cites("Super heavy artillery is kept for attacks"),
    )
    return Explained(found, None, steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperimposedOrder:
    """A commander who wants to order a superimposed battery."""

    unit_class: UnitClass = fact("the battery", example="heavy_artillery")
    by_division: bool = fact("the divisional commander orders it", default=False)
    regiment_named: bool = fact("the fire plan names this regiment for it", default=True)
    ordered_this_turn: bool = fact("it has been ordered this turn", default=False)


def may_order(facts: SuperimposedOrder, book: RuleBook) -> Explained[bool] | Refusal:
    """Whether a commander may order a superimposed battery in step III (FF-SUI-01, FF-SUI-04, AMB-376).

    Refuses a second order in a turn, and a commander whose battery it is not.
    """
    refused = next(_not_his(facts, book), None)
    if refused:
        return refused
    any_regiment = None if facts.by_division or facts.regiment_named else book.mark("AMB-376")
    says = "It stays at the commander's call, in step III of the regimental orders"
    return Explained(True, None, (Step("FF-SUI-04", says, None, any_regiment),))


def _not_his(facts: SuperimposedOrder, book: RuleBook) -> Iterator[Refusal]:
    table = book.table(SUPERIMPOSED)
    if not table.has("regiments_to_a_field_battery"):
        absent = table.absent["regiments_to_a_field_battery"].capitalize()
        yield Refusal("FF-SUI-02", absent, "order the artillery of the division")
    if facts.unit_class not in ARTILLERY:
        yield Refusal("FF-SUI-01", "Only batteries are superimposed", "order it in its own step")
    if facts.ordered_this_turn:
        yield Refusal("FF-ORD-02", "It has been ordered this turn", "order another battery")
    if facts.by_division and facts.unit_class is not UnitClass.SUPER_HEAVY_ARTILLERY:
        yield Refusal("FF-SUI-01", "It is at the call of the regiments", "let its regiment order it")
    shared = facts.unit_class not in FIELD_ARTILLERY
    anybody = shared and book.behaviour("AMB-376", {"named": False, "any_regiment": True})
    if not facts.by_division and not facts.regiment_named and not anybody:
        yield Refusal("FF-SUI-04", "The fire plan names another regiment for it", "let that one order it")


def _superimposed(facts: SuperimposedFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Superimposed] | Refusal:
    return superimposed(facts, book)


def _defending(facts: DefendingFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Defending]:
    return defending(facts, book)


def _may_order(facts: SuperimposedOrder, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool] | Refusal:
    return may_order(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "superimposed",
        "How many batteries are superimposed",
        "Artillery",
        SuperimposedFacts,
        no_dice,
        _superimposed,
        example_month="1917-11",
    ),
    Resolution(
        "superimposed_order",
        "Who orders a superimposed battery",
        "Artillery",
        SuperimposedOrder,
        no_dice,
        _may_order,
        example_month="1917-11",
    ),
    Resolution("defending_artillery", "What artillery defends", "Artillery", DefendingFacts, no_dice, _defending),
)
