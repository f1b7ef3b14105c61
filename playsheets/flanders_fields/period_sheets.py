"""The playsheets of the three periods and their differences (FF-PSH)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from playsheets.flanders_fields.print_context import Values, natural_failure, signed, values_of
from playsheets.sheets import (
    Banner,
    Block,
    Footnote,
    Line,
    ModifierLines,
    NoteBlock,
    Paragraph,
    ResultBand,
    Row,
    Sheet,
    SheetSide,
    SheetStep,
    SheetTable,
    SosPicture,
    Text,
    Value,
    marks_on,
    words_of,
)
from rules.flanders_fields.movement import share_of
from rules.flanders_fields.ruleset import calendar
from rules.flanders_fields.turn import TurnStep, steps
from rules.kernel.dice import ALL_D6
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import Month
from rules.kernel.rulings import HouseRule
from rules.kernel.tables import Span

# The first side of a playsheet (FF-PSH-10 to FF-PSH-39)

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
            yield SheetStep(_step_place(first), label, first.phase_title, text, bands, _mark(first, values), others)
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
    return SheetStep(
        _step_place(step), step.label, TITLES.get(_step_key(step), step.title), text, bands, _mark(step, values)
    )


def _step_key(step: TurnStep) -> str:
    return step.key.partition("_")[2]


def _step_place(step: TurnStep) -> str:
    """Where the step stands on the printed sheet; one that a ruling put there keeps the clause of the turn."""
    return PLACES.get(_step_key(step), step.clause)


def _mark(step: TurnStep, values: Values) -> str:
    return values.mark(step.clause, *(name for name in (step.ruling, RULED.get(_step_key(step), "")) if name))


def _said(step: TurnStep, values: Values) -> Said:
    say = SAYS.get(_step_key(step))
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


# The second side of a playsheet (FF-PSH-40 to FF-PSH-74)

MOVERS: Final = ("infantry", "cavalry", "field_artillery", "tanks", "motors")
GROUND: Final = (
    ("FF-PSH-40", "cross_country", "Cross country"),
    ("FF-PSH-41", "road", "Road, in column"),
    ("FF-PSH-42", "close_terrain", "Close: wood, village, marsh"),
    ("FF-PSH-43", "along_trench", "Along a trench"),
    ("FF-MOV-T3", "crossing_trench", "Across a trench"),
    ("FF-MOV-T3", "shell_torn", "Shell-torn ground"),
    ("FF-MOV-T3", "shattered", "Shattered ground"),
    ("FF-MOV-T3", "stream", "Across a stream"),
    ("FF-MOV-T3", "river", "Across a river"),
)
COVERS: Final = ("open", "soft", "medium", "hard", "fortified")
FIRERS: Final = (
    ("FF-PSH-45", "machine_gun", "Machine guns", "machine_gun"),
    ("FF-PSH-46", "infantry", "Infantry", "infantry"),
    ("FF-PSH-47", "field_gun", "Field guns", ""),
    ("FF-PSH-48", "field_howitzer", "Field howitzers, light mortars", ""),
    ("FF-PSH-49", "heavy_artillery", "Heavy artillery, medium mortars", ""),
    ("FF-PSH-50", "super_heavy_artillery", "Super heavy artillery, heavy mortars", ""),
    ("FF-PSH-51", "tank_gun", "Tanks", "tank_gun"),
    ("FF-PSH-52", "gas", "Gas", ""),
    ("FF-PSH-55", "flamethrower", "Flamethrowers", "flamethrower"),
)
# Before mid 1915 the sheet has no works of concrete, no tanks, no flamethrowers and no super heavy guns (FF-PSH-01).
NOT_ON_THE_FIRST: Final = frozenset({"FF-PSH-50", "FF-PSH-51", "FF-PSH-55", "FF-PSH-58"})
GAS: Final = {"early": "FF-PSH-52", "mid": "FF-PSH-53", "late": "FF-PSH-54"}
FLAMES: Final = {"mid": "FF-PSH-55", "late": "FF-PSH-56"}
ARMOUR: Final = (
    ("infantry", "Infantry, light MGs"),
    ("anti_tank_rifle", "Anti-tank rifles"),
    ("machine_gun", "Machine guns"),
    ("field_artillery_direct", "Field artillery seeing it"),
    ("field_artillery_indirect", "Field artillery not seeing it, light mortars"),
    ("heavy_artillery", "Heavy artillery, medium mortars"),
    ("super_heavy_artillery", "Super heavy artillery, heavy mortars"),
    ("armour", "Tanks"),
    ("gas", "Gas"),
    ("flamethrower", "Flamethrowers"),
)
LIMITS: Final = "shooting/range_limits"
FACTORS: Final = "shooting/modifiers"


def fire_side(values: Values) -> SheetSide:
    """Movement, the firing tables and what changes their dice, and morale."""
    with_armour = (_armour(values),) if values.has("orders/rolls", "tank") else ()
    wide = (_movement(values), _shooting(values))
    below = (_suppressions(values), _morale(values))
    return SheetSide("Movement, shooting, morale", wide, (_factors(values), *with_armour), below, "Order sequence")


def on_this_sheet(place: str, values: Values) -> bool:
    """Whether the printed sheet of the period has a row, by its place: works, tanks, flames and the heaviest guns."""
    return values.book.when.period != "early" or place not in NOT_ON_THE_FIRST


def _movement(values: Values) -> SheetTable:
    rows = tuple(
        Row(
            place,
            (name,),
            tuple(values.cell("movement/allowances", f"{key}.{mover}") for mover in MOVERS),
            place == "FF-MOV-T3",
        )
        for place, key, name in GROUND
    )
    heads = ("Infantry", "Cavalry", "Field guns", "Tanks", "Motors")
    bonus, by_hand = values.cm("movement/bonus", "cross_country"), values.cm("movement/by_hand", "field_artillery")
    light: Text = ("Light tanks and Veteran infantry add ", bonus, " cm. A deployed field gun moved by hand: ", by_hand)
    parts = values.cited("movement/actions", "parts_of_a_manhandled_move").value
    guns = f"Machine guns and light mortars: the infantry’s rate on pack animals, {share_of(parts)} of it by hand."
    remarks = (Paragraph("FF-PSH-44", (*light, " cm.")), Paragraph("FF-PSH-44", (guns,)))
    return SheetTable("Movement", "cm in one move action", heads, rows, remarks)


def _shooting(values: Values) -> SheetTable:
    works = values.has("shooting/rows", "block_house")
    covers = COVERS if works else COVERS[:-1]
    rows = tuple(
        Row(_place(place, values), _name(name, reach, values), _scores("shooting/firing_table", key, covers, values))
        for place, key, name, reach in FIRERS
        if on_this_sheet(place, values)
    )
    heads = ("Open", "Soft", "Medium", "Hard", "Fort.")[: len(covers)]
    except_armour = "; armour has its own table" if values.has("orders/rolls", "tank") else ""
    remarks = (*_zones(values, works), _shooting_key(values, works), *_tanks_that_fire_as_lmgs(values))
    return SheetTable("Shooting", f"a D6 to suppress/kill{except_armour}", heads, rows, remarks)


def _place(place: str, values: Values) -> str:
    period = values.book.when.period
    return {"FF-PSH-52": GAS, "FF-PSH-55": FLAMES}.get(place, {}).get(period, place)


def _name(name: str, reach: str, values: Values) -> Text:
    if not reach:
        return (name,)
    absorbed = ", light MGs" if reach == "infantry" and values.book.when.period != "early" else ""
    return (f"{name}{absorbed}, to ", values.cm("shooting/ranges", reach), " cm")


def _scores(table: str, key: str, columns: Sequence[str], values: Values) -> tuple[Value, ...]:
    return tuple(values.cell(table, f"{key}.{column}") for column in columns)


def _zones(values: Values, works: bool) -> Iterator[Paragraph]:
    each = [values.signed(FACTORS, f"zone_{place}") for place in (1, 2, 3) if values.has(FACTORS, f"zone_{place}")]
    behind: Text = tuple(part for one in each for part in (one, ", "))[:-1]
    reach = values.cm(LIMITS, "zone.machine_gun")
    text: Text = ("to ", reach, " cm beyond the first target")
    text += ("; ", *behind, " for the stands behind it, nearest first.") if behind else (".",)
    yield Paragraph("FF-PSH-57", text, "Beaten zone", values.mark("FF-BZN-03"))
    if works:
        house: Text = ("to ", values.cm(LIMITS, "zone.block_house"), " cm beyond the first target.")
        yield Paragraph("FF-PSH-58", house, "Of a block house")


def _shooting_key(values: Values, works: bool) -> Paragraph:
    text = "Ass: only by assault. Auto: suppressed without a score. No: not possible."
    if works:
        text += " *: only if the firer itself sees the target."
    return Paragraph("FF-PSH-59", (text,), "Key")


def _tanks_that_fire_as_lmgs(values: Values) -> Iterator[Paragraph]:
    if not values.has("orders/rolls", "tank"):
        return
    reach, moved = values.cm("shooting/ranges", "tank_lmg"), values.signed(FACTORS, "on_the_move")
    text: Text = ("fire as light MGs to ", reach, " cm and may move and fire in one action at ", moved, ".")
    yield Paragraph("FF-PSH-60", text, "Light tanks, British females", values.mark("SHQ-28", "SHQ-30"))


def _armour(values: Values) -> SheetTable:
    rows = tuple(
        Row("FF-PSH-72", (name,), _scores("shooting/armour_table", key, ("open", "cover"), values), added=True)
        for key, name in ARMOUR
    )
    table = "shooting/armour_modifiers"
    reach = values.cm(LIMITS, "armour.field_artillery")
    text: Text = (values.signed(table, "anti_tank_rifle"), " anti-tank rifle; ")
    text += (values.signed(table, "field_howitzer"), " field howitzer seeing it; ")
    text += (values.signed(table, "field_artillery_far"), " field artillery beyond ", reach, " cm.")
    short = values.book.behaviour("SHQ-44", {"under": "under ", "inclusive": "to "})
    text += (" Armour in cover: rifles and light MGs only ", short, values.cm(LIMITS, "armour.infantry_cover"), " cm.")
    remark = Paragraph("FF-PSH-72", text, "", values.mark("FF-ARM-03"))
    return SheetTable("At armour", "a D6 to suppress/kill", ("Open", "Cover"), rows, (remark,))


def _factors(values: Values) -> ModifierLines:
    return ModifierLines("Direct fire factors", tuple(_every_factor(values)))


def _every_factor(values: Values) -> Iterator[Line]:
    guns, rifles, tanks = (values.cm(LIMITS, f"short.{key}") for key in ("machine_gun", "infantry", "tank"))
    yield _factor(values, "FF-PSH-62", "machine_gun_short", ("Machine guns under ", guns, " cm, first target only"))
    with_lmgs = values.book.when.period == "late"
    infantry = "Infantry and light MGs" if with_lmgs else "Infantry"
    yield _factor(values, "FF-PSH-63", "infantry_short", (f"{infantry} under ", rifles, " cm"))
    if values.has("orders/rolls", "tank"):
        yield _factor(values, "FF-PSH-64", "tank_short", ("Tanks under ", tanks, " cm"))
    if values.known(FACTORS, "barrage"):
        yield _factor(values, "FF-PSH-66", "barrage", ("Into or through a barrage, except by indirect machine guns",))
    yield _open_sights(values, "FF-PSH-65", "open_sights_150_200", "open_sights.far", "field_gun")
    if values.known(FACTORS, "barrage_uphill"):
        yield _factor(values, "FF-PSH-67", "barrage_uphill", ("Uphill into or through a barrage, likewise",))
    yield _open_sights(values, "FF-PSH-68", "open_sights_100_150", "open_sights.from", "open_sights.far")
    yield _factor(values, "FF-PSH-69", "command_stand", ("At command stands",))
    yield _factor(values, "FF-PSH-70", "raw", ("Raw troops",))
    yield _factor(values, "FF-PSH-71", "firer_in_gas", ("Firers in gas",))
    yield _factor(values, "FF-DFM-T1", "cavalry", ("Cavalry",))


def _factor(values: Values, place: str, key: str, text: Text) -> Line:
    value = values.signed(FACTORS, key)
    return Line(place, value, text, "" if value.mark else values.mark(value.clause))


def _open_sights(values: Values, place: str, key: str, low: str, high: str) -> Line:
    over = values.cm(LIMITS, low)
    to = values.cm(LIMITS, high) if high in values.book.table(LIMITS) else values.cm("shooting/ranges", high)
    return _factor(values, place, key, ("Field artillery over open sights, ", over, " to ", to, " cm"))


def _suppressions(values: Values) -> Banner:
    kills = values.number("suppression/death", "kills")
    return Banner("FF-PSH-73", (kills, " suppressions on a unit are a kill"), values.mark("suppression/death"))


def _morale(values: Values) -> NoteBlock:
    half, quarters = values.number("morale/thresholds", "half"), values.number("morale/thresholds", "three_quarters")
    again = values.signed("morale/modifiers", "three_quarters")
    due: Text = ("A battalion tests when ", half, "% of its rifle platoons are lost, and again at ", quarters)
    due += ("%, then at ", again, ".")
    grades: Text = (
        "Veteran ",
        values.signed("morale/modifiers", "veteran"),
        ", Raw ",
        values.signed("morale/modifiers", "raw"),
    )
    grades += (", at ", quarters, "% ", again, ". Done at once. The suppressed recover as ever.")
    works = " and block houses" if values.book.when.period != "early" else ""
    crews = (
        f"Crewed weapons{works} outside the battalion roll once the battalion they support has routed or is destroyed."
    )
    paragraphs = tuple(Paragraph("FF-PSH-74", text) for text in (due, grades, (crews,)))
    return NoteBlock(
        "Morale", paragraphs, values.bands("morale/results", "morale", _ends(values).__getitem__), framed=True
    )


def _ends(values: Values) -> dict[str, str]:
    """What becomes of a battalion, by the result."""
    back = {key: values.cm("morale/retreats", key).text for key in ("retreat_40", "retreat_20")}
    retreats = {key: f"back {far} cm, suppressed, crewed weapons abandoned" for key, far in back.items()}
    return {"rout": "rout or surrender: removed", **retreats, "holds": "holds"}


# The playsheets of the three periods (FF-PSH-01 to FF-PSH-03)


def period_sheet(period: str, house_rules: Iterable[HouseRule] = (), month: Month | None = None) -> Sheet:
    """The sheet of "early", "mid" or "late", or of one month of it. What a house rule changed is marked, the original
    beside it.

    Raises KeyError for a period that is none and BadHouseRule for a choice that cannot be made.
    """
    values = values_of(period, tuple(house_rules), month)
    sides: tuple[SheetSide, ...] = (order_side(values), fire_side(values))
    title = month.in_words if month else next(one.title for one in calendar().periods if one.key == period)
    return with_footnotes(Sheet("Western Front playsheet", title, sides), values)


def with_footnotes(sheet: Sheet, values: Values, all_rules: bool = False) -> Sheet:
    """The sheet with the house rules that changed something under the side where they did; with `all_rules` those
    that change nothing on it are told under the last side, else only counted."""
    sides = tuple(replace(side, house=footnotes_on(side, values)) for side in sheet.sides)
    told = {note.ruling for side in sides for note in side.house}
    others = [one for one in values.house if one.ruling not in told]
    if not all_rules or not others:
        return replace(sheet, sides=sides, unprinted=len(others))
    more = tuple(Footnote("", one.ruling, one.says, one.original) for one in others)
    return replace(sheet, sides=(*sides[:-1], replace(sides[-1], house=(*sides[-1].house, *more))))


def footnotes_on(thing: object, values: Values) -> tuple[Footnote, ...]:
    """The house rules whose marks stand on a piece of content."""
    if not values.printed:
        return ()
    marks = marks_on(thing)
    return tuple(note for note in values.footnotes() if note.mark in marks)


# What changes from the sheet of one period to that of the next, place by place (FF-PSH)

# A row that has a clause of its own on each sheet.
SAME: Final = {"FF-PSH-53": "FF-PSH-52", "FF-PSH-54": "FF-PSH-52", "FF-PSH-56": "FF-PSH-55"}
# Headings over steps that say nothing by themselves.
ONLY_HEADINGS: Final = frozenset({"FF-PSH-13", "FF-PSH-14", "FF-PSH-20"})
NOTHING: Final = "\u2013"
# The part of a modifier that says whom it is for; it is the name of its row as well.
WHOM: Final = "whom"


@dataclass(frozen=True, slots=True)
class PlacedText:
    """What a sheet says at a place, in parts that change one by one: the columns of a row, a step and its results."""

    place: str
    name: str
    parts: Mapping[str, str]


def difference(before: Sheet, after: Sheet) -> Sheet:
    """A sheet of one side with every place that says something else afterwards, heading by heading."""
    side = SheetSide("What changes", tuple(_changed(before, after)), (), (), "")
    return Sheet(f"from {before.period[:1].lower()}{before.period[1:]}", after.period, (side,))


def _changed(before: Sheet, after: Sheet) -> Iterator[Block]:
    old, new = _headings(before), _headings(after)
    for heading in dict.fromkeys((*old, *new)):
        rows = tuple(_rows(old[heading], new.get(heading, {}))) if heading in old else (_new(heading),)
        if rows:
            yield SheetTable(heading, "", ("Before", "From then on"), rows, texts=True)


def _new(heading: str) -> Row:
    """A table that there was not before is read on the sheet itself."""
    return Row("", (heading,), (Value(NOTHING, ""), Value("a table of its own on the sheet", "")))


def _rows(old: Mapping[str, PlacedText], new: Mapping[str, PlacedText]) -> Iterator[Row]:
    for place in dict.fromkeys((*new, *old)):
        was, now = old.get(place), new.get(place)
        wanted = _differ(was, now)
        if wanted:
            named = now or was
            yield Row(place, (named.name if named else "",), (_cell(was, wanted), _cell(now, wanted)))


def _differ(was: PlacedText | None, now: PlacedText | None) -> tuple[str, ...]:
    """The parts that are not the same before and afterwards."""
    old, new = (one.parts if one else {} for one in (was, now))
    differ = (key for key in dict.fromkeys((*old, *new)) if old.get(key) != new.get(key))
    return tuple(key for key in differ if key != WHOM or (was and now))


def _cell(said: PlacedText | None, wanted: Iterable[str]) -> Value:
    told = [said.parts[key] for key in wanted if key in said.parts] if said else []
    return Value("; ".join(told) or NOTHING, said.place if said else "")


def _headings(sheet: Sheet) -> Mapping[str, Mapping[str, PlacedText]]:
    """What stands under each heading of a sheet, by its place; several at one place are told apart by their order."""
    found: dict[str, dict[str, PlacedText]] = {}
    for side in sheet.sides:
        for block in (*side.wide, *side.narrow, *side.below):
            heading = side.title if isinstance(block, SheetStep) else getattr(block, "title", "")
            places = found.setdefault(heading, {})
            times: Counter[str] = Counter()
            for said in _inside(block):
                times[said.place] += 1
                places[f"{said.place} {times[said.place]}"] = said
    return found


def _inside(block: Block) -> Iterator[PlacedText]:
    match block:
        case SheetStep():
            yield from _of_step(block)
        case ModifierLines():
            yield from (_of_line(line) for line in block.lines)
        case SheetTable():
            yield from (_of_row(row, block) for row in block.rows)
            yield from (_of_paragraph(one, block.title) for one in block.remarks)
        case NoteBlock():
            yield from (_of_paragraph(one, block.title) for one in block.paragraphs)
            if block.bands:
                yield PlacedText(f"{block.paragraphs[0].clause} results", block.title, {"results": _bands(block.bands)})


def _of_step(step: SheetStep) -> Iterator[PlacedText]:
    if step.clause not in ONLY_HEADINGS or not step.steps:
        # A step that a ruling put there has a clause of its own on each sheet.
        place = step.title.partition(" ")[0] if step.clause.startswith("FF-TRN") else step.clause
        parts = {"does": words_of(step.text), "gives": _bands(step.bands)}
        yield PlacedText(place, step.title, {key: words for key, words in parts.items() if words})
    for under in step.steps:
        yield from _of_step(under)


def _bands(bands: Iterable[ResultBand]) -> str:
    return "; ".join(f"{band.span} {band.gives.text}" for band in bands)


def _of_line(line: Line) -> PlacedText:
    return PlacedText(line.clause, words_of(line.text), {"value": line.value.text, WHOM: words_of(line.text)})


def _of_paragraph(paragraph: Paragraph, title: str) -> PlacedText:
    return PlacedText(paragraph.clause, paragraph.lead or title, {"": words_of(paragraph.text)})


def _of_row(row: Row, table: SheetTable) -> PlacedText:
    named = words_of(row.name)
    own = SAME.get(row.clause, row.clause)
    place = own if own in SAME.values() else f"{own} {named.partition(',')[0].partition(' and')[0]}"
    cells = zip(table.columns, row.cells, strict=True)
    return PlacedText(place, named, {column: f"{column} {cell.text}" for column, cell in cells})
