"""One shot of a fire action as the rules see it, and a gun's first target with its beaten zone."""

from typing import NamedTuple

from rules.flanders_fields.game.card_modifiers import helps_fire
from rules.flanders_fields.game.cards_in_force import GOOD, SUPERB
from rules.flanders_fields.game.in_gas import known_in_gas
from rules.flanders_fields.game.models import firer_of, is_storm, marksmen, more_light_guns, quality_of, target_kind
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shooting.beaten_zone import BeatenZoneFacts, ZoneStand, sequence_of_shots
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.shooting.game.commands import AimedShot
from rules.flanders_fields.shooting.may_shoot import has_no_row, may_shoot
from rules.flanders_fields.vocabulary import Carriage, Cover, Firer
from rules.kernel.explain import Refusal, Step


class LaidShot(NamedTuple):
    """A shot that may be fired, as asked for and as the rules see it; `lead` tells what fires it."""

    aim: AimedShot
    shot: Shot
    lead: tuple[Step, ...] = ()


def shot_of(table: JudgedTable, unit: Unit, aim: AimedShot, firer: Firer) -> Shot:
    """The facts of one shot: the game's own, and those measured in the command.

    A block house's crew is in Fortifications (FF-BLK-08), and each of its faces is silenced by itself.
    """
    state = table.state
    own, target = state.stands[aim.firer], state.stands[aim.target]
    return Shot(
        firer=firer,
        range_cm=aim.range_cm,
        cover=Cover.FORTIFIED if target.faces else aim.cover,
        target=target_kind(state, aim.target),
        target_armour_in_cover=aim.armour_in_cover,
        target_is_command=not target.unit,
        in_arc=aim.in_arc,
        direct_sight=aim.direct_sight,
        firer_quality=quality_of(state, unit),
        storm_troops=is_storm(state, aim.firer),
        firer_in_gas=known_in_gas(state, aim.firer, aim.firer_in_gas),
        line_crosses=aim.line_crosses,
        slope=aim.slope,
        from_the_flank=aim.from_the_flank,
        stands_in_front=aim.stands_in_front,
        friends_in_line=aim.friends_in_line,
        long_range_marksmanship=marksmen(table.state, unit, table.book),
        more_light_guns=more_light_guns(state, unit, table.book),
        suppressed=own.levels > 0 and not own.faces,
        packed=unit.carriage in (Carriage.PACKED, Carriage.LIMBERED),
        superb_shooting_card=helps_fire(state, unit.id, SUPERB),
        good_shooting_card=helps_fire(state, unit.id, GOOD),
        mounted=firer is Firer.CAVALRY and not unit.dismounted,
    )


def shot_refused(table: JudgedTable, shot: Shot) -> Refusal | None:
    """Why a shot is not fired; overruled, only what no table has a score for is not."""
    return has_no_row(shot, table.book) if table.overruled else may_shoot(shot, table.book)


def priority_firer(unit: Unit) -> Firer:
    """As what target priority binds a unit; a tank by any of its weapons (FF-TGT-01, SHQ-76)."""
    return firer_of(unit) or Firer.TANK_LMG


def zone(table: JudgedTable, unit: Unit, aims: tuple[AimedShot, ...]) -> tuple[LaidShot, ...] | Refusal:
    """A machine gun's shots, or those of one face of a block house: the first target, then those behind it."""
    first, *behind = aims
    if first.behind_cm is not None or any(aim.behind_cm is None for aim in behind):
        return Refusal("FF-BZN-02", "one stand is aimed at, the others stand behind it", "measure them from its rear")
    facts = BeatenZoneFacts(
        first=_first(table, unit, first),
        behind=tuple(_behind(table, unit, aim, aim.behind_cm or 0.0) for aim in behind),
    )
    answer = sequence_of_shots(facts, table.book, overridden=table.overruled)
    if isinstance(answer, Refusal):
        return answer
    by_target = {aim.target: aim for aim in behind}
    missing = [aim for aim in behind if aim.target not in {one.name for one in answer.value[1:]}]
    if missing:
        name = table.state.stands[missing[0].target].name
        return Refusal("FF-BZN-04", f"{name} is not attacked in this beaten zone", "leave it out")
    rest = (LaidShot(by_target[one.name], one.shot) for one in answer.value[1:])
    return (LaidShot(first, answer.value[0].shot), *rest)


def _first(table: JudgedTable, unit: Unit, aim: AimedShot) -> Shot:
    return shot_of(table, unit, aim, firer_of(unit) or Firer.MACHINE_GUN)


def _behind(table: JudgedTable, unit: Unit, aim: AimedShot, behind_cm: float) -> ZoneStand:
    target = table.state.stands[aim.target]
    return ZoneStand(
        name=aim.target,
        behind_cm=behind_cm,
        cover=Cover.FORTIFIED if target.faces else aim.cover,
        target=target_kind(table.state, aim.target),
        target_armour_in_cover=aim.armour_in_cover,
        target_is_command=not target.unit,
        direct_sight=aim.direct_sight,
        friend=target.side is unit.side,
    )
