"""The first side of a playsheet: the order sequence and the notes beside it (FF-PSH-10 to FF-PSH-39)."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Final

from playsheets.content import (
    Line,
    ModifierLines,
    NoteBlock,
    Paragraph,
    ResultBand,
    SheetSide,
    SheetStep,
    SosPicture,
    Text,
    Value,
)
from playsheets.flanders_fields.values import Values, natural_failure, signed
from rules.flanders_fields.turn.sequence import TurnStep, steps
from rules.kernel.cells import Span
from rules.kernel.dice import ALL_D6

ACTIONS: Final = {
    "remove_suppression": "remove a suppression",
    "redirect": "move the aiming point",
    "fire": "fire",
    "move": "move",
}
WINDS: Final = {
    "as_before": "as before",
    "faster": "faster",
    "slower": "slower",
    "turns": "turns",
    "disperses": "disperses",
}
Said = tuple[Text, tuple[ResultBand, ...]]


def order_side(values: Values) -> SheetSide:
    """The steps of a turn in their order, and what is added to order rolls."""
    notes = (_modifiers(values), _failed(values), _wire(values), _sos(values))
    return SheetSide("Order sequence", tuple(_phases(values)), notes, (), "Movement, shooting and morale")


def _phases(values: Values) -> Iterator[SheetStep]:
    for number, group in groupby(steps(values.book), key=lambda step: step.phase):
        inside = tuple(group)
        label = str(number) if number else ""
        first = next((step for step in inside if step.key.endswith("_command_moves")), inside[0])
        alone = len(inside) == 1 and not first.label
        if alone or first is not inside[0]:
            text, bands = _said(first, values)
            others = tuple(_step(step, values) for step in inside if step is not first)
            yield SheetStep(_place(first), label, first.phase_title, text, bands, _mark(first, values), others)
        else:
            place, says = LEVELS[first.level]
            named = "brigade" in first.phase_title
            under = tuple(_step(step, values) for step in inside)
            yield SheetStep(
                place, label, first.phase_title, (says.removeprefix(WHOSE) if named else says,), steps=under
            )


WHOSE: Final = "division, regiment, brigade; "
LEVELS: Final = {
    "planned": ("FF-PSH-13", "what the fire plan holds for this turn"),
    "regimental": ("FF-PSH-14", f"{WHOSE}a D6 for each unit"),
    "battalion": ("FF-PSH-20", "each battalion in turn, in this sequence"),
    "command": ("FF-PSH-26", "when all orders are given"),
}


def _step(step: TurnStep, values: Values) -> SheetStep:
    text, bands = _said(step, values)
    return SheetStep(_place(step), step.label, TITLES.get(_key(step), step.title), text, bands, _mark(step, values))


def _key(step: TurnStep) -> str:
    return step.key.partition("_")[2]


def _place(step: TurnStep) -> str:
    """Where the step stands on the printed sheet; one that a ruling put there keeps the clause of the turn."""
    return PLACES.get(_key(step), step.clause)


def _mark(step: TurnStep, values: Values) -> str:
    return values.mark(step.clause, *(name for name in (step.ruling, RULED.get(_key(step), "")) if name))


def _said(step: TurnStep, values: Values) -> Said:
    say = SAYS.get(_key(step))
    return say(step, values) if say else ((), ())


def _deep_suppression(step: TurnStep, values: Values) -> Said:
    who = "the attacker rolls a D6" if step.side == "attacker" else "each side rolls a D6"
    if not values.has("artillery/deep_suppression", "modifier"):
        return (values.book.table("artillery/deep_suppression").absent["modifier"],), ()
    return (who,), tuple(_deep_bands(values))


def _deep_bands(values: Values) -> Iterator[ResultBand]:
    cited = values.cited("artillery/deep_suppression", "modifier")
    table = values.book.table("artillery/deep_suppression")

    def result(pips: int) -> tuple[int, int]:
        return int(table.read("modifier", pips).value), int(table.read("batteries_lost", pips).value)

    for (modifier, lost), group in groupby((die.pips for die in ALL_D6), key=result):
        faces = tuple(group)
        also = {0: "", 1: " and one battery lost"}.get(lost, f" and {lost} batteries lost")
        text = f"{signed(modifier)}{also}" if modifier or lost else "none"
        yield from values.run(cited, [(Span(faces[0], faces[-1]), text)], False)


def _rolling_barrage(_step: TurnStep, values: Values) -> Said:
    cover = "artillery/barrage_cover"
    text: Text = ("advance, then a D6 for each stand under them; on the die ",)
    text += (values.signed(cover, "open"), " in the Open, ", values.signed(cover, "soft"), " in Soft, ")
    text += (values.signed(cover, "hard"), " in Hard cover")
    gives = {"no_effect": "no effect"}
    return text, values.bands("artillery/barrage_effect", "result", lambda word: gives.get(word, word))


def _gas(_step: TurnStep, values: Values) -> Said:
    text: Text = ("deploy what is planned; the wind carries it two dice + ", values.cm("gas/wind", "first"))
    text += (" cm. On later turns a D6 for the wind",)
    return text, values.bands("gas/movement", "wind", WINDS.__getitem__, open_ended=False)


def _bombardment(_step: TurnStep, _values: Values) -> Said:
    return ("deploy the planned ones and roll for their effects",), ()


def _staff(_step: TurnStep, values: Values) -> Said:
    gives: Text = values.book.behaviour(
        "AMB-13",
        {
            "plus": (
                values.signed("orders/master", "staff_bonus"),
                " on one of his order dice this turn; ",
                *natural_failure(values),
            ),
            "reroll": ("one die of his that earned no action is thrown again",),
        },
    )
    return ("each regiment or brigade gives one to one of its battalion commanders: ", *gives), ()


def _may(values: Values, unit: str) -> str:
    """What a unit spends its actions on, in the order of the sheets."""
    allowed = values.cited("orders/kinds", unit).value.split(", ")
    return ", ".join(word for key, word in ACTIONS.items() if key in allowed)


def _actions(count: str) -> str:
    return {"0": "none", "1": "1 action"}.get(count, f"{count} actions")


def _ordered(unit: str, table: str, row: str) -> Callable[[TurnStep, Values], Said]:
    """A step in which units roll for actions on one line of the order table."""

    def said(_step: TurnStep, values: Values) -> Said:
        return (_may(values, unit),), values.bands(table, row, _actions)

    return said


def _artillery(_step: TurnStep, values: Values) -> Said:
    text: Text = (_may(values, "field_gun"),)
    if values.has("orders/deep_suppression", "hardest"):
        text += values.book.behaviour(
            "AMB-33",
            {
                "off_table": (". Deep suppression counts for support off the table",),
                "rear": (". Deep suppression counts for whatever is off the table or in the rear",),
            },
        )
    seen, unseen = (values.bands("orders/artillery", row, _actions) for row in ("with_sight", "without_sight"))
    if seen == unseen:
        return text, seen
    return (*text, ". With its own line of sight, then without:"), (*seen, *unseen)


def _unattached(_step: TurnStep, values: Values) -> Said:
    if values.has("orders/rolls", "tank"):
        return ("on the line of tanks, below",), ()
    return (_may(values, "armoured_car"),), values.bands("orders/tanks", "tank", _actions)


def _battalion_guns(_step: TurnStep, _values: Values) -> Said:
    return ("as artillery, above",), ()


def _air(_step: TurnStep, values: Values) -> Said:
    gives = {"nothing": "nothing", "arrives": "the aircraft arrive where they are wanted"}
    return ("a D6 for each mission",), values.bands("orders/air", "air_mission", gives.__getitem__, open_ended=False)


def _recovery(_step: TurnStep, _values: Values) -> Said:
    return ("without a roll",), ()


def _higher_recovery(_step: TurnStep, values: Values) -> Said:
    when = values.book.behaviour("AMB-09", {"before_moving": "before they move", "after_moving": "after the moves"})
    return (when,), ()


def _command_moves(_step: TurnStep, values: Values) -> Said:
    moves = values.number("movement/actions", "command_moves")
    return ("liaison officers too: ", moves, " moves each, at infantry or cavalry speed"), ()


# Rulings that decide what a step says, besides the one that put it there.
RULED: Final[Mapping[str, str]] = {"staff": "AMB-13", "regimental_artillery": "AMB-33"}
PLACES: Final[Mapping[str, str]] = {
    "deep_suppression": "FF-PSH-10",
    "rolling_barrage": "FF-PSH-11",
    "gas": "FF-PSH-12",
    "bombardment": "FF-PSH-13",
    "staff": "FF-PSH-15",
    "regimental_machine_guns": "FF-PSH-16",
    "regimental_artillery": "FF-PSH-17",
    "air": "FF-PSH-18",
    "tanks": "FF-PSH-21",
    "machine_guns": "FF-PSH-22",
    "mortars": "FF-PSH-23",
    "companies": "FF-PSH-24",
    "recovery": "FF-PSH-25",
    "command_moves": "FF-PSH-26",
}
TITLES: Final[Mapping[str, str]] = {
    "staff": "Staff markers",
    "regimental_artillery": "Artillery and heavier mortars",
    "air": "Direct air support",
    "tanks": "Tanks attached",
    "recovery": "Battalion commander sheds his suppression",
    "higher_recovery": "Other command stands shed their suppression",
}
SAYS: Final[Mapping[str, Callable[[TurnStep, Values], Said]]] = {
    "deep_suppression": _deep_suppression,
    "rolling_barrage": _rolling_barrage,
    "gas": _gas,
    "bombardment": _bombardment,
    "staff": _staff,
    "regimental_machine_guns": _ordered("machine_gun", "orders/machine_guns", "regimental"),
    "regimental_artillery": _artillery,
    "unattached_armour": _unattached,
    "battalion_guns": _battalion_guns,
    "air": _air,
    "tanks": _ordered("tank", "orders/tanks", "tank"),
    "machine_guns": _ordered("machine_gun", "orders/machine_guns", "battalion"),
    "mortars": _ordered("light_mortar", "orders/light_mortars", "light_mortar"),
    "companies": _ordered("rifle_company", "orders/companies", "rifle_company"),
    "recovery": _recovery,
    "higher_recovery": _higher_recovery,
    "command_moves": _command_moves,
}


MASTER: Final = "orders/master"


def _modifiers(values: Values) -> ModifierLines:
    return ModifierLines("Modifiers to order rolls", tuple(line for line in _every_modifier(values) if line))


def _every_modifier(values: Values) -> Iterator[Line | None]:
    reach = values.cm("orders/reach", "commander")
    far: Text = ("A platoon over ", reach, " cm from its battalion commander")
    yield _line(values, "FF-PSH-28", "gas", ("Commander or commanded in gas",), "AMB-27")
    yield _line(values, "FF-PSH-29", "distance", far, "AMB-26")
    yield _line(values, "FF-PSH-30", "field_promotion", ("Command stand is a field promotion",))
    yield _line(values, "FF-PSH-31", "commander_suppression", ("For each suppression on the command stand",))
    yield _line(values, "FF-PSH-32", "tank_failed", ("Tank that earned no action last turn",))
    yield _line(values, "FF-PSH-33", "mortar_without_sight", ("Mortar that does not itself see its target",), "AMB-393")
    yield _own_sight(values)
    yield _line(values, "FF-PSH-35", "veteran", ("Veteran or storm troops; ", *natural_failure(values)), "AMB-32")
    yield _line(values, "FF-PSH-36", "raw_fresh", ("Raw troops until fired on; ", *natural_failure(values)), "AMB-15")
    yield _raw_fired_on(values)


def _line(values: Values, place: str, key: str, text: Text, ruling: str = "") -> Line | None:
    """A modifier of the master table; `ruling` decides how it is read, besides what it amounts to."""
    if not values.known(MASTER, key):
        return None
    value, months = values.signed(MASTER, key), values.months_of(MASTER, key)
    when = (f" ({months})",) if months else ()
    return Line(place, value, (*text, *when), values.mark(ruling))


def _own_sight(values: Values) -> Line | None:
    table = "orders/own_sight"
    if not values.known(table, "field_gun"):
        return None
    guns = "Artillery" if values.has(table, "heavy_artillery") else "Field artillery"
    value = values.signed(table, "field_gun")
    return Line("FF-PSH-34", value, (f"{guns} with its own line of sight",), values.mark("AMB-18"))


def _raw_fired_on(values: Values) -> Line:
    key, when = values.book.behaviour(
        "AMB-14",
        {
            "flat": ("raw_fired_on", ()),
            "high_die": (
                "raw_fired_on_high_die",
                (", when the die shows ", values.number("orders/faces", "raw_high_die"), " or more"),
            ),
        },
    )
    text = ("Raw troops once fired on", *when, "; ", *natural_failure(values))
    return Line("FF-PSH-36", values.signed(MASTER, key), text, values.mark("AMB-14"))


def _failed(values: Values) -> NoteBlock:
    says = "ends the turn of that unit only. The commander goes on to his others."
    return NoteBlock("A failed order", (Paragraph("FF-PSH-37", (says,)),))


def _wire(values: Values) -> NoteBlock:
    decided = values.cited("wire/procedure", "decided_by").value
    mark = values.mark("wire/procedure")
    if decided == "order_roll":
        minus = values.signed(MASTER, "crossing_wire")
        text: Text = ("A company that crosses wire takes a further ", minus, " on its order die.")
        return NoteBlock("Wire", (Paragraph("FF-PSH-38", text, mark=mark),))
    needs = values.at_least("wire/score", "crosses_on")
    text = ("A separate action to try, then ", needs, " for each platoon. One that passes may go on up to ")
    text += (values.cm("wire/measures", "follow_on"), " cm. One that fails stays on the wire, in the Open. Each ")
    text += (values.cm("wire/measures", "belt_depth"), " cm of depth anew.")
    return NoteBlock("Wire", (Paragraph("FF-PSH-38", text, mark=mark),))


def _sos(values: Values) -> NoteBlock:
    least = values.cited("artillery/sos_call", "answered_from").value
    wide, deep, off = (values.cm("artillery/sos_area", key) for key in ("width", "depth", "from_position"))
    area: Text = (wide, " × ", deep, " cm, its middle within ", off, " cm of a position of the defender.")
    answered = values.number("artillery/sos_call", "answered_from")
    call: Text = (
        "A D6, less any deep suppression. ",
        answered,
        " or more: the battery’s aiming point moves there and one ",
    )
    call += ("turn of fire arrives. ", Value(f"{least - 1} or less", answered.clause), ": nothing.")
    once = "One call for each field battery a turn; the next turn there again or elsewhere. "
    said = tuple(Paragraph("FF-PSH-39", text) for text in (area, call, (once + "The box may hit your own troops.",)))
    return NoteBlock("SOS targets", said, framed=True, picture=SosPicture(wide, deep, off))
