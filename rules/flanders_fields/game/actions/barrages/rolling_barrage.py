"""Rolling barrages: commands, events, advance, and attacks on stands (FF-BAR)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from rules.flanders_fields.barrages import (
    BarrageBand,
    BarrageFacts,
    DurationFacts,
    StripFacts,
    Under,
    band,
    danger_strip,
    duration,
    no_barrage,
    under_the_barrage,
)
from rules.flanders_fields.fire_areas import Overlap
from rules.flanders_fields.game.concealment import knows
from rules.flanders_fields.game.dice_rolls import faces, turn_key
from rules.flanders_fields.game.event_folding import change_stands, under_fire
from rules.flanders_fields.game.fire_effects import Effects, after_losses, shaken_by
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.map_facts.area_coverage import band_facts
from rules.flanders_fields.game.outcomes import OfStand, Reasons, StandChange, of_map, reasons
from rules.flanders_fields.game.rule_module import EndsTurn
from rules.flanders_fields.game.stand_types import target_kind
from rules.flanders_fields.game.state.barrages import AtRisk, Barrage, BarragePiece
from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedBarrage
from rules.flanders_fields.game.state.game import GameState, Stand
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, FireResult, Side, SuppressionSource
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice, settle
from rules.kernel.distances import BadDistance
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.rule_modules import Command, judged_by
from rules.kernel.seats import Role

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class RollBarrageTurns:
    """Roll how many turns a barrage lasts, where the plan leaves it to the die (FF-BAR-09). Its side's secret."""

    barrage: str = fact("the barrage")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceBarrage:
    """Lay the band, move it on as planned, or lift it when its turns are used up (FF-BAR-04, FF-BAR-10).

    By house rule it may halt once unplanned (AMB-344), or be bent anew (AMB-356): `leads` of its pieces from the left.
    """

    barrage: str = fact("the barrage")
    halt: bool = fact("it halts once unplanned", default=False)
    leads: tuple[float, ...] = fact("how far each of its pieces is ahead, from the left", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class RollUnderBarrage:
    """Stands that the band has come over, all in the same cover: a die for each that rolls (FF-BAR-11, FF-BAR-12).

    `moved_in`: a stand that has moved into the band by itself, in either side's turn.
    """

    barrage: str = fact("the barrage")
    stands: tuple[str, ...] = fact("the stands under it in the same cover")
    cover: Cover = fact("their cover")
    overlap: Overlap = fact("how much of their bases the band covers", default=Overlap.WHOLE)
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)
    moved_in: bool = fact("the stand has moved into the band by itself", default=False)
    dice: tuple[Throw, ...] = fact("a die for each stand that rolls", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AllUnderBarrage:
    """Say that every stand under the band has been rolled for."""

    barrage: str = fact("the barrage")


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskBarrage:
    """A stand has ended its move close behind the band: the die for the risk (FF-BAR-23)."""

    barrage: str = fact("the barrage")
    stand: str = fact("the stand close behind it")
    distance_cm: float = fact("from the stand to the band", unit="cm")
    cover: Cover = fact("its cover")
    die: Throw = fact("its die")
    armour_in_cover: bool = fact("the armour stands in a building or the like", default=False)
    ended_move: bool = fact("it has ended its move there", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SufferBarrage:
    """The die of field artillery at the stand that was at risk (FF-BAR-24)."""

    barrage: str = fact("the barrage")
    die: Throw = fact("the die of field artillery")


# What rolling barrages ask for now

NEEDS = "no_rolling_barrage"
"""The word of the step in which they are advanced (data/sequence.toml)."""


def barrages_of(state: GameState, side: Side, book: RuleBook) -> tuple[tuple[PlannedBarrage, Barrage], ...]:
    """A side's barrages that have not lifted, where its side and the date have any (FF-BAR-01, FF-BAR-03)."""
    if no_barrage(side is Side.ATTACKER, book):
        return ()
    plans = (plan for plan in state.plan.barrages if plan.side is side)
    return tuple((plan, one) for plan in plans for one in (state.barrages[plan.id],) if not one.lifted)


def to_advance(state: GameState, book: RuleBook) -> PlannedBarrage | None:
    """A barrage of the side in turn that has not been advanced in it yet."""
    own = barrages_of(state, state.turn.side, book)
    return next((plan for plan, one in own if one.turn < state.turn.number), None)


def knows_of_barrage(state: GameState, of: str, role: Role) -> bool:
    """Whether a role may know of a barrage: its own side always, everybody once it has been laid (FF-PLN-01)."""
    plan = state.plan.barrage(of)
    return plan is None or role in (Role.REFEREE, Role(plan.side.value)) or state.barrages[of].turn > 0


# Events


class How(StrEnum):
    """How stands come to be hit by it."""

    SWEPT = "swept"
    MOVED_IN = "moved_in"
    TOO_CLOSE = "too_close"


@dataclass(frozen=True, slots=True)
class BarrageTurnsRolled:
    """How long it lasts was rolled; only its own side may know."""

    barrage: str
    die: Throw
    turns: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BarrageAdvanced:
    """The band was laid, or went on by `went_cm` (a halt is 0, back is less) in its side's turn `turn`."""

    barrage: str
    turn: int
    pieces: tuple[BarragePiece, ...]
    laid: bool
    went_cm: float
    halted: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BarrageLifted:
    """The band was taken off the table."""

    barrage: str
    turn: int
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class Struck:
    """What one stand suffered; no die where it did not roll."""

    stand: str
    dice: tuple[Throw, ...]
    result: FireResult
    stops_at_edge: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BarrageFell:
    """Stands were rolled for; `changes` is what every stand touched is afterwards."""

    barrage: str
    how: How
    cover: Cover
    struck: tuple[Struck, ...]
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BarrageRolled:
    """Every stand under the band has been rolled for."""

    barrage: str


@dataclass(frozen=True, slots=True)
class BarrageRisked:
    """A stand took the risk of the danger strip; `at_risk` where field artillery now attacks it."""

    barrage: str
    stand: str
    distance_cm: float
    die: Throw
    at_risk: AtRisk | None
    reasons: Reasons


BarrageEvent = BarrageTurnsRolled | BarrageAdvanced | BarrageLifted | BarrageFell | BarrageRolled | BarrageRisked


# Names of dice rolls

TURNS = "barrage_turns"
"""What the die for how long it lasts is called; its side keeps it to itself."""


def turns_key(barrage: str) -> str:
    """The name of the die for how long it lasts."""
    return f"{TURNS}/{barrage}"


def under_key(state: GameState, barrage: str, stand: str, how: How) -> str:
    """The name of a stand's die under the band, or of the attack on it behind the band."""
    return turn_key(state, "barrage", f"{barrage}/{stand}/{how}")


def risk_key(state: GameState, barrage: str, stand: str) -> str:
    """The name of the die for a stand's risk at the end of a move."""
    return turn_key(state, "barrage_risk", f"{barrage}/{stand}")


def turns_throws(_state: GameState, event: BarrageTurnsRolled) -> Dice:
    """The dice of it by the name of their roll."""
    return {turns_key(event.barrage): (event.die,)}


def fell_throws(state: GameState, event: BarrageFell) -> Dice:
    """The dice of it by the name of their roll."""
    return {under_key(state, event.barrage, one.stand, event.how): one.dice for one in event.struck if one.dice}


def risk_throws(state: GameState, event: BarrageRisked) -> Dice:
    """The dice of it by the name of their roll."""
    return {risk_key(state, event.barrage, event.stand): (event.die,)}


def of_barrage(state: GameState, event: BarrageFell) -> Side | None:
    """Of the side whose barrage it is."""
    planned = state.plan.barrage(event.barrage)
    return planned.side if planned else None


def knows_of_roll(state: GameState, roll: str, role: Role) -> bool:
    """Whether a role may know of a roll, as far as it is made for a barrage."""
    what, of, *_ = roll.split("/")
    plan = state.plan.barrage(of)
    if plan is None or knows(role, plan.side):
        return True
    return what != TURNS and knows_of_barrage(state, of, role)


# Folds of events into the state


def planned(plan: FirePlan) -> dict[str, Barrage]:
    """The barrages of a plan, none of them laid yet."""
    return {one.id: Barrage(one.id, one.turns) for one in plan.barrages}


def _change(state: GameState, barrage: str, **fields: Any) -> None:
    state.barrages[barrage] = replace(state.barrages[barrage], **fields)


def new_player_turn(state: GameState, _event: object) -> None:
    """Who has moved into a band counts for one player turn."""
    for name, one in state.barrages.items():
        if one.entered or one.risks:
            _change(state, name, entered=(), risks=())


def turns_rolled(state: GameState, event: BarrageTurnsRolled) -> None:
    """How long it lasts is known."""
    _change(state, event.barrage, turns=event.turns)


def advanced(state: GameState, event: BarrageAdvanced) -> None:
    """The band lies anew, and the stands under it are to be rolled for."""
    halted = event.turn if event.halted else state.barrages[event.barrage].halted
    _change(state, event.barrage, turn=event.turn, pieces=event.pieces, rolling=True, rolled=(), halted=halted)


def barrage_lifted(state: GameState, event: BarrageLifted) -> None:
    """The band is gone."""
    _change(state, event.barrage, turn=event.turn, pieces=(), lifted=True, rolling=False, at_risk=None)


def fell(state: GameState, event: BarrageFell) -> None:
    """Stands have had their dice."""
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    one, names = state.barrages[event.barrage], tuple(hit.stand for hit in event.struck)
    match event.how:
        case How.SWEPT:
            _change(state, event.barrage, rolled=(*one.rolled, *names))
        case How.MOVED_IN:
            _change(state, event.barrage, entered=(*one.entered, *names))
        case How.TOO_CLOSE:
            _change(state, event.barrage, at_risk=None)


def barrage_rolled(state: GameState, event: BarrageRolled) -> None:
    """Nobody under it is left to roll."""
    _change(state, event.barrage, rolling=False)


def risked(state: GameState, event: BarrageRisked) -> None:
    """A stand has taken its risk."""
    one = state.barrages[event.barrage]
    _change(state, event.barrage, risks=(*one.risks, event.stand), at_risk=event.at_risk)


def corrected(state: GameState, of: str, what: str, before: object, after: object) -> None:
    """A barrage was set to what lies on the table."""
    one = state.barrages[of]
    if what == "rear_cm":
        by = int(str(after)) - int(str(before))
        _change(state, of, shift_cm=one.shift_cm + by, pieces=tuple(_put_on(piece, by) for piece in one.pieces))
    elif what == "lies":
        _change(state, of, pieces=(), lifted=True, rolling=False, at_risk=None)
    else:
        _change(state, of, turns=int(str(after)))


def _put_on(piece: BarragePiece, by_cm: int) -> BarragePiece:
    moved = {name: getattr(piece, name) + by_cm for name in ("rear_cm", "front_cm", "swept_from_cm", "swept_to_cm")}
    return replace(piece, **moved)


def covers_told(event: BarrageFell) -> Iterator[OfStand]:
    """The cover of those that it struck."""
    return ((one.stand, event.cover) for one in event.struck if not of_map(event.reasons.map, "cover", one.stand))


def game_created(state: GameState, event: Any) -> None:
    """The barrages of the plans wait to be laid."""
    state.barrages = planned(event.plan)


def plan_sealed(state: GameState, event: Any) -> None:
    """The barrages of a side are those of the plan that it has sealed, and no others."""
    others = {one.id for one in state.plan.barrages if one.side is not event.side}
    kept = {name: one for name, one in state.barrages.items() if name in others}
    state.barrages = kept | planned(event.played.fires)


def is_first_laid(state: GameState, event: BarrageAdvanced) -> bool:
    """A barrage tells as it is laid, not as it moves."""
    return not state.barrages[event.barrage].turn


# How long a rolling barrage lasts, where it lies, and when it lifts (FF-BAR-04 to -10)

Planned = tuple[PlannedBarrage, Barrage]


def known(table: JudgedTable, of: str) -> Planned | Refusal:
    """A barrage that the actor may know of; of others nobody is told even that they are there."""
    plan = table.state.plan.barrage(of)
    if plan is None or not knows_of_barrage(table.state, of, table.actor.role):
        return Refusal("FF-BAR-06", f"there is no rolling barrage {of!r} on the table", "choose one that lies on it")
    return plan, table.state.barrages[of]


def own(table: JudgedTable, of: str) -> Planned | Refusal:
    """A barrage of the side whose player turn it is, which still lies or is still to be laid."""
    found = known(table, of)
    if isinstance(found, Refusal):
        return found
    plan, one = found
    refused = table.in_turn() or table.may_speak_for(plan.side)
    if refused:
        return refused
    if plan.side is not table.state.turn.side:
        return Refusal("FF-BAR-04", "it is advanced in its own side's turn", "wait for that turn")
    if one.lifted:
        return Refusal("FF-BAR-10", "this barrage has lifted", "go on with the turn")
    if found not in barrages_of(table.state, plan.side, table.book):
        because = f"there is no rolling barrage of this side in {table.book.when.month.in_words}"
        return Refusal("FF-BAR-01", because, "go on with the turn")
    return found


def roll_turns(table: JudgedTable, command: RollBarrageTurns) -> Judgement:
    """How many turns it lasts, where the plan has left it to the die (FF-BAR-09, AMB-342)."""
    found = own(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    plan, one = found
    refused = _another_phase(table)
    if refused:
        return refused
    if one.turns:
        return Refusal("FF-BAR-09", "how long it lasts is settled", "advance it")
    dice = settle(table.state, turns_key(plan.id), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    answer = duration(DurationFacts(attacker=plan.side is Side.ATTACKER), faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    return (BarrageTurnsRolled(plan.id, dice[0], answer.value, reasons(answer)),)


def advance(table: JudgedTable, command: AdvanceBarrage) -> Judgement:
    """Lay the band, move it on or lift it, once in each of its side's turns (FF-BAR-03, FF-BAR-04, FF-BAR-10)."""
    found = own(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    plan, one = found
    refused = _not_now(table, one) or _halt_refused(table, one, command)
    if refused:
        return refused
    leads = _leads(table, plan, command)
    if isinstance(leads, Refusal):
        return leads
    return _advanced(table, plan, one, command.halt, leads)


def _another_phase(table: JudgedTable) -> Refusal | None:
    """Refuses what belongs to the phase of the rolling barrages, and the step in hand is another (FF-BAR-03)."""
    here = table.here
    if table.overruled or (here and here.step.needs == NEEDS):
        return None
    return Refusal("FF-BAR-03", "rolling barrages are advanced in their own phase", "go on to that phase")


def _not_now(table: JudgedTable, one: Barrage) -> Refusal | None:
    refused = _another_phase(table)
    if refused:
        return refused
    if not one.turns:
        return Refusal("FF-BAR-09", "how long it lasts has not been rolled", "roll that first")
    if one.turn == table.state.turn.number and not table.overruled:
        return Refusal("FF-BAR-04", "it has been advanced in this turn", "roll for the stands under it")
    return None


def _halt_refused(table: JudgedTable, one: Barrage, command: AdvanceBarrage) -> Refusal | None:
    if command.halt and not one.lies:
        return Refusal("FF-BAR-07", "it has not been laid yet", "lay it on its start line")
    if command.halt and one.halted is not None and not table.overruled:
        return Refusal("FF-BAR-07", f"it halted unplanned in turn {one.halted}", "let it go on as planned")
    return None


def _leads(table: JudgedTable, plan: PlannedBarrage, command: AdvanceBarrage) -> tuple[float, ...] | Refusal:
    """How far the pieces of it lead, from the left; bent in play only by house rule (AMB-356)."""
    bent = {"planned": False, "straight": False, "free": True}
    is_bent = bool(command.leads) and not table.book.behaviour("AMB-356", bent)
    if is_bent and not table.overruled:
        return Refusal("FF-BAR-19", "its shape cannot be changed in play", "advance it as planned")
    written = command.leads or plan.leads
    straight = {"planned": False, "straight": True, "free": False}
    return () if table.book.behaviour("AMB-356", straight) and not is_bent else written


def _advanced(
    table: JudgedTable, plan: PlannedBarrage, one: Barrage, halt: bool, leads: tuple[float, ...]
) -> Judgement:
    turn = table.state.turn.number
    facts = band_facts(table.book, plan, one, turn)
    pieces, why = list[BarragePiece](), Reasons()
    for number, lead in enumerate(leads, 1) if leads else ((0, 0.0),):
        answer = band(replace(facts, lead_cm=lead, unplanned_halt=turn if halt else one.halted), table.book)
        if isinstance(answer, Refusal):
            return answer
        if not answer.value.on_table:
            return (BarrageLifted(plan.id, turn, reasons(answer)),)
        pieces.append(_piece(answer.value, number, lead))
        why = Reasons(None, (*why.steps, *answer.steps))
    went = pieces[0].rear_cm - one.pieces[0].rear_cm if one.lies else 0.0
    return (BarrageAdvanced(plan.id, turn, tuple(pieces), not one.lies, went, halt, why),)


def _piece(found: BarrageBand, number: int, lead_cm: float) -> BarragePiece:
    return BarragePiece(found.rear_cm, found.front_cm, found.swept_from_cm, found.swept_to_cm, number, lead_cm)


def lifted_at_end(table: JudgedTable) -> tuple[BarrageLifted, ...]:
    """The barrages that lift with the end of this player turn: by house rule after their last one (AMB-350)."""
    found = list[BarrageLifted]()
    for plan, one in barrages_of(table.state, table.state.turn.side, table.book):
        if one.lies and one.turns:
            answer = band(
                replace(band_facts(table.book, plan, one, table.state.turn.number), enemy_turn=True), table.book
            )
            if isinstance(answer, Explained) and not answer.value.on_table:
                found.append(BarrageLifted(plan.id, table.state.turn.number, reasons(answer)))
    return tuple(found)


def comes_to(book: RuleBook, plan: PlannedBarrage, one: Barrage, turn: int) -> BarrageBand | None:
    """Where its band comes to lie by its plan in that turn; None where that is not settled yet, or cannot be told."""
    answer = band(band_facts(book, plan, one, turn), book) if one.turns else None
    return answer.value if isinstance(answer, Explained) else None


# What a rolling barrage does to stands (FF-BAR-11 to -25)


def barrage_facts(state: GameState, side: Side, stand: Stand, command: RollUnderBarrage, again: bool) -> BarrageFacts:
    """What the band looks at in one stand; `again`: it has rolled for moving in this turn."""
    return BarrageFacts(
        cover=command.cover,
        under=Under.MOVED_INTO_IT if command.moved_in else Under.SWEPT,
        overlap=command.overlap,
        target=target_kind(state, stand.id),
        target_armour_in_cover=command.armour_in_cover,
        target_is_command=not stand.unit,
        in_shelter=stand.id in state.shelters.below,
        friend=stand.side is side,
        rolled_this_turn=again,
    )


def on_table(table: JudgedTable, stand: str) -> Stand | Refusal:
    """A stand that is there to be hit; of those off the table nobody is told even that they are there."""
    one = table.on_table(stand)
    return one or Refusal("FF-BAR-11", "that stand is not on the table", "choose a stand that is still there")


def asked_under(table: JudgedTable, command: RollUnderBarrage) -> tuple[tuple[Stand, bool], ...] | Refusal:
    """The stands of a roll, each with whether it takes a die. Refuses what cannot be rolled for now."""
    there = may_be_under(table, command)
    if isinstance(there, Refusal):
        return there
    found, stands = there
    return tuple((stand, _takes_a_die(table, found, command, stand)) for stand in stands)


def may_be_under(table: JudgedTable, command: RollUnderBarrage) -> tuple[Planned, Sequence[Stand]] | Refusal:
    """The barrage and the stands of a roll. Refuses what cannot be rolled for now, whatever its dice would show."""
    found = known(table, command.barrage) if command.moved_in else own(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    if not command.stands or len(set(command.stands)) != len(command.stands):
        return Refusal("FF-BAR-11", "no stand was named, or one of them twice", "name each stand once")
    stands = list[Stand]()
    for name in command.stands:
        stand = on_table(table, name)
        if isinstance(stand, Refusal):
            return stand
        stands.append(stand)
    return _not_under(table, found, command, stands) or (found, stands)


def _takes_a_die(table: JudgedTable, found: Planned, command: RollUnderBarrage, stand: Stand) -> bool:
    plan, one = found
    facts = barrage_facts(table.state, plan.side, stand, command, stand.id in one.entered)
    return isinstance(under_the_barrage(facts, (), table.book), MoreDice)


def _not_under(table: JudgedTable, found: Planned, command: RollUnderBarrage, stands: list[Stand]) -> Refusal | None:
    plan, one = found
    if not one.lies:
        return Refusal("FF-BAR-06", "the barrage does not lie on the table", "advance it first")
    if command.overlap is Overlap.NONE:
        return Refusal("FF-BAR-11", "the band does not touch it", "name the stands that it touches")
    if command.moved_in:
        refusals = (_moved_in(table, plan.side, one.entered, stand) for stand in stands)
        return next((refused for refused in refusals if refused), None)
    if not one.rolling:
        return Refusal("FF-BAR-11", "the stands under it have been rolled for", "go on with the turn")
    again = None if table.overruled else next((stand for stand in stands if stand.id in one.rolled), None)
    if again:
        return Refusal("FF-BAR-11", f"{again.name} has been rolled for in this phase", "leave it out")
    return None


def _moved_in(table: JudgedTable, side: Side, entered: tuple[str, ...], stand: Stand) -> Refusal | None:
    if not table.state.turn.running:
        return Refusal("FF-TRN-01", "no player turn is running", "start the turn first")
    if stand.id in entered and not table.overruled:
        return Refusal("FF-BAR-12", f"{stand.name} has rolled for moving in this turn", "leave it where it stands")
    return table.may_speak_for(stand.side) if table.may_speak_for(side) else None


def roll_under(table: JudgedTable, command: RollUnderBarrage) -> Judgement:
    """The dice for stands under the band (FF-BAR-11 to -17)."""
    asked = asked_under(table, command)
    if isinstance(asked, Refusal):
        return asked
    wanted = sum(rolls for _, rolls in asked)
    if len(command.dice) != wanted:
        return Refusal("FF-BAR-11", f"{wanted} of these stands take a die", f"enter {wanted}")
    how = How.MOVED_IN if command.moved_in else How.SWEPT
    effects, struck, left = Effects(table), list[Struck](), list(command.dice)
    for stand, rolls in asked:
        thrown = (left.pop(0),) if rolls else ()
        under = (table.state, command.barrage, stand.id, how)
        dice = settle(table.state, under_key(*under), thrown)
        if isinstance(dice, Refusal):
            return dice
        hit = _strike(effects, command, stand, dice)
        if isinstance(hit, Refusal):
            return hit
        struck.append(hit)
    return _fell(effects, command.barrage, how, command.cover, tuple(struck))


def _strike(effects: Effects, command: RollUnderBarrage, stand: Stand, dice: tuple[Throw, ...]) -> Struck | Refusal:
    table = effects.table
    plan = table.state.plan.barrage(command.barrage)
    side = plan.side if plan else stand.side.other
    answer = under_the_barrage(barrage_facts(table.state, side, stand, command, again=False), faces(dice), table.book)
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, answer.says, "enter it")
    if isinstance(answer, Refusal):
        return answer
    _mark(effects, stand, answer.value.result, command.cover, SuppressionSource.ROLLING_BARRAGE)
    return Struck(stand.id, dice, answer.value.result, answer.value.stops_at_edge, reasons(answer))


def _mark(effects: Effects, stand: Stand, result: FireResult, cover: Cover, source: SuppressionSource) -> None:
    if result is FireResult.KILLED:
        effects.kill(stand.id)
    elif result is FireResult.SUPPRESSED:
        effects.suppress(stand.id, source, cover)


def _fell(effects: Effects, barrage: str, how: How, cover: Cover, struck: tuple[Struck, ...]) -> Judgement:
    changes = tuple(effects.touched.values())
    rolled = tuple(one.stand for one in struck if one.dice)
    event = BarrageFell(
        barrage=barrage,
        how=how,
        cover=cover,
        struck=struck,
        changes=changes,
        fired_on=tuple(shaken_by(effects.table, rolled, effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=Reasons(None, tuple(effects.steps)),
    )
    return (event, *after_losses(effects.table, changes))


def all_under(table: JudgedTable, command: AllUnderBarrage) -> Judgement:
    """Every stand under the band has been rolled for."""
    found = own(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    if not found[1].rolling:
        return Refusal("FF-BAR-11", "no stands are to be rolled for now", "go on with the turn")
    return (BarrageRolled(command.barrage),)


def strip_facts(table: JudgedTable, side: Side, stand: Stand, risk: RiskBarrage | AtRisk) -> StripFacts:
    """What the danger strip looks at."""
    return StripFacts(
        distance_cm=risk.distance_cm,
        cover=risk.cover,
        attacker=stand.side is side,
        ended_move=risk.ended_move,
        target=target_kind(table.state, stand.id),
        target_armour_in_cover=risk.armour_in_cover,
        target_is_command=not stand.unit,
    )


def risk(table: JudgedTable, command: RiskBarrage) -> Judgement:
    """The die of a stand that has come close behind the band (FF-BAR-22, FF-BAR-23)."""
    found, stand = known(table, command.barrage), on_table(table, command.stand)
    if isinstance(found, Refusal):
        return found
    if isinstance(stand, Refusal):
        return stand
    plan, _ = found
    refused = may_be_at_risk(table, found, stand)
    if refused:
        return refused
    try:
        facts = strip_facts(table, plan.side, stand, command)
        safe = danger_strip(facts, (), table.book)
        if isinstance(safe, Refusal):
            return safe
        if isinstance(safe, Explained):
            return Refusal(safe.steps[0].clause, safe.steps[0].says, "go on, no die is thrown")
        risk = (table.state, plan.id, stand.id)
        dice = settle(table.state, risk_key(*risk), (command.die,))
        if isinstance(dice, Refusal):
            return dice
        answer = danger_strip(facts, faces(dice), table.book)
    except BadDistance as wrong:
        return Refusal("FF-BAR-22", str(wrong), "measure again")
    if isinstance(answer, Refusal):
        return answer
    return (_risked(command, plan.id, stand.id, dice[0], answer),)


def _risked(
    command: RiskBarrage, barrage: str, stand: str, die: Throw, answer: Explained[object] | MoreDice
) -> BarrageRisked:
    if isinstance(answer, Explained):
        return BarrageRisked(barrage, stand, command.distance_cm, die, None, reasons(answer))
    danger = AtRisk(stand, command.distance_cm, command.cover, command.armour_in_cover, command.ended_move, die)
    return BarrageRisked(barrage, stand, command.distance_cm, die, danger, Reasons())


def may_be_at_risk(table: JudgedTable, barrage: Planned, stand: Stand) -> Refusal | None:
    """Refuses the die for a stand's risk behind a barrage, whatever its distance (FF-BAR-22, FF-BAR-24)."""
    _, one = barrage
    lies, at_risk = one.lies, one.at_risk
    refused = table.may_speak_for(stand.side)
    if refused:
        return refused
    if not table.state.turn.running:
        return Refusal("FF-TRN-01", "no player turn is running", "start the turn first")
    if not lies:
        return Refusal("FF-BAR-22", "the barrage does not lie on the table", "go on with the turn")
    if at_risk:
        name = table.state.stands[at_risk.stand].name
        return Refusal("FF-BAR-24", f"{name} is at risk: its attack is to be rolled first", "roll it")
    return None


def suffer(table: JudgedTable, command: SufferBarrage) -> Judgement:
    """The attack of field artillery on a stand at risk (FF-BAR-24, AMB-359)."""
    found = known(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    plan, one = found
    if one.at_risk is None:
        return Refusal("FF-BAR-24", "no stand is at risk behind it", "go on with the turn")
    stand = table.state.stands[one.at_risk.stand]
    refused = table.may_speak_for(stand.side)
    if refused:
        return refused
    under = (table.state, plan.id, stand.id, How.TOO_CLOSE)
    dice = settle(table.state, under_key(*under), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    facts = strip_facts(table, plan.side, stand, one.at_risk)
    answer = danger_strip(facts, faces((one.at_risk.die, *dice)), table.book)
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, answer.says, "enter it")
    if isinstance(answer, Refusal):
        return answer
    effects = Effects(table)
    spreads = SuppressionSource.ARTILLERY if answer.value.whole_company else SuppressionSource.ROLLING_BARRAGE
    _mark(effects, stand, answer.value.result, one.at_risk.cover, spreads)
    hit = Struck(stand.id, dice, answer.value.result, False, reasons(answer))
    return _fell(effects, plan.id, How.TOO_CLOSE, one.at_risk.cover, (hit,))


# Command handlers


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on while a barrage is to be advanced, or a stand to be rolled for."""
    if not table.state.barrages or table.in_turn():
        return None
    state = table.state
    for one in state.barrages.values():
        if one.at_risk:
            name = state.stands[one.at_risk.stand].name
            return Refusal("FF-BAR-24", f"{name} is at risk behind the barrage", "roll its attack first")
    here = table.here
    if not isinstance(command, EndsTurn) and (here is None or here.step.needs != NEEDS):
        return None
    plan = to_advance(state, table.book)
    if plan:
        return Refusal("FF-BAR-03", f"{plan.name} has not been advanced in this turn", "advance it first")
    if any(one.rolling for one in state.barrages.values()):
        because = "the stands under the rolling barrage are still to be rolled for"
        return Refusal("FF-BAR-11", because, "roll for them, or say that was all of them")
    return None


judge = judged_by(
    {
        RollBarrageTurns: roll_turns,
        AdvanceBarrage: advance,
        RollUnderBarrage: roll_under,
        AllUnderBarrage: all_under,
        RiskBarrage: risk,
        SufferBarrage: suffer,
    }
)
"""Who judges which command of a rolling barrage."""
