"""The bound: its order, planning steps and execution steps (BE-BND, BE-PLN, BE-EXE)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from rules.earth_1418.resilience import never_digs_in
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.troop_chart import arm_of, grade_of, is_vehicle
from rules.earth_1418.vocabulary import GUNS, Arm, FormationClass, Plan, Speed, Stance, TroopType
from rules.kernel.dice import D6
from rules.kernel.explanations import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import Cited

STAYS: Final = (Plan.STAY_PUT, Plan.DIG_IN)


class Order(StrEnum):
    """An order of the bound (BE-BND-01, BE-PLN-01, BE-EXE-01)."""

    BOUND = "bound"
    PLANNING = "planning"
    EXECUTION = "execution"


ORDERS: Final = {
    Order.BOUND: "bound/phases",
    Order.PLANNING: "bound/planning",
    Order.EXECUTION: "bound/execution",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAsked:
    """Which order is asked for."""

    of: Order = fact("of what", default=Order.BOUND, example="execution")


def order(facts: OrderAsked, book: EarthBook) -> Explained[tuple[str, ...]]:
    """What follows what (BE-BND-01 to BE-BND-03, BE-PLN-04 to BE-PLN-09, BE-EXE-01 to BE-EXE-10)."""
    table = book.table(ORDERS[facts.of])
    steps = sorted((table.number(key) for key in table), key=lambda one: one.value)
    lines = tuple(Step(one.clause, f"{one.value}. {one.says}") for one in steps)
    return Explained(tuple(one.says for one in steps), None, lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planner:
    """A sub-unit that is planned for."""

    unit: TroopType = fact("what it is", example="line_infantry")
    grade: FormationClass = fact("the class of its formation", default=FormationClass.LINE)
    bombards: bool = fact("it bombards a square of the grid", default=False)


@dataclass(frozen=True, slots=True)
class PlanningStep:
    """The planning step (1 to 6), whether it is secret, and whether a square is named with the commands already."""

    step: int
    secret: bool
    square_with_commands: bool


def planning_step(facts: Planner, book: EarthBook) -> Explained[PlanningStep]:
    """When a sub-unit is planned for, and how (BE-PLN-03 to BE-PLN-09, BE-BND-02; G-05, G-40)."""
    key = planning_key(facts.unit, facts.grade, book)
    number, way = book.table("bound/planning").number(key), book.table("bound/planning_ways").word(key)
    secret = way.value == "anon"
    word = "Anon: written secretly" if secret else "Mark: open on the table"
    steps = [number.cites(f"Planning step {number.value}: {number.says}"), Step("BE-PLN-03", word, None, way.house)]
    with_commands = False
    if facts.bombards and key in ("artillery", "naval_and_railway"):
        g_40 = book.ruling("G-40")
        with_commands = g_40.gives({"square_with_commands": True, "all_in_planning": False})
        when = "with the commands, its shots in the planning" if with_commands else "in the planning, with its shots"
        steps.append(Step("BE-BND-02", f"The square is named {when}", None, g_40.mark))
    return Explained(PlanningStep(number.value, secret, with_commands), None, tuple(steps))


def planning_key(troop: TroopType, grade: FormationClass, book: EarthBook) -> str:
    """The row of the planning order that a type belongs to (BE-PLN-04 to BE-PLN-09)."""
    of_arm = {
        Arm.OFF_TABLE_ARTILLERY: "naval_and_railway",
        Arm.ARTILLERY: "artillery",
        Arm.HEAVY_WEAPON: "heavy_weapons",
    }
    arm = Arm(arm_of(troop, book).value)
    return of_arm.get(arm) or str(grade_of(troop, grade))


def planning_order(book: EarthBook) -> Mapping[int, str]:
    """The rows of the planning order by their steps, the first step first (BE-PLN-04 to BE-PLN-09)."""
    table = book.table("bound/planning")
    return dict(sorted((table.number(key).value, key) for key in table))


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrying:
    """A sub-unit with its plan, and what it did in the last bound."""

    unit: TroopType = fact("what it is", example="line_infantry")
    plan: Plan = fact("its plan", default=Plan.STAY_PUT, example="move")
    shoots: bool = fact("it has a target to shoot at", default=True)
    dug_in: bool = fact("it is dug in", default=False)
    bounds_dug_in: int = fact("whole bounds it has been dug in for", default=0, least=0, most=99)
    moved_last_bound: bool = fact("it moved in the last bound", default=False)
    dug_last_bound: bool = fact("it dug in in the last bound", default=False)
    packed: bool = fact("it is packed, or packs or unpacks in this bound", default=False)


@dataclass(frozen=True, slots=True)
class Steps:
    """The execution steps in which it shoots, is marked as leaving, and moves; None for never."""

    shoots: int | None
    marked: int | None
    moves: int | None


def execution_steps(facts: Carrying, book: EarthBook) -> Explained[Steps]:
    """In which steps a sub-unit acts (BE-EXE-01 to BE-EXE-12, BE-HVY-01, BE-ART-03; G-07, G-09)."""
    arm = Arm(arm_of(facts.unit, book).value)
    lines, considered = list[Step](), list[Considered]()
    shooting = _shooting(facts, arm, book)
    shoots = None
    if isinstance(shooting, Considered):
        considered.append(shooting)
    elif facts.shoots:
        shoots = shooting.value
        by_house = book.mark("G-07") if arm is Arm.ARTILLERY and facts.dug_in else None
        lines.append(Step(shooting.clause, f"It shoots in step {shoots}: {shooting.says}", None, by_house))
        if arm is Arm.HEAVY_WEAPON:
            lines.append(Step("BE-HVY-01", "It is a Heavy Weapon"))
    if facts.dug_in and (never := never_digs_in(facts.unit, book)):
        considered.append(Considered(never.clause, f"{never.because}: it counts as on the ground"))
    leaves = facts.dug_in and facts.plan not in STAYS
    marked = step_of("leaving_marked", book) if leaves and arm not in GUNS | {Arm.HEAVY_WEAPON} else None
    if marked is not None:
        lines.append(marked.cites(f"Step {marked.value}: marked as leaving its position"))
    moving, mark = _moving(facts, arm, leaves, book)
    if isinstance(moving, Considered):
        considered.append(moving)
        moving = None
    if moving is not None:
        lines.append(Step(moving.clause, f"It moves in step {moving.value}: {moving.says}", None, mark))
    if moving is not None and shoots is not None and shoots < moving.value:
        lines.append(Step("BE-EXE-12", "It shoots first and moves later in the same bound"))
    found = Steps(shoots, marked.value if marked else None, moving.value if moving else None)
    return Explained(found, None, tuple(lines), tuple(considered))


def step_of(key: str, book: EarthBook) -> Cited[int]:
    """The execution step of a row of their order (BE-EXE-01 to BE-EXE-10)."""
    return book.table("bound/execution").number(key)


def _shooting(facts: Carrying, arm: Arm, book: EarthBook) -> Cited[int] | Considered:
    """The step it may shoot in, or why it may not in this bound."""
    if arm is Arm.OFF_TABLE_ARTILLERY:
        return step_of("naval_and_railway", book)
    if facts.packed and arm is Arm.ARTILLERY and facts.unit is not TroopType.SELF_PROPELLED_GUN:
        return Considered("BE-ART-03", "Artillery spends a bound on unpacking before it fires")
    if arm in (Arm.HEAVY_WEAPON, Arm.ARTILLERY):
        return _weapon(facts, arm, book)
    if facts.plan is Plan.ASSAULT:
        return step_of("assaulters_shoot", book)
    return step_of("dug_in_shoot" if facts.dug_in else "others_shoot", book)


def _weapon(facts: Carrying, arm: Arm, book: EarthBook) -> Cited[int] | Considered:
    digs = arm is Arm.HEAVY_WEAPON or book.behaviour("G-07", {"never": False, "artillery_digs": True})
    if digs and facts.dug_in and facts.bounds_dug_in >= 1:
        return step_of("weapons_dug_in", book)
    if facts.moved_last_bound or facts.dug_last_bound:
        did = "moved" if facts.moved_last_bound else "dug in"
        return Considered("BE-EXE-11", f"It {did} in the last bound: no shot in this one")
    return step_of("weapons_still", book)


def _moving(facts: Carrying, arm: Arm, leaves: bool, book: EarthBook) -> tuple[Cited[int] | Considered | None, Any]:
    """The step it moves in, with the mark of a house rule; None where it stays, and why not where it never moves."""
    if facts.plan in STAYS:
        return None, None
    speeds = book.table("chart/speeds")
    if speeds.has(facts.unit) and (speed := speeds.word(facts.unit)).value == Speed.IMMOBILE:
        return Considered(speed.clause, "It is immobile: it never moves"), None
    if arm in GUNS | {Arm.HEAVY_WEAPON}:
        return step_of("others_move", book), None
    if facts.plan is Plan.ASSAULT and leaves:
        g_09 = book.ruling("G-09")
        key: str = g_09.gives({"with_assaulters": "assaulters_move", "with_leavers": "leavers_move"})
        return step_of(key, book), g_09.mark
    if facts.plan is Plan.ASSAULT:
        return step_of("assaulters_move", book), None
    return step_of("leavers_move" if leaves else "others_move", book), None


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceAsked:
    """A sub-unit at a moment of the bound."""

    plan: Plan = fact("its plan", default=Plan.STAY_PUT, example="move")
    dug_in: bool = fact("it was dug in as the bound began", default=False)
    step: int = fact("the execution step", default=5, least=1, most=10)
    has_moved: bool = fact("it has moved in this bound already", default=False)


def stance(facts: StanceAsked, book: EarthBook) -> Explained[Stance]:
    """Which column of the cover chart counts at a moment (BE-COV-01, BE-DIG-03, BE-EXE-03; G-10)."""
    still = Stance.DUG_IN if facts.dug_in else Stance.STATIONARY
    if facts.plan in STAYS:
        says = "It stays put and is dug in" if facts.dug_in else "It stays put"
        return Explained(still, None, (Step("BE-COV-01", says),))
    g_10 = book.ruling("G-10")
    marked = step_of("leaving_marked", book)
    from_the_plan = not facts.dug_in or facts.step >= marked.value or facts.has_moved
    moves = g_10.gives({"from_the_plan": from_the_plan, "from_the_move": facts.has_moved})
    if facts.dug_in and not moves:
        return Explained(still, None, (Step(marked.clause, "It has not begun to leave", None, g_10.mark),))
    clause = marked.clause if facts.dug_in else "BE-COV-01"
    says = "It counts as moving" if moves else "It has not moved yet"
    return Explained(Stance.MOVING if moves else still, None, (Step(clause, says, None, g_10.mark),))


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoMoves:
    """Two sub-units whose moves in one step would meet."""

    gap_cm: float = fact("between them", unit="cm", least=0, most=1000, example=12)
    first_move_cm: float = fact("how far the first may move", unit="cm", least=0, most=1000, example=12)
    second_move_cm: float = fact("how far the second may move", unit="cm", least=0, most=1000, example=6)
    first_ready_last: bool = fact("the first one's side said Ready last", default=False)


@dataclass(frozen=True, slots=True)
class TwoMoved:
    """How far each moves, in centimetres, and whether they touch."""

    first_cm: float
    second_cm: float
    touch: bool


def meeting(facts: TwoMoves, book: EarthBook) -> Explained[TwoMoved]:
    """How far two sub-units move towards each other in one step (G-43, a ruling of ours on BE-ASL-04)."""
    first, second, gap = facts.first_move_cm, facts.second_move_cm, facts.gap_cm
    g_43 = book.ruling("G-43")
    if first + second < gap:
        return Explained(TwoMoved(first, second, False), None, (Step("BE-EXE-06", "They do not meet"),))
    shared = g_43.gives({"until_they_touch": True, "last_ready_short": False})
    if shared:
        both = first + second
        part = round(gap * first / both, 2) if both else 0.0
        found = TwoMoved(part, round(gap - part, 2), True)
        return Explained(found, None, (Step("BE-ASL-04", "Both move until they touch, by their allowances"),))
    early = min(second if facts.first_ready_last else first, gap)
    late = round(gap - early, 2)
    made = TwoMoved(late, early, True) if facts.first_ready_last else TwoMoved(early, late, True)
    says = "The side that said Ready last stops short"
    return Explained(made, None, (Step("BE-ASL-04", says, None, g_43.mark),))


@dataclass(frozen=True, slots=True, kw_only=True)
class FireInOneStep:
    """Two sub-units that shoot at each other in one execution step."""

    first_ready_last: bool = fact("the first one's side said Ready last", default=False, example=True)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Whether both shoot before losses come off, and who shoots first where not."""

    together: bool
    shoots_first: str


def exchange(facts: FireInOneStep, book: EarthBook) -> Explained[Exchanged]:
    """Whose losses count first inside one step (BE-BND-04; G-39, a ruling of ours)."""
    g_39 = book.ruling("G-39")
    together = g_39.gives({"together": True, "in_turn": False})
    if together:
        step = Step("BE-BND-04", "Both fire before the losses of this step come off")
        return Explained(Exchanged(True, "both"), None, (step,))
    first = "first" if facts.first_ready_last else "second"
    says = "The side that said Ready last shoots first, losses come off at once"
    return Explained(Exchanged(False, first), None, (Step("BE-BND-04", says, None, g_39.mark),))


def _order(facts: OrderAsked, _dice: tuple[D6, ...], book: EarthBook) -> Explained[tuple[str, ...]]:
    return order(facts, book)


def _plans(facts: Planner, _dice: tuple[D6, ...], book: EarthBook) -> Explained[PlanningStep]:
    return planning_step(facts, book)


def _steps(facts: Carrying, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Steps] | Refusal:
    # Of guns said to be dug in G-07 says itself what becomes: the first step is not theirs, the second is.
    digs = facts.plan is Plan.DIG_IN or (facts.dug_in and is_vehicle(facts.unit, book))
    refused = never_digs_in(facts.unit, book) if digs else None
    return refused or execution_steps(facts, book)


def _stance(facts: StanceAsked, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Stance]:
    return stance(facts, book)


def _meeting(facts: TwoMoves, _dice: tuple[D6, ...], book: EarthBook) -> Explained[TwoMoved]:
    return meeting(facts, book)


def _exchange(facts: FireInOneStep, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Exchanged]:
    return exchange(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("order", "The order of a bound", "The bound", OrderAsked, no_dice, _order),
    Resolution("planning_step", "When a sub-unit is planned for", "Planning", Planner, no_dice, _plans),
    Resolution("execution_steps", "In which steps it acts", "Execution", Carrying, no_dice, _steps),
    Resolution("stance", "Moving, stationary or dug in", "Execution", StanceAsked, no_dice, _stance),
    Resolution("exchange", "Who shoots first in one step", "Execution", FireInOneStep, no_dice, _exchange),
    Resolution("meeting", "Two moves that meet", "Execution", TwoMoves, no_dice, _meeting),
)
