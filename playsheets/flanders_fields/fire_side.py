"""The second side of a playsheet: movement, shooting and morale (FF-PSH-40 to FF-PSH-74)."""

from collections.abc import Iterator, Sequence
from typing import Final

from playsheets.content import (
    Banner,
    Line,
    ModifierLines,
    NoteBlock,
    Paragraph,
    Row,
    SheetSide,
    SheetTable,
    Text,
    Value,
)
from playsheets.flanders_fields.values import Values
from rules.flanders_fields.movement.moves import share_of

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
    remarks = (*_zones(values, works), _key(values, works), *_tanks_that_fire_as_lmgs(values))
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


def _key(values: Values, works: bool) -> Paragraph:
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
