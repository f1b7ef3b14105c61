"""National rules: mutiny, stubborn resistance, storm battalions (FF-SPR)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.game.dice_rolls import allowed, read_again, special_facts
from rules.flanders_fields.game.event_folding import change_stands, changed
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import formation_name, unit_name
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.rule_module import BookChapter, Happening, MovesUnit
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.stand_types import quality_of
from rules.flanders_fields.game.state.game import Battalion, GameState, Regiment, Unit
from rules.flanders_fields.game.state.national_rules import BadResult, National, Use
from rules.flanders_fields.national_rules import (
    USES,
    Direction,
    MutinyFacts,
    StormPartFacts,
    Whose,
    may_use,
    mutinous_move,
    serve_with,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import (
    Bonus,
    DueKind,
    Fate,
    MoraleResult,
    Nation,
    Quality,
    RollKind,
    Side,
    Special,
    UnitClass,
)
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Costs, Judgement
from rules.kernel.numerals import counted
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import Corrections, Telling, judged_by
from rules.kernel.seats import Role
from rules.kernel.serialization import plain

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class NameMutinous:
    """Name a French battalion mutinous (FF-SPR-07)."""

    battalion: str = fact("the battalion that is mutinous")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResistStubbornly:
    """Set the bad result of a battalion's morale test aside (FF-SPR-06)."""

    battalion: str = fact("the battalion that resists")


@dataclass(frozen=True, slots=True, kw_only=True)
class SayAfterTheDie:
    """Say Pals or Professionalism for the order rolled last, after its die: by house rule only (GAP-38)."""

    unit: str = fact("the unit of the newest order roll")
    special: Special = fact("what is declared")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachStormPart:
    """Let a company or support unit of a storm battalion serve with another battalion, or go back (FF-SPR-16)."""

    unit: str = fact("the company or support unit")
    battalion: str = fact("the battalion it serves with")


# Events


@dataclass(frozen=True, slots=True)
class MutinyNamed:
    """The German player named a battalion mutinous."""

    battalion: str
    left: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class ResultSetAside:
    """A battalion resists stubbornly: it and its stands are again what they were."""

    battalion: str
    fate: Fate
    changes: tuple[StandChange, ...]
    left: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class OrderHelped:
    """A national rule was said after the die of an order, which earns so much now."""

    unit: str
    special: Special
    earned: int
    changes: tuple[StandChange, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class StormPartAttached:
    """A part of a storm battalion serves with a battalion from now, which counts its `platoons` with its own.

    `ordered_from` is the battalion that orders it, where that is another; `quality` the grade it brings.
    """

    unit: str
    battalion: str
    ordered_from: str
    platoons: int
    quality: Quality
    reasons: Reasons


NationalEvent = MutinyNamed | ResultSetAside | OrderHelped | StormPartAttached


# Folds of events into the state


def use(state: GameState, specials: Iterable[Special], battalion: str, unit: str = "") -> None:
    """Rules that a battalion has used for a die; a tank of it uses its own."""
    tank = unit and state.units[unit].kind is UnitClass.TANK
    turn, side = state.turn.number, state.battalions[battalion].side if battalion else state.turn.side
    found = tuple(Use(special, battalion, side, turn, unit if tank else "") for special in specials)
    if found:
        state.national = replace(state.national, uses=(*state.national.uses, *found))


def order_rolled(state: GameState, unit: str, specials: Iterable[Special]) -> None:
    """Play has gone on with an order; Elan is always on and not used up."""
    result_stands(state)
    battalion = state.battalion_of(state.units[unit])
    use(state, (one for one in specials if one is not Special.ELAN), battalion.id if battalion else "", unit)


def may_be_set_aside(state: GameState, battalion: Battalion, changes: Iterable[StandChange], bad: bool) -> None:
    """Keep what a battalion was before a bad result, as long as nothing else comes of it. To be folded before it."""
    stands = (state.stands[change.stand] for change in changes)
    before = tuple(StandChange(one.id, one.levels, one.alive, one.on_wire) for one in stands)
    result = BadResult(battalion.id, battalion.fate, before) if bad else None
    if state.national.bad_result != result:
        state.national = replace(state.national, bad_result=result)


def result_stands(state: GameState) -> None:
    """Play has gone on: the newest bad result is what it is."""
    if state.national.bad_result:
        state.national = replace(state.national, bad_result=None)


def mutiny(state: GameState, event: MutinyNamed) -> None:
    """This battalion is mutinous from now on."""
    use(state, (Special.MUTINY,), event.battalion)
    state.national = replace(state.national, mutinous=(*state.national.mutinous, event.battalion))


def set_aside(state: GameState, event: ResultSetAside) -> None:
    """A bad result does not count."""
    use(state, (Special.STUBBORN_RESISTANCE,), event.battalion)
    state.battalions[event.battalion] = changed(state.battalions[event.battalion], fate=event.fate)
    change_stands(state, event.changes)
    # Those that supported it have nothing to test for.
    state.due = tuple(due for due in state.due if (due.kind, due.threshold) != (DueKind.SUPPORT_LOST, event.battalion))
    result_stands(state)


def helped(state: GameState, event: OrderHelped) -> None:
    """The order has more actions than its die gave."""
    use(state, (event.special,), state.units[event.unit].of, event.unit)
    state.orders[event.unit] = state.orders[event.unit]._replace(earned=event.earned, done=False)
    change_stands(state, event.changes)


def attached(state: GameState, event: StormPartAttached) -> None:
    """It leaves one battalion and joins another, its lost platoons with it."""
    unit = state.units[event.unit]
    left, joined = state.battalions[unit.of], state.battalions[event.battalion]
    rest = tuple(one for one in left.units if one != unit.id)
    state.battalions[left.id] = changed(left, units=rest, started=left.started - event.platoons)
    state.battalions[joined.id] = changed(
        joined, units=(*joined.units, unit.id), started=joined.started + event.platoons
    )
    state.units[unit.id] = changed(
        unit, of=joined.id, storm=True, quality=event.quality, ordered_from=event.ordered_from
    )


def unit_ordered(state: GameState, event: Any) -> None:
    """What was declared for an order is used."""
    order_rolled(state, event.unit, event.specials)


def play_goes_on(state: GameState, _event: object) -> None:
    """The newest bad result is what it is."""
    result_stands(state)


def morale_tested(state: GameState, event: Any) -> None:
    """What was declared for a test is used; a bad result may be set aside as long as nothing else comes of it."""
    use(state, event.specials, event.battalion)
    bad = event.result is not MoraleResult.HOLDS
    may_be_set_aside(state, state.battalions[event.battalion], event.changes, bad)


# Splitting a storm battalion (FF-SPR-16, GAP-49)


def attach(table: JudgedTable, command: AttachStormPart) -> Judgement:
    """Let a part of a storm battalion serve with a battalion: before the game, or in an own turn before its order."""
    state, unit, host = table.state, table.state.units.get(command.unit), _standing(table.state, command.battalion)
    # Another seat is told the same of every unit: it must not learn from the answer who sits in a deep shelter.
    if unit is None or table.may_speak_for(unit.side) or not _part_on_the_table(state, unit):
        return Refusal("FF-SPR-16", "that is no part of a storm battalion on the table", "choose one that is")
    if host is None or host.side is not unit.side or host.id == unit.of:
        return Refusal("FF-SPR-16", "that is no other battalion of its side on the table", "choose one that is")
    refused = _not_now(table, unit)
    if refused:
        return refused
    facts = StormPartFacts(
        storm=_of_storm(state, unit),
        same_regiment=state.regiment_of(unit).id == host.regiment,
        ordered_this_turn=unit.id in state.orders and not table.overruled,
    )
    answer = serve_with(facts, table.book)
    if isinstance(answer, Refusal):
        return answer
    own = _storm_battalion(state, unit)
    keeps = answer.value.ordered_by is Whose.STORM_BATTALION and own is not None and own.id != host.id
    platoons = len(unit.stands) if unit.kind is UnitClass.RIFLE_COMPANY else 0
    ordered_from = own.id if own and keeps else ""
    return (StormPartAttached(unit.id, host.id, ordered_from, platoons, quality_of(state, unit), reasons(answer)),)


def _not_now(table: JudgedTable, unit: Unit) -> Refusal | None:
    turn = table.state.turn
    if table.overruled or turn.number == 0 or (turn.running and turn.side is unit.side):
        return None
    return Refusal("FF-SPR-16", "it is not its player turn", "let it change battalions in the next one")


def _part_on_the_table(state: GameState, unit: Unit) -> bool:
    """Whether it is one of a battalion's units, and there."""
    return unit.of in state.battalions and bool(state.living(unit)) and state.off_table(unit.id) is None


def _standing(state: GameState, name: str) -> Battalion | None:
    battalion = state.battalions.get(name)
    return battalion if battalion and battalion.on_table and battalion.fate is Fate.STANDS else None


def _of_storm(state: GameState, unit: Unit) -> bool:
    battalion = state.battalion_of(unit)
    return unit.storm or (battalion is not None and battalion.storm)


def _storm_battalion(state: GameState, unit: Unit) -> Battalion | None:
    """The storm battalion of its regiment, where that still stands."""
    found = (_standing(state, name) for name in state.regiment_of(unit).battalions)
    return next((one for one in found if one and one.storm), None)


def storm_parts(state: GameState, role: Role) -> Iterator[dict[str, Any]]:
    """The parts of storm battalions that a seat may send to other battalions now, each with those it could serve with.

    Of the other side's nobody is told: who is missing there sits in a deep shelter.
    """
    turn, storming = state.turn, {one.id for one in state.battalions.values() if one.storm}
    for unit in [unit for unit in state.units.values() if unit.storm or unit.of in storming]:
        waits = turn.number and not (turn.running and turn.side is unit.side)
        if waits or (role is not Role.REFEREE and role.value != unit.side.value):
            continue
        if _part_on_the_table(state, unit):
            standing = (_standing(state, name) for name in state.regiment_of(unit).battalions)
            to = [one.id for one in standing if one and one.id != unit.of]
            if to and unit.id not in state.orders:
                yield {"unit": unit.id, "side": unit.side.value, "to": to}


# Command handlers (FF-SPR)

AFTER_THE_DIE = {Special.PALS: Bonus.PALS, Special.PROFESSIONALISM: Bonus.PROFESSIONALISM}


def before_this(table: JudgedTable, command: MovesUnit) -> Refusal | None:
    """Refuses the moves a mutinous battalion does not make (FF-SPR-07, FF-SPR-14, GAP-46)."""
    unit = table.state.units.get(command.unit)
    if unit is None or unit.of not in table.state.national.mutinous:
        return None
    # Where a move goes the table shows: by house rule it may be to the side, into contact or over wire it never is.
    direction = Direction.SIDEWAYS if command.may_go_aside else Direction.FORWARD
    answer = mutinous_move(MutinyFacts(direction=direction), table.book)
    return answer if isinstance(answer, Refusal) else None


def _name(table: JudgedTable, command: NameMutinous) -> Judgement:
    """The enemy of the French names one of their battalions (FF-SPR-07)."""
    state, battalion = table.state, table.standing_battalion(command.battalion)
    if isinstance(battalion, Refusal):
        return battalion
    refused = table.may_speak_for(battalion.side.other)
    if refused:
        return refused
    theirs = state.turn.running and state.turn.side is battalion.side.other
    facts = special_facts(
        state,
        Special.MUTINY,
        battalion,
        used=int(battalion.id in state.national.mutinous),
        turn_begins=theirs and not state.turn.step,
        game_begun=state.turn.number > 0,
    )
    answer = may_use(facts, table.book)
    return answer if isinstance(answer, Refusal) else (MutinyNamed(battalion.id, answer.value or 0, reasons(answer)),)


def _resist(table: JudgedTable, command: ResistStubbornly) -> Judgement:
    """The newest bad result of a battalion is set aside, before play goes on (FF-SPR-06, FF-SPR-13)."""
    state, bad = table.state, table.state.national.bad_result
    battalion = state.battalions.get(command.battalion)
    if battalion is None or not table.knows_of(command.battalion) or bad is None or bad.battalion != battalion.id:
        return Refusal("FF-SPR-06", "no bad result of that battalion waits to be set aside", "go on with the turn")
    refused = table.may_speak_for(battalion.side)
    if refused:
        return refused
    moved = any(state.orders[name].forward for name in battalion.units if name in state.orders)
    facts = special_facts(
        state,
        Special.STUBBORN_RESISTANCE,
        battalion,
        roll=RollKind.MORALE,
        defends=battalion.side is Side.DEFENDER,
        goes_forward=moved or any(name in state.orders for name in battalion.units),
    )
    answer = may_use(facts, table.book)
    if isinstance(answer, Refusal):
        return answer
    return (ResultSetAside(battalion.id, bad.fate, bad.stands, answer.value or 0, reasons(answer)),)


def _after_the_die(table: JudgedTable, command: SayAfterTheDie) -> Judgement:
    """By house rule the newest order is read once more with it (GAP-38)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    battalion, bonus = table.state.battalion_of(unit), AFTER_THE_DIE.get(command.special)
    if battalion is None or bonus is None:
        return Refusal("FF-SPR-03", "that is not said after a die", "choose Pals or Professionalism")
    answer = may_use(special_facts(table.state, command.special, battalion, unit, die_thrown=True), table.book)
    if isinstance(answer, Refusal):
        return answer
    again = read_again(table, unit, bonus)
    if isinstance(again, Refusal):
        return again
    return (OrderHelped(unit.id, command.special, again.earned, again.changes, again.reasons),)


judge = judged_by(
    {NameMutinous: _name, ResistStubbornly: _resist, SayAfterTheDie: _after_the_die, AttachStormPart: attach}
)
"""Who judges which command of the national rules."""


# Availability and prompts (FF-SPR)

AFTER, ATTACH = Asks(SayAfterTheDie), Asks(AttachStormPart)


def _naming(seated: SeatDeeds) -> Iterator[Possible]:
    """A battalion of the French is named by its enemy, before the first step of his turn."""
    state = seated.state
    for side in Side:
        french = state.side_facts(side).nation == Nation.FRENCH and not state.turn.step
        for battalion in state.battalions.values() if french else ():
            nameable = battalion.side is side and battalion.on_table
            if nameable and seated.refused_all(side.other, [NameMutinous(battalion=battalion.id)]) is None:
                yield Possible({"battalion": battalion.id}, by=side.other.value)


def _resisting(seated: SeatDeeds) -> Iterator[Possible]:
    bad = seated.state.national.bad_result
    if bad is not None:
        side = seated.state.battalions[bad.battalion].side
        if seated.refused_all(side, [ResistStubbornly(battalion=bad.battalion)]) is None:
            yield Possible({"battalion": bad.battalion}, by=side.value)


def _saying_after(seated: SeatDeeds) -> Iterator[Possible]:
    last = seated.state.cards.last_order
    if last is not None and seated.table.book.option("GAP-38") == "after":
        side = seated.state.units[last.unit].side
        commands = [SayAfterTheDie(unit=last.unit, special=special) for special in AFTER_THE_DIE]
        if seated.refused_all(side, commands) is None:
            yield Possible({"unit": last.unit}, by=side.value)


def _after_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    allowed = (one for one in AFTER_THE_DIE if not seated.refused(SayAfterTheDie(unit=told["unit"], special=one)))
    yield AFTER("special", among=[one.value for one in allowed])


def _attaching(seated: SeatDeeds) -> Iterator[Possible]:
    for part in storm_parts(seated.state, Role.REFEREE):
        side = Side(part["side"])
        commands = [AttachStormPart(unit=part["unit"], battalion=host) for host in part["to"]]
        barred = seated.refused_all(side, commands)
        yield Possible({"unit": part["unit"]}, by=side.value, barred=barred)


def _attach_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    part = next(one for one in storm_parts(seated.state, Role.REFEREE) if one["unit"] == told["unit"])
    hosts = (one for one in part["to"] if not seated.refused(AttachStormPart(unit=told["unit"], battalion=one)))
    yield ATTACH("battalion", among=list(hosts))


NATIONAL_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("resist_stubbornly", "Stubborn Resistance", ResistStubbornly, _resisting, nothing),
    Deed("say_after_the_die", "Say it after the die", SayAfterTheDie, _saying_after, _after_asks),
    Deed("name_mutinous", "Name it mutinous", NameMutinous, _naming, nothing),
    Deed("attach_storm_part", "Serve with another battalion", AttachStormPart, _attaching, _attach_asks, AtHand.MORE),
)
"""None of them is owed."""


# Corrections

MUTINOUS: Final = "mutinous"
MOST: Final = 9
COUNTED: Final = {
    special.value: special for special in (Special.PALS, Special.PROFESSIONALISM, Special.STUBBORN_RESISTANCE)
}
Kept = Mapping[str, tuple[int | bool, Callable[[object], bool]]]
UNUSED: Final[Mapping[str, Any]] = {
    "used": 0,
    "used_by_battalion": 0,
    "used_by_side": 0,
    "used_this_turn": False,
    "tanks_used": 0,
}


def uses_of(state: GameState, of: Battalion | Unit, book: RuleBook) -> Mapping[str, int]:
    """How often a battalion, or a tank, has used each rule that is its army's at this date, or that it has used."""
    if isinstance(of, Unit) and of.kind is not UnitClass.TANK:
        return {}
    return {special.value: _count(state.national, special, of) for special in _its_rules(state, of, book)}


def _its_rules(state: GameState, of: Battalion | Unit, book: RuleBook) -> Iterator[Special]:
    tank = of if isinstance(of, Unit) else None
    battalion = state.battalion_of(of) if isinstance(of, Unit) else of
    if battalion is None:
        return
    for special in (Special.PROFESSIONALISM,) if tank else COUNTED.values():
        roll = RollKind.MORALE if special is Special.STUBBORN_RESISTANCE else RollKind.ORDER
        used = _count(state.national, special, of)
        if used or allowed(state, special, battalion, book, tank, roll=roll, goes_forward=False, **UNUSED):
            yield special


def _count(national: National, special: Special, of: Battalion | Unit) -> int:
    return national.of_tank(special, of.id) if isinstance(of, Unit) else national.of_battalion(special, of.id)


def may_be_mutinous(state: GameState, battalion: Battalion, book: RuleBook) -> bool:
    """Whether the army and the date of a battalion have mutinies, or it is mutinous already."""
    named = battalion.id in state.national.mutinous
    return named or allowed(state, Special.MUTINY, battalion, book, turn_begins=True, game_begun=False, **UNUSED)


def kept_of_uses(state: GameState, of: str, book: RuleBook) -> Kept:
    """How often a battalion or a tank has used each of its rules; whether a battalion is mutinous."""
    user = state.battalions.get(of) or state.units.get(of)
    if user is None:
        return {}
    kept: dict[str, tuple[int | bool, Callable[[object], bool]]] = {
        special: (count, _times) for special, count in uses_of(state, user, book).items()
    }
    if isinstance(user, Battalion) and may_be_mutinous(state, user, book):
        kept[MUTINOUS] = (of in state.national.mutinous, lambda value: isinstance(value, bool))
    return kept


def _times(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def corrected_uses(state: GameState, of: str, what: str, after: object) -> bool:
    """Fold a correction in; False where it is another chapter's. The newest uses are given back first."""
    if what == MUTINOUS:
        special, wanted = Special.MUTINY, int(bool(after))
        others = tuple(one for one in state.national.mutinous if one != of)
        state.national = replace(state.national, mutinous=(*others, of) if after else others)
    elif what in COUNTED:
        special, wanted = COUNTED[what], int(str(after))
    else:
        return False
    tank, battalion = (of, state.units[of].of) if of in state.units else ("", of)
    mine = [one for one in state.national.uses if (one.special, one.battalion, one.of) == (special, battalion, tank)]
    others_uses = tuple(one for one in state.national.uses if one not in mine)
    more = Use(special, battalion, state.battalions[battalion].side, state.turn.number, tank)
    now = (*mine, *[more] * max(0, wanted - len(mine)))[:wanted]
    state.national = replace(state.national, uses=(*others_uses, *now))
    return True


def said_of_uses(what: str, after: object) -> str:
    """A correction of this chapter in words; nothing where it is another's."""
    if what == MUTINOUS:
        return "it is mutinous" if after else "it is not mutinous"
    if what not in COUNTED:
        return ""
    times = {0: "not", 1: "once", 2: "twice"}.get(int(str(after)), f"{after} times")
    return f"{what.replace('_', ' ').capitalize()} has {'been used ' + times if after else 'not been used'}"


# Views of a seat


def national_card(event: NationalEvent) -> dict[str, Any]:
    """What a national rule did, and why."""
    outcome = event.earned if isinstance(event, OrderHelped) else event.battalion
    reasons: dict[str, Any] = plain(event.reasons)
    return {"outcome": outcome} | reasons


def national_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """Who is mutinous, whose bad result may be set aside, whom to name; to a seat, which storm units it may send."""
    bad, has_elan = state.national.bad_result, book.table(USES).has(Special.ELAN)
    return {
        "storm_parts": list(storm_parts(state, role)),
        "mutinous": list(state.national.mutinous),
        "may_resist": bad.battalion if bad and _may_resist(state, bad.battalion, book) else "",
        "may_name": [one.id for one in state.battalions.values() if one.on_table and _may_name(state, one, book)],
        "elan": [one.side.value for one in state.settled.sides if one.nation == Nation.FRENCH and has_elan],
        "resisted": state.national.of_side(Special.STUBBORN_RESISTANCE, Side.DEFENDER),
    }


def _may_resist(state: GameState, of: str, book: RuleBook) -> bool:
    battalion = state.battalions[of]
    goes_forward = any(name in state.orders for name in battalion.units)
    more: dict[str, Any] = {
        "roll": RollKind.MORALE,
        "defends": battalion.side is Side.DEFENDER,
        "goes_forward": goes_forward,
    }
    return allowed(state, Special.STUBBORN_RESISTANCE, battalion, book, **more)


def _may_name(state: GameState, battalion: Battalion, book: RuleBook) -> bool:
    turn = state.turn
    begins = turn.running and turn.side is battalion.side.other and not turn.step
    named = int(battalion.id in state.national.mutinous)
    more: dict[str, Any] = {"used": named, "turn_begins": begins, "game_begun": turn.number > 0}
    return battalion.fate is Fate.STANDS and allowed(state, Special.MUTINY, battalion, book, **more)


def may_say(state: GameState, battalion: Battalion, book: RuleBook) -> dict[str, bool]:
    """What may be declared for the next order of a battalion's company, tank, or for its morale test."""
    company = {
        special.value: allowed(state, special, battalion, book)
        for special in (Special.PALS, Special.PROFESSIONALISM, Special.ELAN)
        if book.table(USES).has(special)
    }
    return company | {"pals_morale": allowed(state, Special.PALS, battalion, book, roll=RollKind.MORALE)}


def pals_for_morale(state: GameState, formation: Battalion | Regiment, book: RuleBook) -> bool:
    """Whether Pals may be said for a morale test (FF-SPR-03)."""
    return isinstance(formation, Battalion) and may_say(state, formation, book)["pals_morale"]


# National rules in words


def says_national(state: "GameState", event: NationalEvent) -> str:
    """One plain sentence."""
    match event:
        case MutinyNamed(battalion=battalion):
            return f"{formation_name(state, battalion)} is mutinous: it stays where it is and defends"
        case ResultSetAside(battalion=battalion, left=left):
            return f"{formation_name(state, battalion)} resists stubbornly and holds: {counted(left, 'time')} left"
        case OrderHelped(unit=unit, special=special, earned=earned):
            rule = special.replace("_", " ").capitalize()
            return f"{unit_name(state, unit)}, {rule} after the die: {counted(earned, 'action')}"
        case StormPartAttached(unit=unit, battalion=battalion):
            return f"{state.units[unit].name} serves with {formation_name(state, battalion)} from now"


TOLD: Final = Telling(says_national, None, national_card)


# The rule module

_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_uses(table.state, of, table.book),
    fold=lambda state, event: corrected_uses(state, event.of, event.what, event.after),
    costs=dict.fromkeys((MUTINOUS, *COUNTED), Costs.MORE),
    says=said_of_uses,
)


NATIONAL: Final[BookChapter] = BookChapter(
    key="national",
    events=(
        Happening(kind="mutiny_named", made=MutinyNamed, fold=mutiny),
        Happening(kind="result_set_aside", made=ResultSetAside, fold=set_aside),
        Happening(kind="order_helped", made=OrderHelped, fold=helped),
        Happening(kind="storm_part_attached", made=StormPartAttached, fold=attached),
    ),
    folds_before={
        "orders_rolled": unit_ordered,
        "step_begun": play_goes_on,
        "turn_ended": play_goes_on,
        "morale_tested": morale_tested,
    },
    told=TOLD,
    commands={
        "name_mutinous": NameMutinous,
        "resist_stubbornly": ResistStubbornly,
        "say_after_the_die": SayAfterTheDie,
        "attach_storm_part": AttachStormPart,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(MovesUnit,),
    waits_at=2,
    corrections=_CORRECTIONS,
    deeds=NATIONAL_DEEDS,
    views={"national": national_view},
)
