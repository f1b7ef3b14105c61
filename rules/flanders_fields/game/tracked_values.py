"""Tracked values that players may correct: whose they are, what they cost, and their text."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from rules.flanders_fields.game.concealment import unseen
from rules.flanders_fields.game.fire_effects import FACE_VALUES, after_losses
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import audience, formation_name, is_open_to, stand_name, unit_name
from rules.flanders_fields.game.outcomes import StandChange
from rules.flanders_fields.game.registry import chapters, own_corrections
from rules.flanders_fields.game.rule_module import Correct
from rules.flanders_fields.game.state.game import Battalion, GameState, Orders, Regiment, Stand, Unit, span_of
from rules.flanders_fields.morale import LIMITS
from rules.flanders_fields.vocabulary import SEATING, Carriage, Side
from rules.kernel.consent import NOTHING_THERE, corrected
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Correctable, Correction, Costs, Judgement
from rules.kernel.numerals import counted
from rules.kernel.record_events import Corrected, RecordEvent, read_values
from rules.kernel.record_module import RecordWords, said
from rules.kernel.rule_modules import Command, Event, Telling
from rules.kernel.seats import Actor, Audience, Role

# What players did to the record, in sentences


def corrected_words(state: GameState, event: Corrected) -> str:
    """What a correction sets down."""
    return f"{_thing(state, event.of)}: {_as_corrected(event.what, event.after)} ({event.reason})"


WORDS: Final = RecordWords(
    corrected="Corrected, {sets_right}",
    overruled="Overruled {by_whom}, {clause}: {because} ({reason})",
    overruled_for_no_reason="Overruled {by_whom}, {clause}: {because}",
    asked="Asks to {words}",
    withheld="Asks to {words}",
    agreed="Agreed: {words}",
    not_agreed="Not agreed: {words}",
    withdrawn="No longer asks to {words}",
    reread="Mistyped, {name}: a die read as {before} shows {after}",
    seat_taken="{name} takes {seat}",
    seat_allowed="One more device may take {seat}",
    seat_given_up="{by} takes {seat} away from {name}",
    somebody=("A device", "a device"),
    host="The host",
)


def says_record(state: GameState, event: RecordEvent) -> str:
    """One plain sentence."""
    sets_right = corrected_words(state, event) if isinstance(event, Corrected) else ""
    return said(event, lambda word: _seat(state, Role(word)), sets_right, WORDS)


def _seat(state: GameState, role: Role) -> str:
    if not role.plays:
        return f"a {role.value}'s seat"
    return f"a seat of the {state.side_facts(Side(role.value)).name} side" if state.facts else "a seat"


CORRECTED: Final = {
    ("alive", True): "it stands on the table",
    ("alive", False): "it has been destroyed",
    ("on_wire", True): "it is on the wire",
    ("on_wire", False): "it is clear of the wire",
    ("on_table", True): "it is on the table",
    ("on_table", False): "it is off the table",
    ("fired_on", True): "it has been fired on",
    ("fired_on", False): "it has not been fired on",
    ("field_promotion", True): "its commander is a field promotion",
    ("field_promotion", False): "its commander is the original one",
    ("laid", True): "its aiming point is laid",
    ("laid", False): "it has no aiming point",
    ("fired_here", True): "its point has been fired on",
    ("fired_here", False): "its point has not been fired on",
    ("carriage", "ready"): "its weapon is ready to fire",
    ("carriage", "limbered"): "its weapon is limbered",
    ("carriage", "packed"): "its weapon is packed",
    ("lies", False): "it has lifted",
    ("done", True): "its planned fire is over",
    ("done", False): "its planned fire is still to come",
    ("discipline_used", 0): "Prussian Discipline has not been used",
}


def _as_corrected(what: str, after: int | float | bool | str) -> str:
    if said := CORRECTED.get((what, after)) or _said_by_a_chapter(what, after):
        return said
    match what:
        case "levels":
            return f"suppression is {after}"
        case face if face in FACE_VALUES:
            return f"suppression on its {face.replace('_', ' ')} is {after}"
        case "modifier":
            return f"it takes {str(after).removeprefix('-')} off orders"
        case "rear_cm":
            return f"its rear edge lies {after} cm up the table"
        case "turns":
            return f"it lasts {after} turns"
        case "actions":
            return f"{counted(int(after), 'action')} left"
        case "facing_deg":
            return f"it faces {after} degrees clockwise from straight up the table"
        case "discipline_used":
            return f"Prussian Discipline has been used {counted(int(after), 'time')}"
        case _:
            return f"{what.replace('_', ' ')} is {after}"


def _said_by_a_chapter(what: str, after: int | float | bool | str) -> str:
    said = (one.says(what, after) for one in chapters().corrections if one.says)
    return next(filter(None, said), "")


def _thing(state: GameState, of: str) -> str:
    named = (one.thing(state, of) for one in chapters().corrections if one.thing)
    if thing := next(filter(None, named), ""):
        return thing
    if of in state.stands:
        return stand_name(state, of)
    return unit_name(state, of) if of in state.units else formation_name(state, of)


TOLD: Final = Telling(says_record)


# What a game of Flanders Fields says of its record

Kept = tuple[int | float | bool | str, Callable[[object], bool]]
Judge = Callable[[JudgedTable, Any], Judgement]
_COSTS: Final[Mapping[str, Costs]] = {
    **dict.fromkeys(("levels", "on_wire", *FACE_VALUES, "field_promotion", "discipline_used"), Costs.MORE),
    **dict.fromkeys(("alive", "actions"), Costs.LESS),
}
"""Which way a value costs its owner; of the others nobody can say: a correction of them is agreed to."""


@cache
def _costs() -> Mapping[str, Costs]:
    """Return which way each value costs its owner, those of all modules too."""
    return {**_COSTS, **{what: costs for one in chapters().corrections for what, costs in one.costs.items()}}


class FlandersRecord:
    """What Flanders Fields says of its record. `judge` is asked for everything that is no matter of the record."""

    seating: Final = SEATING

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def span(self, state: GameState) -> str:
        """A player turn."""
        return span_of(state.turn)

    def is_shared(self, _state: GameState) -> bool:
        """No step here is taken back out of its order: what follows stands on what was done before."""
        return False

    def read(self, values: Mapping[str, object]) -> Command | Refusal:
        """The command of these values."""
        found: Command | Refusal = read_values(chapters().commands, values)
        return found

    def judge(self, state: GameState, actor: Actor, command: Command, overruled: bool = False) -> Judgement:
        """What a command brings."""
        return self._judge(JudgedTable(state, actor, state.book(), overruled), command)

    def correction(self, state: GameState, actor: Actor, command: Correct) -> Correction | Refusal:
        """What a correction would do: the value, and what losses call for where it tells of a stand destroyed."""
        table = JudgedTable(state, actor, state.book())
        for own in own_corrections():
            if found := own.judged(table, command):
                return found
        wanted = correctable(table, command.of).get(command.what) if table.knows_of(command.of) else None
        if wanted is None:
            return _of_destroyed(table, command) or NOTHING_THERE
        event = corrected(wanted, command)
        if isinstance(event, Refusal):
            return event
        dead = command.what == "alive" and command.value is False
        levels = state.stands[command.of].levels if dead else 0
        follows = after_losses(table, (StandChange(command.of, levels, alive=False),)) if dead else ()
        hidden = kept_by(state, event) is not None or unseen(state, command.of) is not None
        says = corrected_words(state, event)
        return Correction((event, *follows), says, wanted.owner, wanted.hurts(event.after), hidden)

    def agreed(self, state: GameState, actor: Actor, values: Mapping[str, object]) -> Judgement | None:
        """A plan that may pass although the rules refuse something in it."""
        return chapters().agreed(JudgedTable(state, actor, state.book()), values)

    def is_open(self, state: GameState, roll: str) -> bool:
        """Whether everybody may know of a roll: not of cards, nor of what is still off the table."""
        return is_open_to(state, roll, Role.SPECTATOR)

    def audience(self, state: GameState, event: Event) -> Audience:
        """Who may know of an event that has not happened."""
        return audience(state, event)


def _of_destroyed(table: JudgedTable, command: Correct) -> Refusal | None:
    """Say why a value of a destroyed stand cannot be corrected; None for anything else."""
    stand = table.state.stands.get(command.of)
    if stand is None or stand.alive or not table.knows_of(command.of):
        return None
    because = f"{stand_name(table.state, stand.id)} is destroyed and has no suppression"
    if command.what != "levels":
        because = f"{stand_name(table.state, stand.id)} is destroyed"
    return Refusal("", because, "correct first that it is on the table, if it is")


def correctable(table: JudgedTable, of: str) -> Mapping[str, Correctable]:
    """What can be corrected of a thing, with whose it is and what costs him."""
    owner = _owner(table.state, of)
    return {
        what: Correctable(value, allowed, _costs().get(what, Costs.NEITHER), owner)
        for what, (value, allowed) in _kept(table, of)
    }


def things_kept(table: JudgedTable) -> Iterator[str]:
    """Everything of which the record keeps a value that the actor may know and correct."""
    state = table.state
    own = (of for one in chapters().corrections if one.named for of in one.named(state))
    named = (*state.regiments, *state.battalions, *state.units, *state.stands, *own)
    return (of for of in dict.fromkeys(named) if table.knows_of(of) and _is_kept(table, of))


def _is_kept(table: JudgedTable, of: str) -> bool:
    """Whether the record keeps any value of a thing: of what fights always, of the rest it is looked up."""
    fights = of in table.state.stands or of in table.state.battalions or of in table.state.regiments
    return fights or any(True for _ in _kept(table, of))


def _owner(state: GameState, of: str) -> Role | None:
    """The side of a thing; None for what is nobody's, such as the wind."""
    thing = state.stands.get(of) or state.units.get(of) or state.battalions.get(of) or state.regiments.get(of)
    owners = (one.owner(state, of) for one in chapters().corrections if one.owner)
    side = thing.side.value if thing else next(filter(None, owners), "")
    return Role(side) if side else None


def kept_by(state: GameState, event: Corrected) -> Role | None:
    """The side that keeps a correction to itself, as it tells of something that the other may not know yet."""
    secrets = (one.secret(state, event) for one in chapters().corrections if one.secret)
    side = next(filter(None, secrets), "")
    return Role(side) if side else None


def _kept(table: JudgedTable, of: str) -> Iterator[tuple[str, Kept]]:
    """Every tracked value of a thing; a later chapter's word on the same value counts."""
    state = table.state
    if of in state.stands:
        yield from _of_stand(state.stands[of], table.book.table(LIMITS).number("kills").value)
    if of in state.units:
        yield from _of_unit(state.units[of], state.orders.get(of))
    if of in state.battalions:
        yield from _of_battalion(state.battalions[of])
    if of in state.regiments:
        yield from _of_formation(state.regiments[of])
    for one in chapters().corrections:
        yield from one.kept(table, of).items()


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _count(most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _of_stand(stand: Stand, kills: int) -> Iterator[tuple[str, Kept]]:
    """Yield what can be corrected of a stand; a destroyed one is on the table again before anything else is."""
    yield "alive", (stand.alive, _flag)
    if not stand.alive:
        return
    yield "levels", (stand.levels, _count(kills - 1))
    yield "on_wire", (stand.on_wire, _flag)
    for face, level in zip(FACE_VALUES, stand.faces, strict=False):
        yield face, (level, _count(kills))


def _of_unit(unit: Unit, orders: Orders | None) -> Iterator[tuple[str, Kept]]:
    if unit.carriage is not Carriage.NONE:
        yield "carriage", (unit.carriage, lambda value: value in tuple(Carriage)[1:])
    if orders is not None:
        yield "actions", (orders.left, _count(3))


def _of_battalion(battalion: Battalion) -> Iterator[tuple[str, Kept]]:
    yield "fired_on", (battalion.fired_on, _flag)
    yield "on_table", (battalion.on_table, _flag)
    yield from _of_formation(battalion)


def _of_formation(formation: Battalion | Regiment) -> Iterator[tuple[str, Kept]]:
    yield "field_promotion", (formation.field_promotion, _flag)
    yield "discipline_used", (formation.discipline_used, _count(9))
