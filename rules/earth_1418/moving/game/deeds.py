"""The deeds of moving and recovery: whose each is now, and what it asks."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.earth_1418.game.ground import by_map, moves_by_map
from rules.earth_1418.game.offering import judged
from rules.earth_1418.game.state import SIDES, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.ways import allowance
from rules.earth_1418.lengths import in_metres
from rules.earth_1418.moving.game.commands import MoveSubUnit, RecoverBase
from rules.earth_1418.moving.game.judge import move_unit
from rules.earth_1418.moving.game.throws import recovery_key
from rules.earth_1418.vocabulary import GroundToCross, Plan, Terrain, in_plain_words
from rules.kernel.asking import NEEDED, Ask, Asks, Origin, Proposal, Told
from rules.kernel.dice import Throw
from rules.kernel.explain import Refusal, Step
from rules.kernel.kept import lying
from rules.kernel.stage import AtHand, Deed, Possible

MOVE, RECOVER = Asks(MoveSubUnit), Asks(RecoverBase)


def _moving(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for unit in table.movers(side):
            says = "Assault" if unit.plan is Plan.ASSAULT else ""
            yield Possible({"unit": unit.id}, by=side, secret=not unit.open_plan, says=says)


def _move_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit = table.state.units[told["unit"]]
    if unit.plan is Plan.ASSAULT:
        yield from _assault_asks(table, unit, told)
        return
    if by_map.stands_on_map(table, unit):
        yield from by_map.at(table, MOVE)
    found = moves_by_map.march(table, unit, told)
    if "toward" in found:
        yield MOVE("toward", proposals=found["toward"])
        found = moves_by_map.march(table, unit, {**told, "toward": bool(told.get("toward", False))})
    for name in ("road", "rough", "impractical", "moved_cm"):
        yield MOVE(name, proposals=found.get(name, ()))
    yield _ends_in(unit, found, _reckoned(table, unit, told))
    if unit.plan is Plan.FIND_COVER:
        yield MOVE("nearer_to_better", proposals=found.get("nearer_to_better", ()))
    yield from judged(table, MoveSubUnit, told, move_unit)


def _assault_asks(table: EarthTable, unit: SubUnit, told: Told) -> Iterator[Ask | Refusal]:
    near = moves_by_map.assaulted(table, unit)
    if not near:
        yield MOVE("stays", proposals=moves_by_map.reaches_nobody(table, unit))
    if told.get("stays", False):
        yield _ends_in(unit, {}, (Step("BE-ASL-01", "It reaches nobody: it stays where it is"),))
        return
    enemies = near or by_map.nearest_first(table, unit, [one.id for one in table.enemies(unit.side)])
    if not enemies:
        yield Refusal("BE-ASL-01", "There is no enemy left to assault", "stay where it is")
        return
    aimed = (Proposal(unit.target, Origin.REMEMBERED, "it planned to shoot at him"),) if unit.target in enemies else ()
    others = f"nobody else lies within {in_metres(by_map.assault_limit_mm(table))}"
    alone = (Proposal(near[0], Origin.MAP, others),) if len(near) == 1 else ()
    brings = by_map.assaults_bring(table, unit, enemies)
    says, proposals = "whom it assaults", (*aimed, *alone)
    yield MOVE("enemy", says=says, among=enemies, usual=NEEDED, proposals=proposals, brings=brings)
    found = moves_by_map.assault_way(table, unit, told["enemy"])
    yield MOVE("enemy_cm", usual=NEEDED, proposals=found.get("enemy_cm", ()))
    for name in ("road", "rough", "impractical"):
        yield MOVE(name, proposals=found.get(name, ()))
    reach = allowance(table, unit, _crossed(told))
    goes_cm = 0.0 if isinstance(reach, Refusal) else reach.value.cm
    stops = found.get("moved_cm", ())
    if stops and float(stops[0].value) <= goes_cm:
        yield MOVE("moved_cm", says="how far it comes before ground that slows it", proposals=stops)
        goes_cm = min(goes_cm, float(told.get("moved_cm", goes_cm)))
    ends = moves_by_map.assault_ends(table, unit, told["enemy"], goes_cm) if goes_cm else ()
    yield _ends_in(unit, {"ends_in": ends}, (*_aimed(table, told), *_reckoned(table, unit, told)))
    yield from judged(table, MoveSubUnit, told, move_unit)


def _aimed(table: EarthTable, told: Told) -> Iterator[Step]:
    """At whom an assault is aimed, and how far he is (BE-ASL-01)."""
    enemy, far = told.get("enemy"), told.get("enemy_cm")
    if enemy and far is not None:
        yield Step("BE-ASL-01", f"At {table.state.units[enemy].name}, {far:g} cm away")


def _reckoned(table: EarthTable, unit: SubUnit, told: Told) -> tuple[Step, ...]:
    """How far it goes over the ground that was told, by clause (BE-MOV-12)."""
    found = allowance(table, unit, _crossed(told))
    if isinstance(found, Refusal):
        return ()
    direction = table.state.directions.get(unit.formation) if unit.plan is Plan.MOVE else None
    keeps = (Step("BE-CMD-07", f"It advances {in_plain_words(direction)}"),) if direction else ()
    return (*keeps, *found.steps, Step(found.steps[0].clause, f"It goes {found.value.cm:g} cm at most"))


def _crossed(told: Told) -> list[GroundToCross]:
    """The ground it goes over, as it was told; open ground where nothing was."""
    return [kind for kind in GroundToCross if told.get(kind.value)] or [GroundToCross.OPEN]


def _ends_in(unit: SubUnit, found: Mapping[str, tuple[Proposal, ...]], reckoned: tuple[Step, ...]) -> Ask:
    as_before = Proposal(unit.terrain.value, Origin.ASSUMED, "as where it stands")
    proposals = (*found.get("ends_in", ()), as_before)
    return MOVE("ends_in", among=[one.value for one in Terrain], proposals=proposals, reckoned=reckoned)


def _recovering(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for unit, base in table.recovering(side):
            yield Possible({"unit": unit.id, "base": f"{unit.id}/{base + 1}"}, by=side, owed=True)


def _recover_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    base = int(told["base"].rpartition("/")[2]) - 1
    kept: tuple[Throw, ...] = lying(table.state, recovery_key(table.state, told["unit"], base))
    if table.state.cordons:
        names = ["", *(one.id for one in table.state.cordons)]
        unit = table.state.units[told["unit"]]
        yield RECOVER("cordon", among=names, proposals=by_map.cordon(table, unit), brief=f"Smoke or gas on {unit.name}")
    yield RECOVER("die", kept=kept[:1])


MOVING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("recover", "Roll for recovery", RecoverBase, _recovering, _recover_asks, AtHand.HAND, 0),
    Deed("move", "Move", MoveSubUnit, _moving, _move_asks, AtHand.HAND, 1),
)
