"""Templates of areas and measuring sticks, true to size (FF-MOD, FF-MOV-T3, FF-RNG-T1)."""

from collections.abc import Iterator, Mapping
from math import ceil, cos, radians, sin, tan
from typing import Final

from playsheets.flanders_fields.period_sheets import on_this_sheet
from playsheets.flanders_fields.print_context import ARMOUR, ARTILLERY, FIELD, MORTARS, Muster, Values, centimetres
from playsheets.shapes import PaperEdge, PaperTemplate, Ring, Shape, Stroke, Words, cross, fitting
from rules.flanders_fields.movement import MoveFacts, move_allowance
from rules.flanders_fields.vocabulary import Going, Mover, Quality, Transport
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.tables import Way

# Templates of the areas and distances of the rules, at one to one (FF-MOD-02 to FF-MOD-18)

MODELLING: Final = "modelling/sizes"
ARC_RADIUS: Final = 120.0
GAUGE_DEPTH: Final = 14.0
CLOCK_RADIUS: Final = 45.0
BELT_LENGTH: Final = 150.0
# A company of machine guns covers an area for each of its models (FF-MOD-15).
MODELS: Final = 4


def templates_of(values: Values) -> tuple[PaperTemplate, ...]:
    """Every area template that the sheet's period can need."""
    made = (
        _artillery,
        _sos,
        _gas,
        _mortars,
        _zones,
        _indirect,
        _arcs,
        _gauges,
        _wire,
        _trenches,
        _clock,
        _air,
        _barrage,
    )
    return tuple(template for make in made for template in make(values))


# What has to be in the field for a piece to be of use; what is not named always is.
USED_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "artillery": ARTILLERY,
    "sos": FIELD,
    "light_mortar": ("light_mortar",),
    "medium_mortar": ("medium_mortar",),
    "heavy_mortar": ("heavy_mortar",),
    "zone_machine_gun": ("machine_gun",),
    "zone_block_house": ("block_house",),
    "indirect": ("machine_gun",),
    "arc": ("machine_gun", "block_house"),
    "gauge_field_artillery": FIELD,
    "gauge_heavy_artillery": ("heavy_artillery", "super_heavy_artillery"),
    "gauge_flamethrower_or_anti_tank_rifle": ("flamethrower", "anti_tank_rifle"),
    "gauge_battalion_support_weapon": ("light_mortar",),
    "gauge_heavy_support_weapon": ("medium_mortar", "heavy_mortar"),
    "gap_engineers": ("engineers",),
    "gap_tank": ("tank",),
    "gap_grapnel": ("tank",),
    "move_field_artillery": (*FIELD, "heavy_artillery"),
    "move_by_hand": ("machine_gun", "light_mortar"),
    "move_tanks": ("tank",),
    "move_light_tanks": ("tank",),
    "move_motors": ("armoured_car",),
    "range_machine_gun": ("machine_gun",),
    "range_block_house": ("block_house",),
    "range_anti_tank_rifle": ("anti_tank_rifle",),
    "range_tank_gun": ARMOUR,
    "range_tank_lmg": ARMOUR,
    "range_flamethrower": ("flamethrower",),
    "range_light_mortar": MORTARS,
    "range_field_gun": ARTILLERY,
}


def needs_template(muster: Muster, key: str) -> bool:
    """Whether those who take part have a use for a template or stick, or a section of one."""
    if key.startswith("gas_"):
        return muster.gas
    used_by = USED_BY.get(key) or USED_BY.get(key.rpartition("_")[0], ())
    return muster.has(*used_by) if used_by else True


def _mm(values: Values, table: str, key: str) -> float:
    return float(values.cited(table, key).value)


def _area(key: str, title: str, clause: str, width: float, depth: float, *more: Shape) -> PaperTemplate:
    """A rectangle with its name and size, its middle marked."""
    size = f"{centimetres(round(width))} × {centimetres(round(depth))} cm"
    named = min(9.0, max(5.5, width / len(title) * 4.4))
    words = (Words(width / 2, 4.2, title, named, bold=True), Words(width / 2, depth - 3.6, size, min(named, 7.5)))
    shapes = (PaperEdge(0, 0, width, depth), *words, *cross(width / 2, depth / 2, min(width, depth) / 12), *more)
    return PaperTemplate(key, title, clause, width, depth, shapes)


def _artillery(values: Values) -> Iterator[PaperTemplate]:
    width, depth = (_mm(values, "artillery/battery_area", key) for key in ("width", "depth"))
    yield _area("artillery", "Artillery battery", "FF-MOD-05", width, depth)


def _sos(values: Values) -> Iterator[PaperTemplate]:
    width, depth = (_mm(values, "artillery/sos_area", key) for key in ("width", "depth"))
    yield _area("sos", "SOS fire", "FF-MOD-06", width, depth)


def _gas(values: Values) -> Iterator[PaperTemplate]:
    for side, clause in (("attacker", "FF-MOD-09"), ("defender", "FF-MOD-10")):
        width, depth = (_mm(values, "gas/clouds", f"{side}.{key}") for key in ("width", "depth"))
        yield _area(f"gas_{side}", f"Gas, {side}", clause, width, depth, *_wavy(width, depth))


def _wavy(width: float, depth: float) -> Iterator[Shape]:
    """A broken row of strokes on each side of the middle, so that gas is told from shellfire without colour."""
    for y in (depth * 0.3, depth * 0.7):
        for x in range(10, round(width) - 10, 12):
            yield Stroke(x, y, x + 5, y - 3, 0.3)


def _mortars(values: Values) -> Iterator[PaperTemplate]:
    for key, name, clause in (
        ("light_mortar", "Light mortar", "FF-MOD-11"),
        ("medium_mortar", "Medium mortar", "FF-MOD-12"),
        ("heavy_mortar", "Heavy mortar", "FF-MOD-13"),
    ):
        side = _mm(values, "artillery/mortar_areas", key)
        yield _area(key, name, clause, side, side)


def _zones(values: Values) -> Iterator[PaperTemplate]:
    lane = _mm(values, MODELLING, "lane")
    guns = [("machine_gun", "Beaten zone, machine gun")]
    if values.has("shooting/rows", "block_house"):
        guns.append(("block_house", "Beaten zone, block house"))
    for key, title in guns:
        length = _mm(values, "shooting/range_limits", f"zone.{key}")
        yield PaperTemplate(f"zone_{key}", title, "FF-MOD-14", lane, length, tuple(_zone(lane, length, title, values)))


def _zone(lane: float, length: float, title: str, values: Values) -> Iterator[Shape]:
    """The lane from the rear edge of the first base, away from the gun upwards; marks a centimetre apart."""
    yield PaperEdge(0, 0, lane, length)
    yield from (Stroke(0, y, 3 if y % 50 else 6, y) for y in range(10, round(length), 10))
    size = f"{centimetres(round(length))} × {centimetres(round(lane))} cm"
    yield Words(lane / 2 - 0.5, length - 12, title, 8, bold=True, turn=270, anchor="start")
    yield Words(lane - 5, length - 12, size, 7, turn=270, anchor="start")
    yield Words(lane / 2, length - 5, "rear edge of", 6)
    yield Words(lane / 2, length - 2.3, "the first base", 6)
    each = [(word, f"zone_{place}") for place, word in enumerate(("1st", "2nd", "3rd"), 1)]
    order = [
        f"{word} {values.signed('shooting/modifiers', key).text}"
        for word, key in each
        if values.has("shooting/modifiers", key)
    ]
    taken = ", ".join(order)
    yield Words(lane / 2 + 2, 8, taken, 8, turn=270, anchor="end")


def _indirect(values: Values) -> Iterator[PaperTemplate]:
    table = "artillery/machine_gun_area"
    width, depth = _mm(values, table, "width"), _mm(values, table, "depth")
    size = f"{centimetres(round(width))} × {centimetres(round(depth))} cm for each model"
    shapes = (
        PaperEdge(0, 0, width, depth),
        Words(width / 2 - 2, depth / 2, "Indirect machine gun", 8, bold=True, turn=270),
        Words(width / 2 + 3, depth / 2, size, 7, turn=270),
    )
    yield from (PaperTemplate("indirect", "Indirect machine gun", "FF-MOD-15", width, depth, shapes),) * MODELS


def _arcs(values: Values) -> Iterator[PaperTemplate]:
    """The half of an arc on one side of straight ahead; turned over it is the other half."""
    named: dict[float, list[str]] = {}
    for gun, plural, place in ARCS:
        if on_this_sheet(place, values):
            named.setdefault(_mm(values, "shooting/arc_angles", gun) / 2, []).append(plural)
    for number, (half, guns) in enumerate(named.items(), 1):
        yield _arc("arc" if number == 1 else f"arc_{number}", half, " and ".join(guns))


def _arc(key: str, half: float, guns: str) -> PaperTemplate:
    width = round(ARC_RADIUS * tan(radians(half)), 1)
    shapes: tuple[Shape, ...] = (
        Stroke(0.1, 0, 0.1, ARC_RADIUS, 0.2),
        Stroke(0, ARC_RADIUS, width, 0, 0.2),
        Stroke(0, 0.1, width, 0.1, 0.2),
        Words(5, 6, "straight ahead from the front corner", 7, turn=90, anchor="start"),
        Words(12, 7, f"{half:g}° arc of {guns}", 8, bold=True, anchor="start"),
        Words(12, 12, "turn over for the other corner", 7, anchor="start"),
    )
    return PaperTemplate(key, f"{half:g} degree arc", "FF-MOD-18", width, ARC_RADIUS, shapes)


ARCS: Final = (("machine_gun", "machine guns", ""), ("block_house", "block houses", "FF-PSH-58"))
# Bases, the arc they have, who stands on them, and the row of the printed sheet by which a period has them.
GAUGES: Final = (
    ("infantry", "infantry", "infantry, light MG, dismounted cavalry", ""),
    ("flamethrower_or_anti_tank_rifle", "infantry", "flamethrower, anti-tank rifle", "FF-PSH-55"),
    ("field_artillery", "artillery", "field artillery", ""),
    ("heavy_artillery", "artillery", "heavy artillery", ""),
    ("super_heavy_artillery", "artillery", "super heavy artillery", "FF-PSH-50"),
    ("battalion_support_weapon", "mortar", "light mortar", ""),
    ("heavy_support_weapon", "mortar", "medium and heavy mortar", ""),
)


def _gauges(values: Values) -> Iterator[PaperTemplate]:
    """How wide weapons cover the ground straight ahead; those with bases and arcs of one width share a gauge."""
    shared: dict[tuple[float, float], list[tuple[str, str]]] = {}
    for base, arc, name, place in GAUGES:
        if on_this_sheet(place, values):
            wide = _mm(values, "bases/sizes", f"{base}.width"), _mm(values, "shooting/arcs", arc)
            shared.setdefault(wide, []).append((base, name))
    for (own, beside), weapons in shared.items():
        yield _gauge(f"gauge_{weapons[0][0]}", ", ".join(name for _, name in weapons), own, beside)


def _gauge(key: str, name: str, own: float, beside: float) -> PaperTemplate:
    """The base in the middle, the allowance on each side."""
    width = own + 2 * beside
    allowance = f"{centimetres(round(beside))} cm"
    shapes: tuple[Shape, ...] = (
        PaperEdge(0, 0, width, GAUGE_DEPTH),
        PaperEdge(beside, GAUGE_DEPTH - 5, own, 5, 0.2, "dashed"),
        Words(3, 3.6, f"Arc, {name}", 7.5, bold=True, anchor="start"),
        Words(beside / 2, GAUGE_DEPTH / 2 + 1, allowance, 7),
        Words(width / 2, GAUGE_DEPTH - 2.5, f"{centimetres(round(own))}", 6),
        Words(width - beside / 2, GAUGE_DEPTH / 2 + 1, allowance, 7),
    )
    return PaperTemplate(key, f"Arc, {name}", "FF-MOD-18", width, GAUGE_DEPTH, shapes)


def _wire(values: Values) -> Iterator[PaperTemplate]:
    table = "wire/measures"
    deep = _mm(values, table, "belt_depth")
    belt = [PaperEdge(0, 0, BELT_LENGTH, deep)]
    crosses = [one for x in range(8, round(BELT_LENGTH), 9) for y in (5, deep - 5) for one in _saltire(x, y)]
    name = Words(BELT_LENGTH / 2, deep / 2, f"Wire, {centimetres(round(deep))} cm deep", 6.5)
    yield PaperTemplate("wire", "Wire belt", "FF-MOD-04", BELT_LENGTH, deep, (*belt, *crosses, name))
    yield _area("gap_engineers", "Gap, engineers, pioneers", "FF-MOD-17", _mm(values, table, "engineers_width"), deep)
    if values.has(table, "tank_width"):
        yield _area("gap_tank", "Tank’s track", "FF-MOD-17", _mm(values, table, "tank_width"), deep)
        wide, long = (_mm(values, table, f"grapnel_tank_{key}") for key in ("width", "depth"))
        yield _area("gap_grapnel", "Gap, grapnel tank", "FF-MOD-17", wide, long)


def _saltire(x: float, y: float, arm: float = 2) -> tuple[Stroke, Stroke]:
    return Stroke(x - arm, y - arm, x + arm, y + arm), Stroke(x - arm, y + arm, x + arm, y - arm)


def _trenches(values: Values) -> Iterator[PaperTemplate]:
    """Trench strips, the narrow one short and the wide one long, with the zigzag of a trench."""
    for wide, long in (("narrow", "short"), ("wide", "long")):
        depth, length = _mm(values, MODELLING, f"trench_{wide}"), _mm(values, MODELLING, f"trench_{long}")
        ends = [(x, depth / 2 + (2 if n % 2 else -2)) for n, x in enumerate(range(0, round(length) + 1, 10))]
        zigzag = (Stroke(*ends[n], *ends[n + 1], 0.6) for n in range(len(ends) - 1))
        yield PaperTemplate(
            f"trench_{long}", "Trench", "FF-MOD-01", length, depth, (PaperEdge(0, 0, length, depth, 0.2), *zigzag)
        )


def _clock(values: Values) -> Iterator[PaperTemplate]:
    """The hours of the deviation clock; 12 points away from the roller's own edge (FF-DIC-06)."""
    step = values.cited("dice/deviation", "degrees_an_hour").value
    side, middle = 2 * CLOCK_RADIUS, CLOCK_RADIUS
    shapes: list[Shape] = [Ring(middle, middle, CLOCK_RADIUS), *cross(middle, middle, 4)]
    for hour in range(1, 360 // step + 1):
        east, north = sin(radians(hour * step)), cos(radians(hour * step))
        inner, outer, words = CLOCK_RADIUS - 6, CLOCK_RADIUS, CLOCK_RADIUS - 11
        ends = (middle + inner * east, middle - inner * north, middle + outer * east, middle - outer * north)
        shapes.append(Stroke(*ends, 0.4))
        shapes.append(Words(middle + words * east, middle - words * north, str(hour), 12, bold=True))
    shapes.append(Words(middle, middle - 15, "12: away from your edge", 7))
    shapes.append(Words(middle, middle + 14, "two dice more: cm", 7))
    yield PaperTemplate("clock", "Deviation clock", "FF-DEV-07", side, side, tuple(shapes))


def _air(values: Values) -> Iterator[PaperTemplate]:
    if not values.has("air/line", "reach"):
        return
    reach = _mm(values, "air/line", "reach")
    width, depth = 2 * reach, 12.0
    far = f"{centimetres(round(reach))} cm"
    shapes = (
        PaperEdge(0, 0, width, depth),
        Stroke(reach, 0, reach, depth, 0.4),
        Words(reach / 2, depth / 2 - 2, "Air attack", 7.5, bold=True),
        Words(reach * 1.5, depth / 2 - 2, "targets in one line", 7),
        Words(reach / 2, depth / 2 + 2.5, far, 7),
        Words(reach * 1.5, depth / 2 + 2.5, far, 7),
    )
    yield PaperTemplate("air", "Air attack line", "FF-MOD-16", width, depth, shapes)


def _barrage(values: Values) -> Iterator[PaperTemplate]:
    """A piece of a rolling barrage with the danger strip on the attackers' side, below."""
    if not values.has("artillery/barrage_plan", "turns_beside_d3"):
        return
    long = _mm(values, MODELLING, "barrage_piece")
    band, strip = (_mm(values, "artillery/barrage_sizes", key) for key in ("depth", "strip"))
    says = f"Danger strip, {centimetres(round(strip))} cm: a D6 must be less than the distance in cm"
    shapes = (
        PaperEdge(0, 0, long, band, 0.4),
        PaperEdge(0, band, long, strip, 0.3, "dashed"),
        Words(long / 4, 12, "Rolling barrage", 16, bold=True),
        Words(long * 3 / 4, 12, f"{centimetres(round(long))} × {centimetres(round(band))} cm", 12),
        Words(long / 4, band + strip - 8, says, 8),
        *_depths(long, band, strip),
    )
    yield PaperTemplate("barrage", "Rolling barrage", "FF-MOD-07", long, band + strip, shapes)


def _depths(long: float, band: float, strip: float) -> Iterator[Shape]:
    """A line every centimetre of the strip with its distance from the barrage."""
    for cm in range(1, round(strip / 10)):
        y = band + cm * 10
        yield Stroke(0, y, 8, y)
        yield Stroke(long - 8, y, long, y)
        yield Words(12, y, str(cm), 8)
        yield Words(long - 12, y, str(cm), 8)


# Sticks to measure with, cut from paper (FF-MOV-T3, FF-RNG-T1)

DEPTH: Final = 16.0
SECTION: Final = 200.0
TAB: Final = 10.0
SHORTEST_NAMED: Final = 45
REACH, LIMITS, TURNS = "shooting/ranges", "shooting/range_limits", "movement/turns"
# The rows of the printed sheets by which a period has a weapon or has it not.
TANKS, FLAMES, HEAVIEST, WORKS = "FF-PSH-51", "FF-PSH-55", "FF-PSH-50", "FF-PSH-58"
Marks = Mapping[float, str]


@dataclass(frozen=True, slots=True)
class Traveller:
    """Who is measured with a stick, and how he gets along."""

    key: str
    name: str
    mover: Mover
    transport: Transport = Transport.ON_ITS_OWN
    quality: Quality = Quality.EXPERIENCED
    row: str = ""


TRAVELLERS: Final = (
    Traveller("infantry", "infantry; machine guns, light mortars on animals", Mover.INFANTRY),
    Traveller("veterans", "Veteran infantry", Mover.INFANTRY, quality=Quality.VETERAN),
    Traveller("by_hand", "machine guns and light mortars by hand", Mover.MACHINE_GUN, Transport.MANHANDLED),
    Traveller("cavalry", "cavalry, mounted commanders", Mover.CAVALRY),
    Traveller("field_artillery", "limbered guns", Mover.FIELD_ARTILLERY, Transport.LIMBERED),
    Traveller("tanks", "heavy tanks", Mover.HEAVY_TANK, row=TANKS),
    Traveller("light_tanks", "light tanks", Mover.LIGHT_TANK, row=TANKS),
    Traveller("motors", "motors", Mover.MOTORS),
)
GROUND: Final = (
    (Going.CROSS_COUNTRY, "cross country"),
    (Going.ROAD, "road"),
    (Going.CLOSE_TERRAIN, "close"),
    (Going.ALONG_TRENCH, "trench"),
    (Going.SHELL_TORN, "shell-torn"),
    (Going.SHATTERED, "shattered"),
)


@dataclass(frozen=True, slots=True)
class StickWeapon:
    """What fires along a stick: its row among the ranges, and the limits on its way, each with what stands there.

    A `lane` is as wide as its field of fire. What is fired at stands has the steps of the order of targets.
    """

    key: str
    name: str
    limits: tuple[tuple[str, str], ...] = ()
    row: str = ""
    lane: bool = False
    at_stands: bool = True


SHORT_GUN: Final = (("short.machine_gun", "short, under"),)
SHORT_RIFLE: Final = (("short.infantry", "short, under"),)
SHORT_LMG: Final = (("short.lmg", "short, under"),)
SHORT_TANK: Final = (("short.tank", "short, under"),)
LEAST: Final = (("least.mortar", "least"),)
SIGHTS: Final = (
    ("armour.field_artillery", "field guns at armour, to"),
    ("open_sights.from", "field guns, open sights, from"),
    ("open_sights.far", "field guns, far, beyond"),
)
ORDER: Final = (("priority.near", "second choice, to"), ("priority.ahead", "third, straight ahead, to"))
WEAPONS: Final = (
    StickWeapon("machine_gun", "machine gun", SHORT_GUN, lane=True),
    StickWeapon("block_house", "block house", SHORT_GUN, WORKS, lane=True),
    StickWeapon("infantry", "infantry", SHORT_RIFLE),
    StickWeapon("lmg", "light MG", SHORT_LMG),
    StickWeapon("cavalry", "dismounted cavalry", SHORT_RIFLE),
    StickWeapon("anti_tank_rifle", "anti-tank rifle", SHORT_RIFLE, TANKS),
    StickWeapon("infantry_long_range", "BEF rifles", SHORT_RIFLE),
    StickWeapon("tank_gun", "tank", SHORT_TANK, TANKS),
    StickWeapon("light_tank_gun", "light tank", SHORT_TANK, TANKS),
    StickWeapon("tank_lmg", "light MG of a tank", SHORT_TANK, TANKS),
    StickWeapon("tank_lmg", "armoured car", SHORT_TANK),
    StickWeapon("flamethrower", "flamethrower", (), FLAMES),
    StickWeapon("light_mortar", "light mortar", LEAST, at_stands=False),
    StickWeapon("medium_mortar", "medium mortar", LEAST, at_stands=False),
    StickWeapon("heavy_mortar", "heavy mortar", LEAST, at_stands=False),
    StickWeapon("field_gun", "field gun", SIGHTS, at_stands=False),
    StickWeapon("field_howitzer", "howitzer", SIGHTS, at_stands=False),
    StickWeapon("heavy_artillery", "heavy artillery", SIGHTS, at_stands=False),
    StickWeapon("super_heavy_artillery", "super heavy artillery", SIGHTS, HEAVIEST, at_stands=False),
)


def sticks_of(values: Values) -> tuple[PaperTemplate, ...]:
    """Every stick of the sheet's period; those longer than a page come in sections that are glued tab under edge."""
    return (*_movement(values), *_ranges(values))


def _movement(values: Values) -> Iterator[PaperTemplate]:
    for one in TRAVELLERS:
        if on_this_sheet(one.row, values):
            marks = _distances(one, values)
            yield from _stick(f"move_{one.key}", f"Move, {one.name}", "FF-MOV-T3", marks)


def _distances(one: Traveller, values: Values) -> Marks:
    """How far one move goes on each ground, what a gun is moved by hand, and what turning about takes of it."""
    marks: dict[float, list[str]] = {}
    for going, word in GROUND:
        if far := _move(one.mover, going, one.transport, one.quality, values):
            marks.setdefault(far, []).append(word)
    if one.transport is Transport.LIMBERED:
        by_hand = _move(one.mover, Going.CROSS_COUNTRY, Transport.MANHANDLED, one.quality, values)
        marks.setdefault(by_hand, []).append("by hand")
    marks.setdefault(float(values.cited(TURNS, "about_turn").value), []).append("turn about")
    return {at: ", ".join(words) for at, words in sorted(marks.items()) if at}


def _move(mover: Mover, going: Going, transport: Transport, quality: Quality, values: Values) -> float:
    """One move action in millimetres; nothing where there is none."""
    facts = MoveFacts(mover=mover, going=going, transport=transport, quality=quality, in_column=going is Going.ROAD)
    allowed = move_allowance(facts, values.book)
    if isinstance(allowed, Refusal) or allowed.value.way is not Way.DISTANCE:
        return 0
    return float(allowed.value.mm)


def _ranges(values: Values) -> Iterator[PaperTemplate]:
    shared: dict[tuple[tuple[float, str], ...], list[StickWeapon]] = {}
    for weapon in WEAPONS:
        if values.has(REACH, weapon.key) and on_this_sheet(weapon.row, values):
            shared.setdefault((*_limits(weapon, values).items(), (0, str(weapon.lane))), []).append(weapon)
    for marks, weapons in shared.items():
        lane = float(values.cited("modelling/sizes", "lane").value) if weapons[0].lane else DEPTH
        names = ", ".join(one.name for one in weapons)
        months = values.months_of(REACH, weapons[0].key)
        title = f"Range{' and lane' if weapons[0].lane else ''}, {names}{f' ({months})' if months else ''}"
        yield from _stick(f"range_{weapons[0].key}", title, "FF-RNG-T1", dict(marks[:-1]), lane)


def _limits(weapon: StickWeapon, values: Values) -> Marks:
    """What stands at which distance: limits of the dice, steps of the order of targets, and the reach itself."""
    reach = float(values.cited(REACH, weapon.key).value)
    wanted = (*weapon.limits, *(ORDER if weapon.at_stands else ()))
    found = {float(values.cited(LIMITS, key).value): says for key, says in wanted if values.has(LIMITS, key)}
    if weapon.key == "infantry_long_range":
        found[float(values.cited(REACH, "infantry").value)] = "others"
    return {**{at: says for at, says in sorted(found.items()) if at < reach}, reach: "reach"}


def _stick(key: str, title: str, clause: str, marks: Marks, depth: float = DEPTH) -> Iterator[PaperTemplate]:
    length = max(marks)
    sections = ceil(length / SECTION)
    for number in range(sections):
        begins = number * SECTION
        part, last = min(SECTION, length - begins), number == sections - 1
        named = f"{title}, {centimetres(round(length))} cm"
        # The last section may be too short for the whole name: whose it is has to do.
        first = title.replace(";", ",").split(", ")[1]
        short = named if part > SHORTEST_NAMED * 2 else f"{first.capitalize()}, {centimetres(round(length))} cm"
        told = named if sections == 1 else f"{short}, part {number + 1} of {sections}"
        here = {mark - begins: word for mark, word in marks.items() if begins < mark <= begins + part}
        shapes = tuple(_section(begins, part, not last, told, here, depth))
        own = key if sections == 1 else f"{key}_{number + 1}"
        yield PaperTemplate(own, title, clause, part + (0 if last else TAB), depth, shapes)


def _section(begins: float, part: float, more: bool, title: str, marks: Marks, depth: float) -> Iterator[Shape]:
    yield PaperEdge(0, 0, part + (TAB if more else 0), depth)
    if more:
        yield Stroke(part, 0, part, depth, 0.15, "dashed")
        yield Words(part + TAB / 2, depth / 2, "glue", 6, turn=90)
    yield from _ticks(begins, part, marks, depth)
    if part >= SHORTEST_NAMED:
        yield Words(2, 2.8, title, fitting(title, part - 4, 7), bold=True, anchor="start")
    before = 0.0
    for at, word in sorted(marks.items()):
        on = min(at, part - 0.15)
        yield Stroke(on, 4.4, on, depth, 0.5)
        lines = _between(f"{word} {centimetres(round(begins + at))}", on - before - 2)
        yield from (Words(on - 1, 6.4 + n * 2.4, line, 6, anchor="end") for n, line in enumerate(lines))
        before = on


def _between(text: str, room: float) -> list[str]:
    """Words before a mark, in lines that end at the mark before it."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else ""
        if longer and fitting(longer, room, 6) == 6:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _ticks(begins: float, part: float, marks: Marks, depth: float) -> Iterator[Shape]:
    """A tick every centimetre; every fifth longer, with its number."""
    for at in range(10, round(part) + 1, 10):
        fifth = round(begins + at) % 50 == 0
        yield Stroke(at, depth - (5 if fifth else 3), at, depth, 0.2)
        if fifth and at < part and at not in marks:
            yield Words(at, depth - 6.3, centimetres(round(begins + at)), 6)
