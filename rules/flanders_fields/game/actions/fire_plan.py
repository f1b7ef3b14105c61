"""Fire plans in a game: sealing, disclosure, view and corrections (FF-PLN, FF-FPL)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from rules.flanders_fields.fire_plan import GasLine, PlanFinding, PlanLine, Severity, SosLine, WeaponLine, WrittenPlan
from rules.flanders_fields.fire_plan_checks import check, ready
from rules.flanders_fields.fire_plan_document import (
    called,
    canonical,
    is_as_sealed,
    masked,
    pieces,
    read_plan,
    reveal,
    seal,
)
from rules.flanders_fields.fire_plan_timetable import timetable
from rules.flanders_fields.game.concealment import knows
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import unit_name
from rules.flanders_fields.game.plan_drafts import against_of, force_of, on_the_ground
from rules.flanders_fields.game.registry import shown_with
from rules.flanders_fields.game.rule_module import (
    SECRET,
    BeginsTurn,
    BookChapter,
    Happening,
    InForce,
    LiesBy,
    PutsOnMap,
    SealedLines,
    SeenBySeat,
    lines,
)
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.state.fire_plan import (
    PlanInPlay,
    PlannedFire,
    PlannedGas,
    SealedPlan,
    UnsealedPlan,
    in_play,
)
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.turn_progress import Idle, StepPlace, idle, step_of_chapter
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.dice import Secret
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Costs, Judgement
from rules.kernel.numerals import counted
from rules.kernel.play import Recorded
from rules.kernel.prompts import NEEDED, Ask, Asks, Told
from rules.kernel.record_events import ConsentAsked, Corrected
from rules.kernel.rule_modules import Command, Corrections, Event, Telling, always
from rules.kernel.sealing import SECRET_BYTES, SealOpening, proves
from rules.kernel.seats import Audience, Role
from rules.kernel.serialization import NotFitting, build, canonical_bytes, plain

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class SealPlan:
    """Fix a side's fire plan before anybody deploys (FF-FPL-77). `plan` is its open document, whole.

    The `secret` that salts its fingerprint is drawn by the keeper of the game. Where the plan lets pass what the rules
    refuse, it is sealed once the other side has agreed; `reason` is what that side is told, in the asker's own words.
    """

    plan: dict[str, object] = fact("the fire plan", factory=dict)
    secret: Secret = fact("what salts its fingerprint", default=Secret())
    reason: str = fact("what the other side is told", default="")


SealingCommand = SealPlan


# Events


@dataclass(frozen=True, slots=True)
class PlanFixed:
    """A side's plan was fixed by its fingerprint, which everybody hears; `about` names the game it holds for.

    `allowed`: how many findings are let pass that the rules refuse. That takes the other side's agreement, so it hears.
    """

    side: Side
    fingerprint: str
    about: str
    allowed: int


@dataclass(frozen=True, slots=True)
class PlanOffered:
    """A side has asked that its plan be sealed although the rules refuse something in it; it alone knows what.

    `passed` are the findings that shall pass, each with its clause and why, in words. The rest as it would be sealed.
    """

    side: Side
    written: WrittenPlan
    secret: str
    played: PlanInPlay
    passed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanSealed:
    """What was sealed, known to its own side alone: as it is written, and as the game plays it.

    Lines that are played are called by their masks; `secret` is in hexadecimal.
    """

    side: Side
    written: WrittenPlan
    secret: str
    played: PlanInPlay


@dataclass(frozen=True, slots=True)
class PlanPiecesShown:
    """Pieces of a sealed plan have fallen: everybody sees what stood in them, and its proof."""

    side: Side
    pieces: tuple[SealOpening, ...]


SealingEvent = PlanFixed | PlanOffered | PlanSealed | PlanPiecesShown


# Whether a fire plan keeps to what its scenario allows (FF-SET-12)


def more_than_allowed(state: GameState, plan: WrittenPlan) -> Refusal | None:
    """Refuses a plan with more lines of a sort than the scenario gives its side."""
    if not state.set_up.limited:
        return None
    allowed = state.set_up.plan_of(plan.side)
    has_of_each = (len(plan.bombardments), len(plan.barrages), len(plan.gas), len(plan.works), plan.air_missions)
    for (word, most), has in zip(allowed.lines, has_of_each, strict=True):
        if has > most:
            because = f"the plan has {counted(has, word)}, and the scenario allows {counted(most, word)}"
            return Refusal("FF-SET-12", because, "leave some out, or change the scenario before the game")
    return None


# Folds of events into the state


def fixed(state: GameState, event: PlanFixed) -> None:
    """The fingerprint of a plan is known."""
    state.sealed = (*state.sealed, SealedPlan(event.side, event.fingerprint, event.about, event.allowed))


def plan_sealed(state: GameState, event: PlanSealed) -> None:
    """From now on the game plays what its side has written, in place of what the scenario had planned for it."""
    _change(state, event.side, written=event.written, secret=event.secret)
    own = {unit.id for unit in state.units.values() if unit.side is event.side}
    state.plan = event.played.beside(state.plan, own)
    _arm(state, event.played)


def _arm(state: GameState, played: PlanInPlay) -> None:
    gas = (one for one in state.gas.planned if one.side is not played.side)
    missions = (one for one in state.air.missions if one.side is not played.side)
    state.gas = replace(state.gas, planned=(*gas, *played.gas))
    state.air = replace(state.air, missions=(*missions, *played.missions))


def plan_shown(state: GameState, event: PlanPiecesShown) -> None:
    """Pieces of it are everybody's now."""
    one = next(one for one in state.sealed if one.side is event.side)
    _change(state, event.side, shown=(*one.shown, *event.pieces))


def _change(state: GameState, side: Side, **fields: Any) -> None:
    state.sealed = tuple(replace(one, **fields) if one.side is side else one for one in state.sealed)


def no_longer_offered(state: GameState, _event: object) -> None:
    """The question about a plan is answered, or asked no more: it is offered to nobody."""
    state.offered = None


def offered(state: GameState, event: PlanOffered) -> None:
    """A plan waits for the other side's word."""
    state.offered = UnsealedPlan(event.side, event.written, event.secret, event.played)


# Judging the sealing of a fire plan (FF-FPL-77)

ASKS: Final = "seal_plan"
"""What a question of this chapter is called."""
LONGEST_REASON: Final = 500


def before_this(table: JudgedTable, _command: Command) -> Refusal | None:
    """Refuses to deploy, or to begin, without a plan where each side must have one (FF-FPL-01, GAP-54)."""
    state = table.state
    if state.turn.number or table.book.behaviour("GAP-54", {"optional": True, "always": False}):
        return None
    for side in Side:
        missing = None if _plays_by_a_plan(state, side) else ready(None, force_of(state, side), table.book)
        if isinstance(missing, Refusal):
            whose = f"the {state.side_facts(side).name} side has no plan (house rule)"
            return Refusal(missing.clause, whose, "let it seal one")
    return None


def _plays_by_a_plan(state: GameState, side: Side) -> bool:
    """Whether a side has sealed a plan, or its scenario has planned something for it."""
    plan, units = state.plan, {one.id for one in state.units.values() if one.side is side}
    of_units = any(one.unit in units for one in plan.points)
    planned = (plan.barrages, plan.fires, plan.works, state.gas.planned, state.sealed)
    return of_units or any(one.side is side for lines in planned for one in lines)


def judge(table: JudgedTable, command: SealingCommand) -> Judgement:
    """Fix a side's plan. Nothing of this can be set aside: a plan sealed late, or unread, would prove nothing.

    A plan that lets pass what the rules refuse is fixed once the other side agrees, or the referee.
    """
    plan, secret = _plan(command.plan), _bytes(command.secret)
    if isinstance(plan, Refusal):
        return plan
    if secret is None:
        return Refusal("", "the secret of a seal is drawn by the service", "send it as not drawn yet")
    refused = table.may_speak_for(plan.side) or too_late(table.state, plan.side) or more_than_allowed(table.state, plan)
    if refused:
        return refused
    force = on_the_ground(plan, against_of(table.state, plan.side, table.book), table.book).force
    found = ready(plan, force, table.book)
    if isinstance(found, Refusal):
        return found
    passed = [one for one in check(plan, force, table.book) if one.severity is Severity.REFUSED]
    own = {unit.id for unit in table.state.units.values() if unit.side is plan.side}
    # What the game plays is called by the masks: its names are seen as it falls.
    offer = UnsealedPlan(plan.side, plan, secret.hex(), in_play(masked(plan, secret), own, table.book))
    fixed = PlanFixed(plan.side, seal(plan, secret, command.secret.about), command.secret.about, len(passed))
    if not passed or table.actor.role is Role.REFEREE:
        return _seal(fixed, offer)
    return _asked(table, fixed, offer, passed, command.reason)


def _seal(fixed: PlanFixed, offer: UnsealedPlan) -> Judgement:
    return fixed, PlanSealed(offer.side, offer.written, offer.secret, offer.played)


def _asked(
    table: JudgedTable, fixed: PlanFixed, offer: UnsealedPlan, passed: Sequence[PlanFinding], reason: str
) -> Judgement:
    """The question: how many findings, the fingerprint that binds the answer to this plan, nothing of its content."""
    if table.state.asked:
        return Refusal("", "something else is being asked", "wait for the answer")
    if len(reason) > LONGEST_REASON:
        return Refusal("", "the reason is too long", f"say it in at most {LONGEST_REASON} letters")
    asked: dict[str, object] = {
        "kind": ASKS,
        "of": Role.REFEREE.value if table.actor.referee_present else "",
        "fixed": {"side": fixed.side.value, "fingerprint": fixed.fingerprint, "about": fixed.about},
        "allowed": fixed.allowed,
        "reason": reason,
    }
    words = f"let {counted(fixed.allowed, 'finding')} of the rules pass in its fire plan, unseen"
    told = tuple(f"{one.clause}: {one.says} ({one.allowed or 'no reason given'})" for one in passed)
    offered = PlanOffered(offer.side, offer.written, offer.secret, offer.played, told)
    return offered, ConsentAsked(table.actor.role, words, asked)


def agreed(table: JudgedTable, asked: Mapping[str, object]) -> Judgement:
    """The plan is sealed that was asked about: the fingerprint in the question is its own."""
    offer, told = table.state.offered, asked.get("fixed")
    if offer is None or not isinstance(told, Mapping):
        return Refusal("", "the plan that was asked about is gone", "let its side seal it again")
    refused = too_late(table.state, offer.side)
    if refused:
        return refused
    allowed = asked.get("allowed")
    many = allowed if isinstance(allowed, int) else 0
    return _seal(PlanFixed(offer.side, str(told["fingerprint"]), str(told["about"]), many), offer)


def _plan(document: Mapping[str, object]) -> WrittenPlan | Refusal:
    try:
        return read_plan(canonical_bytes(document))
    except (ValueError, TypeError, RecursionError) as wrong:
        if not isinstance(wrong, NotFitting):
            return Refusal("", "this is no fire plan", "the open document of one")
        first = wrong.wrong[0]
        return Refusal("", f"{first.of}: {first.because}" if first.of else first.because, first.instead)


def _bytes(secret: Secret) -> bytes | None:
    try:
        drawn = bytes.fromhex(secret.drawn)
    except ValueError:
        return None
    return drawn if len(drawn) == SECRET_BYTES else None


def too_late(state: GameState, side: Side, knows_of: Callable[[str], bool] = lambda _: True) -> Refusal | None:
    """Why a side seals no plan (any more), as far as who `knows_of` the stands that are deployed can tell."""
    if any(one.side is side for one in state.sealed):
        name = state.side_facts(side).name
        return Refusal("FF-FPL-77", f"the {name} plan is sealed already", "take the sealing back to change it")
    if state.turn.number or state.turn.running or any(knows_of(stand) for stand in state.places):
        return Refusal("FF-FPL-77", "a plan is sealed before anybody deploys", "play without a plan of your own")
    return None


# Which pieces of a sealed plan have fallen with what has just happened, so that everybody may see and prove them


def shown_by(state: GameState, happened: Iterable[Event], book: RuleBook) -> Iterator[PlanPiecesShown]:
    """The pieces of each sealed plan that these events, which everybody hears of, have brought to light."""
    if not state.sealed:
        return
    showing = shown_with()
    events = [(showing[type(event)], event) for event in happened if type(event) in showing]
    if not events:
        return
    for sealed in state.sealed:
        if sealed.written is None:
            continue
        secret = bytes.fromhex(sealed.secret)
        lines = _lines(sealed, masked(sealed.written, secret), book)
        fallen = dict.fromkeys(name for shows, event in events for name in shows(state, event, lines))
        if not fallen:
            continue
        there = pieces(sealed.written, secret)
        names = [name for name in fallen if name in there and not sealed.has_shown(name)]
        if names:
            yield PlanPiecesShown(sealed.side, tuple(reveal(sealed.written, secret, name) for name in names))


def _lines(sealed: SealedPlan, plan: WrittenPlan, book: RuleBook) -> SealedLines:
    def comes_as(line: GasLine) -> tuple[PlannedGas, ...]:
        alone = replace(plan, weapons=(), shifts=(), bombardments=(), barrages=(), works=(), gas=(line,))
        return in_play(alone, (), book).gas

    return SealedLines(sealed.side, plan, sealed.has_shown, comes_as)


# Availability and prompts (FF-FPL-77)

SEAL = Asks(SealPlan)
NOT_DRAWN: Final = {"drawn": "00" * SECRET_BYTES, "about": ""}
"""Stands for the secret that the keeper draws, where the judge is asked for his word before it."""


def _sealing(seated: SeatDeeds) -> Iterator[Possible]:
    for side in Side:
        # That the other side has deployed somebody unseen is not told by what is offered.
        if too_late(seated.state, side, seated.by(side).knows_of) is None:
            yield Possible(by=side.value, barred=seated.waits(SealPlan()))


def _sealing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield SEAL("plan", usual=NEEDED)
    yield SEAL("reason")
    refused = seated.refused(build(SealPlan, {**told, "secret": NOT_DRAWN}))
    yield refused or SEAL("secret")


SEALING_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("seal_plan", "Seal the fire plan", SealPlan, _sealing, _sealing_asks, AtHand.MORE),
)
"""It is never owed."""


# What of the fire plans a seat may not know yet, and how the turn looks to it meanwhile (FF-PLN-01)


def known_at_call(unit: Unit, role: Role) -> bool:
    """Whether a role may know in whose step a unit is ordered: that of a superimposed battery its plan says."""
    return not unit.superimposed or knows(role, unit.side)


def idle_for(role: Role, side: Side) -> Idle:
    """Why there is nothing to do at a place in a side's turn, as a role may know it: of the plan nothing."""
    return idle if knows(role, side) else _idle_but_for_plans


def _idle_but_for_plans(state: GameState, place: StepPlace) -> str:
    of_chapter = step_of_chapter(place.step.needs)
    if (of_chapter and of_chapter.planned) or _may_order_over_the_barrage(state, place):
        return ""
    return idle(state, place)


def _may_order_over_the_barrage(state: GameState, place: StepPlace) -> bool:
    """Whether a superimposed battery of the side in turn could be ordered there, whomever the plan names (AMB-376)."""
    over = (one for one in state.units.values() if one.superimposed and one.side is state.turn.side)
    return place.step.level == "regimental" and any(one.kind in place.step.units for one in over)


# Corrections

Kept = tuple[bool, Callable[[object], bool]]


def kept_of_plan(state: GameState, of: str, role: Role) -> Mapping[str, Kept]:
    """Whether a line of the plan is done, which its own side alone may say."""
    line = state.plan.line(of)
    if line is None or role not in (Role.REFEREE, Role(line.side.value)):
        return {}
    return {"done": (of in state.plan_done, lambda value: isinstance(value, bool))}


def corrected_plan(state: GameState, of: str, after: object) -> bool:
    """Fold a correction of this chapter; False where it is another's."""
    if state.plan.line(of) is None:
        return False
    others = tuple(one for one in state.plan_done if one != of)
    state.plan_done = (*others, of) if after else others
    return True


def name_of_planned(state: GameState, of: str, role: Role) -> str:
    """What a line of the plan is called on the stage; nothing for who may not know of it."""
    line = state.plan.line(of)
    if line is None or role not in (Role.REFEREE, Role(line.side.value)):
        return ""
    if not isinstance(line, PlannedFire):
        return line.name
    shifts = ", its point shifts" if line.shift else ""
    return f"{unit_name(state, line.unit)}, turn {line.turn}{shifts}"


def planned_thing(state: GameState, of: str) -> str:
    """What is corrected, in words; nothing where it is another chapter's."""
    line = state.plan.line(of)
    if line is None:
        return ""
    return state.units[line.unit].name if isinstance(line, PlannedFire) else line.name


# Views of a seat


def sealed_views(state: GameState, role: Role, _book: RuleBook | None = None) -> list[dict[str, Any]]:
    """Every sealed plan: to its own side and the referee whole, to everybody else what has fallen of it."""
    return [_view(one, whole=knows(role, one.side), with_secret=False) for one in state.sealed]


def plan_today(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """What the sealed plan of the side in turn brings in this turn, with its notes, for that side and the referee.

    None for everybody else, between turns, and where nothing is sealed.
    """
    turn = state.turn
    one = next((one for one in state.sealed if one.side is turn.side), None)
    if one is None or one.written is None or not turn.running or not knows(role, turn.side):
        return None
    plan = one.written
    acts = {act.line: act for act in timetable(plan, book) if act.turn == turn.number}
    lines = [line for line in plan.lines() if line.id in acts]
    standing: tuple[WeaponLine | SosLine, ...] = (*plan.weapons, *plan.sos_points)
    return {
        "turn": turn.number,
        "lines": [_noted(line, plan) for line in lines],
        "beside": [_noted(line, plan) for line in standing if line.note],
        "notes": plan.notes,
    }


def _noted(line: PlanLine, plan: WrittenPlan) -> dict[str, str]:
    return {"says": called(line, plan), "note": line.note}


def all_shown(state: GameState) -> list[dict[str, Any]]:
    """Every sealed plan, whole and with the secret of its salts: only for a game that is over."""
    return [_view(one, whole=True, with_secret=True) for one in state.sealed]


def _view(one: SealedPlan, whole: bool, with_secret: bool) -> dict[str, Any]:
    return {
        "side": one.side.value,
        "fingerprint": one.fingerprint,
        "about": one.about,
        "allowed": one.allowed,
        "shown": [plain(piece) | {"proved": _proved(piece, one.fingerprint, one.about)} for piece in one.shown],
        "document": _document(one) if whole else None,
        "secret": one.secret if with_secret else "",
        "proved": _whole_proved(one) if with_secret else None,
    }


def _document(one: SealedPlan) -> dict[str, Any] | None:
    told: dict[str, Any] | None = json.loads(_text(one.written)) if one.written else None
    return told


@lru_cache(maxsize=64)
def _text(written: WrittenPlan) -> bytes:
    # Views are made anew with every change, and what is sealed never changes.
    return canonical(written)


@lru_cache(maxsize=1024)
def _proved(piece: SealOpening, sealed: str, about: str) -> bool:
    # As above.
    return proves(piece, sealed, about)


def _whole_proved(one: SealedPlan) -> bool:
    return one.written is not None and is_as_sealed(one.written, bytes.fromhex(one.secret), one.fingerprint, one.about)


def unproved(log: Iterable[Recorded[Any]], game: str) -> Iterator[str]:
    """What of a whole log does not hold against its fingerprints; `game`: what the log's game is called."""
    fixed: dict[str, PlanFixed] = {}
    for recorded in log:
        match recorded.event:
            case PlanFixed(side=side) as event:
                fixed[side] = event
                if event.about != game:
                    yield f"event {recorded.seq}: the fire plan of the {side} was sealed for another game"
            case PlanSealed(side=side, written=written, secret=secret):
                told = fixed.get(side)
                if told is None or not is_as_sealed(written, bytes.fromhex(secret), told.fingerprint, told.about):
                    yield f"event {recorded.seq}: the fire plan of the {side} is not the one that was sealed"
            case PlanPiecesShown(side=side, pieces=shown):
                told = fixed.get(side)
                for one in shown:
                    if told is None or not proves(one, told.fingerprint, told.about):
                        yield f"event {recorded.seq}: {one.name} of the {side} does not stand in the sealed fire plan"


# Log text

PIECES: Final = {
    "weapon": "a weapon",
    "point": "its first point",
    "shift": "a move of its point",
    "bombardment": "planned fire",
    "barrage": "a rolling barrage",
    "speed": "how far it goes in a turn",
    "turns": "how long it lasts",
    "halt": "where it halts",
    "back": "when it rolls back",
    "gas": "a gas attack",
    "work": "a work under the hurricane",
    "sos": "a point noted for SOS calls",
}


def says_sealing(state: GameState, event: SealingEvent) -> str:
    """One plain sentence for the log."""
    name = state.side_facts(event.side).name
    match event:
        case PlanFixed(fingerprint=fingerprint, allowed=allowed):
            passed = f"; {counted(allowed, 'finding')} of the rules let pass by agreement" if allowed else ""
            return f"The {name} fire plan is sealed{passed}. Fingerprint: {fingerprint}"
        case PlanOffered(written=written, passed=passed):
            return f"To be sealed is the plan \u201c{written.name}\u201d, with this let pass: {'; '.join(passed)}"
        case PlanSealed(written=written):
            lines = sum(1 for _ in written.lines())
            return f"Sealed is the plan \u201c{written.name}\u201d with {counted(lines, 'line')}"
        case PlanPiecesShown(pieces=shown):
            told = dict.fromkeys(PIECES.get(one.name.partition("/")[0], one.name) for one in shown)
            return f"As sealed by the {name} side: {', '.join(told)}"


def name_of_sealing(state: GameState, event: SealingEvent) -> str:
    """The name of the deed on the button that takes it back."""
    return f"the sealing of the {_name(state, event.side)} fire plan"


def _name(state: GameState, side: Side) -> str:
    return state.side_facts(side).name


TOLD: Final = Telling(says_sealing, name_of_sealing)


# What a side planned for today, and the plans that are sealed


def _today(seen: SeenBySeat) -> InForce | None:
    today = seen.view["plan_today"]
    if not today:
        return None
    acts = [f"{one['says']}: {one['note']}" if one["note"] else one["says"] for one in today["lines"]]
    beside = [f"{one['says']}: {one['note']}" for one in today["beside"]]
    notes = [line for line in (today["notes"] or "").splitlines() if line.strip()]
    told = [*acts, *beside, *notes]
    return InForce(f"From your plan, turn {today['turn']}", lines([*told, SECRET] if told else []))


def _sealed_in_effect(seen: SeenBySeat) -> InForce | None:
    told = [
        f"The {seen.side(one['side'])} fire plan is sealed. Fingerprint {one['fingerprint']}"
        for one in seen.view["sealed_plans"]
    ]
    return InForce("Sealed fire plans", lines(told))


LIES: Final[LiesBy] = {1: _today, 11: _sealed_in_effect}


# The rule module


def _named(state: GameState) -> Sequence[str]:
    fires, works = (line.id for line in state.plan.fires), (work.id for work in state.plan.works)
    return (*fires, *works)


def _owner(state: GameState, of: str) -> str:
    line = state.plan.line(of)
    return line.side.value if line else ""


def _secret(state: GameState, event: Corrected) -> str:
    return _owner(state, event.of)


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_plan(table.state, of, table.actor.role),
    fold=lambda state, event: corrected_plan(state, event.of, event.after),
    costs={"done": Costs.MORE},
    named=_named,
    owner=_owner,
    secret=_secret,
    thing=planned_thing,
)


def _its_side(_state: GameState, event: PlanOffered | PlanSealed) -> Audience:
    return Audience(event.side.value)


def _agreed(table: JudgedTable, values: Mapping[str, object]) -> Judgement | None:
    return agreed(table, values) if values["kind"] == ASKS else None


FIRE_PLAN: Final[BookChapter] = BookChapter(
    key="fire_plan",
    events=(
        Happening(kind="plan_fixed", made=PlanFixed, fold=fixed),
        Happening(kind="plan_offered", made=PlanOffered, fold=offered, is_deed=False, heard=_its_side),
        Happening(kind="plan_sealed", made=PlanSealed, fold=plan_sealed, heard=_its_side),
        Happening(kind="plan_shown", made=PlanPiecesShown, fold=plan_shown, tells=always),
    ),
    folds_after=dict.fromkeys(("consent_answered", "consent_withdrawn", "taken_back"), no_longer_offered),
    told=TOLD,
    commands={
        "seal_plan": SealPlan,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(BeginsTurn, PutsOnMap),
    waits_at=10,
    corrections=_CORRECTIONS,
    agreed=_agreed,
    follows=shown_by,
    deeds=SEALING_DEEDS,
    views={
        "sealed_plans": sealed_views,
        "plan_today": plan_today,
    },
    lies=LIES,
)
