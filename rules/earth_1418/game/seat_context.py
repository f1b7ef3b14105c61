"""The game as one seat sees it: its plans, steps and units that may act."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from rules.earth_1418 import bound
from rules.earth_1418.artillery import bounds_to_pack
from rules.earth_1418.game.map_facts import measurements
from rules.earth_1418.game.map_facts.board import EarthField, field_of
from rules.earth_1418.game.state.game import SIDES, BoundPhase, EarthState, SubUnit
from rules.earth_1418.movement import LIFTED
from rules.earth_1418.orders import PlansLeft, Situation, plans_allowed
from rules.earth_1418.resilience import TargetUnit
from rules.earth_1418.ruleset import EarthBook
from rules.earth_1418.troop_chart import arm_of
from rules.earth_1418.vocabulary import GUNS, Arm, BaseMark, CloudKind, HighCommand, Plan, Stance, Terrain
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.play import Past, no_past
from rules.kernel.prompts import Told
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import NotPlain, build

# A game as one seat looks at it, and what the judges and the deeds of all chapters share

NOT_NOW: Final = Refusal("", "that cannot be done in this step", "choose what is owed or offered")


class EarthTable:
    """What judges and deeds see: state and actor, and the lists that several of them need."""

    def __init__(self, state: EarthState, actor: Actor, past: Past = no_past, overruled: bool = False) -> None:
        self.state, self.actor, self.past, self.overruled = state, actor, past, overruled

    @cached_property
    def book(self) -> EarthBook:
        """The book of the game."""
        return self.state.book()

    @cached_property
    def field(self) -> EarthField | None:
        """The table as it is laid, with who is where he was placed; None where none is laid."""
        found = field_of(self.state, self.book)
        return found.as_placed if found else None

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that the seat speaks for: both and his own word for a referee, none for one who only looks on."""
        role = self.actor.role
        if role is Role.REFEREE:
            return (*SIDES, role.value)
        return tuple(side for side in SIDES if role.value == side)

    @property
    def in_turn(self) -> str:
        """Every step belongs to both."""
        return ""

    def speaks_for(self, side: str) -> Refusal | None:
        """Why the seat does not speak for a side; None where it does."""
        return None if side in self.sides else Refusal("", "that is the other side's", "wait for it")

    def arm(self, unit: SubUnit) -> Arm:
        """The arm of a sub-unit."""
        return Arm(arm_of(unit.unit, self.book).value)

    def is_gun(self, unit: SubUnit) -> bool:
        """Whether a sub-unit is artillery, planned secretly."""
        return self.arm(unit) in GUNS

    def is_on_table(self, unit: SubUnit) -> bool:
        """Whether a sub-unit has a place on the table: naval and railway guns fire from beyond it."""
        return self.arm(unit) is not Arm.OFF_TABLE_ARTILLERY

    def planning_key(self, unit: SubUnit) -> str:
        """The row of the planning order a sub-unit belongs to (BE-PLN-04 to BE-PLN-09)."""
        return bound.planning_key(unit.unit, self.state.grade(unit), self.book)

    @cached_property
    def planning_steps(self) -> Mapping[int, str]:
        """The rows of the planning order by their steps."""
        return bound.planning_order(self.book)

    def step_of(self, key: str) -> int:
        """The execution step of a row of their order."""
        return bound.step_of(key, self.book).value

    @cached_property
    def first_move(self) -> int:
        """The execution step in which the first move: shots of the steps before are over by then."""
        return self.step_of("assaulters_move")

    @cached_property
    def last_step(self) -> int:
        """The last execution step, at which a melee is."""
        return max(map(self.step_of, self.book.table("bound/execution")))

    def is_secret(self, step: int) -> bool:
        """Whether the plans of a planning step stay secret until they are carried out (BE-PLN-03; G-05)."""
        return self.book.table("bound/planning_ways").word(self.planning_steps[step]).value == "anon"

    def planned_in(self, step: int, side: str) -> list[SubUnit]:
        """The sub-units of a side that are planned for in a planning step."""
        return [one for one in self.state.of_side(side) if self.planning_key(one) == self.planning_steps[step]]

    def next_planning_step(self, after: int) -> int | None:
        """The next planning step in which somebody has a sub-unit; None after the last."""
        later = (n for n in self.planning_steps if n > after)
        return next((n for n in later if any(self.planned_in(n, side) for side in SIDES)), None)

    def plans_of(self, unit: SubUnit, enemy_within_300_m: bool = True) -> PlansLeft:
        """The plans that its formation's command and its situation leave a sub-unit."""
        return self.plans_under(unit, self.commanded(unit), enemy_within_300_m)

    def commanded(self, unit: SubUnit) -> HighCommand:
        """What a sub-unit's formation was told."""
        return self.state.commands.get(unit.formation, HighCommand.HOLD)

    def reading_of(self, unit: SubUnit, enemy_within_300_m: bool = True) -> tuple[Step, ...]:
        """How the commands chart reads for a sub-unit (BE-CMD-08; G-01, G-02)."""
        steps = self._read(unit, self.commanded(unit), enemy_within_300_m).steps
        if self.must_pack(unit):
            return (*steps, Step("BE-ART-03", "It stays put: a gun packs for a bound before it moves"))
        if self.goes_on(unit, enemy_within_300_m):
            return (*steps, Step("BE-ASL-03", "It fell short in the last bound: it goes on assaulting"))
        return (*steps, *self._rides(unit))

    def _rides(self, unit: SubUnit) -> Iterator[Step]:
        """What transport does for a sub-unit that it may carry (BE-TRP-03, BE-TRP-04, BE-TRP-06)."""
        if self.arm(unit) not in LIFTED or not self.state.formations[unit.formation].motorised:
            return
        if self.state.has_transport(unit.formation):
            yield Step("BE-TRP-03", "It rides: half as far again, but not in an assault")
        else:
            yield Step("BE-TRP-06", "Its transport is lost with its command: it goes on foot")

    def _read(self, unit: SubUnit, command: HighCommand, enemy_within_300_m: bool) -> Explained[PlansLeft]:
        facts = Situation(
            command=command,
            dug_in=unit.dug_in,
            under_fire=self.under_fire(unit),
            unit=unit.unit,
            enemy_within_300_m=enemy_within_300_m,
        )
        return plans_allowed(facts, self.book)

    def plans_under(self, unit: SubUnit, command: HighCommand, enemy_within_300_m: bool = True) -> PlansLeft:
        """The plans that a command would leave a sub-unit; who fell short goes on assaulting (BE-ASL-03)."""
        found = self._read(unit, command, enemy_within_300_m).value
        if self.must_pack(unit):
            digs = (Plan.DIG_IN,) if found.may_dig_in else ()
            return PlansLeft((Plan.STAY_PUT, *digs), found.may_dig_in, found.dig_in_changes_resilience)
        goes_on = Plan.ASSAULT in found.plans and bool(unit.assaulting)
        return PlansLeft((Plan.ASSAULT,), False, 0) if goes_on else found

    def goes_on(self, unit: SubUnit, enemy_within_300_m: bool = True) -> bool:
        """Whether a sub-unit that fell short has to go on assaulting: its orders and situation allow it (BE-ASL-03)."""
        return bool(unit.assaulting) and self.plans_of(unit, enemy_within_300_m).plans == (Plan.ASSAULT,)

    def must_pack(self, unit: SubUnit) -> bool:
        """Whether a sub-unit is a gun that has yet to spend a bound on packing before it moves (BE-ART-03)."""
        return self.may_pack(unit) and not unit.packed

    def may_pack(self, unit: SubUnit) -> bool:
        """Whether a sub-unit is a gun that packs at all (BE-ART-03, BE-VEH-04)."""
        return self.is_gun(unit) and bounds_to_pack(unit.unit, self.book).value > 0

    def on_its_way(self, unit: SubUnit, step: int) -> bool:
        """Whether a shot in a step comes on the way of an assault; a Heavy Weapon's comes before any (BE-ASL-02)."""
        return unit.plan is Plan.ASSAULT and step > self.first_move

    def under_fire(self, unit: SubUnit) -> bool:
        """Whether a sub-unit was under fire in the last bound (BE-CMD-04; G-04)."""
        return self.book.behaviour("G-04", {"shot_at": unit.under_fire, "hit": unit.hit_last})

    def usual_plan(self, unit: SubUnit) -> Plan:
        """What a sub-unit does that nobody plans for: staying put where it may, else what its command lists first."""
        plans = self.plans_of(unit, self.may_assault(unit)).plans
        return Plan.STAY_PUT if Plan.STAY_PUT in plans else plans[0]

    def may_assault(self, unit: SubUnit) -> bool:
        """Whether an enemy to assault may lie within 300 m of it (BE-ASL-01): where the map does not know, one may."""
        field = self.field
        limit_mm = self.book.table("movement/limits").number("assault").value
        return field is None or not field.of_unit(unit.id) or bool(measurements.in_reach(field, unit.id, limit_mm))

    def steps_of(self, unit: SubUnit) -> bound.Steps:
        """The execution steps a sub-unit acts in (BE-EXE)."""
        facts = bound.Carrying(
            unit=unit.unit,
            plan=unit.plan or Plan.STAY_PUT,
            dug_in=unit.dug_in,
            bounds_dug_in=unit.bounds_dug_in,
            moved_last_bound=unit.moved_last,
            dug_last_bound=unit.dug_last,
            packed=unit.packed or unit.packs,
        )
        return bound.execution_steps(facts, self.book).value

    def stance_of(self, unit: SubUnit) -> Stance:
        """Moving, stationary or dug in at this moment (BE-COV-01; G-10)."""
        return self._stance_in(unit, self.state.step if self.state.phase is BoundPhase.EXECUTION else self.last_step)

    def _stance_in(self, unit: SubUnit, step: int) -> Stance:
        facts = bound.StanceAsked(
            plan=unit.plan or Plan.STAY_PUT,
            dug_in=unit.dug_in or unit.left_terrain is not None,
            step=max(1, step),
            has_moved=unit.moved,
        )
        found = bound.stance(facts, self.book).value
        return Stance.STATIONARY if found is Stance.DUG_IN and not unit.dug_in else found

    def as_target(self, unit: SubUnit, terrain: Terrain, other_terrain: Terrain | None, cordon: str = "") -> TargetUnit:
        """A sub-unit as the rules on Resilience see it now."""
        stance = self.stance_of(unit)
        return TargetUnit(
            unit=unit.unit,
            grade=self.state.grade(unit),
            terrain=terrain,
            other_terrain=other_terrain if stance is Stance.MOVING else None,
            stance=stance,
            digging_in=unit.plan is Plan.DIG_IN and stance is Stance.STATIONARY,
            gas=self.cloud(cordon),
            injured_bases=unit.injured,
            typed=unit.typed,
        )

    def cloud(self, cordon: str) -> CloudKind | None:
        """What a cordon is made of; None where none is named."""
        return next((one.kind for one in self.state.cordons if one.id == cordon), None)

    def bases_that_shoot(self, unit: SubUnit) -> int:
        """The bases a sub-unit counts for its dice: as the step began, or as they are (BE-BND-04; G-39)."""
        together = self.book.behaviour("G-39", {"together": True, "in_turn": False})
        return self.state.at_step.get(unit.id, unit.living) if together else unit.living

    def enemies(self, side: str) -> list[SubUnit]:
        """The sub-units of the other side that have a base left."""
        return [one for one in self.state.units.values() if one.side != side and one.living]

    def shooters(self, side: str) -> Iterator[SubUnit]:
        """The sub-units of a side that may carry out a planned shot in this step, overwatch included (G-08)."""
        if self.state.phase is not BoundPhase.EXECUTION:
            return
        for unit in self.state.units.values():
            if unit.side == side and unit.target and not unit.shot:
                target = self.state.units.get(unit.target)
                is_there = target is not None and target.living and self.bases_that_shoot(unit)
                if target is not None and is_there and self._is_in_time(unit, target):
                    yield unit

    def _is_in_time(self, unit: SubUnit, target: SubUnit) -> bool:
        """Whether a shot comes in its own step, or later as overwatch because its target has changed (BE-OVW-02)."""
        own = self.steps_of(unit).shoots
        if own is None or own >= self.state.step:
            return own == self.state.step
        late = self.book.behaviour("G-08", {"at_once": True, "own_step": False})
        watches = unit.plan is Plan.STAY_PUT and not unit.packs and late
        return watches and self._has_changed_since(target, own)

    def _has_changed_since(self, target: SubUnit, step: int) -> bool:
        """Whether a target may have become available since a step: it has moved, or begun to leave its trench."""
        # Ground that was left is only known of a sub-unit that has gone some way in this bound.
        return target.left_terrain is not None or self._stance_in(target, step) is not self.stance_of(target)

    def may_yet_shoot(self, side: str) -> bool:
        """Whether, for all that both sides know, somebody of a side may have a shot left in this step."""
        shooters = list(self.shooters(side))
        secret = (one for one in self.state.of_side(side) if not one.open_plan)
        return any(one.open_plan for one in shooters) or any(self._may_be_in(one, self.state.step) for one in secret)

    def movers(self, side: str) -> Iterator[SubUnit]:
        """The sub-units of a side that move in this step."""
        if self.state.phase is BoundPhase.EXECUTION and self.state.step >= self.first_move:
            for unit in self.state.of_side(side):
                if not unit.moved and not unit.packs and self.steps_of(unit).moves == self.state.step:
                    yield unit

    def recovering(self, side: str) -> Iterator[tuple[SubUnit, int]]:
        """Injured bases of a side that another shooter has under fire, before anything moves (BE-INJ-05)."""
        if self.state.phase is not BoundPhase.EXECUTION or self.state.step < self.first_move:
            return
        for unit in self.state.of_side(side):
            for base in self.hampered_before(unit):
                by = unit.hurt_by[base]
                if unit.shot_at_by and by not in unit.shot_at_by and base not in unit.tried:
                    yield unit, base

    def hampered_before(self, unit: SubUnit) -> list[int]:
        """Bases injured in an earlier bound that are hampered still."""
        return [
            n for n, mark in enumerate(unit.bases) if mark is BaseMark.INJURED and unit.hurt_in[n] < self.state.bound
        ]

    def is_in_step(self, step: int) -> bool:
        """Whether anybody has, or for all that both sides know may have, something to do in an execution step."""
        return any(self._may_be_in(unit, step) for unit in self.state.units.values() if unit.living)

    def _may_be_in(self, unit: SubUnit, step: int) -> bool:
        if unit.open_plan:
            steps = self.steps_of(unit)
            return step in (steps.moves, steps.shoots if unit.target else None)
        if self.is_gun(unit):
            return step in self._steps_of_a_gun(unit)
        return True

    def _steps_of_a_gun(self, unit: SubUnit) -> set[int | None]:
        """The steps in which a gun may act for all that both sides know, whatever was planned of it unseen.

        What it did in the last bound and what its formation was told is known: neither it nor its plan is asked.
        """
        still = replace(unit, plan=Plan.STAY_PUT, packs=False)
        moves = [plan for plan in self.plans_of(unit).plans if plan not in bound.STAYS]
        steps = [self.steps_of(still).shoots, *(self.steps_of(replace(still, plan=one)).moves for one in moves)]
        # A plan that its clause forbids was agreed to by the other side: that it moves is known too.
        return {*steps, self.steps_of(replace(still, plan=unit.plan or Plan.STAY_PUT)).moves}


# What the deeds of all chapters ask alike


def judged(table: EarthTable, command: type[Any], told: Told, judge: Callable[..., Any]) -> Iterator[Refusal]:
    """The judge's word on what was told, where it is a refusal."""
    try:
        found = judge(table, build(command, told))
    except NotPlain:
        return
    if isinstance(found, Refusal):
        yield found
