"""Tools on the map of a game: measures, paths, templates, barrages and gas."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from app.maps.drawing import Grip
from app.maps.game_map import ForceListed, FormationListed, GameMap, StandListed
from app.maps.layers import Overlay, StandDrawn
from app.maps.tools import (
    TRY,
    Ahead,
    Between,
    DrawnWay,
    MapTools,
    ToolAsked,
    along,
    centre_of,
    covered,
    facing_from,
    last_known,
    on_the_table,
    own_place,
    place_from,
    place_words,
    to_spot,
)
from app.systems.flanders_fields.lookups import CLAUSES
from app.systems.flanders_fields.screen_map import OnMap, ground_of, lying, on_map
from rules.flanders_fields.applicability import no_gas, no_rolling_barrages
from rules.flanders_fields.barrages import SIZES, BandFacts, piece_mm
from rules.flanders_fields.game.map_facts import weapon_arcs
from rules.flanders_fields.game.map_facts.area_coverage import Rolling
from rules.flanders_fields.game.map_facts.board import FieldStand, apart_mm, measured, tape
from rules.flanders_fields.game.map_facts.cover_and_sight import line, sees
from rules.flanders_fields.game.map_facts.direct_fire import behind, zone_of
from rules.flanders_fields.game.map_facts.gas_coverage import GONE, Drift, drifts
from rules.flanders_fields.game.map_facts.move_paths import goes, passed, reached, spelled, steps, transport_of
from rules.flanders_fields.game.map_facts.previews import (
    GAS,
    Drifting,
    HeldTemplate,
    Station,
    Template,
    covering,
    lay_held,
    lies_like_its_target,
    may_be_turned,
    near,
    station,
    templates_of,
)
from rules.flanders_fields.game.map_facts.trenches_and_wire import on_way
from rules.flanders_fields.gas_clouds import CloudFacts, GasKind, Wind, WindFacts, seen_from
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.sight import VEHICLES
from rules.flanders_fields.vocabulary import Side
from rules.kernel.distances import cm
from rules.kernel.explanations import Refusal
from rules.kernel.facts import limits
from rules.kernel.numerals import counted
from rules.kernel.polygons import Outline, Point
from rules.tabletop.stands import Circle, Pose, Spot, StandingBase, bearing_deg, middle
from rules.tabletop.terrain import Table

# Routes on the map

TAPE: Final = Circle(2)
"""What is carried along a way that nobody in particular goes."""


def _over(on: OnMap, way: tuple[Spot, ...]) -> str:
    found = steps(on.field, StandingBase(TAPE, Pose(way[0], 0.0)), way[1:])
    return spelled(on.field, found).removesuffix(", map")


def _carried(on: OnMap, goer: str, way: tuple[Spot, ...]) -> Iterator[Overlay]:
    """How far one move action carries a stand along its way, and what it meets there."""
    own = on.field.stands[goer]
    poses = tuple(Pose(other, bearing_deg(one, other)) for one, other in pairwise(way))
    far = goes(on.field, goer, poses, transport_of(own), on.book)
    if far is None:
        return
    if isinstance(far, Refusal):
        yield Overlay("march", f"{own.name}: {far.because}; {far.instead}")
    elif far.value.reaches:
        yield Overlay("march", f"{own.name}: one move action carries it to the end{last_known(on, goer)}")
    else:
        ends = along(way, far.value.goes_mm)
        said = f"{own.name}: one move action carries it {cm(far.value.goes_mm)} of it{last_known(on, goer)}"
        ring = tuple(Spot(ends.x_mm + x, ends.y_mm + y) for x, y in ((-12, 0), (0, 12), (12, 0), (0, -12)))
        yield Overlay("march", said, (ring,), labels=((ends, "one action"),))
    met = (passed(on.field, goer, poses), *(one for one in on_way(on.field, goer, poses, on.book) if one.value))
    told = [one.whence.removesuffix(", map") for one in met if one]
    if told:
        yield Overlay("march", f"{own.name}: {'; '.join(dict.fromkeys(told))}")


PATH: Final[DrawnWay[OnMap]] = DrawnWay(_over, _carried)


# Measures between two stands


def _halfway(start: Point, end: Point) -> Spot:
    return to_spot(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))


def _named(on: OnMap, one: str, other: str) -> str:
    return f"{on.field.stands[one].name} to {on.field.stands[other].name}"


def measure(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    """The distance from base to base, by house rule from middle to middle (AMB-101)."""
    start, end = (on.field.stands[name].stand for name in (one, other))
    far, ends = cm(apart_mm(start, end, on.book)), tape(start, end, on.book)
    said = f"{far} {measured(on.book)}, {_named(on, one, other)}{last_known(on, one, other)}"
    yield Overlay("measure", said, lines=(tuple(map(to_spot, ends)),), labels=((_halfway(*ends), far),))


def sight(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    """The line of sight, as far as it is clear and from there on."""
    seen = line(on.field, on.field.stands[one].stand, on.field.stands[other].stand, on.book)
    told = sees(on.field, one, other, on.book)
    word = "seen" if told and told.value else "not seen"
    why = told.whence.removesuffix(", map") if told else ""
    said = f"{_named(on, one, other)}: {word}; {why}{last_known(on, one, other)}"
    clear = to_spot(seen.clear_to)
    yield Overlay("sight", said, lines=((seen.start, clear),), labels=((_halfway(seen.start, clear), word),))
    if not seen.seen:
        yield Overlay("blocked", "From here on it is hidden", lines=((clear, seen.end),))


def arc(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    """The arc of a stand as far as it shoots, of a block house by its faces; whether it has another in it, and why."""
    own, found = on.field.stands[one], weapon_arcs.shapes(on.field, one, on.book)
    if isinstance(found, Refusal):
        if not on.field.has(other):
            yield Overlay("arc", f"{own.name}: {found.because}; {found.instead}")
    else:
        said = f"{own.name}: {_arcs(own, found)}, as far as it shoots{last_known(on, one)}"
        yield Overlay("arc", said, on_the_table(on, *found.values()))
    if on.field.has(other) and other != one:
        yield from _in_arc(on, one, other)


def _arcs(own: FieldStand, found: Collection[str]) -> str:
    if len(found) == 1:
        return "its arc"
    if own.mover in VEHICLES:
        return f"the ground on its sides with a gun, {', '.join(found)}"
    return f"its arc out of each of its faces, {', '.join(found)}"


def _in_arc(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    tape = (on.field.stands[one].stand.spot, on.field.stands[other].stand.spot)
    told = weapon_arcs.in_any_arc(on.field, one, other, on.book) or weapon_arcs.sector(on.field, one, other, on.book)
    if told:
        says = told.whence.removesuffix(", map")
        yield Overlay("arc", f"{_named(on, one, other)}: {says}{last_known(on, one, other)}", lines=(tape,))


def zone(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    """The beaten zone of a machine gun or a block house behind its first target, and who is in it."""
    strip = zone_of(on.field, one, other, on.book)
    if strip is None:
        return
    names = ", ".join(on.field.stands[found.stand].name for found in behind(on.field, one, other, on.book))
    said = f"Beaten zone of {on.field.stands[one].name} behind {on.field.stands[other].name}: {names or 'nobody'} in it"
    yield Overlay("zone", f"{said}{last_known(on, one, other)}", on_the_table(on, strip.outline))


def reach(on: OnMap, one: str, _other: str) -> Iterator[Overlay]:
    """As far as one move action carries it, round the enemy's stands that the seat knows of."""
    own = on.field.stands[one]
    found = reached(on.field, one, transport_of(own), on.book)
    if isinstance(found, Refusal):
        yield Overlay("reach", f"{own.name}: {found.because}")
    elif found:
        rings = tuple(tuple(map(to_spot, (*ring, *ring[:1]))) for area in found.areas for ring in area)
        said = f"{own.name}: as far as one move action carries it{last_known(on, one)}"
        yield Overlay("reach", said, lines=rings)


# A template of fire or gas held over the map of a game

TEMPLATES: Final[Mapping[Template, str]] = {
    Template.BATTERY: "Battery",
    Template.SOS: "SOS fire",
    Template.LIGHT_MORTAR: "Light mortar",
    Template.MEDIUM_MORTAR: "Medium mortar",
    Template.HEAVY_MORTAR: "Heavy mortar",
    Template.MACHINE_GUN: "Machine gun, indirect",
    Template.ATTACKER_GAS: "Gas of the attacker",
    Template.DEFENDER_GAS: "Gas of the defender",
}


def template_in_hand(on: OnMap, asked: ToolAsked) -> HeldTemplate:
    """The template that was chosen, on the middle of a stand or at a place of its own."""
    known = templates_of(on.book)
    template = Template(asked.word("template", known, known[0]))
    turned = asked.facing("facing") if may_be_turned(template, on.book) else 0
    target = asked.text("on")
    if not on.field.has(target):
        return HeldTemplate(template, asked.spot(on.field.table, centre_of(on.field)), turned)
    stand = on.field.stands[target].stand
    if lies_like_its_target(template, on.book):
        turned = round(stand.facing_deg)
    return HeldTemplate(template, to_spot(middle(stand)), turned)


def template_overlays(on: OnMap, asked: ToolAsked) -> Iterator[Overlay]:
    """A template where it is held, with who is fully, partly and not covered."""
    in_hand = template_in_hand(on, asked)
    laid = lay_held(in_hand, on.book)
    kind = "held gas" if in_hand.template in GAS else "held square"
    if isinstance(laid, Refusal):
        yield Overlay(kind, f"{laid.because}; {laid.instead}")
        return
    turned = f", turned by {facing_from(in_hand.turned_deg, asked.across)} degrees" if in_hand.turned_deg % 360 else ""
    where = f"its middle at {place_words(on, asked, in_hand.middle)}{turned}"
    size = f"{cm(laid.width_mm)} by {cm(laid.depth_mm)}"
    yield Overlay(kind, f"{TEMPLATES[in_hand.template]}, {size}, {where}", on_the_table(on, laid.outline))
    found = covering(on.field, in_hand.template, laid.outline, on.book)
    yield from covered(on, "fully", "Fully covered", found.fully)
    yield from covered(on, "partly", "Partly covered", found.partly)
    yield Overlay("spared", _spared(len(found.spared), bool(found.fully or found.partly)))


def _spared(many: int, others: bool) -> str:
    if not many:
        return "Every stand on the map is covered" if others else "No stand is on the map"
    return f"Not covered: {counted(many, 'other stand' if others else 'stand')} on the map"


def template_grips(on: OnMap, asked: ToolAsked) -> tuple[Grip, ...]:
    """By what it is held on the map."""
    in_hand = template_in_hand(on, asked)
    turned = in_hand.turned_deg if may_be_turned(in_hand.template, on.book) else None
    return (Grip("centre", f"Middle of the template: {TEMPLATES[in_hand.template]}", in_hand.middle, turned),)


def template_form(on: OnMap, asked: ToolAsked) -> dict[str, Any]:
    """What has to be told of it, as it is filled in."""
    in_hand = template_in_hand(on, asked)
    own = place_from(on.field.table, in_hand.middle, asked.across)
    turns = may_be_turned(in_hand.template, on.book)
    return {
        "templates": [{"value": one.value, "word": TEMPLATES[one]} for one in templates_of(on.book)],
        "template": in_hand.template.value,
        "on": asked.text("on") if on.field.has(asked.text("on")) else "",
        "place": own_place(own, facing_from(in_hand.turned_deg, asked.across) if turns else None),
    }


# A rolling barrage on the map of a game


def rolling_of(on: OnMap, asked: ToolAsked) -> Rolling:
    """The barrage of a plan the seat knows, or the one that is tried out."""
    return on.plans.barrages.get(asked.text("plan")) or _tried_barrage(on, asked)


def _tried_barrage(on: OnMap, asked: ToolAsked) -> Rolling:
    facts = BandFacts(
        start_up_cm=asked.number("start", _start(on), *limits(BandFacts, "start_up_cm")),
        speed_cm=asked.number("speed", on.book.table(SIZES).number("speed").value / 10, *limits(BandFacts, "speed_cm")),
        duration=round(asked.number("turns", BandFacts(start_up_cm=0.0).duration, *limits(BandFacts, "duration"))),
        halts=asked.wholes("halts", *limits(BandFacts, "halts")),
        turn=1,
        attacker=barrage_side(on, asked) is Side.ATTACKER,
    )
    leads = asked.wholes("leads", *limits(BandFacts, "lead_cm"))
    return Rolling("A barrage to try out", barrage_side(on, asked), facts, tuple(map(float, leads)))


def barrage_side(on: OnMap, asked: ToolAsked) -> Side:
    """Whose barrage is tried out: the attacker's, but where the defender may have one (AMB-05)."""
    both = on.book.behaviour("AMB-05", {"attacker": False, "both": True})
    return Side(asked.word("side", list(Side), Side.ATTACKER)) if both else Side.ATTACKER


def _start(on: OnMap) -> float:
    return float(round(on.field.table.depth_mm / 30))


def barrage_overlays(on: OnMap, asked: ToolAsked) -> Iterator[Overlay]:
    """A barrage in one of its turns, with its danger strip and its line in every other turn."""
    plan, turn = rolling_of(on, asked), turn_asked(asked)
    last = plan.facts.duration + 1
    stations = [station(on.field, plan, one, on.book) for one in range(1, last + 1)]
    refused = next((one for one in stations if isinstance(one, Refusal)), None)
    if refused:
        yield Overlay("band", f"{refused.because}; {refused.instead}")
        return
    told = [one for one in stations if isinstance(one, Station)]
    now = told[min(turn, last) - 1]
    yield from lines_by_turn(on.field.table, told, now)
    yield Overlay("danger", "", on_the_table(on, *now.strip))
    yield Overlay("band", _station_words(plan, now), on_the_table(on, *now.lies))
    yield from _met(on, plan, now)
    yield Overlay("turns", f"Turn by turn: {'; '.join(map(_in_short, told))}")


def turn_asked(asked: ToolAsked) -> int:
    """The turn a barrage is looked at in."""
    return round(asked.number("turn", 1, *limits(BandFacts, "turn")))


def lines_by_turn(table: Table, told: Sequence[Station], now: Station | None) -> Iterator[Overlay]:
    """The rear edge in every turn, with the turns in which it lies there; where it is now the band itself shows it."""
    there: dict[tuple[Outline, ...], list[int]] = {}
    for one in told:
        if one.lies:
            there.setdefault(one.lies, []).append(one.turn)
    for lies, turns in there.items():
        line = tuple(to_spot(corner) for outline in lies for corner in (outline[0], outline[-1]))
        said = f"turn {', '.join(map(str, turns))}"
        on_table = [spot for spot in line if 0 <= spot.y_mm <= table.depth_mm]
        if on_table:
            shown = () if now and lies == now.lies else (line,)
            yield Overlay("turn", "", lines=shown, labels=((_beside(table, line[0]), said),))


def _beside(table: Table, spot: Spot) -> Spot:
    """Where the word to a line stands: a little in from the edge of the table."""
    inwards = table.width_mm // 12
    return Spot(inwards if spot.x_mm == 0 else table.width_mm - inwards, spot.y_mm)


def _station_words(plan: Rolling, at: Station) -> str:
    edge = f"up the table from the {plan.side}'s edge"
    lies = f"; it lies from {_reach(at)} {edge}" if at.reaches_cm else ""
    return f"{plan.name}, turn {at.turn}: {at.says}{lies}"


def _reach(at: Station) -> str:
    pieces = [f"{rear:g} to {front:g} cm" for rear, front in at.reaches_cm]
    return pieces[0] if len(pieces) == 1 else f"{', '.join(pieces)}, piece by piece from the left,"


def _in_short(at: Station) -> str:
    if not at.reaches_cm:
        return f"{at.turn}: lifted"
    return f"{at.turn}: {min(at.reaches_cm)[0]:g} to {max(front for _, front in at.reaches_cm):g} cm"


def _met(on: OnMap, plan: Rolling, now: Station) -> Iterator[Overlay]:
    """Who is under it, and who is how far behind it."""
    if not now.lies:
        return
    found = near(on.field, plan, now, on.book)
    if not found.under and not found.endangered:
        yield Overlay("spared", "Nobody on the map is under it or close behind it")
    yield from covered(on, "fully", "Under it", found.under)
    close = {name: f"{far:g} cm behind it" for name, far in found.endangered}
    strip = on.book.table(SIZES).number("strip").value
    yield from covered(on, "partly", f"In its danger strip of {cm(strip)}", close, close)


def barrage_grips(on: OnMap, asked: ToolAsked) -> tuple[Grip, ...]:
    """By what it is held on the map; a plan of the game is not moved about."""
    if asked.text("plan") in on.plans.barrages:
        return ()
    plan = rolling_of(on, asked)
    spot = on.field.spot(plan.side, on.field.table.width_mm / 20, plan.facts.start_up_cm)
    part = "start" if plan.side is Side.ATTACKER else "start-across"
    return (Grip(part, "Start line of the barrage", spot), *_pieces(on, plan))


def _pieces(on: OnMap, plan: Rolling) -> Iterator[Grip]:
    """By what each piece of it is drawn forward of its line or held back behind it: a bent line (FF-BAR-04)."""
    across = on.field.table.width_mm
    for n in range(-(-across // piece_mm())):
        # Whoever tells fewer leads than there are pieces has told the last of them for the rest.
        lead = (plan.leads[: n + 1] or (0.0,))[-1]
        left, right = n * piece_mm(), min(across, (n + 1) * piece_mm())
        # Out of the way of the word to the line at its left end, and of the grip of the whole in its middle.
        along = (left + (right - left) * 2 / 3) / 10
        spot = on.field.spot(plan.side, along, plan.facts.start_up_cm + lead)
        part = f"lead-{n}" if plan.side is Side.ATTACKER else f"lead-{n}-across"
        yield Grip(part, f"Piece {n + 1} of the barrage from the left of its side", spot)


def barrage_form(on: OnMap, asked: ToolAsked) -> dict[str, Any]:
    """What has to be told of it, as it is filled in."""
    plan, known = rolling_of(on, asked), asked.text("plan") in on.plans.barrages
    plans = [{"value": name, "word": one.name} for name, one in on.plans.barrages.items()]
    both = on.book.behaviour("AMB-05", {"attacker": False, "both": True})
    return {
        "plans": [{"value": TRY, "word": "One to try out"}, *plans] if plans else [],
        "plan": asked.text("plan") if known else TRY,
        "sides": [{"value": one.value, "word": one.value.capitalize()} for one in Side] if both else [],
        "side": plan.side.value,
        "facts": plan.facts,
        "bounds": {name: limits(BandFacts, name) for name in ("start_up_cm", "speed_cm", "duration")},
        "halts": asked.text("halts"),
        "leads": asked.text("leads"),
        "piece": cm(piece_mm()),
        "turn": min(turn_asked(asked), plan.facts.duration + 1),
        "last": plan.facts.duration + 1,
    }


# A cloud of gas on the map of a game


def drifting_of(on: OnMap, asked: ToolAsked) -> Drifting:
    """A cloud on the table or of a plan the seat knows, or the one that is tried out; its wind as known, or as told."""
    known = on.plans.clouds.get(asked.text("cloud"))
    if known and known.wind:
        return known
    cloud = known.cloud if known else _tried_cloud(on, asked)
    return Drifting(known.name if known else "The cloud", cloud, _told_wind(on, asked, cloud.owner))


def _tried_cloud(on: OnMap, asked: ToolAsked) -> CloudFacts:
    owner = Side(asked.word("owner", list(Side), Side.ATTACKER))
    along, up = on.field.from_edge(owner, asked.spot(on.field.table, centre_of(on.field)))
    turns = may_be_turned(_gas_of(owner), on.book)
    across_deg = (asked.facing("facing") + 90) % 180 - 90 if turns else 0
    kind = GasKind(asked.word("gas", list(GasKind), GasKind.OFFENSIVE))
    return CloudFacts(kind=kind, owner=owner, along_cm=along, up_cm=up, turned_deg=across_deg)


def _gas_of(owner: Side) -> Template:
    return next(one for one, side in GAS.items() if side is owner)


def told_wind(on: OnMap, asked: ToolAsked) -> Wind:
    """The wind as it was filled in, or blows, or is planned, or might be: as the attacker sees it."""
    blows = on.plans.wind or Wind(_planned_heading(on, asked), mean_speed(on.book))
    way = facing_from(asked.facing("wind_deg", blows.direction_deg), across=False)
    return Wind(way, asked.number("wind_cm", blows.speed_cm, *limits(WindFacts, "speed_cm")))


def _planned_heading(on: OnMap, asked: ToolAsked) -> int:
    """Where the plan has the wind blow to; straight ahead of the reader where nobody planned it."""
    planned = on.plans.clouds.get(asked.text("cloud"))
    if planned is None:
        return facing_from(0, asked.across)
    return seen_from(planned.cloud.owner, Wind(planned.heading_deg, 0.0)).direction_deg


def mean_speed(book: RuleBook) -> float:
    """The speed of a first wind on average: two dice beside the book's number (FF-GAS-13)."""
    return book.table("gas/wind").number("first").value / 10 + 7


def _told_wind(on: OnMap, asked: ToolAsked, owner: Side) -> WindFacts:
    wind = seen_from(owner, told_wind(on, asked))
    return WindFacts(direction_deg=wind.direction_deg, speed_cm=wind.speed_cm)


def phase_asked(asked: ToolAsked) -> int:
    """How many gas phases ahead a cloud is looked at."""
    return round(asked.number("phase", 1, 1, limits(CloudFacts, "phases")[1]))


def gas_overlays(on: OnMap, asked: ToolAsked) -> Iterator[Overlay]:
    """A cloud where one of its gas phases leaves it, with its way there and whom it catches on it."""
    drifting = drifting_of(on, asked)
    wind = drifting.wind or _told_wind(on, asked, drifting.cloud.owner)
    phases = limits(CloudFacts, "phases")[1]
    found = drifts(on.field, drifting.cloud, wind, min(phases, LOOKED_AHEAD), on.book)
    if isinstance(found, Refusal):
        yield Overlay("gas", f"{found.because}; {found.instead}")
        return
    now = found[min(phase_asked(asked), len(found)) - 1]
    for one in found:
        if one is not now:
            yield Overlay("gas later", "", on_the_table(on, one.lies))
    yield Overlay("held gas later", "", on_the_table(on, found[0].began))
    yield Overlay("way", "", on_the_table(on, now.way))
    yield Overlay("gas", _drift_words(on, asked, drifting, found, now), on_the_table(on, now.lies))
    yield from covered(on, "fully", "Fully covered on its way", now.fully)
    yield from covered(on, "partly", "Partly covered on its way", now.partly)
    if not now.fully and not now.partly:
        yield Overlay("spared", "It catches nobody on the map")


LOOKED_AHEAD: Final = 12
"""Gas phases looked ahead: denying gas lies until a 6 disperses it."""


def _drift_words(on: OnMap, asked: ToolAsked, drifting: Drifting, found: tuple[Drift, ...], now: Drift) -> str:
    number = found.index(now) + 1
    when = f"{drifting.name}, gas phase {number} from now"
    if now.fate in GONE:
        return f"{when}: {now.says}"
    middle_of = on.field.spot(drifting.cloud.owner, *now.middle_cm)
    return f"{when}: {now.says}; its middle comes to {place_words(on, asked, middle_of)}"


def gas_grips(on: OnMap, asked: ToolAsked) -> tuple[Grip, ...]:
    """By what it is held on the map; one of the game is not moved about."""
    if asked.text("cloud") in on.plans.clouds:
        return ()
    cloud = _tried_cloud(on, asked)
    spot = on.field.spot(cloud.owner, cloud.along_cm, cloud.up_cm)
    turned = asked.facing("facing") if may_be_turned(_gas_of(cloud.owner), on.book) else None
    return (Grip("centre", "Middle of the cloud", spot, turned),)


def gas_form(on: OnMap, asked: ToolAsked) -> dict[str, Any]:
    """What has to be told of it, as it is filled in."""
    known = on.plans.clouds.get(asked.text("cloud"))
    clouds = [{"value": name, "word": one.name} for name, one in on.plans.clouds.items()]
    cloud, wind = drifting_of(on, asked).cloud, told_wind(on, asked)
    turns = may_be_turned(_gas_of(cloud.owner), on.book)
    own = place_from(on.field.table, on.field.spot(cloud.owner, cloud.along_cm, cloud.up_cm), asked.across)
    return {
        "clouds": [{"value": TRY, "word": "One to try out"}, *clouds] if clouds else [],
        "cloud": asked.text("cloud") if known else TRY,
        "owners": [{"value": one.value, "word": one.value.capitalize()} for one in Side],
        "owner": cloud.owner.value,
        "kinds": [{"value": one.value, "word": one.value.capitalize()} for one in GasKind],
        "gas": cloud.kind.value,
        "place": own_place(own, facing_from(asked.facing("facing"), asked.across) if turns else None),
        "wind": None if known and known.wind else (facing_from(wind.direction_deg, asked.across), wind.speed_cm),
        "phase": phase_asked(asked),
        "last": LOOKED_AHEAD,
    }


# The tools of the map of Flanders Fields


def _lying(on: OnMap) -> Iterator[Overlay]:
    return lying(on.field)


def _has_barrages(on: OnMap) -> bool:
    return no_rolling_barrages(on.book) is None


def _has_gas(on: OnMap) -> bool:
    return no_gas(on.book) is None


TOOLS: Final[MapTools[OnMap]] = MapTools(
    between={
        "measure": Between("Distance, base to base", measure),
        "sight": Between("Line of sight", sight),
        "arc": Between("Arc of fire", arc, of_one=True),
        "zone": Between("Beaten zone", zone),
        "reach": Between("Reach of a move", reach, of_one=True),
    },
    ahead={
        "template": Ahead("Area template", template_overlays, template_grips, template_form),
        "barrage": Ahead("Barrage by turns", barrage_overlays, barrage_grips, barrage_form, _has_barrages),
        "gas": Ahead("Gas by turns", gas_overlays, gas_grips, gas_form, _has_gas),
        "path": Ahead("Along a drawn way", PATH.laid_over, PATH.grips, PATH.form),
    },
    lying=_lying,
    nothing="Nothing can be said of these two. For a beaten zone take a machine gun or a block house, then its target.",
)


# The map of a game

View = Mapping[str, Any]
Drawn = Mapping[str, StandDrawn]


def _forces(view: View, drawn: Drawn) -> list[ForceListed]:
    """The sides by battalions and regiments, each with its stands on the map and beside it."""
    listed = [(side, [_formation(one, drawn) for one in _holders(side)]) for side in view["sides"]]
    return [ForceListed(side["name"], side["nation"], [one for one in all_of if one.stands]) for side, all_of in listed]


def _holders(side: View) -> Iterator[View]:
    for regiment in side["regiments"]:
        yield from (one for one in regiment["battalions"] if one["on_table"])
        yield regiment


def _formation(holder: View, drawn: Drawn) -> FormationListed:
    """One battalion or regiment. A stand that has fallen, or that is not to be seen, is not in it."""
    commander, units = holder["commander"], [one for one in holder["units"] if one["on_table"]]
    named = [(commander, commander["name"])] if commander["id"] else []
    named += [(stand, _called(stand, unit)) for unit in units for stand in unit["stands"]]
    stands = [StandListed(one["id"], name, drawn.get(one["id"])) for one, name in named if one["alive"]]
    return FormationListed(holder["id"], holder["name"], stands)


def _called(stand: View, unit: View) -> str:
    return stand["name"] if stand["name"] == unit["name"] else f"{stand['name']}, {unit['name']}"


GAME_MAP: Final[GameMap[OnMap]] = GameMap(TOOLS, on_map, ground_of, _forces, "flanders_fields/game_map.html", CLAUSES)
