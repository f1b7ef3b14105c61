"""What players did to the record, in sentences; and what a correction sets down."""

from typing import Final

from rules.flanders_fields.game.faces import FACE_VALUES
from rules.flanders_fields.game.naming import formation_name, stand_name, unit_name
from rules.flanders_fields.game.registry import chapters
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Telling
from rules.kernel.numerals import counted
from rules.kernel.record_kinds import Corrected, RecordEvent
from rules.kernel.recording import RecordWords, said
from rules.kernel.seats import Role


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
