"""Commands, events, dice and folds of an assault (FF-ASL)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.flanders_fields.arcs_of_fire import Sector
from rules.flanders_fields.armour import TankAim, TankFireFacts, fire_by_sectors, weapon_on
from rules.flanders_fields.close_combat import Beaten, Winner
from rules.flanders_fields.closing_fire import Approach, ClosingFireFacts, fires_at_closing
from rules.flanders_fields.game.dice_rolls import helps_fire, turn_key
from rules.flanders_fields.game.event_folding import change_stands, changed, spend, stay_at_the_wire, under_fire
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.outcomes import OfStand, Reasons, StandChange, gone, of_map
from rules.flanders_fields.game.rule_module import MovesUnit, OpensFire, WaitsForFire
from rules.flanders_fields.game.stand_types import (
    fighter_of,
    firer_of,
    is_storm,
    known_in_gas,
    more_light_guns,
    quality_of_stand,
    tank_type,
)
from rules.flanders_fields.game.state.artillery import ZoneCrossing
from rules.flanders_fields.game.state.assault import Assault, ClosingShot, Contact, Meeting
from rules.flanders_fields.game.state.cards import GOOD, SUPERB, LyingCard
from rules.flanders_fields.game.state.game import NO_ORDERS, GameState, Stand, Unit
from rules.flanders_fields.game.state.placement import Place
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shelters import FACES, Face, level_at
from rules.flanders_fields.vocabulary import (
    Action,
    Carriage,
    Firer,
    FireResult,
    Level,
    MoraleResult,
    Side,
    Slope,
    UnitClass,
)
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class GoIn(Meeting, WaitsForFire, MovesUnit):
    """Move a stand into contact with an enemy stand, as measured; the first of a unit spends its move action.

    After a fight it is the follow-up of a stand that has won (FF-ASL-03, FF-ASL-05, FF-ASL-16). `places`: where its
    unit's stands are afterwards.
    """

    unit: str = fact("the unit that assaults")
    stand: str = fact("the stand that goes in")
    target: str = fact("the enemy stand it goes in against")
    zones: tuple[ZoneCrossing, ...] = fact("its stands that move through a fire zone", default=())
    places: tuple[Place, ...] = fact("where its stands are afterwards", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AllIn(WaitsForFire):
    """Say that every stand of the assault has been moved: the assaulted may fire (FF-ASL-05, FF-ASL-06)."""

    unit: str = fact("the unit that assaults")


@dataclass(frozen=True, slots=True, kw_only=True)
class FireAsTheyClose(OpensFire):
    """An assaulted stand's fire at one that assaults it; without a target it holds its fire (FF-ASL-06).

    `range_cm` and `sector` (of a tank or a block house) are for a stand that fires without being assaulted, where a
    house rule lets it (AMB-402). Tanks and block houses may fire once more for every further attacker (FF-ASL-24, -28).
    """

    stand: str = fact("the stand that fires, or holds its fire")
    target: str = fact("the attacking stand it fires at; none if it holds its fire", default="")
    dice: tuple[Throw, ...] = fact("the dice of the shot", default=())
    range_cm: float | None = fact("from the stand to its target", default=None, unit="cm")
    firer_in_gas: bool | None = fact("the stand stands in gas", default=None)
    slope: Slope = fact("how it stands above or below its target", default=Slope.LEVEL)
    sector: Sector = fact("the side of the tank, or the face of the block house, that fires", default=Sector.NONE)

    def firing(self, state: "GameState") -> str:
        """The unit of the stand, unless it holds its fire."""
        stand = state.stands.get(self.stand) if self.target else None
        return stand.unit if stand else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandAgainstArmour:
    """The morale roll of a stand that armour has come into contact with (FF-ASL-25)."""

    stand: str = fact("the stand that armour has come to")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowInCombat:
    """One side's die in the fight of this attacking stand, which is the next one (FF-ASL-13)."""

    attacker: str = fact("the attacking stand of the fight")
    side: Side = fact("whose die it is")
    die: Throw = fact("the die")


# Events


@dataclass(frozen=True, slots=True)
class WentIn:
    """A stand was moved into contact; the `first` of a unit spent its action, a follow-up spends none."""

    unit: str
    contact: Contact
    first: bool
    follow_up: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class AllWentIn:
    """Every stand of an assault has been moved; `firing` are the assaulted stands that may fire.

    Those in `standing` test first whether they stand against armour.
    """

    unit: str
    firing: tuple[str, ...]
    standing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoodAgainstArmour:
    """A stand tested whether it holds its ground against armour; if not, there is no combat with it (FF-ASL-25).

    `cards` were played for this die.
    """

    stand: str
    die: Throw
    stands: bool
    result: MoraleResult
    retreat_cm: float
    changes: tuple[StandChange, ...]
    reasons: Reasons
    cards: tuple[LyingCard, ...] = ()


@dataclass(frozen=True, slots=True)
class FiredAtClosers:
    """An assaulted stand fired as they closed, or held its fire (no target); `stopped` do not close.

    A tank or a block house fired from `sector`; with `more` it may fire at another attacker as well.
    """

    stand: str
    target: str
    dice: tuple[Throw, ...]
    results: tuple[FireResult, ...]
    changes: tuple[StandChange, ...]
    stopped: tuple[str, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons
    more: bool = False
    sector: Sector = Sector.NONE


@dataclass(frozen=True, slots=True)
class CombatDieThrown:
    """One side threw its die for a fight; the other's is to come."""

    attacker: str
    defender: str
    side: Side
    die: Throw


@dataclass(frozen=True, slots=True)
class FightDecided:
    """A fight was decided with the die of `side`; `dice` are the attacker's and the defender's.

    After a draw the attacker, with its supporter, falls back `falls_back_cm`. `over` are the attackers whose contacts
    are done with it.
    """

    attacker: str
    defender: str
    side: Side
    dice: tuple[Throw, Throw]
    winner: Winner
    beaten: Beaten
    falls_back_cm: float
    changes: tuple[StandChange, ...]
    over: tuple[str, ...]
    reasons: Reasons


AssaultEvent = WentIn | AllWentIn | StoodAgainstArmour | FiredAtClosers | CombatDieThrown | FightDecided


# Names of dice rolls


def closing_throws(state: GameState, event: FiredAtClosers) -> Dice:
    """The dice of closing fire by the name of their roll."""
    return {closing_key(state, event.stand, event.target): event.dice} if event.dice else {}


def stand_throws(state: GameState, event: StoodAgainstArmour) -> Dice:
    """The die of a stand against armour by the name of its roll."""
    return {standing_key(state, event.stand): (event.die,)}


def combat_die_throws(state: GameState, event: CombatDieThrown) -> Dice:
    """One side's die by the name of its roll."""
    return {combat_key(state, event.attacker, event.defender, event.side): (event.die,)}


def fight_throws(state: GameState, event: FightDecided) -> Dice:
    """The die that decided a fight by the name of its roll; the other one has been kept under its own."""
    die = event.dice[0 if event.side is state.stands[event.attacker].side else 1]
    return {combat_key(state, event.attacker, event.defender, event.side): (die,)}


def closing_key(state: GameState, stand: str, target: str) -> str:
    """The name of a stand's closing fire at an attacker."""
    return turn_key(state, "closing", f"{stand}/{target}")


def standing_key(state: GameState, stand: str) -> str:
    """The name of a stand's roll to stand against armour."""
    return turn_key(state, "stand", stand)


def combat_key(state: GameState, attacker: str, defender: str, side: Side) -> str:
    """The name of one side's die in a fight."""
    return turn_key(state, "combat", f"{attacker}/{defender}/{side}")


def newest_die(state: GameState, event: FightDecided) -> Sequence[Throw]:
    """The two dice of a fight are thrown one after the other: the first is in the log by itself already."""
    return (event.dice[0] if state.stands[event.attacker].side is event.side else event.dice[1],)


# Folds of events into the state


def went_in(state: GameState, event: WentIn) -> None:
    """A contact more; the first of a unit begins the assault."""
    who = event.contact.attacker
    if event.first:
        spend(state, event.unit, Action.MOVE)
    if who in state.places:
        # The place that it leaves is that of the fire against it.
        state.ground = state.ground.going_in(who)
    going = state.assault
    by_wire = _goes_on_from_wire(state, event)
    if going is None or ((event.first or by_wire) and not going.moving):
        going = Assault(event.unit, state.units[event.unit].side, (), by_wire=by_wire)
    contacts = (*going.contacts, event.contact)
    winners = tuple(one for one in going.winners if one != who)
    followed_up = (*going.followed_up, who) if event.follow_up else going.followed_up
    state.assault = replace(going, contacts=contacts, moving=True, winners=winners, followed_up=followed_up)


def _goes_on_from_wire(state: GameState, event: WentIn) -> bool:
    """Whether a stand goes on from the wire, without an action; each does so once (FF-WIR-05)."""
    who, orders = event.contact.attacker, state.orders.get(event.unit, NO_ORDERS)
    if event.first or event.follow_up or who not in orders.over_wire:
        return False
    left = tuple(one for one in orders.over_wire if one != who)
    state.orders[event.unit] = orders._replace(over_wire=left)
    return True


def all_went_in(state: GameState, event: AllWentIn) -> None:
    """The assaulted may fire now."""
    stay_at_the_wire(state)
    if state.assault:
        state.assault = replace(state.assault, moving=False, firing=event.firing, standing=event.standing, shots=())


def stood_against_armour(state: GameState, event: StoodAgainstArmour) -> None:
    """Whoever did not stand is fought by nobody, and fires no more."""
    change_stands(state, event.changes)
    going = state.assault
    if going is None:
        return
    standing = tuple(one for one in going.standing if one != event.stand)
    contacts = tuple(one for one in state.contacts() if event.stands or one.defender != event.stand)
    firing = tuple(one for one in going.firing if event.stands or one != event.stand)
    state.assault = replace(going, contacts=contacts, firing=firing, standing=standing)


def fired_at_closers(state: GameState, event: FiredAtClosers) -> None:
    """The stopped are out of it, and so are defenders whom nobody assaults any more."""
    if event.target:
        state.stands[event.stand] = changed(state.stands[event.stand], has_fired=True)
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    going = state.assault
    state.fired_at_closers = (*state.fired_at_closers, *((event.stand,) if event.target else ()))
    if going is None:
        return
    contacts = tuple(one for one in state.contacts() if one.attacker not in event.stopped)
    assaulted = {one.defender for one in contacts}
    firing = tuple(one for one in going.firing if (one != event.stand or event.more) and one in assaulted)
    shots = (*going.shots, ClosingShot(event.stand, event.target, event.sector))
    state.assault = replace(going, contacts=contacts, firing=firing, shots=shots)


def combat_die_thrown(state: GameState, event: CombatDieThrown) -> None:
    """One die lies there."""
    if state.assault:
        state.assault = replace(state.assault, dice=(*state.assault.dice, (event.side, event.die)))


def fought(state: GameState, event: FightDecided) -> None:
    """The fight is over; whoever was removed has no other, and a block house that was taken is the winner's."""
    change_stands(state, event.changes)
    going = state.assault
    if going is None:
        return
    if event.beaten is Beaten.MAY_BE_MANNED and state.stands[event.defender].alive:
        _changes_hands(state, state.units[state.stands[event.defender].unit], state.units[going.unit])
    contacts = tuple(one for one in state.contacts() if one.attacker not in event.over)
    winner = {Winner.ATTACKER: event.attacker, Winner.DEFENDER: event.defender}.get(event.winner)
    state.assault = replace(
        going,
        contacts=contacts,
        dice=(),
        fought=(*going.fought, event.defender),
        winners=(*going.winners, *((winner,) if winner else ())),
    )


def _changes_hands(state: GameState, house: Unit, winner: Unit) -> None:
    """A block house joins the winner's regiment, which orders it from its next turn on (AMB-423, FF-BLK-02)."""
    battalion, before = state.battalions.get(house.of), state.regiments.get(house.of)
    if battalion:
        state.battalions[battalion.id] = changed(battalion, units=_without(battalion.units, house.id))
    if before:
        state.regiments[before.id] = changed(before, units=_without(before.units, house.id))
    regiment = state.regiment_of(winner)
    state.regiments[regiment.id] = changed(regiment, units=(*regiment.units, house.id))
    state.units[house.id] = changed(house, side=winner.side, level=Level.REGIMENTAL, of=regiment.id, quality=None)
    for name in house.stands:
        state.stands[name] = changed(state.stands[name], side=winner.side)
    state.orders[house.id] = NO_ORDERS._replace(done=True)
    state.due = tuple(due for due in state.due if due.of != house.id)


def _without(units: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(one for one in units if one != gone)


def goes_in(_state: GameState, event: WentIn) -> Sequence[str]:
    """The stand that goes in."""
    return (event.contact.attacker,)


def retreats(_state: GameState, event: StoodAgainstArmour) -> Sequence[str]:
    """The stand, where it did not stand."""
    return (event.stand,) if event.retreat_cm else ()


def falls_back(state: GameState, event: FightDecided) -> Iterator[str]:
    """A stand that falls back, with those of its unit that support it."""
    if not event.falls_back_cm:
        return
    yield event.attacker
    for contact in state.assault.contacts if state.assault else ():
        if contact.attacker == event.attacker and contact.supporter:
            yield contact.supporter


def cover_told(event: WentIn) -> Iterator[OfStand]:
    """The cover of the stand it goes in against."""
    if not of_map(event.reasons.map, "cover"):
        yield event.contact.defender, event.contact.cover


def fight_weighs(event: FightDecided) -> int:
    """A side that is beaten."""
    return 0 if event.beaten is Beaten.NOBODY else 3


def leave_before_armour(event: StoodAgainstArmour) -> list[str]:
    """Those in rout before a tank."""
    return gone(event.changes) if event.result is MoraleResult.ROUT else []


def came_up(state: GameState, event: Any) -> None:
    """Who comes up out of a shelter in an assault is fought where it is."""
    going = state.assault
    if going is not None and event.assaulted:
        contacts = (*going.contacts, event.contact) if event.contact else going.contacts
        firing = (*going.firing, event.stand) if event.fires and not going.moving else going.firing
        state.assault = replace(going, contacts=contacts, firing=firing)


# Who of the assaulted fires at whom as they close (FF-ASL-06)

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
