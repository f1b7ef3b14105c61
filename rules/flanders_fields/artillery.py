"""Batteries: allotment, aiming points, SOS calls, deep suppression (FF-SUI, FF-SOS, FF-DSU)."""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Any, Protocol

from rules.flanders_fields.applicability import HURRICANE, ON_THE_TABLE
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, FIELD_ARTILLERY, MORTARS, Nation, Side, UnitClass
from rules.kernel.dice import D6
from rules.kernel.distances import beyond, cm, within
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step, set_aside
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown
from rules.kernel.tables import Cited

# Deep suppression (FF-DSU)

RESULTS, DEPTH = "artillery/deep_suppression", "orders/reach"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeepFire:
    """The die at the start of a side's turn."""

    attacker: bool = fact("the side that rolls attacks", default=True)
    hurricane: bool = fact("it belongs to a hurricane bombardment", default=False, dated=HURRICANE)
    rear_batteries: int = fact("the enemy's batteries left that are not in his front line", default=1, least=0, most=99)


class Chooser(StrEnum):
    """Who says which battery is lost (AMB-382)."""

    NOBODY = "nobody"
    LOT = "lot"
    ATTACKER = "attacker"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class DeepSuppression:
    """What is in force until the next such die: off the orders it touches, and whether a battery is lost."""

    modifier: int
    battery_lost: bool
    chosen_by: Chooser


def roll_deep_suppression(
    facts: DeepFire, dice: tuple[D6, ...], book: RuleBook
) -> Explained[DeepSuppression] | Refusal:
    """What one die of deep suppression brings (FF-DSU-02, FF-DSU-03). Refuses the first period, and defenders."""
    refused = no_deep_suppression(facts, book)
    if refused:
        return refused
    table, pips = book.table(RESULTS), max(die.pips for die in dice[: deep_dice(facts, book)])
    band, losses = table.read("modifier", pips), table.read("batteries_lost", pips)
    modifier, hits = int(band.value), losses.value != "0"
    lost = hits and facts.rear_batteries > 0
    who = {"lot": Chooser.LOT, "attacker": Chooser.ATTACKER, "defender": Chooser.DEFENDER}
    amb_382 = book.ruling("AMB-382")
    chooser = amb_382.gives(who) if lost else Chooser.NOBODY
    best_of = book.mark("AMB-371") if facts.hurricane else None
    whose = best_of or (None if facts.attacker else book.mark("AMB-05"))
    says = f"{modifier} until the next such die" if modifier else "no deep suppression this turn"
    steps = [Step(band.clause, f"{pips}: {says}", None, band.house or whose)]
    if lost:
        steps.append(Step(losses.clause, f"A battery is destroyed, chosen by {chooser}", None, amb_382.mark))
    spared = (Considered(losses.clause, "No battery is left outside the front line"),) if hits and not lost else ()
    return Explained(DeepSuppression(modifier, lost, chooser), pips, tuple(steps), spared)


def deep_dice(facts: DeepFire, book: RuleBook) -> int:
    """How many dice are thrown, the best of which counts: one, with a hurricane two by house rule (AMB-371)."""
    return 2 if facts.hurricane and book.behaviour("AMB-371", {"one_die": False, "better_of_two": True}) else 1


def no_deep_suppression(facts: DeepFire, book: RuleBook) -> Refusal | None:
    """Why a side has no such die, or None if it rolls (FF-DSU-01, AMB-05)."""
    if not book.table(RESULTS).has("modifier"):
        return Refusal("FF-DSU-01", f"There is no deep suppression in {book.when.month.in_words}", "play on without it")
    if not facts.attacker and book.behaviour("AMB-05", {"attacker": True, "both": False}):
        return Refusal("FF-DSU-02", "Only the attacker rolls for it", "wait for his turn")
    return None


def _deep_suppression_named(found: DeepSuppression) -> str:
    return f"{found.modifier}, a battery lost" if found.battery_lost else str(found.modifier)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontLineFacts:
    """A battery or another asset, and the trenches near it."""

    unit_class: UnitClass = fact("what it is", default=UnitClass.FIELD_GUN)
    defender: bool = fact("its side defends", default=True)
    own_trench_cm: float | None = fact(
        "from its nearest edge to its own side's foremost trench (nothing: there is none)",
        default=None,
        unit="cm",
        least=0,
        most=1000,
        example=20.0,
    )
    enemy_trench_cm: float | None = fact(
        "from its nearest edge to the enemy's foremost trench (nothing: there is none)",
        default=None,
        unit="cm",
        least=0,
        most=1000,
    )


@dataclass(frozen=True, slots=True)
class FrontLine:
    """Whether it stands in the front line, and whether it may fire indirectly."""

    inside: bool
    indirect_fire: bool


@lru_cache(maxsize=1024)
def front_line(facts: FrontLineFacts, book: RuleBook) -> Explained[FrontLine]:
    """Whether something stands in the front line; field artillery there fires only at what it sees (FF-DSU-05, -06)."""
    depth = book.table(DEPTH).number("front_line")
    near = [one for one in _trenches(facts, book) if one is not None and within(one, depth.value)]
    bound = bool(near) and facts.unit_class in FIELD_ARTILLERY
    where = (
        f"within {cm(depth.value)} of the front trench" if near else f"not within {cm(depth.value)} of a front trench"
    )
    steps = [Step(depth.clause, f"It stands {where}", None, book.mark("AMB-381"))]
    if bound:
        steps.append(Step("FF-DSU-06", "Too close for indirect fire: it engages only what it sees itself"))
    return Explained(FrontLine(bool(near), not bound), None, tuple(steps))


def front_line_counts(book: RuleBook) -> bool:
    """Whether field guns in the front line may not fire indirectly at this date (FF-DSU-06, AMB-381)."""
    return book.behaviour("AMB-381", {"defender": book.when.period != "early", "everyone": True})


def _trenches(facts: FrontLineFacts, book: RuleBook) -> tuple[float | None, ...]:
    """The distances that count: the defender's own trench from mid 1915, by house rule any trench at any date."""
    everywhere = book.behaviour("AMB-381", {"defender": False, "everyone": True})
    if everywhere:
        return facts.own_trench_cm, facts.enemy_trench_cm
    return (facts.own_trench_cm,) if facts.defender and front_line_counts(book) else ()


def _front(facts: FrontLineFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[FrontLine]:
    return front_line(facts, book)


# What keeps a battery on the table from firing (FF-ART-08, FF-DSU-06)


class OnTable(Protocol):
    """The facts of a gun that stands on the table."""

    @property
    def unit_class(self) -> UnitClass:
        """Its class."""

    @property
    def suppressed(self) -> bool:
        """Whether it bears a suppression level."""

    @property
    def limbered(self) -> bool:
        """Whether it is hitched to its team."""

    @property
    def in_arc(self) -> bool:
        """Whether the point lies in its arc."""

    @property
    def in_front_line(self) -> bool:
        """Whether it stands in the front line."""


def cannot_fire(gun: OnTable, in_sight: bool, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why a battery on the table does not fire at a point; `in_sight`: it fires at what it sees itself."""
    if gun.suppressed:
        yield Refusal("FF-SUP-02", "The battery is suppressed", "remove its suppression first")
    if gun.limbered:
        yield Refusal("FF-RCB-12", "The battery is limbered", "unlimber it first")
    if not gun.in_arc:
        yield from outside_arc(gun.unit_class, in_sight, book)
    if gun.in_front_line and not in_sight and gun.unit_class in FIELD_ARTILLERY and front_line_counts(book):
        yield Refusal("FF-DSU-06", "In the front line it fires only at what it sees", "call a battery behind it")


def outside_arc(unit_class: UnitClass, in_sight: bool, book: RuleBook) -> Iterator[Refusal]:
    """Why a gun on the table is not laid on a point outside its arc, if it is not (FF-ART-08, AMB-305)."""
    if book.behaviour("AMB-305", {"all_fire": True, "direct_only": in_sight}):
        turning = "turn it first with a move action" if unit_class in FIELD_ARTILLERY else "use another battery"
        yield Refusal("FF-ARC-03", "The point lies outside its arc", f"choose a point in its arc, or {turning}")


# Aiming points (FF-ART-14 to FF-ART-21)


class MovedBy(StrEnum):
    """What moves an aiming point (FF-ART-20)."""

    ORDER = "order"
    SOS_CALL = "sos_call"
    FIRE_PLAN = "fire_plan"


class PointBefore(StrEnum):
    """How the battery's aiming point stands to the one wanted (FF-ART-18, FF-ART-21)."""

    ELSEWHERE = "elsewhere"
    NOWHERE = "nowhere"
    THERE = "there"
    REGISTERED_THERE = "registered_there"


@dataclass(frozen=True, slots=True, kw_only=True)
class AimFacts:
    """A point a battery is wanted on, and the actions its die has earned."""

    unit_class: UnitClass = fact("what is laid", example="field_gun")
    before: PointBefore = fact("where its aiming point lies now", default=PointBefore.ELSEWHERE)
    moved_by: MovedBy = fact("what moves it", default=MovedBy.ORDER)
    actions: int = fact("actions it may still spend this turn", default=1, least=0, most=3)
    on_table: bool = fact("it stands on the table", default=False)
    in_arc: bool = fact("the point lies in its arc (only on the table)", default=True)
    open_sights: bool = fact(
        "it will fire over open sights there (only on the table)", default=False, only=ON_THE_TABLE
    )


@dataclass(frozen=True, slots=True)
class Aimed:
    """What laying the point costs in redirects, and how many actions are left to fire with this turn."""

    redirects: int
    fire_actions: int


def lay_on(facts: AimFacts, book: RuleBook) -> Explained[Aimed] | Refusal:
    """What it costs to have an aiming point where it is wanted, and whether fire can follow (FF-ART-14, FF-ART-20).

    Refuses weapons that have no aiming point, an order without an action to spend, a point outside a gun's arc, and an
    SOS call, which has a die of its own.
    """
    refused = next(_aiming_objections(facts, book), None)
    if refused:
        return refused
    free = _free(facts, book)
    cost = 0 if free else 1
    if cost > facts.actions:
        return Refusal("FF-ART-14", "It has no action left to redirect", "leave the point where it lies this turn")
    spent = free or Step("FF-ART-20", "An order moves it: one redirect")
    left = facts.actions - cost
    beyond_arc = None if facts.in_arc or not facts.on_table else book.mark("AMB-305")
    arc = (Step("FF-ART-08", "Indirect fire needs no arc", None, beyond_arc),) if beyond_arc else ()
    return Explained(Aimed(cost, left), None, (*arc, spent, _then(left)))


def _then(left: int) -> Step:
    if left:
        return Step("FF-ART-19", f"{left} {'action' if left == 1 else 'actions'} left to fire on it")
    return Step("FF-ART-19", "It fires there once a later order gives it an action")


def _free(facts: AimFacts, book: RuleBook) -> Step | None:
    """Why the point costs nothing, or None if it takes a redirect."""
    if facts.moved_by is MovedBy.FIRE_PLAN:
        return Step("FF-ART-20", "The fire plan moves it: no order, no action")
    if facts.before is PointBefore.THERE:
        return Step("FF-ART-18", "It lies there already, and stays until moved")
    if facts.before is PointBefore.REGISTERED_THERE:
        return Step("FF-ART-21", "Registered in the fire plan: no order is needed to acquire it")
    in_sight = facts.on_table and facts.open_sights
    first = facts.before is PointBefore.NOWHERE
    amb_303 = book.ruling("AMB-303")
    if amb_303.gives({"redirect": False, "first_free": first, "in_sight_free": in_sight}):
        says = "The first point is simply named" if first and not in_sight else "It shifts freely, in sight"
        return Step("FF-ART-17", says, None, amb_303.mark)
    return None


def _aiming_objections(facts: AimFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.unit_class not in ARTILLERY | MORTARS:
        yield Refusal("FF-ART-15", "Only batteries and mortars have a point", "choose artillery or a mortar")
    if facts.moved_by is MovedBy.SOS_CALL:
        yield Refusal("FF-SOS-04", "An SOS call moves the point by its own die", "ask whether the call is answered")
    planned = book.behaviour("AMB-309", {"offered": True, "not_offered": False})
    if facts.moved_by is MovedBy.FIRE_PLAN and not planned:
        yield Refusal("FF-ART-20", "Fire plans of this game write no shifts (house rule)", "redirect it by an order")
    if facts.unit_class in MORTARS and not facts.in_arc:
        yield Refusal("FF-ARC-04", "The point lies outside its arc", "choose a point in its arc")
    elif facts.on_table and not facts.in_arc:
        yield from outside_arc(facts.unit_class, facts.open_sights, book)


def _lay_on(facts: AimFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Aimed] | Refusal:
    return lay_on(facts, book)


# SOS fire (FF-SOS)

CALL, MEASURES, DEEP = "artillery/sos_call", "artillery/sos_area", "orders/deep_suppression"


class Position(StrEnum):
    """What the point lies before (FF-SOS-03, AMB-315)."""

    FRONT_TRENCH = "front_trench"
    OCCUPIED_WORK = "occupied_work"
    EMPTY_WORK = "empty_work"
    HELD_BY_THE_ENEMY = "held_by_the_enemy"


@dataclass(frozen=True, slots=True, kw_only=True)
class SosFacts:
    """One call to one battery, in its own side's turn."""

    unit_class: UnitClass = fact("what is called", example="field_gun")
    defender: bool = fact("its side defends", default=True)
    position: Position = fact("what the point lies before", default=Position.FRONT_TRENCH)
    from_position_cm: float = fact(
        "from the point to the nearest part of that position", unit="cm", least=0, most=1000, example=4.0
    )
    answered: bool = fact("the battery has answered a call this turn", default=False)
    ordered: bool = fact("the battery has rolled for its orders this turn", default=False)
    fired_by_plan: bool = fact("the battery has fired by the fire plan this turn", default=False)
    deep_suppression: int = fact("deep suppression in force against its side", default=0, least=-2, most=0)
    on_table: bool = fact("the battery stands on the table", default=False)
    in_arc: bool = fact("the point lies in its arc (only on the table)", default=True)
    suppressed: bool = fact("it is suppressed (only on the table)", default=False, only=ON_THE_TABLE)
    limbered: bool = fact("it is limbered (only on the table)", default=False, only=ON_THE_TABLE)
    in_front_line: bool = fact("it stands in the front line (only on the table)", default=False, only=ON_THE_TABLE)
    sees_point: bool = fact("it sees the point itself", default=False, only=ON_THE_TABLE)
    command_stand_sees: bool = fact("a command stand sees the point", default=True)


@dataclass(frozen=True, slots=True)
class SosFire:
    """What a call brings: its fire (the aiming point moves with it) or nothing; the area in mm, across and deep."""

    fires: bool
    deviates: bool
    width_mm: int
    depth_mm: int


@lru_cache(maxsize=1024)
def call_for_fire(facts: SosFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[SosFire] | Refusal:
    """Whether an SOS call is answered (FF-SOS-04): the point moves and one turn of fire arrives, or nothing happens.

    Refuses batteries that may not answer and points that may not be called on (FF-SOS-01 to -05).
    """
    refused = next(_sos_objections(facts, book), None)
    if refused:
        return refused
    needed, sizes = book.table(CALL).number("answered_from"), book.table(MEASURES)
    lines = tuple(_deep(facts, book))
    steps = tuple(line for line in lines if isinstance(line, Step))
    total = dice[0].pips + sum(step.value or 0 for step in steps)
    fires = total >= needed.value
    amb_312 = book.ruling("AMB-312")
    unseen = amb_312.gives({"never": False, "unseen": not facts.command_stand_sees})
    width, depth = sizes.number("width"), sizes.number("depth")
    says = f"{total}: {'the point moves there and one turn of fire arrives' if fires else 'nothing happens'}"
    read = (Step(needed.clause, says, None, _leave(facts, book)),)
    area = (width.cites(f"It covers {cm(width.value)} across and {cm(depth.value)} deep"),) if fires else ()
    strays = (Step("FF-TYP-08", "Nobody sees the point: it deviates", None, amb_312.mark),)
    found = SosFire(fires, fires and unseen, width.value, depth.value)
    considered = tuple(line for line in lines if isinstance(line, Considered))
    return Explained(found, total, (*steps, *read, *area, *(strays if found.deviates else ())), considered)


def _deep(facts: SosFacts, book: RuleBook) -> Iterator[Step | Considered]:
    """Deep suppression, the only modifier of a call (FF-DSU-08)."""
    if not facts.deep_suppression:
        return
    if book.table(DEEP).has("hardest"):
        yield Step("FF-DSU-08", "Deep suppression", facts.deep_suppression)
    else:
        yield set_aside("FF-DSU-08", "There is no deep suppression at this date", book.mark("GAP-60"))


def _sos_objections(facts: SosFacts, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why this battery does not answer this call, in rule-book order."""
    if not facts.defender:
        yield Refusal("FF-SOS-01", "Only the defender's batteries answer SOS calls", "order the battery")
    limit = book.table(MEASURES).number("from_position")
    if beyond(facts.from_position_cm, limit.value):
        because = f"The point is {facts.from_position_cm:g} cm from the position, over {cm(limit.value)}"
        yield Refusal("FF-SOS-03", because, "choose a point nearer to it")
    yield from _position(facts, book)
    callable_ = book.behaviour("AMB-318", {"field": FIELD_ARTILLERY, "heavy_too": ARTILLERY})
    if facts.unit_class not in callable_:
        yield Refusal("FF-SOS-05", "Only field artillery answers SOS calls", "call a field battery")
    if facts.answered:
        yield Refusal("FF-SOS-05", "It has answered a call this turn", "call another battery")
    if facts.fired_by_plan:
        yield Refusal("FF-BOM-05", "It has fired by the fire plan this turn", "call another battery")
    if facts.ordered and book.behaviour("AMB-07", {"in_place": True, "on_top": False}):
        yield Refusal("FF-ORD-28", "It has rolled for its orders this turn", "call a battery that was passed over")
    if facts.on_table:
        yield from cannot_fire(facts, facts.sees_point, book)


def _position(facts: SosFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.position is Position.HELD_BY_THE_ENEMY:
        yield Refusal("FF-SOS-03", "The enemy holds that position", "choose one that is defended")
    must_be_held = book.behaviour("AMB-315", {"occupied": True, "any_work": False})
    if facts.position is Position.EMPTY_WORK and must_be_held:
        yield Refusal("FF-SOS-03", "Nobody is in that work", "choose a front trench, or a work that is held")


def _leave(facts: SosFacts, book: RuleBook) -> HouseMark | None:
    """The mark of the house rule without which this call would have been refused."""
    if facts.ordered:
        return book.mark("AMB-07")
    if facts.position is Position.EMPTY_WORK:
        return book.mark("AMB-315")
    if facts.on_table and not facts.in_arc:
        return book.mark("AMB-305")
    return None if facts.unit_class in FIELD_ARTILLERY else book.mark("AMB-318")


def _sos_fire_named(found: SosFire) -> str:
    return "fire arrives" if found.fires else "nothing"


# How many batteries stand behind a side, and who may order those laid over the barrage (FF-SUI, FF-DFA)

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
        "deep_suppression",
        "What deep suppression brings",
        "Deep suppression",
        DeepFire,
        deep_dice,
        roll_deep_suppression,
        thrown(roll_deep_suppression, deep_dice, _deep_suppression_named),
    ),
    Resolution(
        "front_line", "Whether it stands in the front line", "Deep suppression", FrontLineFacts, no_dice, _front
    ),
    Resolution("aiming_point", "What it takes to lay an aiming point", "Artillery", AimFacts, no_dice, _lay_on),
    Resolution(
        "sos_call",
        "Whether an SOS call is answered",
        "SOS fire",
        SosFacts,
        one_die,
        call_for_fire,
        thrown(call_for_fire, one_die, _sos_fire_named),
    ),
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
