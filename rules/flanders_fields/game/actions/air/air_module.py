"""The rule module of air support: prompts, view, log messages and corrections (FF-AIR)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.air import AIR_ATTACK, AirResult
from rules.flanders_fields.game.actions.air import missions
from rules.flanders_fields.game.actions.air.missions import (
    NEEDS,
    AirAttacked,
    AircraftCalled,
    AircraftGone,
    AirDieThrown,
    AirEvent,
    AirTargetsNamed,
    CallAircraft,
    EndAirAttack,
    GunRelaid,
    NameAirTargets,
    RelayGun,
    ThrowInAirAttack,
    WatchedFromAir,
    WatchFromAir,
    attack_facts,
    attack_key,
    call,
    call_key,
    let_go,
    may_watch,
    name_targets,
    relay_gun,
    throw,
    watch,
)
from rules.flanders_fields.game.decisions import one_die
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import die, stand_name, unit_name
from rules.flanders_fields.game.map_facts import indirect_fire
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.outcomes import Asked, beside, covers_of_targets, said_by
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    ForeseenBy,
    Happening,
    InForce,
    LeavesStep,
    LiesBy,
    MeasuredBy,
    OpensFire,
    SeenBySeat,
    ThrownFor,
    its_own,
    lines,
)
from rules.flanders_fields.game.seat_context import NOT_SEEN, SeatDeeds, word
from rules.flanders_fields.game.state.air import AirTarget, Strike
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.turn_progress import StepOfChapter, StepPlace, commander_alive, present
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.dice_ledger import lying
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Costs
from rules.kernel.odds import chances_shown
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.record_events import Corrected
from rules.kernel.rule_modules import Command, Corrections, Telling, always, judged_by
from rules.kernel.seats import Role
from rules.kernel.serialization import plain

# Command handlers


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on while aircraft are over the table, and the fire of a gun that has lost its line (FF-AIR-14)."""
    if table.state.air.strike and isinstance(command, LeavesStep) and not table.in_turn():
        return Refusal("FF-AIR-08", "aircraft are over the table", "finish their attack first")
    gun = command.firing(table.state) if isinstance(command, OpensFire) else ""
    if gun and gun in table.state.air.off_line:
        name = table.state.units[gun].name
        return Refusal(
            "FF-AIR-14", f"{name} turned on the aircraft and has lost its line", "spend an action to re-lay it"
        )
    return None


judge = judged_by(
    {
        CallAircraft: call,
        NameAirTargets: name_targets,
        ThrowInAirAttack: throw,
        EndAirAttack: let_go,
        RelayGun: relay_gun,
        WatchFromAir: watch,
    }
)
"""Who judges which command about aircraft."""


# Availability and prompts (FF-AIR)

CALL, NAME, TARGET, ATTACK = Asks(CallAircraft), Asks(NameAirTargets), Asks(AirTarget), Asks(ThrowInAirAttack)


def _calling(seated: SeatDeeds) -> Iterator[Possible]:
    """Offered to the regiment in hand, in the step of its own; of missions left its side alone knows."""
    side = seated.state.turn.side
    for regiment in seated.state.regiments.values() if seated.state.turn.running else ():
        if regiment.side is side:
            barred = seated.refused_all(side, [CallAircraft(regiment=regiment.id, die=NOT_SEEN)])
            if barred is None:
                yield Possible({"regiment": regiment.id}, by=side.value)


def _call_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    kept = lying(seated.state, call_key(seated.state, told["regiment"]))
    yield CALL("die", kept=kept[:1])


def _naming_or_ending(seated: SeatDeeds) -> Iterator[Possible]:
    """Targets are named, or the attack is ended for want of any."""
    strike = seated.state.air.strike
    if strike is not None and not strike.named:
        yield Possible(by=strike.side.value, owed=True)


def _name_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    table, strike = seated.table, seated.state.air.strike
    enemies = [stand.id for stand in seated.state.stands.values() if strike and stand.side is not strike.side]
    there = [name for name in enemies if table.on_table(name) and table.knows_of(name)]
    if seated.state.ground.laid is not None:
        for name in ("along_cm", "up_cm", "direction_deg"):
            yield NAME(name)

    def on_the_line(_row: Told) -> Iterator[Ask | Refusal]:
        yield TARGET("stand", among=there)
        for name in ("distance_cm", "cover", "sheltering"):
            yield TARGET(name)

    yield NAME("targets", row=on_the_line, least=1)
    yield from word(seated, NameAirTargets, told)


def _attacking(seated: SeatDeeds) -> Iterator[Possible]:
    """Both sides throw at once for the next target."""
    strike = seated.state.air.strike
    if strike is None or not strike.targets:
        return
    for side in Side:
        target = strike.targets[0].stand
        barred = seated.refused_all(side, [ThrowInAirAttack(target=target, side=side, die=NOT_SEEN)])
        yield Possible({"target": target, "side": side.value}, by=side.value, owed=barred is None, barred=barred)


def _attack_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield ATTACK("die", kept=lying(seated.state, attack_key(seated.state, told["target"], Side(told["side"])))[:1])


def _laying_again(seated: SeatDeeds) -> Iterator[Possible]:
    for unit in seated.able:
        if unit.id in seated.state.air.off_line:
            barred = seated.refused_all(unit.side, [RelayGun(unit=unit.id)])
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def _watching(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    for unit in may_watch(seated.state, seated.of(side).actor.role, seated.table.book):
        barred = seated.refused_all(side, [WatchFromAir(unit=unit)])
        yield Possible({"unit": unit}, by=side.value, barred=barred)


AIR_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("throw_in_air_attack", "Air attack", ThrowInAirAttack, _attacking, _attack_asks),
    Deed("name_air_targets", "Name the targets", NameAirTargets, _naming_or_ending, _name_asks),
    Deed("end_air_attack", "Let the aircraft go", EndAirAttack, _naming_or_ending, nothing, AtHand.ON),
    Deed("call_aircraft", "Call aircraft", CallAircraft, _calling, _call_asks),
    Deed("relay_gun", "Lay it on its line again", RelayGun, _laying_again, nothing),
    Deed("watch_from_air", "Observe from the air", WatchFromAir, _watching, nothing),
)
"""In the order in which they are owed."""


# Views of a seat

OUTCOMES: Final[dict[type, str]] = {AirTargetsNamed: "named", GunRelaid: "relaid", WatchedFromAir: "watched"}


def air_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """What a seat may know of aircraft; the missions left are their own side's and the referee's."""
    mine = [side for side in Side if role is Role.REFEREE or role.value == side.value]
    return {
        "left": {side.value: state.air.left(side) for side in mine if _ever(state, side)},
        "call": _call(state, book),
        "strike": _strike(state, state.air.strike, book) if state.air.strike else None,
        "watched": [one.unit for one in state.air.watches if one.unit],
        "may_watch": list(may_watch(state, role, book)),
        "off_line": [one for one in state.air.off_line if state.living(state.units[one])],
    }


def _ever(state: GameState, side: Side) -> bool:
    """Whether a side's plan has held any mission."""
    return any(one.side is side for one in state.air.missions)


def _call(state: GameState, book: RuleBook) -> dict[str, Any] | None:
    """The call that may be made now, in the step that is open to all."""
    here = present(state, book) if state.turn.running else None
    if here is None or here.step.needs != NEEDS or state.air.called:
        return None
    kept = plain(lying(state, call_key(state, here.of)))
    return {"regiment": here.of, "side": state.turn.side.value, "kept": kept}


def _strike(state: GameState, strike: Strike, book: RuleBook) -> dict[str, Any]:
    told = {"side": strike.side.value, "named": strike.named, "targets": plain(strike.targets)}
    return told | {"attack": _attack(state, strike, book) if strike.targets else None}


def _attack(state: GameState, strike: Strike, book: RuleBook) -> dict[str, Any]:
    target = strike.targets[0]
    dice = {side.value: strike.die_of(side) for side in Side}
    keys = {side.value: attack_key(state, target.stand, side) for side in Side}
    return {
        "target": target.stand,
        "cover": target.cover.value,
        "flies": strike.side.value,
        "dice": {side: plain(die) for side, die in dice.items() if die},
        "kept": {side: plain(lying(state, key)) for side, key in keys.items()},
        "chances": chances_shown(AIR_ATTACK.odds(attack_facts(state, target, book), book) if AIR_ATTACK.odds else {}),
    }


def air_card(event: AirEvent) -> dict[str, Any] | None:
    """The reasons of what happened, for the card and the log: nothing of the missions left."""
    told: dict[str, Any]
    match event:
        case AircraftCalled(die=die, arrives=arrives, reasons=reasons):
            told = {"dice": [plain(die)], "outcome": arrives}
        case AirAttacked(target=target, dice=dice, result=result, changes=changes, reasons=reasons):
            told = {"target": target, "dice": plain(dice), "outcome": result.value, "changes": plain(changes)}
        case AirTargetsNamed(reasons=reasons) | GunRelaid(reasons=reasons) | WatchedFromAir(reasons=reasons):
            told = {"outcome": OUTCOMES[type(event)]}
        case _:
            return None
    why: dict[str, Any] = plain(reasons)
    return told | why


# Corrections

MISSIONS = "missions/"
MOST = 9
Kept = dict[str, tuple[int | float | bool | str, Callable[[object], bool]]]


def missions_of(of: str) -> Side | None:
    """The side whose missions a name stands for; None for everything else."""
    return next((side for side in Side if of == f"{MISSIONS}{side.value}"), None)


def kept_of_air(state: GameState, of: str, role: Role) -> Kept:
    """The tracked values, each with what may stand there."""
    side = missions_of(of)
    if side:
        known = role is Role.REFEREE or role.value == side.value
        return {"left": (state.air.left(side), _missions)} if known else {}
    return {"off_line": (True, lambda value: value is False)} if of in state.air.off_line else {}


def _missions(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def corrected_air(state: GameState, of: str, what: str, after: int | float | bool | str) -> bool:
    """Fold a correction in; False where it is not about aircraft."""
    side = missions_of(of)
    if side and what == "left":
        state.air = state.air.with_left(side, int(after))
        return True
    if what == "off_line":
        state.air = replace(state.air, off_line=tuple(one for one in state.air.off_line if one != of))
        return True
    return False


# Log text

ENDS: Final = {
    AirResult.DESTROYED: "destroyed",
    AirResult.SUPPRESSED: "suppressed",
    AirResult.DRAW: "a draw",
    AirResult.DRIVEN_OFF: "the aircraft are driven off",
    AirResult.AIRCRAFT_DESTROYED: "the aircraft are destroyed",
}


def name_air(state: GameState, event: AirEvent) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case AircraftCalled():
            return "the call for aircraft"
        case AirTargetsNamed():
            return "the targets of the aircraft"
        case AirDieThrown(target=target) | AirAttacked(target=target):
            return f"the die in the air attack on {stand_name(state, target)}"
        case AircraftGone():
            return "the aircraft's leaving"
        case GunRelaid(unit=unit):
            return f"{unit_name(state, unit)} laid again"
        case WatchedFromAir(unit=unit):
            return f"the aircraft over {unit_name(state, unit)}'s point"


def says_air(state: GameState, event: AirEvent) -> str:
    """One plain sentence."""
    match event:
        case AircraftCalled(regiment=regiment, die=thrown, arrives=arrives):
            came = "they arrive" if arrives else "none come"
            return f"{state.regiments[regiment].name} calls for aircraft: {die(thrown)}, {came}"
        case AirTargetsNamed(targets=targets):
            return f"The aircraft attack {'; then '.join(stand_name(state, one.stand) for one in targets)}"
        case AirDieThrown(target=target, side=side, die=thrown):
            name = state.side_facts(side).name
            return f"The {name} side throws in the air attack on {stand_name(state, target)}: {die(thrown)}"
        case AirAttacked(target=target, dice=dice, result=result, off_line=gun):
            both = f"{die(dice[0])} against {die(dice[1])}"
            off = "; the gun has lost its line" if gun else ""
            return f"Aircraft attack {stand_name(state, target)}, {both}: {ENDS[result]}{off}"
        case AircraftGone():
            return "The aircraft leave without another attack"
        case GunRelaid(unit=unit):
            return f"{unit_name(state, unit)} is laid on its line again"
        case WatchedFromAir(unit=unit):
            return f"Aircraft observe the aiming point of {unit_name(state, unit)}"


def corrected_air_text(what: str, after: int | float | bool | str) -> str:
    """What a correction has set, in words; empty where it is not about aircraft."""
    return {"left": f"{after} left", "off_line": "it lies on its line"}.get(what, "")


def air_thing(state: GameState, of: str) -> str:
    """What is corrected, where it is a side's missions; else empty."""
    side = missions_of(of)
    return f"air missions of the {state.side_facts(side).name} side" if side else ""


TOLD: Final = Telling(says_air, name_air, air_card)


# The air missions that are left


def _air(seen: SeenBySeat) -> InForce | None:
    return InForce(
        "Air missions left", lines([f"{seen.side(side)}: {left}" for side, left in seen.view["air"]["left"].items()])
    )


LIES: Final[LiesBy] = {8: _air}


# Map facts of the commands


def _from_the_air(table: JudgedTable, field: Field, command: NameAirTargets) -> Asked:
    strike = table.state.air.strike
    if strike is None or command.along_cm is None or command.up_cm is None:
        return
    spot = field.spot(strike.side, command.along_cm, command.up_cm)
    told = {one.stand: said_by(one) | {"on_the_line": True} for one in command.targets}
    for one in indirect_fire.on_the_line(field, strike.side, spot, command.direction_deg, table.book):
        yield from beside(one.facts, told.get(one.stand, {"on_the_line": False}), one.stand)


BY_MAP: Final[MeasuredBy] = {
    NameAirTargets: _from_the_air,
}


# Odds before the dice

FORESEEN: Final[ForeseenBy] = {
    CallAircraft: one_die(AircraftCalled, "regiment", lambda event: int(event.arrives)),
}


# The rule module


def _owner(_state: GameState, of: str) -> str:
    side = missions_of(of)
    return side.value if side else ""


def _secret(_state: GameState, event: Corrected) -> str:
    return _owner(_state, event.of)


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_air(table.state, of, table.actor.role),
    fold=lambda state, event: corrected_air(state, event.of, event.what, event.after),
    costs={"left": Costs.LESS},
    named=lambda _state: [f"{MISSIONS}{side}" for side in Side],
    owner=_owner,
    secret=_secret,
    says=corrected_air_text,
    thing=air_thing,
)


def _busy(state: GameState, place: StepPlace) -> bool:
    """Also for a side that has no mission left: were the step passed over, the other side would know it.

    The scenario sets their number (GAP-64). One that gives nobody any has no call for them, as both sides know.
    """
    return bool(state.air.missions) and not state.air.called and commander_alive(state, place)


AIR: Final[BookChapter] = BookChapter(
    key="air",
    steps={NEEDS: StepOfChapter(_busy, "no aircraft to call", planned=True)},
    events=(
        Happening(
            kind="aircraft_called",
            made=AircraftCalled,
            fold=missions.aircraft_called,
            dice=missions.call_throws,
            roll=ThrownFor.AIR,
            whose=its_own,
        ),
        Happening(
            kind="air_targets_named", made=AirTargetsNamed, fold=missions.air_targets_named, covers=covers_of_targets
        ),
        Happening(
            kind="air_die_thrown",
            made=AirDieThrown,
            fold=missions.die_thrown,
            dice=missions.die_throws,
            roll=ThrownFor.AIR,
            whose=its_own,
        ),
        Happening(
            kind="air_attacked",
            made=AirAttacked,
            fold=missions.attacked,
            dice=missions.attack_throws,
            roll=ThrownFor.AIR,
            whose=its_own,
            fresh=missions.newest_die,
        ),
        Happening(kind="aircraft_gone", made=AircraftGone, fold=missions.gone),
        Happening(kind="gun_relaid", made=GunRelaid, fold=missions.relaid),
        Happening(kind="watched_from_air", made=WatchedFromAir, fold=missions.watched, tells=always),
    ),
    folds_before={
        "game_created": missions.planned,
        "turn_started": missions.turn_begins,
        "step_begun": missions.step_begins,
    },
    told=TOLD,
    commands={
        "call_aircraft": CallAircraft,
        "name_air_targets": NameAirTargets,
        "throw_in_air_attack": ThrowInAirAttack,
        "end_air_attack": EndAirAttack,
        "relay_gun": RelayGun,
        "watch_from_air": WatchFromAir,
    },
    crosses={"throw_in_air_attack": "air_die_thrown"},
    judge=judge,
    waits=before_this,
    lets_wait=(LeavesStep, OpensFire),
    waits_at=6,
    corrections=_CORRECTIONS,
    deeds=AIR_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
    views={"air": air_view},
    lies=LIES,
)
