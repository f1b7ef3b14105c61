"""The rule module of assaults: prompts, view, odds and log messages (FF-ASL)."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Final

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.assault import starting
from rules.flanders_fields.close_combat import COMBAT, Beaten, Winner, factors
from rules.flanders_fields.closing_fire import shot_at_closing
from rules.flanders_fields.game.actions.assault import assault_events
from rules.flanders_fields.game.actions.assault.assault_events import (
    AllIn,
    AllWentIn,
    AssaultEvent,
    CombatDieThrown,
    FightDecided,
    FireAsTheyClose,
    FiredAtClosers,
    GoIn,
    StandAgainstArmour,
    StoodAgainstArmour,
    ThrowInCombat,
    WentIn,
    approach_to,
    closing_facts,
    closing_key,
    combat_key,
    standing_key,
    targets_left,
)
from rules.flanders_fields.game.actions.assault.close_quarters import (
    aimed_at_closer,
    before_this,
    combat_facts,
    fires_once_up,
    fought,
    judge,
    may_fire_as_they_close,
    not_its_moment,
    units_in,
)
from rules.flanders_fields.game.decisions import by_shot, decide, one_die
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import RESULTS, die, morale_words, stand_name, unit_name
from rules.flanders_fields.game.map_facts import direct_fire, orders_and_assaults
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.gas_coverage import in_gas
from rules.flanders_fields.game.outcomes import Asked, beside, said_by
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    Foreseen,
    ForeseenBy,
    GoesOn,
    Happening,
    MeasuredBy,
    Prospect,
    ThrownFor,
    its_own,
    of,
)
from rules.flanders_fields.game.seat_context import NOT_SEEN, SeatDeeds, dice, has_armour, on_the_way_of, word
from rules.flanders_fields.game.stand_types import cover_on_open_ground, fighter_of, known_in_gas
from rules.flanders_fields.game.state.assault import Assault, Contact, Meeting
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.zone_crossings import through_fire
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import FireAction, rolls
from rules.flanders_fields.vocabulary import Cover, MoraleResult, Side
from rules.kernel.commands import Deed, Possible, nothing
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import lying
from rules.kernel.explanations import Refusal
from rules.kernel.odds import chances_shown
from rules.kernel.prompts import Ask, Asks, Origin, Proposal, Told
from rules.kernel.rule_modules import Telling
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build, plain

# Availability and prompts (FF-ASL-03, -05, -06, -13, -25)

STANDING, COMBAT_PROMPT = Asks(StandAgainstArmour), Asks(ThrowInCombat)
GO, CLOSING = Asks(GoIn), Asks(FireAsTheyClose)


def _all_in(seated: SeatDeeds) -> Iterator[Possible]:
    going = seated.state.assault
    if going is None or not going.moving:
        return
    for unit in sorted(units_in(seated.state)):
        barred = seated.refused_all(going.side, [AllIn(unit=unit)])
        yield Possible({"unit": unit}, by=going.side.value, owed=barred is None, barred=barred)


def _standing_available(seated: SeatDeeds) -> Iterator[Possible]:
    going = seated.state.assault
    for stand in going.standing if going else ():
        side = seated.state.stands[stand].side
        barred = seated.refused_all(side, [StandAgainstArmour(stand=stand, die=NOT_SEEN)])
        yield Possible({"stand": stand}, by=side.value, owed=barred is None, barred=barred)


def _standing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    of = (seated.state, told["stand"])
    yield STANDING("die", kept=lying(seated.state, standing_key(*of))[:1])


def _fighting(seated: SeatDeeds) -> Iterator[Possible]:
    """Both sides throw at once for the first contact."""
    contacts = seated.state.contacts()
    for side in Side if contacts else ():
        about = {"attacker": contacts[0].attacker, "side": side.value}
        command = ThrowInCombat(attacker=contacts[0].attacker, side=side, die=NOT_SEEN)
        barred = seated.refused_all(side, [command])
        yield Possible(about, by=side.value, owed=barred is None, barred=barred)


def _fight_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    contact = seated.state.contacts()[0]
    whose = (seated.state, contact.attacker, contact.defender, Side(told["side"]))
    yield COMBAT_PROMPT("die", kept=lying(seated.state, combat_key(*whose))[:1])


def _going(seated: SeatDeeds) -> Iterator[Possible]:
    """Units with an action, those whose stands are moving in, and those that have won and may follow up."""
    state = seated.state
    winners = state.assault.winners if state.assault else ()
    names = [unit.id for unit in seated.able] + sorted(units_in(state)) + [state.stands[one].unit for one in winners]
    names += [name for name, orders in state.orders.items() if orders.over_wire]
    # A commander that has won its fight belongs to no unit, and starts none (FF-ASL-21).
    for unit in (state.units[name] for name in dict.fromkeys(names) if name):
        if _starts_any(seated, unit):
            barred = seated.refused_all(unit.side, _tries(seated, unit))
            says = "Follow up" if any(state.stands[one].unit == unit.id for one in winners) else ""
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred, says=says)


def _starts_any(seated: SeatDeeds, unit: Unit) -> bool:
    """Whether its stands start assaults at all; they are of one kind (FF-ASL-02)."""
    living, book = seated.state.living(unit), seated.table.book
    return bool(living) and next(starting(fighter_of(seated.state, living[0].id, book), book), None) is None


def _tries(seated: SeatDeeds, unit: Unit) -> Iterator[GoIn]:
    """Each of its stands against one enemy of each kind: whether it may go in hangs on nothing else of its target."""
    targets = seated.once(("one of each kind", unit.side), lambda: _one_of_each_kind(seated, unit))
    for stand in seated.state.living(unit):
        yield from (_bare(unit, stand.id, target) for target in targets)
    if not targets:
        yield _bare(unit, unit.stands[0], "")


def _one_of_each_kind(seated: SeatDeeds, unit: Unit) -> list[str]:
    state, alike, kinds = seated.state, dict[tuple[str, bool], str](), dict[object, str]()
    for name in _enemies(seated, unit):
        alike.setdefault((state.stands[name].unit, name in state.shelters.below), name)
    for (_, below), name in alike.items():
        kinds.setdefault((fighter_of(state, name, seated.table.book), below), name)
    return [*kinds.values()]


def _bare(unit: Unit, stand: str, target: str, supporter: str = "") -> GoIn:
    return GoIn(unit=unit.id, stand=stand, target=target, cover=Cover.OPEN, supporter=supporter)


def _enemies(seated: SeatDeeds, unit: Unit) -> list[str]:
    return [stand for stand in seated.on_table if seated.state.stands[stand].side is not unit.side]


def _going_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, book, unit = seated.state, seated.table.book, seated.state.units[told["unit"]]
    tries = [one for one in _tries(seated, unit) if seated.refused(one) is None]
    yield GO("stand", among=list(dict.fromkeys(one.stand for one in tries)))
    stand = told["stand"]
    able_to = [one for one in _enemies(seated, unit) if seated.refused(_bare(unit, stand, one)) is None]
    yield GO("target", among=able_to)
    target = told["target"]
    yield GO("cover")
    yield GO("ground_outside", proposals=_in_the_open(seated, stand))
    yield from (GO(name) for name in _way_in(state, target))
    yield GO("began_in_arc")
    yield GO("began_cm", least=0)
    behind = [one for one in seated.on_table if seated.refused(_bare(unit, stand, target, one)) is None]
    yield GO("supporter", among=["", *behind])
    yield from (GO(name) for name in _by_house_rule(book))
    yield from on_the_way_of(seated, [one.id for one in state.living(unit)], GO, alone=True)
    yield from word(seated, GoIn, told)


def _in_the_open(seated: SeatDeeds, stand: str) -> tuple[Proposal, ...]:
    """Propose Open for attackers that find no cover on open ground: raw troops and cavalry (AMB-403, FF-COV-T2)."""
    found = cover_on_open_ground(seated.state, stand, seated.table.book)
    says = "not told: on open ground it has no cover (FF-COV-T2)"
    return (Proposal(found.value, Origin.ASSUMED, says),) if found is Cover.OPEN else ()


def _way_in(state: GameState, target: str) -> Iterator[str]:
    """From where it comes: at armour and block houses the side or the face tells more (AMB-404)."""
    if state.stands[target].faces or has_armour(state, [target]):
        yield "sector"
    yield "approach"


def _by_house_rule(book: RuleBook) -> Iterator[str]:
    if book.option("AMB-407") == "both":
        yield "attacker_cover"
    if book.option("AMB-409") == "both":
        yield "defender_supported"
    if book.option("AMB-413") == "contact_too":
        yield "attacker_with_commander"
        yield "defender_with_commander"


def _closing_fire_available(seated: SeatDeeds) -> Iterator[Possible]:
    """Each of the assaulted fires or holds its fire; by house rule others that the attackers pass may fire too."""
    going = seated.state.assault
    if going is None or not going.firing:
        return
    table = seated.of(going.side.other)
    assaulted = [stand for stand in seated.state.stands.values() if stand.side is not going.side]
    for stand in assaulted:
        if not not_its_moment(table, going, stand) and not may_fire_as_they_close(table, stand.id):
            barred = seated.waits(FireAsTheyClose(stand=stand.id))
            owed = stand.id in going.firing and barred is None
            yield Possible({"stand": stand.id}, by=stand.side.value, owed=owed, barred=barred)


def _closing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, stand = seated.state, told["stand"]
    assaulted = any(one.defender == stand for one in state.contacts())
    if assaulted:
        yield CLOSING("target", among=["", *targets_left(seated.table, stand)])
    else:
        yield CLOSING("target", among=["", *(one.attacker for one in state.contacts())])
    if not told.get("target"):
        yield from word(seated, FireAsTheyClose, told)
        return
    yield CLOSING("slope")
    if no_gas(seated.table.book) is None:
        yield CLOSING("firer_in_gas")
    if not assaulted:
        yield CLOSING("range_cm")
        if state.stands[stand].faces or has_armour(state, [stand]):
            yield CLOSING("sector")
    aimed = aimed_at_closer(seated.table, build(FireAsTheyClose, told))
    if isinstance(aimed, Refusal):
        yield aimed
        return
    name = closing_key(state, stand, told["target"])
    yield from dice(seated, CLOSING, told, aimed[2].value, lying(state, name))


ASSAULT_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("stand_against_armour", "Stand against armour", StandAgainstArmour, _standing_available, _standing_asks),
    Deed("fire_as_they_close", "Fire as they close", FireAsTheyClose, _closing_fire_available, _closing_asks),
    Deed("throw_in_combat", "Fight", ThrowInCombat, _fighting, _fight_asks),
    Deed("all_in", "Begin the fights", AllIn, _all_in, nothing),
    Deed("go_in", "Assault", GoIn, _going, _going_asks, place=4),
)
"""In the order in which they are owed."""


# Views of a seat


def assault_view(state: GameState, _role: Role, book: RuleBook) -> dict[str, Any] | None:
    """The present assault, None where there is none (FF-ASL-T3)."""
    going = state.assault
    if going is None:
        return None
    contacts = state.contacts()
    phase = _phase(going, contacts)
    return {
        "unit": going.unit,
        "side": going.side.value,
        "phase": phase,
        "contacts": [_contact(state, one) for one in contacts],
        "firing": [_firing(state, stand, book) for stand in going.firing],
        "standing": [_standing_view(state, stand) for stand in going.standing],
        "winners": list(going.winners),
        "fight": _fight_view(state, going, contacts[0], book) if phase == "combat" else None,
    }


def _phase(going: Assault, contacts: tuple[Contact, ...]) -> str:
    if not contacts:
        return "over"
    if going.moving:
        return "moving"
    return "standing" if going.standing else "closing" if going.firing else "combat"


def _contact(state: GameState, contact: Contact) -> dict[str, Any]:
    told: dict[str, Any] = plain(contact)
    return told | {"side": state.stands[contact.attacker].side.value}


def _standing_view(state: GameState, stand: str) -> dict[str, Any]:
    kept = plain(lying(state, standing_key(state, stand)))
    told = {"stand": stand, "name": stand_name(state, stand), "side": state.stands[stand].side.value}
    return told | {"kept": kept}


def _firing(state: GameState, stand: str, book: RuleBook) -> dict[str, Any]:
    at = targets_left(JudgedTable(state, Actor(Role.REFEREE), book), stand)
    found = (lying(state, closing_key(state, stand, target)) for target in at)
    kept = plain(next((dice for dice in found if dice), ()))
    return {"stand": stand, "side": state.stands[stand].side.value, "at": at, "kept": kept}


def _fight_view(state: GameState, going: Assault, contact: Contact, book: RuleBook) -> dict[str, Any]:
    facts = combat_facts(state, contact, book)
    added = factors(facts.combat, book)
    dice = {side.value: going.die_of(side) for side in Side}
    fights = {side.value: (state, contact.attacker, contact.defender, side) for side in Side}
    return {
        "attacker": contact.attacker,
        "defender": contact.defender,
        "attacks": state.stands[contact.attacker].side.value,
        "dice": {side: plain(die) for side, die in dice.items() if die},
        "kept": {side: plain(lying(state, combat_key(*whose))) for side, whose in fights.items()},
        "added": None if isinstance(added, Refusal) else plain(added.value),
        "steps": [] if isinstance(added, Refusal) else plain(added.steps),
        "considered": [] if isinstance(added, Refusal) else plain(added.considered),
        "chances": chances_shown(COMBAT.odds(facts, book) if COMBAT.odds else {}),
    }


def assault_card(event: AssaultEvent) -> dict[str, Any] | None:
    """The reasons of what an assault decided."""
    told: dict[str, Any]
    match event:
        case WentIn(reasons=reasons):
            told = {"outcome": "goes in"}
        case StoodAgainstArmour(stand=stand, die=die, result=result, changes=changes, reasons=reasons):
            told = {"stand": stand, "dice": [plain(die)], "outcome": result.value, "changes": plain(changes)}
        case FiredAtClosers(target=target, dice=dice, results=results, changes=changes, reasons=reasons) if target:
            told = {"stand": event.stand, "target": target, "dice": plain(dice), "outcome": plain(results)}
            told |= {"changes": plain(changes)}
        case FightDecided(dice=dice, winner=winner, changes=changes, reasons=reasons):
            told = {"stand": event.attacker, "target": event.defender, "dice": plain(dice), "outcome": winner.value}
            told |= {"changes": plain(changes)}
        case _:
            return None
    why: dict[str, Any] = plain(reasons)
    return told | why


# Log text


def _closers(state: GameState, event: FiredAtClosers) -> str:
    firer = stand_name(state, event.stand)
    if not event.target:
        return f"{firer} holds its fire as they close"
    results = " and ".join(RESULTS[result] for result in event.results)
    return f"{firer} fires as they close: {stand_name(state, event.target)} {results}"


BEATEN: Final = {
    Beaten.REMOVED: "is destroyed",
    Beaten.CAPTURED: "is captured",
    Beaten.SILENT: "is silenced",
    Beaten.MAY_BE_MANNED: "is taken and manned",
}


def _fight_text(state: GameState, event: FightDecided) -> str:
    ours, theirs = event.dice
    thrown = f"{die(ours)} against {die(theirs)}"
    attacker, defender = stand_name(state, event.attacker), stand_name(state, event.defender)
    if event.winner is Winner.DRAW:
        return f"{attacker} and {defender} draw, {thrown}: {attacker} falls back {event.falls_back_cm:g} cm"
    winner, loser = (attacker, defender) if event.winner is Winner.ATTACKER else (defender, attacker)
    return f"{winner} wins its fight, {thrown}: {loser} {BEATEN[event.beaten]}"


def assault_name(state: GameState, event: AssaultEvent) -> str:
    """The name of a deed of an assault on the button that takes it back."""
    match event:
        case WentIn(contact=contact):
            return f"{stand_name(state, contact.attacker)} going in"
        case AllWentIn():
            return "the end of the moves into contact"
        case StoodAgainstArmour(stand=stand):
            return f"{stand_name(state, stand)}'s die to stand"
        case FiredAtClosers(stand=stand):
            return f"{stand_name(state, stand)}'s fire as they close"
        case FightDecided(attacker=attacker) | CombatDieThrown(attacker=attacker):
            return f"the die in the fight of {stand_name(state, attacker)}"


def _stood(state: GameState, event: StoodAgainstArmour) -> str:
    how = "stands against the armour"
    if not event.stands:
        # By house rule a stand that fails is suppressed where it is.
        did = morale_words(event.result, event.retreat_cm)
        gone = event.result is MoraleResult.ROUT and not _lives(event)
        how = did if gone or event.retreat_cm else "does not stand, suppressed"
    return f"{stand_name(state, event.stand)} {how}: {die(event.die)}"


def _lives(event: StoodAgainstArmour) -> bool:
    return all(change.alive for change in event.changes)


def assault_says(state: GameState, event: AssaultEvent) -> str:
    """One plain sentence about an assault."""
    match event:
        case WentIn(contact=contact, follow_up=follow_up):
            how = "goes on into" if follow_up else "goes in against"
            return f"{stand_name(state, contact.attacker)} {how} {stand_name(state, contact.defender)}"
        case AllWentIn(unit=unit):
            return f"{unit_name(state, unit)} has moved into contact"
        case StoodAgainstArmour():
            return _stood(state, event)
        case FiredAtClosers():
            return _closers(state, event)
        case CombatDieThrown(attacker=attacker, side=side, die=thrown):
            who = state.side_facts(side).name
            return f"The {who} side throws in the fight of {stand_name(state, attacker)}: {die(thrown)}"
        case FightDecided():
            return _fight_text(state, event)


TOLD: Final = Telling(assault_says, assault_name, assault_card)


# Odds before the dice


def _closing_fire_odds(table: JudgedTable, command: FireAsTheyClose) -> Foreseen:
    state, book = table.state, table.book
    contact = next((one for one in state.contacts() if one.attacker == command.target), None)
    facts = closing_facts(state, contact, command, book) if contact else None
    if facts is None:
        return ()
    shot = shot_at_closing(facts, book)
    due = rolls(FireAction(shot=shot), book)
    if isinstance(due, Refusal):
        return due
    judged = decide(state, replace(command, dice=(Throw(1),) * due.value), table.actor)
    bare = Prospect(command.target, (), throws=due.value, by=command.stand)
    return judged if isinstance(judged, Refusal) else (by_shot(shot, book, bare),)


FORESEEN: Final[ForeseenBy] = {
    FireAsTheyClose: _closing_fire_odds,
    StandAgainstArmour: one_die(StoodAgainstArmour, "stand", lambda event: event.result),
}


# Map facts of the commands


def _as_they_close(table: JudgedTable, field: Field, command: FireAsTheyClose) -> Asked:
    if field.has(command.stand, command.target):
        gas = in_gas(field, command.stand, table.book, "firer_in_gas")
        found = (
            direct_fire.distance(field, command.stand, command.target, table.book),
            direct_fire.slope(field, command.stand, field.stands[command.target].stand),
            *((gas,) if gas else ()),
        )
        known = known_in_gas(table.state, command.stand, command.firer_in_gas)
        yield from beside(found, said_by(command) | {"firer_in_gas": known})


def _go_in(table: JudgedTable, field: Field, command: GoIn) -> Asked:
    outside = orders_and_assaults.ground_outside(field, command.stand, command.target, table.book)
    found = (
        *orders_and_assaults.closing(field, command.stand, command.target, table.book),
        *((outside,) if outside else ()),
    )
    told = said_by(command)
    told["sector"], told["approach"] = approach_to(command.sector, command.approach)
    yield from beside(found, {one.name: told[one.name] for one in fields(Meeting)})
    if command.zones and field.has(command.stand, command.target):
        way = (orders_and_assaults.contact_pose(field, command.stand, command.target),)
        met = tuple(replace(one, stand=command.stand) for one in command.zones)
        yield from through_fire(table, field, {command.stand: way}, met)


BY_MAP: Final[MeasuredBy] = {
    FireAsTheyClose: _as_they_close,
    GoIn: _go_in,
}


# The rule module


ASSAULT: Final[BookChapter] = BookChapter(
    key="assault",
    events=(
        Happening(
            kind="went_in",
            made=WentIn,
            fold=assault_events.went_in,
            moves=assault_events.goes_in,
            covers=assault_events.cover_told,
            names_unit=True,
        ),
        Happening(kind="all_went_in", made=AllWentIn, fold=assault_events.all_went_in),
        Happening(
            kind="stood_against_armour",
            made=StoodAgainstArmour,
            fold=assault_events.stood_against_armour,
            dice=assault_events.stand_throws,
            moves=assault_events.retreats,
            roll=ThrownFor.MORALE,
            whose=of("stand"),
            leaves=assault_events.leave_before_armour,
        ),
        Happening(
            kind="fired_at_closers",
            made=FiredAtClosers,
            fold=assault_events.fired_at_closers,
            dice=assault_events.closing_throws,
            roll=ThrownFor.SHOOTING,
            whose=of("stand"),
        ),
        Happening(
            kind="combat_die_thrown",
            made=CombatDieThrown,
            fold=assault_events.combat_die_thrown,
            dice=assault_events.combat_die_throws,
            roll=ThrownFor.COMBAT,
            whose=its_own,
        ),
        Happening(
            kind="fought",
            made=FightDecided,
            fold=assault_events.fought,
            dice=assault_events.fight_throws,
            roll=ThrownFor.COMBAT,
            whose=its_own,
            fresh=assault_events.newest_die,
            moves=assault_events.falls_back,
            weighs=assault_events.fight_weighs,
            fought=fought,
        ),
    ),
    folds_after={"came_up": assault_events.came_up},
    happens_with={"came_up": fires_once_up},
    told=TOLD,
    commands={
        "go_in": GoIn,
        "all_in": AllIn,
        "stand_against_armour": StandAgainstArmour,
        "fire_as_they_close": FireAsTheyClose,
        "throw_in_combat": ThrowInCombat,
    },
    crosses={"throw_in_combat": "combat_die_thrown"},
    judge=judge,
    waits=before_this,
    lets_wait=(GoesOn,),
    waits_at=3,
    deeds=ASSAULT_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
    views={"assault": assault_view},
)
