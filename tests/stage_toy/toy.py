"""Two sides shoot: secret stances opened together, shots, a choice after the dice, a save, an answer; on a map, too."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.kernel.commands import Deed
from rules.kernel.dice import D6
from rules.kernel.explanations import Refusal
from rules.tabletop.stands import Spot
from tests.stage_toy.book import Await, book_now, hits
from tests.stage_toy.commands import Bury, Choose, DrawUp, HoldFire, LaySmoke, Lob, PickHit, Reply, Save, Shoot, Shot
from tests.stage_toy.deeds import DEEDS
from tests.stage_toy.meadow import Smoke, drifted, in_rank, on_meadow
from tests.stage_toy.shifting import Shift, moved_to
from tests.stage_toy.state import (
    OTHER,
    SIDES,
    Event,
    State,
    Table,
    dice_of,
    lobbed_at,
    may_bury,
    may_shoot,
    meadow_of,
    too_far,
    unseen,
)

LAST_ROUND = 4


class Toy:
    """The toy as the properties see it."""

    deeds: Sequence[Deed[Table]] = DEEDS
    seats = SIDES

    def fresh(self) -> State:
        return State()

    def table(self, state: State, seat: str) -> Table:
        return Table(state, (seat,))

    def over(self, state: State) -> bool:
        return state.round > LAST_ROUND or not all(state.stands.values())

    def knows(self, event: Event, seat: str) -> bool:
        return event.only in ("", seat)

    def apply(self, state: State, event: Event) -> State:
        return event.after

    def decide(self, state: State, seat: str, command: Any, overruled: bool = False) -> Sequence[Event] | Refusal:
        wrong = Refusal("TOY-1", "this is not its time")
        match command:
            case Choose() if not state.open and seat not in state.chosen:
                chosen = state.chosen | {seat: command.stance}
                both = len(chosen) == 2
                return [Event(replace(state, chosen=chosen, open=both), "" if both else seat)]
            case Bury() if may_bury(state, seat) and command.stand in state.stands[seat]:
                return [Event(replace(state, buried=state.buried | {seat: command.stand}), seat)]
            case Shoot() if seat == state.turn:
                return may_shoot(state) or shot_at(state, command, overruled)
            case DrawUp() if state.places and may_bury(state, seat):
                rank = in_rank(seat, state.stands[seat], Spot(command.x_mm, command.y_mm))
                return rank if isinstance(rank, Refusal) else [Event(replace(state, places={**state.places, **rank}))]
            case Shift() if may_bury(state, seat) and {one.stand for one in command.stands} <= set(state.stands[seat]):
                places = moved_to(meadow_of(state), state.places, command)
                return places if isinstance(places, Refusal) else [Event(replace(state, places=places))]
            case LaySmoke() if seat == state.turn and state.places:
                wrong_place = may_shoot(state) or on_meadow(command.x_mm, command.y_mm)
                smoke = (*state.smoke, Smoke(command.x_mm, command.y_mm))
                return wrong_place or [Event(replace(state, smoke=smoke, reply_due=True))]
            case Lob() if seat == state.turn:
                return may_shoot(state) or lobbed(state, command)
            case HoldFire() if seat == state.turn:
                return may_shoot(state) or [Event(replace(state, reply_due=True))]
            case PickHit() if seat == state.turn and command.stand in state.hittable:
                return [Event(replace(state, hittable=(), hit=command.stand))]
            case Save() if seat == OTHER[state.turn] and command.stand == state.hit:
                return [Event(saved(state, seat, command.die.pips))]
            case Reply() if seat == OTHER[state.turn] and state.reply_due:
                return [Event(next_round(state) if command.agree else replace(state, reply_due=False, turn=seat))]
        return wrong


def lobbed(state: State, command: Lob) -> Sequence[Event] | Refusal:
    under_it = lobbed_at(state, command.x_mm, command.y_mm)
    if isinstance(under_it, Refusal):
        return under_it
    if len(command.dice) != len(under_it):
        return Refusal("TOY-3", "these are not its dice")
    least = book_now().table("dice").number("stand").value
    hittable = tuple(under_it) if any(one.pips >= least for one in command.dice) else ()
    return [Event(replace(state, hittable=hittable, reply_due=not hittable))]


def shot_at(state: State, command: Shoot, overruled: bool = False) -> Sequence[Event] | Refusal:
    refusal = too_far([one.range_cm for one in command.shots])
    refusal = refusal or unseen(state, [(one.firer, one.targets) for one in command.shots])
    if refusal and not overruled:
        return refusal
    if any(len(one.dice) != dice_of(one.range_cm) for one in command.shots):
        return Refusal("TOY-3", "these are not its dice")
    enemies = state.stands[OTHER[state.turn]]
    lies = state.chosen[OTHER[state.turn]] == "lie"
    shot = {target for one in command.shots if hits_any(one, lies) for target in one.targets}
    hittable = tuple(one for one in enemies if one in shot)
    return [Event(replace(state, hittable=hittable, reply_due=not hittable))]


def hits_any(shot: Shot, lies: bool) -> bool:
    """Whether a shot hits, however far it goes: whoever sets the distance aside means that it reaches."""
    near = min(shot.range_cm, book_now().table("distances").number("longest").value / 10)
    answer = hits(Await(range_cm=near, lies=lies), tuple(D6(die.pips) for die in shot.dice), book_now())
    return not isinstance(answer, Refusal) and answer.value


def saved(state: State, side: str, pips: int) -> State:
    is_saved = pips >= book_now().table("dice").number("save").value
    left = state.stands[side] if is_saved else tuple(one for one in state.stands[side] if one != state.hit)
    return replace(state, stands=state.stands | {side: left}, hit="", reply_due=True)


def next_round(state: State) -> State:
    begins: dict[str, Any] = {"reply_due": False, "open": False, "chosen": {}, "smoke": tuple(drifted(state.smoke))}
    return replace(state, **begins, round=state.round + 1, turn=OTHER[state.turn])
