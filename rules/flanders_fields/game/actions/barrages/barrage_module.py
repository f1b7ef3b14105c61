"""The rule module of rolling barrages: prompts, view and log messages (FF-BAR)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.barrages import BandFacts, piece_mm
from rules.flanders_fields.fire_areas import Overlap
from rules.flanders_fields.fire_plan import BarrageLine
from rules.flanders_fields.game.actions.barrages import rolling_barrage
from rules.flanders_fields.game.actions.barrages.rolling_barrage import (
    NEEDS,
    AdvanceBarrage,
    AllUnderBarrage,
    BarrageAdvanced,
    BarrageEvent,
    BarrageFell,
    BarrageLifted,
    BarrageRisked,
    BarrageRolled,
    BarrageTurnsRolled,
    How,
    RiskBarrage,
    RollBarrageTurns,
    RollUnderBarrage,
    Struck,
    SufferBarrage,
    asked_under,
    barrages_of,
    before_this,
    comes_to,
    judge,
    known,
    knows_of_barrage,
    lifted_at_end,
    may_be_at_risk,
    may_be_under,
    risk_key,
    turns_key,
    under_key,
)
from rules.flanders_fields.game.decisions import Judged, all_faces, first_event
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import RESULTS, stand_name
from rules.flanders_fields.game.log_text import die as die_text
from rules.flanders_fields.game.map_facts import area_coverage, cover_and_sight
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.outcomes import Asked, Reasons, beside, said_by
from rules.flanders_fields.game.rule_module import (
    SECRET,
    Became,
    BookChapter,
    Brings,
    Foreseen,
    ForeseenBy,
    Happening,
    InForce,
    LeavesStep,
    LiesBy,
    LyingLine,
    MeasuredBy,
    Prospect,
    SealedLines,
    SeenBySeat,
    ShownBy,
    ThrownFor,
    of,
)
from rules.flanders_fields.game.seat_context import NOT_SEEN, SeatDeeds, dice, die, has_armour, lying_each, word
from rules.flanders_fields.game.state.barrages import Barrage, BarragePiece
from rules.flanders_fields.game.state.fire_plan import PlannedBarrage
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.turn_progress import StepOfChapter, StepPlace, present
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.dice_ledger import lying
from rules.kernel.distances import MM_A_CM, cm, cm_figure, cm_of, read_off
from rules.kernel.explanations import Refusal, Step
from rules.kernel.facts import limits
from rules.kernel.game_record import Costs
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.record_events import Corrected
from rules.kernel.rule_modules import Corrections, Event, Telling, always
from rules.kernel.seats import Audience, Role
from rules.kernel.serialization import build, plain

# Availability and prompts (FF-BAR)

TURNS, ADVANCE, SUFFER = Asks(RollBarrageTurns), Asks(AdvanceBarrage), Asks(SufferBarrage)
UNDER, RISK = Asks(RollUnderBarrage), Asks(RiskBarrage)
TOUCHES: Final = tuple(overlap.value for overlap in Overlap if overlap is not Overlap.NONE)


def _own(seated: SeatDeeds) -> Iterator[tuple[str, bool]]:
    """The barrages of the side in turn, and whether the other side does not know of them yet."""
    turn = seated.state.turn
    if turn.running:
        for plan, one in barrages_of(seated.state, turn.side, seated.table.book):
            yield plan.id, one.turn == 0


def _rolling_turns(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, hidden in _own(seated):
        if not seated.state.barrages[barrage].turns:
            barred = seated.refused_all(side, [RollBarrageTurns(barrage=barrage, die=NOT_SEEN)])
            owed = barred is None
            yield Possible({"barrage": barrage}, by=side.value, owed=owed, barred=barred, secret=hidden)


def _turns_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield TURNS("die", kept=lying(seated.state, turns_key(told["barrage"]))[:1])


def _advancing(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, hidden in _own(seated):
        if seated.state.barrages[barrage].turn < seated.state.turn.number:
            barred = seated.refused_all(side, [AdvanceBarrage(barrage=barrage)])
            owed = barred is None
            yield Possible({"barrage": barrage}, by=side.value, owed=owed, barred=barred, secret=hidden)


def _advance_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    book, barrage = seated.table.book, told["barrage"]
    if seated.refused(AdvanceBarrage(barrage=barrage, halt=True)) is None:
        yield ADVANCE("halt")
    if book.option("AMB-356") == "free":
        yield ADVANCE("leads")
    yield from word(seated, AdvanceBarrage, told)


def _all_told(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    for barrage, _ in _own(seated):
        if seated.state.barrages[barrage].rolling:
            barred = seated.refused_all(side, [AllUnderBarrage(barrage=barrage)])
            yield Possible({"barrage": barrage}, by=side.value, owed=barred is None, barred=barred)


def _suffering(seated: SeatDeeds) -> Iterator[Possible]:
    for barrage, one in seated.state.barrages.items():
        if one.at_risk:
            side = seated.state.stands[one.at_risk.stand].side
            barred = seated.refused_all(side, [SufferBarrage(barrage=barrage, die=NOT_SEEN)])
            yield Possible({"barrage": barrage}, by=side.value, owed=barred is None, barred=barred)


def _suffer_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, barrage = seated.state, told["barrage"]
    risk = state.barrages[barrage].at_risk
    if risk:
        at = (state, barrage, risk.stand, How.TOO_CLOSE)
        yield SUFFER("die", kept=lying(state, under_key(*at))[:1])


def _stands_under(seated: SeatDeeds, table: JudgedTable, about: Told) -> Iterator[str]:
    """The stands that a player may roll for: swept by his own band, or moved into one."""
    for stand in seated.on_table:
        command = RollUnderBarrage(stands=(stand,), cover=Cover.OPEN, **about)
        if not isinstance(may_be_under(table, command), Refusal):
            yield stand


def _rolling(seated: SeatDeeds) -> Iterator[Possible]:
    state = seated.state
    for barrage, one in state.barrages.items():
        if not one.lies or not state.turn.running:
            continue
        barred = seated.waits(RollUnderBarrage(barrage=barrage, stands=(), cover=Cover.OPEN))
        whose = state.turn.side
        if one.rolling and any(_stands_under(seated, seated.of(whose), {"barrage": barrage})):
            yield Possible({"barrage": barrage}, by=whose.value, owed=barred is None, barred=barred)
        about = {"barrage": barrage, "moved_in": True}
        for side in Side:
            if any(_stands_under(seated, seated.of(side), about)):
                yield Possible(about, by=side.value, barred=barred, where=AtHand.MORE)


def _under_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, barrage, moved_in = seated.state, told["barrage"], told.get("moved_in", False)
    about = {"barrage": barrage, "moved_in": moved_in}
    able = list(_stands_under(seated, seated.table, about))
    yield UNDER("stands", among=able, least=1, most=len(able))
    yield UNDER("cover")
    yield UNDER("overlap", among=TOUCHES)
    if has_armour(state, told["stands"]):
        yield UNDER("armour_in_cover")
    asked = asked_under(seated.table, build(RollUnderBarrage, told))
    if isinstance(asked, Refusal):
        yield asked
        return
    how = How.MOVED_IN if moved_in else How.SWEPT
    at = [(state, barrage, stand.id, how) for stand, takes_a_die in asked if takes_a_die]
    yield from dice(seated, UNDER, told, len(at), lying_each(state, [under_key(*of) for of in at]))


def _risking(seated: SeatDeeds) -> Iterator[Possible]:
    for barrage, one in seated.state.barrages.items():
        for side in Side if one.lies and seated.state.turn.running else ():
            if any(_close_behind(seated, seated.of(side), barrage)):
                yield Possible({"barrage": barrage}, by=side.value)


def _close_behind(seated: SeatDeeds, table: JudgedTable, barrage: str) -> Iterator[str]:
    """The stands that a player may throw for as they come close behind a band."""
    found = known(table, barrage)
    if isinstance(found, Refusal):
        return
    for stand in seated.on_table:
        if may_be_at_risk(table, found, seated.state.stands[stand]) is None:
            yield stand


def _risk_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, barrage = seated.state, told["barrage"]
    yield RISK("stand", among=list(_close_behind(seated, seated.table, barrage)))
    yield RISK("distance_cm")
    yield RISK("cover")
    if has_armour(state, [told["stand"]]):
        yield RISK("armour_in_cover")
    yield RISK("ended_move")
    at = (state, barrage, told["stand"])
    yield from die(seated, RISK, told, lying(state, risk_key(*at)))


BARRAGE_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("suffer_barrage", "At risk behind the barrage", SufferBarrage, _suffering, _suffer_asks),
    Deed("roll_barrage_turns", "How long it lasts", RollBarrageTurns, _rolling_turns, _turns_asks),
    Deed("advance_barrage", "Advance the barrage", AdvanceBarrage, _advancing, _advance_asks, follows=True),
    Deed("roll_under_barrage", "Under the barrage", RollUnderBarrage, _rolling, _under_asks),
    Deed("risk_barrage", "Close behind the barrage", RiskBarrage, _risking, _risk_asks, AtHand.MORE),
    Deed("all_under_barrage", "All rolled for", AllUnderBarrage, _all_told, nothing, AtHand.ON),
)
"""In the order in which they are owed."""


# Views of a seat


def barrage_views(state: GameState, role: Role, book: RuleBook) -> list[dict[str, Any]]:
    """Every barrage that a role may know of; how it goes on is told to its own side only (FF-PLN-01)."""
    return [_barrage_view(state, plan, role, book) for plan in state.plan.barrages if _is_known(state, plan, role)]


def _is_known(state: GameState, plan: PlannedBarrage, role: Role) -> bool:
    return knows_of_barrage(state, plan.id, role)


def _barrage_view(state: GameState, plan: PlannedBarrage, role: Role, book: RuleBook) -> dict[str, Any]:
    one = state.barrages[plan.id]
    knows = role in (Role.REFEREE, Role(plan.side.value))
    return {
        "id": plan.id,
        "name": plan.name,
        "side": plan.side.value,
        "lies": one.lies,
        "lifted": one.lifted,
        "pieces": plain(one.pieces),
        "rolling": one.rolling,
        "rolled": list(one.rolled),
        "to_do": _to_do(state, plan, one, book),
        "at_risk": _at_risk(state, one),
        "halted": one.halted is not None,
        "plan": _schedule_view(plan, one, state, book) if knows else None,
    }


def _to_do(state: GameState, plan: PlannedBarrage, one: Barrage, book: RuleBook) -> str:
    """What its side does with it now: turns, advance, roll; nothing where it waits."""
    here = present(state, book) if state.turn.running else None
    mine = (plan, one) in barrages_of(state, state.turn.side, book)
    if here is None or here.step.needs != NEEDS or not mine:
        return ""
    if not one.turns:
        return "turns"
    return "advance" if one.turn < state.turn.number else "roll" if one.rolling else ""


def _at_risk(state: GameState, one: Barrage) -> dict[str, Any] | None:
    if one.at_risk is None:
        return None
    stand = state.stands[one.at_risk.stand]
    return {"stand": stand.id, "side": stand.side.value, "cover": one.at_risk.cover.value}


def _schedule_view(plan: PlannedBarrage, one: Barrage, state: GameState, book: RuleBook) -> dict[str, Any]:
    comes = comes_to(book, plan, one, state.turn.number) if one.turn < state.turn.number else None
    return {
        "start_cm": plan.start_cm + one.shift_cm,
        "speed_cm": plan.speed_cm,
        "turns": one.turns,
        "halts": list(plan.halts),
        "back": list(plan.back),
        "leads": list(plan.leads),
        "comes_to": plain(comes),
        "kept": plain(lying(state, turns_key(plan.id))),
    }


def barrage_card(event: BarrageEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons, for the card that stays in sight; None where nothing was."""
    match event:
        case BarrageTurnsRolled(die=die, turns=turns):
            told = {"dice": [plain(die)], "outcome": turns}
        case BarrageAdvanced(laid=laid, went_cm=went):
            told = {"outcome": "laid" if laid else "moved" if went else "halted"}
        case BarrageLifted():
            told = {"outcome": "lifted"}
        case BarrageFell(cover=cover, changes=changes):
            hits = {"shots": plain(event.struck), "cover": cover.value, "how": event.how.value}
            told = hits | {"changes": plain(changes)}
        case BarrageRisked(stand=stand, die=die, at_risk=at_risk):
            told = {"stand": stand, "dice": [plain(die)], "outcome": at_risk is not None}
            return told | _risk_reasons(event)
        case _:
            return None
    reasons: dict[str, Any] = plain(event.reasons)
    return told | reasons


def _risk_reasons(event: BarrageRisked) -> dict[str, Any]:
    """A risk that has come true is explained before the attack it leads to."""
    if event.at_risk is None:
        told: dict[str, Any] = plain(event.reasons)
        return told
    says = f"{event.die.pips} is not under its {event.distance_cm:g} cm: at risk"
    return {"total": None, "steps": [plain(Step("FF-BAR-23", says))], "considered": []}


# Log text

MET = {
    How.SWEPT: "falls",
    How.MOVED_IN: "catches those who move into it",
    How.TOO_CLOSE: "catches those too close behind it",
}


def name_of_barrage(state: GameState, barrage: str) -> str:
    """What the plan calls it."""
    plan = state.plan.barrage(barrage)
    return plan.name if plan else barrage


def _within(name: str) -> str:
    """A name inside a sentence: 'the creeping barrage'."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def says_barrage(state: GameState, event: BarrageEvent) -> str:
    """One plain sentence for the log."""
    name = name_of_barrage(state, event.barrage)
    match event:
        case BarrageTurnsRolled(die=thrown, turns=turns):
            return f"{name}: {die_text(thrown)}, it lasts {turns} turns"
        case BarrageAdvanced(pieces=pieces):
            return f"{name} {_moved(event)}: {'; '.join(_lies(piece) for piece in pieces)}"
        case BarrageLifted():
            return f"{name} lifts"
        case BarrageFell(how=how, struck=struck):
            return f"{name} {MET[how]}: {'; '.join(_hits(state, struck))}"
        case BarrageRolled():
            return f"{name}: every stand under it has been rolled for"
        case BarrageRisked(stand=stand, distance_cm=distance, die=thrown, at_risk=at_risk):
            outcome = "at risk" if at_risk else "safe"
            return f"{stand_name(state, stand)}, {distance:g} cm behind {_within(name)}: {die_text(thrown)}, {outcome}"


def _moved(event: BarrageAdvanced) -> str:
    if event.laid:
        return "comes down"
    if not event.went_cm:
        return "halts"
    return f"rolls {'on' if event.went_cm > 0 else 'back'} by {abs(event.went_cm):g} cm"


def _lies(piece: BarragePiece) -> str:
    which = f"piece {piece.piece} " if piece.piece else ""
    return f"{which}{piece.rear_cm:g} to {piece.front_cm:g} cm up the table"


def _hits(state: GameState, struck: tuple[Struck, ...]) -> Iterator[str]:
    for one in struck:
        edge = " at its edge" if one.stops_at_edge else ""
        yield f"{stand_name(state, one.stand)} {RESULTS[one.result] if one.dice else 'does not roll'}{edge}"


def name_of_deed(state: GameState, event: BarrageEvent) -> str:
    """The name of the deed on the button that takes it back."""
    name = _within(name_of_barrage(state, event.barrage))
    match event:
        case BarrageTurnsRolled():
            return f"how long {name} lasts"
        case BarrageAdvanced():
            return f"the advance of {name}"
        case BarrageFell(struck=(one,)):
            return f"the die for {stand_name(state, one.stand)} under {name}"
        case BarrageFell():
            return f"the dice under {name}"
        case BarrageRisked(stand=stand):
            return f"the risk of {stand_name(state, stand)}"
        case _:
            return says_barrage(state, event)


TOLD: Final = Telling(says_barrage, name_of_deed, barrage_card)


# Corrections

FARTHEST_CM = limits(BandFacts, "start_up_cm")[1]
MOST_TURNS = limits(BandFacts, "duration")[1]


def kept_of_barrage(state: GameState, of: str, role: Role) -> Mapping[str, tuple[int | bool, Callable[[object], bool]]]:
    """Its tracked values, each with what may stand there: how long it lasts, its rear edge, whether it lies."""
    plan = state.plan.barrage(of)
    if plan is None or not knows_of_barrage(state, of, role) or state.barrages[of].lifted:
        return {}
    one = state.barrages[of]
    found: dict[str, tuple[int | bool, Callable[[object], bool]]] = {}
    if role is Role.REFEREE or role.value == plan.side.value:
        found["turns"] = (one.turns, lambda value: _whole(value, 1, MOST_TURNS))
    if one.lies:
        found["rear_cm"] = (round(one.pieces[0].rear_cm), lambda value: _whole(value, 0, FARTHEST_CM))
        found["lies"] = (True, lambda value: value is False)
    return found


def _whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


# Where rolling barrages lie, and what their own side has planned for them

Shown = Mapping[str, Any]


def barrages(seen: SeenBySeat) -> InForce:
    """Each barrage that lies, and the plan of one that the seat may read."""
    lies = [line for one in seen.view["barrages"] if not one["lifted"] for line in _barrage_in_effect(seen, one)]
    return InForce("Rolling barrages", lies)


def _barrage_in_effect(seen: SeenBySeat, one: Shown) -> Iterator[LyingLine]:
    if one["lies"]:
        where = "; ".join(map(_piece, one["pieces"]))
        says = f"{one['name']} lies {where} from the {seen.side(one['side'])} edge"
        yield LyingLine(says, "FF-BAR-18")
    if plan := one.get("plan"):
        says = f"{one['name']}, by its plan: {', '.join(_schedule_in_effect(plan))}. {SECRET}"
        yield LyingLine(says)


def _piece(at: Shown) -> str:
    number = f"piece {at['piece']}: " if at["piece"] else ""
    return f"{number}{cm_figure(at['rear_cm'])} to {cm_of(at['front_cm'])}"


def _schedule_in_effect(plan: Shown) -> Iterator[str]:
    yield f"start line {cm_of(plan['start_cm'])} from its side’s edge, then {cm_of(plan['speed_cm'])} a turn"
    yield f"{plan['turns']} turns, then it lifts" if plan["turns"] else "how long it lasts is rolled when it comes down"
    for name, words in (
        ("halts", "halts in turn"),
        ("back", "rolls back in turn"),
        ("leads", f"pieces of {cm(piece_mm())} from the left lead by cm"),
    ):
        if plan[name]:
            yield f"{words} {', '.join(str(turn) for turn in plan[name])}"


LIES: Final[LiesBy] = {4: barrages}


# Parts of a sealed plan that events reveal


def _revealed_pieces(state: GameState, event: BarrageAdvanced | BarrageLifted, sealed: SealedLines) -> Iterator[str]:
    """The pieces of its line that an event of it shows, whether there or not."""
    line = sealed.own(event.barrage)
    barrage = sealed.plan.line(line) if line else None
    if isinstance(barrage, BarrageLine):
        yield from _of_barrage(state, event, barrage)


def _of_barrage(state: GameState, event: BarrageAdvanced | BarrageLifted, line: BarrageLine) -> Iterator[str]:
    """What is seen of it: where it begins, how far it moves, where it stopped once it goes on, that it ends."""
    before = state.barrages[event.barrage]
    if isinstance(event, BarrageAdvanced) and event.laid:
        yield f"barrage/{line.id}"
        return
    if isinstance(event, BarrageLifted):
        yield f"turns/{line.id}"
    elif not event.went_cm:
        return
    else:
        yield f"speed/{line.id}"
        yield from (f"back/{line.id}/{n}" for n, turn in enumerate(line.back, 1) if turn == event.turn)
    rears = {read_off(piece.rear_cm - piece.lead_cm) for piece in before.pieces}
    for n, halt in enumerate(line.halts, 1):
        # How long it stops would be told too early while it still does.
        if any(halt.up_mm <= rear * MM_A_CM for rear in rears):
            yield f"halt/{line.id}/{n}"


SHOWN: Final[ShownBy] = {
    BarrageAdvanced: _revealed_pieces,
    BarrageLifted: _revealed_pieces,
}


# Odds before the dice


def _turns(table: JudgedTable, command: RollBarrageTurns) -> Foreseen:
    return all_faces(
        lambda die: judge(table, replace(command, die=die)), first_event(BarrageTurnsRolled, lambda event: event.turns)
    )


def _risk_odds(table: JudgedTable, command: RiskBarrage) -> Foreseen:
    found = all_faces(
        lambda die: judge(table, replace(command, die=die)),
        first_event(BarrageRisked, lambda event: int(event.at_risk is None)),
    )
    return found if isinstance(found, Refusal) else (replace(found[0], of=command.stand),)


def _suffer(table: JudgedTable, command: SufferBarrage) -> Foreseen:
    found = all_faces(lambda die: judge(table, replace(command, die=die)), _struck)
    if isinstance(found, Refusal):
        return found
    at_risk = table.state.barrages[command.barrage].at_risk
    return (replace(found[0], of=at_risk.stand if at_risk else ""),)


def _struck(judged: Sequence[Event]) -> tuple[Brings, Reasons]:
    match judged:
        case (BarrageFell(struck=(hit, *_)), *_):
            return hit.result, hit.reasons
        case _:
            raise TypeError("not decided by one die")


def _under_odds(table: JudgedTable, command: RollUnderBarrage) -> Foreseen:
    """A die for each stand that takes one, as if it stood there alone."""
    asked = asked_under(table, command)
    if isinstance(asked, Refusal):
        return asked
    found = list[Prospect]()
    for stand, rolls in asked:
        if rolls:
            faces = all_faces(_alone(table, replace(command, stands=(stand.id,))), _struck)
            if isinstance(faces, Refusal):
                return faces
            found.append(replace(faces[0], of=stand.id))
    return tuple(found)


def _alone(table: JudgedTable, command: RollUnderBarrage) -> Judged:
    return lambda die: judge(table, replace(command, dice=(die,)))


FORESEEN: Final[ForeseenBy] = {
    RollBarrageTurns: _turns,
    RiskBarrage: _risk_odds,
    SufferBarrage: _suffer,
    RollUnderBarrage: _under_odds,
}


# Map facts of the commands


def _risk_facts(table: JudgedTable, field: Field, command: RiskBarrage) -> Asked:
    plan = table.state.plan.barrage(command.barrage)
    if plan:
        yield from beside(area_coverage.risk(field, command.stand, plan.side, table.book), said_by(command))


def _under_facts(table: JudgedTable, field: Field, command: RollUnderBarrage) -> Asked:
    plan = table.state.plan.barrage(command.barrage)
    used = said_by(command) | ({} if table.book.option("AMB-352") == "minus_2" else {"overlap": None})
    grounds = area_coverage.grounds(field, plan.side) if plan else ()
    found = {one.stand: one.facts for one in area_coverage.under(field, grounds, plan.side, table.book)} if plan else {}
    for name in command.stands if plan else ():
        yield from beside(found.get(name) or cover_and_sight.protection(field, name, table.book), used, name)


BY_MAP: Final[MeasuredBy] = {
    RiskBarrage: _risk_facts,
    RollUnderBarrage: _under_facts,
}


# The rule module


def _planner(state: GameState, event: BarrageTurnsRolled) -> Audience | None:
    plan = state.plan.barrage(event.barrage)
    return Audience(plan.side.value) if plan else None


def _owner(state: GameState, of: str) -> str:
    plan = state.plan.barrage(of)
    return plan.side.value if plan else ""


def _corrected(state: GameState, event: Corrected) -> bool:
    if event.of not in state.barrages:
        return False
    rolling_barrage.corrected(state, event.of, event.what, event.before, event.after)
    return True


def _secret(state: GameState, event: Corrected) -> str:
    seen = event.what != "turns" and event.of in state.barrages and state.barrages[event.of].turn
    return "" if seen else _owner(state, event.of)


def _thing(state: GameState, of: str) -> str:
    return name_of_barrage(state, of) if of in state.barrages else ""


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_barrage(table.state, of, table.actor.role),
    fold=_corrected,
    costs={"lies": Costs.LESS},
    named=lambda state: [barrage.id for barrage in state.plan.barrages],
    owner=_owner,
    secret=_secret,
    thing=_thing,
)


def _laid_in(state: GameState, event: BarrageAdvanced) -> Iterator[Became]:
    if event.laid and rolling_barrage.is_first_laid(state, event):
        yield event.barrage, f"laid in turn {state.turn.number}"


def _busy(state: GameState, _place: StepPlace) -> bool:
    return bool(barrages_of(state, state.turn.side, state.book()))


BARRAGE: Final[BookChapter] = BookChapter(
    key="barrage",
    steps={NEEDS: StepOfChapter(_busy, "none in the plan", planned=True)},
    events=(
        Happening(
            kind="barrage_turns_rolled",
            made=BarrageTurnsRolled,
            fold=rolling_barrage.turns_rolled,
            dice=rolling_barrage.turns_throws,
            heard=_planner,
        ),
        Happening(
            kind="barrage_advanced",
            made=BarrageAdvanced,
            fold=rolling_barrage.advanced,
            tells=rolling_barrage.is_first_laid,
            became=_laid_in,
        ),
        Happening(kind="barrage_lifted", made=BarrageLifted, fold=rolling_barrage.barrage_lifted, tells=always),
        Happening(
            kind="barrage_fell",
            made=BarrageFell,
            fold=rolling_barrage.fell,
            dice=rolling_barrage.fell_throws,
            roll=ThrownFor.SHELLS,
            whose=rolling_barrage.of_barrage,
            covers=rolling_barrage.covers_told,
        ),
        Happening(kind="barrage_rolled", made=BarrageRolled, fold=rolling_barrage.barrage_rolled),
        Happening(
            kind="barrage_risked",
            made=BarrageRisked,
            fold=rolling_barrage.risked,
            dice=rolling_barrage.risk_throws,
            roll=ThrownFor.OTHER,
            whose=of("stand"),
        ),
    ),
    folds_before={"game_created": rolling_barrage.game_created, "turn_started": rolling_barrage.new_player_turn},
    folds_after={"plan_sealed": rolling_barrage.plan_sealed},
    happens_with={"turn_ended": lambda table, event: (*lifted_at_end(table), event)},
    told=TOLD,
    commands={
        "roll_barrage_turns": RollBarrageTurns,
        "advance_barrage": AdvanceBarrage,
        "roll_under_barrage": RollUnderBarrage,
        "all_under_barrage": AllUnderBarrage,
        "risk_barrage": RiskBarrage,
        "suffer_barrage": SufferBarrage,
    },
    judge=judge,
    shows=SHOWN,
    waits=before_this,
    lets_wait=(LeavesStep,),
    waits_at=8,
    reveals_roll=rolling_barrage.knows_of_roll,
    corrections=_CORRECTIONS,
    deeds=BARRAGE_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
    views={"barrages": barrage_views},
    lies=LIES,
)
