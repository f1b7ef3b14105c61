"""Who of the assaulted fires at whom as they close: with what, from which side or face, how often (FF-ASL-06)."""

from collections.abc import Iterator

from rules.flanders_fields.armour.tank_fire import TankAim, TankFireFacts, fire_by_sectors
from rules.flanders_fields.armour.tanks import weapon_on
from rules.flanders_fields.assault.closing_fire import Approach, ClosingFireFacts, fires_at_closing
from rules.flanders_fields.assault.game.commands import FireAsTheyClose
from rules.flanders_fields.assault.game.state import ClosingShot
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.card_modifiers import helps_fire
from rules.flanders_fields.game.cards_in_force import GOOD, SUPERB
from rules.flanders_fields.game.contact import Contact
from rules.flanders_fields.game.in_gas import known_in_gas
from rules.flanders_fields.game.models import (
    fighter_of,
    firer_of,
    is_storm,
    more_light_guns,
    quality_of_stand,
    tank_type,
)
from rules.flanders_fields.game.state import GameState, Stand
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.shelters.block_houses import FACES, Face, level_at
from rules.flanders_fields.shooting.arcs import Sector
from rules.flanders_fields.vocabulary import Carriage, Firer, UnitClass
from rules.kernel.explain import Refusal

POINT_BLANK = 0.0


def face_met(sector: Sector) -> Face | None:
    """The face of a block house on a side; None for its rear."""
    return next((face for face in FACES if face.value == sector.value), None)


def level_met(state: GameState, contact: Contact) -> int:
    """The defender's suppression; of a block house that of the face assaulted (AMB-423)."""
    defender = state.stands[contact.defender]
    return level_at(defender.faces, face_met(contact.sector)) if defender.faces else defender.levels


def contact_aimed_at(state: GameState, command: FireAsTheyClose) -> Contact | None:
    """The contact of the attacker aimed at; an assaulted stand fires at those that assault it."""
    going = state.assault
    assaulted = going is not None and command.stand in going.firing
    mine = (one for one in state.contacts() if one.attacker == command.target)
    return next((one for one in mine if not assaulted or one.defender == command.stand), None)


def side_of(contact: Contact, command: FireAsTheyClose) -> Sector:
    return contact.sector if contact.defender == command.stand else command.sector


def _firer(state: GameState, stand: Stand, side: Sector, book: RuleBook) -> Firer | None:
    """With what a stand fires at closing attackers; None where nothing bears on them."""
    unit = state.units.get(stand.unit)
    if unit is None:
        return Firer.INFANTRY
    if unit.kind is UnitClass.ARMOURED_CAR:
        return Firer.TANK_LMG
    if unit.kind is UnitClass.TANK:
        weapon = weapon_on(tank_type(unit), side, book)
        return Firer(weapon.value) if weapon else None
    return firer_of(unit)


def closing_facts(
    state: GameState, contact: Contact, command: FireAsTheyClose, book: RuleBook
) -> ClosingFireFacts | None:
    """What closing fire looks at; None for what has no fire of its own in a game, or no gun on that side."""
    stand, side = state.stands[command.stand], side_of(contact, command)
    unit = state.units.get(stand.unit)
    firer = _firer(state, stand, side, book)
    if firer is None:
        return None
    assaulted = contact.defender == command.stand
    face = face_met(side)
    return ClosingFireFacts(
        firer=firer,
        attacker=fighter_of(state, contact.attacker, book),
        ground_outside=contact.ground_outside,
        approach=contact.approach,
        began_in_arc=contact.began_in_arc,
        began_cm=contact.began_cm if command.range_cm is None else command.range_cm,
        suppressed=bool(level_at(stand.faces, face) if stand.faces else stand.levels),
        packed=unit is not None and unit.carriage in (Carriage.PACKED, Carriage.LIMBERED),
        mounted=firer is Firer.CAVALRY and unit is not None and not unit.dismounted,
        command_stand=unit is None,
        sheltering=stand.id in state.shelters.below,
        assaulted=assaulted,
        has_fired=command.stand in state.fired_at_closers,
        firer_quality=quality_of_stand(state, command.stand),
        storm_troops=is_storm(state, command.stand),
        more_light_guns=unit is not None and more_light_guns(state, unit, book),
        firer_in_gas=known_in_gas(state, command.stand, command.firer_in_gas),
        slope=command.slope,
        superb_shooting_card=helps_fire(state, stand.unit, SUPERB),
        good_shooting_card=helps_fire(state, stand.unit, GOOD),
    )


def _shots_of(state: GameState, stand: str) -> tuple[ClosingShot, ...]:
    going = state.assault
    return tuple(shot for shot in going.shots if shot.stand == stand and shot.target) if going else ()


def may_fire_again(table: JudgedTable, command: FireAsTheyClose, contact: Contact) -> Refusal | None:
    """Why a tank or a block house does not fire at one more attacker (FF-ASL-24, FF-ASL-28, AMB-420, AMB-423)."""
    if table.overruled:
        return None
    before = _shots_of(table.state, command.stand)
    return next(_spent(table, command.stand, before, side_of(contact, command)), None)


def fires_at_another(table: JudgedTable, shot: ClosingShot, stopped: tuple[str, ...]) -> bool:
    """Whether a stand that fires this shot may fire at another attacker after it."""
    before = (*_shots_of(table.state, shot.stand), shot)
    return any(one.attacker not in stopped for one in _open(table, shot.stand, before))


def targets_left(table: JudgedTable, stand: str) -> list[str]:
    """The attackers an assaulted stand may fire at now."""
    return [one.attacker for one in _open(table, stand, _shots_of(table.state, stand))]


def may_fire_at_any(table: JudgedTable, stand: str) -> bool:
    """Whether an assaulted stand fires once the moves are over; each assault counts its fires anew (AMB-402)."""
    return any(_open(table, stand, ()))


def _open(table: JudgedTable, stand: str, before: tuple[ClosingShot, ...]) -> Iterator[Contact]:
    fired_at = {shot.target for shot in before}
    for one in table.state.contacts():
        if one.defender == stand and one.attacker not in fired_at and _could_fire(table, stand, one, before):
            yield one


def _could_fire(table: JudgedTable, stand: str, contact: Contact, before: tuple[ClosingShot, ...]) -> bool:
    facts = closing_facts(table.state, contact, FireAsTheyClose(stand=stand), table.book)
    if facts is None or fires_at_closing(facts, table.book) is not None:
        return False
    return next(_spent(table, stand, before, contact.sector), None) is None


def _spent(table: JudgedTable, stand: str, before: tuple[ClosingShot, ...], sector: Sector) -> Iterator[Refusal]:
    """Every reason why a stand that has fired these shots fires none on this side as well."""
    unit = table.state.units.get(table.state.stands[stand].unit)
    if not before:
        return
    if unit is not None and unit.kind is UnitClass.BLOCK_HOUSE:
        if any(shot.sector is sector for shot in before):
            yield Refusal("FF-ASL-28", "That face has fired", "fire from another face that is assaulted")
    elif unit is not None and unit.kind is UnitClass.TANK:
        sides = (*(shot.sector for shot in before), sector)
        aims = tuple(TankAim(place, side, POINT_BLANK) for place, side in enumerate(sides, 1))
        answer = fire_by_sectors(TankFireFacts(tank=tank_type(unit), targets=()), aims, table.book)
        if isinstance(answer, Refusal) or all(one.target != len(aims) for one in answer.value):
            yield Refusal("FF-ASL-24", "It has fired at as many on that side as it can", "go on to the combat")
    else:
        yield Refusal("FF-ASL-06", "It has fired", "go on to the combat")


def approach_to(sector: Sector, approach: Approach) -> tuple[Sector, Approach]:
    """Side and approach of a stand that goes in, each told by the other where it was not said (AMB-404)."""
    if sector is Sector.NONE:
        told = {Approach.FRONT: Sector.FRONT, Approach.FLANK: Sector.LEFT, Approach.REAR: Sector.REAR}
        return told[approach], approach
    flank = sector in (Sector.LEFT, Sector.RIGHT)
    return sector, Approach.FLANK if flank else Approach(sector.value)
