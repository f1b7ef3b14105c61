"""The deed of a fire action: whose it is now, and what each shot asks (FF-RCB-01, FF-BZN-02, FF-TNK-02, FF-BLK-03)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.flanders_fields.game.dice import fire_key, former_action_key
from rules.flanders_fields.game.models import firer_of
from rules.flanders_fields.game.offering import has_armour
from rules.flanders_fields.game.seated import NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.shooting.game.by_sides import SEVERAL_TARGETS, may_fire_moving, sides_it_fires_from
from rules.flanders_fields.shooting.game.commands import AimedShot, Fire
from rules.flanders_fields.shooting.game.judge import ShotToFire, aimed, may_spend_fire, no_mad_minute
from rules.flanders_fields.shooting.game.shots import shot_of, shot_refused
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Carriage, Cover, Side, UnitClass
from rules.kernel.asking import NEEDED, Ask, Asks, Told
from rules.kernel.dice import Throw
from rules.kernel.explain import Refusal
from rules.kernel.kept import Former, apart, lying
from rules.kernel.plain import build
from rules.kernel.stage import Deed, Possible

FIRE, SHOT = Asks(Fire), Asks(AimedShot)


def _shoots(unit: Unit) -> bool:
    """Whether it fires at stands at all: guns and mortars fire on a point."""
    at_stands = firer_of(unit) is not None or unit.kind in SEVERAL_TARGETS
    return at_stands and unit.kind not in ARTILLERY | MORTARS


def _firing(seated: SeatDeeds) -> Iterator[Possible]:
    for unit in seated.able:
        if _shoots(unit):
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=_barred(seated, unit))
    for unit in seated.acting:
        if may_fire_moving(unit, seated.state.orders.get(unit.id), seated.table.book):
            about = {"unit": unit.id, "on_the_move": True}
            yield Possible(about, by=unit.side.value, barred=_moving_barred(seated, unit))


def _barred(seated: SeatDeeds, unit: Unit) -> Refusal | None:
    """Why none of its stands may fire, whatever the target; one that is packed is told so."""
    refused = seated.waits(Fire(unit=unit.id, shots=())) or _nobody_there(seated, unit)
    if refused:
        return refused
    table, first = seated.of(unit.side), None
    for stand in _firers(seated, unit):
        reason = may_spend_fire(table, unit, seated.state.orders[unit.id], [stand]) or _packed(seated, unit, stand)
        if reason is None:
            return None
        first = first or reason
    return first or Refusal("FF-DSH-01", f"{unit.name} sits in a deep shelter", "bring it up first")


def _moving_barred(seated: SeatDeeds, unit: Unit) -> Refusal | None:
    return seated.waits(Fire(unit=unit.id, shots=(), on_the_move=True)) or _nobody_there(seated, unit)


def _nobody_there(seated: SeatDeeds, unit: Unit) -> Refusal | None:
    if _targets(seated, unit):
        return None
    return Refusal("FF-TGT-01", "no enemy stands on the table", "go on to something else")


def _packed(seated: SeatDeeds, unit: Unit, stand: str) -> Refusal | None:
    firer = firer_of(unit)
    if firer is None or unit.carriage not in (Carriage.PACKED, Carriage.LIMBERED):
        return None
    aim = AimedShot(firer=stand, target=_targets(seated, unit)[0], range_cm=1.0, cover=Cover.OPEN, dice=())
    return shot_refused(seated.of(unit.side), shot_of(seated.table, unit, aim, firer))


def _firers(seated: SeatDeeds, unit: Unit) -> list[str]:
    return [stand.id for stand in seated.state.living(unit) if stand.id not in seated.state.shelters.below]


def _targets(seated: SeatDeeds, unit: Unit, friends: bool = False) -> list[str]:
    """Enemies that can be fired at; in the zone of a gun friends too."""
    return seated.once(("targets", unit.side, friends), lambda: _above_ground(seated, None if friends else unit.side))


def _above_ground(seated: SeatDeeds, but: Side | None) -> list[str]:
    below, stands = seated.state.shelters.below, seated.state.stands
    return [stand for stand in seated.on_table if stand not in below and stands[stand].side is not but]


def _fire_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, unit = seated.state, seated.state.units[told["unit"]]
    moving = told.get("on_the_move", False)
    if not moving and no_mad_minute(state, unit, seated.table.book) is None:
        yield FIRE("mad_minute")
    own = ready(seated, unit, moving)
    has_zone = unit.kind in (UnitClass.MACHINE_GUN, UnitClass.BLOCK_HOUSE)
    at_several = unit.kind in SEVERAL_TARGETS
    sides = [side.value for side in sides_it_fires_from(seated.table, unit)] if at_several else []
    most = None if has_zone or at_several else len(own)

    def shot(row: Told) -> Iterator[Ask | Refusal]:
        before = told["shots"][:-1]
        used = [one["firer"] for one in before] if most is not None else []
        yield SHOT("firer", among=[stand for stand in own if stand not in used])
        is_behind = has_zone and bool(before)
        yield SHOT("target", among=_targets(seated, unit, friends=is_behind))
        if is_behind:
            friend = state.stands[row["target"]].side is unit.side
            yield SHOT("behind_cm", usual=NEEDED if friend or unit.kind is UnitClass.MACHINE_GUN else None)
        yield from _of_target(seated, row["target"])
        yield SHOT("range_cm", least=0)
        if sides:
            yield SHOT("sector", among=sides, usual=NEEDED)
        elif at_several:
            yield SHOT("sector")
        yield from (SHOT(name) for name in _of_shot(seated))

    yield FIRE("shots", row=shot, least=1, most=most)
    command = build(Fire, {**told, "shots": [{**row, "dice": []} for row in told["shots"]]})
    refused = seated.waits(command)
    found = refused or aimed(seated.table, command)
    if isinstance(found, Refusal):
        yield found
        return
    counts = _in_order_told(command, found)
    yield SHOT("dice", per="shots", counts=counts, most=max(counts), kept=_lying(seated, command, counts))


def ready(seated: SeatDeeds, unit: Unit, moving: bool) -> list[str]:
    """Its stands that may fire: with an action none that is suppressed."""
    own = _firers(seated, unit)
    if moving:
        return own
    table, orders = seated.of(unit.side), seated.state.orders[unit.id]
    return [stand for stand in own if may_spend_fire(table, unit, orders, [stand]) is None]


def _of_target(seated: SeatDeeds, target: str) -> Iterator[Ask]:
    """What protects it: its cover; of a block house the face that is hit, of armour whether it stands in some."""
    if seated.state.stands[target].faces:
        yield SHOT("face", usual=NEEDED)
    if has_armour(seated.state, [target]):
        yield SHOT("armour_in_cover")
    yield SHOT("cover")


def _of_shot(seated: SeatDeeds) -> Iterator[str]:
    yield from ("in_arc", "direct_sight", "line_crosses", "slope", "from_the_flank", "stands_in_front")
    yield from ("friends_in_line", "passes_over")
    if no_gas(seated.table.book) is None:
        yield "firer_in_gas"


def _in_order_told(command: Fire, found: Sequence[ShotToFire]) -> tuple[int, ...]:
    """How many dice each shot throws, in the order in which the shots were told."""
    counts = {id(one.aim): one.rolls.value for one in found}
    return tuple(counts[id(aim)] for aim in command.shots)


def _lying(seated: SeatDeeds, command: Fire, counts: tuple[int, ...]) -> tuple[Throw, ...]:
    state, kept, before = seated.state, list[Throw](), 0
    former = former_action_key(state, "moving" if command.on_the_move else "fire", command.unit)
    names = apart([fire_key(state, aim.firer, aim.target) for aim in command.shots])
    for name, count in zip(names, counts, strict=True):
        found = lying(state, name, Former(former, before))[:count]
        kept += [*found, *[NOT_THROWN] * (count - len(found))]
        before += count
    return tuple(kept)


FIRE_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (Deed("fire", "Fire", Fire, _firing, _fire_asks, place=3),)
"""None of them is owed."""
