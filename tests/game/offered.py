"""What may be accepted: conditions read from the rulebook and from what had been offered, none asked of a judge.

Each is held after a command was accepted, of the game as it stood before. What players overrule or set right is theirs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rules.flanders_fields.game.actions.turn import StepBegun
from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Fate, UnitClass
from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal
from rules.kernel.rule_modules import Event
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build, plain

Fields = Mapping[str, Any]
Events = Sequence[Event]
Wrong = Iterator[str]
May = Callable[[GameState, Fields, Events], Wrong]

THEIRS: Final = ("correct", "override", "undo", "answer", "create_game", "correct_die", "withdraw", "carry_out")
"""The players' own: they may do what no rule allows."""
ACTIONS: Final = ("remove_suppression", "move_unit", "change_carriage", "cross_wire", "clear_wire", "fire", "dismount")
STEP_OF: Final = {
    "roll_deep_suppression": "1",
    "roll_barrage_turns": "2",
    "advance_barrage": "2",
    "throw_for_gas": "3",
    "gas_attacks": "3",
    "fire_by_plan": "4",
    "bombard_work": "4",
}
"""The phase of the sheet to which a deed belongs (FF-TRN-09, FF-TRN-10)."""
NAMES_STANDS: Final = ("stand", "stands", "target", "firer", "attacker", "removes", "supporter", "spotter", "targets")
UNMET: Final = (
    *("place_stands", "lift_stands", "place_formation", "deploy_formation"),
    *("go_below", "come_up", "hit_below", "show_shelter", "leave_gas"),
)
"""Deeds of those who wait or sit below, and of the map."""
NEVER_IN_CONCRETE: Final = (UnitClass.CAVALRY, UnitClass.TANK, UnitClass.ARMOURED_CAR)


def wrong_with(before: GameState, actor: Actor, kind: str, fields: Fields, happened: Events) -> list[str]:
    """What of an accepted command had not been offered before it, in words."""
    if kind in THEIRS or before.facts is None:
        return []
    found = [words for may in MAY.get(kind, ()) for words in may(before, fields, happened)]
    if kind not in UNMET:
        found += stands_are_on_the_table(before, fields)
    return found + list(needless_dice(before, actor, kind, fields, happened))


def battalion_is_left(before: GameState, fields: Fields, _happened: Events) -> Wrong:
    """FF-TRN-05, FF-TRN-06: a battalion on the table of the side in turn, whose list is still to be gone through."""
    name = fields.get("battalion", "")
    one = before.battalions.get(name)
    left = one and one.side is before.turn.side and one.on_table and one.fate is Fate.STANDS
    if name and (not left or name in before.turn.done):
        yield f"FF-TRN-06: {name!r} has no list left to go through"


def nothing_is_passed_over(before: GameState, fields: Fields, happened: Events) -> Wrong:
    """FF-TRN-03 to FF-TRN-06: the next place with something to do, of the battalion chosen where a list begins."""
    rail = [one for one in SYSTEM.view(before, Role.REFEREE)["rail"] if one["state"] == "next"]
    first, chosen, in_hand = rail[0], fields.get("battalion", ""), before.turn.of
    begins_a_list = first["of"] in before.battalions and first["of"] != in_hand
    own = [one for one in rail if one["of"] == chosen]
    wanted = own[0] if chosen and own and begins_a_list else first
    for event in happened:
        if isinstance(event, StepBegun) and (event.turn.step, event.turn.of) != (wanted["key"], wanted["of"]):
            yield f"FF-TRN-03: {wanted['key']} of {wanted['of']!r} was next, not {event.turn.step}"


def in_its_phase(kind: str) -> May:
    """FF-TRN-09, FF-TRN-10: what has a phase of its own on the sheet is done in it."""

    def may(before: GameState, _fields: Fields, _happened: Events) -> Wrong:
        clause = SYSTEM.view(before, Role.REFEREE)["turn"]["clause"]
        if clause.rpartition("-")[2] != STEP_OF[kind]:
            yield f"FF-TRN-09-{STEP_OF[kind]}: {kind} has a phase of its own, the step in hand is {clause or 'none'}"

    return may


def acts_now(before: GameState, fields: Fields, _happened: Events) -> Wrong:
    """FF-TRN-03, FF-ORD-02: a unit of this step that has an action left; a tank may fire as its last move ends."""
    unit, orders = fields["unit"], before.orders.get(fields["unit"])
    if unit not in SYSTEM.view(before, Role.REFEREE)["turn"]["can_act"]:
        yield f"FF-TRN-03: {unit} is not ordered in this step"
    if not fields.get("on_the_move") and (orders is None or orders.left < 1):
        yield f"FF-ORD-02: {unit} has no action left"


def rolls_now(before: GameState, fields: Fields, _happened: Events) -> Wrong:
    """FF-TRN-03, FF-TRN-05: a unit of this step that has not rolled in this turn."""
    if fields["unit"] not in SYSTEM.view(before, Role.REFEREE)["turn"]["can_act"]:
        yield f"FF-TRN-03: {fields['unit']} is not ordered in this step"
    if fields["unit"] in before.orders:
        yield f"FF-TRN-05: {fields['unit']} has rolled in this turn"


def can_be_fought(before: GameState, fields: Fields, _happened: Events) -> Wrong:
    """FF-COV-07, FF-ASL-20, FF-ASL-27: what is told of a contact is what the dice of its fight can be read with."""
    defender, attacker = _kind(before, fields["target"]), _kind(before, fields["stand"])
    for kind, cover in ((defender, fields["cover"]), (attacker, fields.get("attacker_cover", "open"))):
        if kind in NEVER_IN_CONCRETE and cover == "fortified":
            yield f"FF-COV-07: {kind} is in no fortifications"
    if attacker is UnitClass.CAVALRY and fields["cover"] not in ("open", "soft"):
        yield f"FF-ASL-20: cavalry assaults nobody in {fields['cover']} cover"
    if defender is None and fields.get("defender_with_commander"):
        yield "FF-ASL-T1: a command stand does not touch its own commander"
    if fields.get("began_cm", 0) < 0:
        yield "FF-ASL-07: no move begins less than 0 cm away"


MAY: Final[Mapping[str, tuple[May, ...]]] = {
    "next_step": (battalion_is_left, nothing_is_passed_over),
    **{kind: (in_its_phase(kind),) for kind in STEP_OF},
    **dict.fromkeys(ACTIONS, (acts_now,)),
    "roll_orders": (rolls_now,),
    "go_in": (can_be_fought,),
}
"""By the kind of a command: what must have been so for it to be accepted."""


def stands_are_on_the_table(before: GameState, fields: Fields) -> list[str]:
    """FF-SCN-09, AMB-308, FF-SUP-08: who acts or suffers stands there; nobody meets who waits or fires from behind."""
    return [f"{name} is not on the table" for name in _stands_in(fields, before) if not _stands_there(before, name)]


def needless_dice(before: GameState, actor: Actor, kind: str, fields: Fields, happened: Events) -> Wrong:
    """A die is kept only where it decides: with one fewer than were kept the same command is refused."""
    rolled = (getattr(one, "dice", None) for one in happened)
    kept: Sequence[Throw] = next((dice for dice in rolled if isinstance(dice, tuple)), ())
    if "dice" not in fields or not kept:
        return
    fewer = build(COMMANDS[kind], {**fields, "dice": [plain(one) for one in kept[:-1]]})
    if not isinstance(SYSTEM.decide(before.copy(), fewer, actor), Refusal):
        yield f"{kind} keeps {len(kept)} dice, and fewer would have done"


def _kind(state: GameState, stand: str) -> UnitClass | None:
    """What a stand is of; nothing for a command stand. Cavalry on foot is infantry (AMB-490)."""
    unit = state.units.get(state.stands[stand].unit)
    return UnitClass.RIFLE_COMPANY if unit and unit.dismounted else unit.kind if unit else None


def _stands_there(state: GameState, name: str) -> bool:
    stand = state.stands[name]
    unit = state.units.get(stand.unit)
    holder = (
        state.battalions.get(unit.of)
        if unit
        else next((one for one in state.battalions.values() if one.commander == name), None)
    )
    return stand.alive and (unit is None or unit.on_table) and (holder is None or holder.on_table)


def _stands_in(fields: Fields, state: GameState) -> Iterator[str]:
    """Every stand that is named to act or to suffer."""
    for key, value in fields.items():
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, Mapping):
                yield from _stands_in(one, state)
            elif key in NAMES_STANDS and one in state.stands:
                yield str(one)
