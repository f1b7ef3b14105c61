"""The turn as a chapter of the game: its steps, who arrives, who takes a dead commander's place."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Became, Happening, ThrownFor, of
from rules.flanders_fields.game.progress import StepOfChapter, StepPlace, commander_alive, commanders, is_suppressed
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.unseen import shown_above
from rules.flanders_fields.turn.game import fold, judge, throws
from rules.flanders_fields.turn.game.commands import (
    AllotStaffBonus,
    EndTurn,
    NextStep,
    PromoteInField,
    RollReinforcement,
    StartTurn,
)
from rules.flanders_fields.turn.game.events import (
    CommanderReplaced,
    ReinforcementRolled,
    StaffBonusAllotted,
    StepBegun,
    TurnEnded,
    TurnStarted,
)
from rules.kernel.chapters import judged_by, late
from rules.kernel.seats import Role

_judged = judged_by(
    {
        StartTurn: judge.start_turn,
        NextStep: judge.next_step,
        EndTurn: judge.end_turn,
        RollReinforcement: judge.roll_reinforcement,
        PromoteInField: judge.promote_in_field,
        AllotStaffBonus: judge.allot_staff_bonus,
    }
)


def _arrived_in(state: GameState, event: ReinforcementRolled) -> Iterator[Became]:
    if event.arrived:
        yield event.battalion, f"arrived in turn {state.turn.number}"


def _anybody_suppressed(state: GameState, place: StepPlace) -> bool:
    """Or below unseen: were the step passed over, the other side would know that he has none (FF-DSH-01)."""
    return any(is_suppressed(one) or (one.alive and state.shelters.hides(one.id)) for one in commanders(state, place))


def _without_hidden(state: GameState, event: StepBegun, role: Role) -> StepBegun:
    """The same without what a commander sheds whom the role does not know of (FF-DSH-01)."""
    from rules.flanders_fields.game.ground.view import knows_of

    if all(knows_of(state, one.stand, role) for one in event.recovered):
        return event
    told = zip(event.recovered, event.reasons.steps, strict=True)
    heard = tuple(step for one, step in told if knows_of(state, one.stand, role))
    return replace(event, reasons=replace(event.reasons, steps=heard))


TURN: Final[BookChapter] = BookChapter(
    key="turn",
    steps={
        "not_suppressed": StepOfChapter(_anybody_suppressed, "nobody is suppressed"),
        "no_regimental_commander": StepOfChapter(commander_alive, "no commander to give it"),
    },
    events=(
        Happening(kind="turn_started", made=TurnStarted, fold=fold.turn_started, tells=shown_above),
        Happening(kind="step_begun", made=StepBegun, fold=fold.step_begun, seen_by=_without_hidden),
        Happening(kind="turn_ended", made=TurnEnded, fold=fold.turn_ended),
        Happening(
            kind="reinforcement_rolled",
            made=ReinforcementRolled,
            fold=fold.arrival,
            dice=throws.arrival_throws,
            roll=ThrownFor.ARRIVALS,
            whose=of("battalion"),
            fresh=throws.of_arrival,
            about=lambda event: "" if event.arrived else event.battalion,
            weighs=lambda event: 2 if event.arrived else 0,
            became=_arrived_in,
        ),
        Happening(
            kind="commander_replaced",
            made=CommanderReplaced,
            fold=fold.replaced,
            about=lambda event: event.formation,
        ),
        Happening(kind="staff_bonus_allotted", made=StaffBonusAllotted, fold=fold.staff),
    ),
    told=late("rules.flanders_fields.turn.game.words", "TOLD"),
    commands={
        "start_turn": StartTurn,
        "next_step": NextStep,
        "end_turn": EndTurn,
        "roll_reinforcement": RollReinforcement,
        "promote_in_field": PromoteInField,
        "allot_staff_bonus": AllotStaffBonus,
    },
    judge=_judged,
    deeds=late("rules.flanders_fields.turn.game.deeds", "TURN_DEEDS"),
    foresees=late("rules.flanders_fields.turn.game.foreseen", "FORESEEN"),
)
