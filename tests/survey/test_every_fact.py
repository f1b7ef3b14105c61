"""Every fact of every question is either proposed from the map, or the list says who else has it."""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import pytest

from rules.flanders_fields.assault import Fighter
from rules.flanders_fields.fire_areas import FireAreaKind as Fire
from rules.flanders_fields.game.map_facts import (
    area_coverage,
    cover_and_sight,
    direct_fire,
    gas_coverage,
    indirect_fire,
    move_paths,
    orders_and_assaults,
    trenches_and_wire,
    weapon_arcs,
)
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field
from rules.flanders_fields.lookups import RESOLUTIONS
from rules.flanders_fields.vocabulary import Cover, Firer, Mover, Side, UnitClass
from rules.kernel.polygons import rectangle
from rules.tabletop.board_view import Proposed, Survey, Surveyed
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import AreaKind, River, Road, Trench, Wire
from tests.survey.scenes import FIELD_GUN, TANK, area, at, book, commander, enemy, field, gun, path

LISTED: Final[Mapping[str, Mapping[str, list[str]]]] = tomllib.loads(
    (Path(__file__).parent / "facts.toml").read_text(encoding="utf-8")
)
SOURCES: Final = {"map", "tape", "parts", "rules", "choice", "dice", "knowledge"}

LATE: Final = book("1917-11")
POINT: Final = Spot(1000, 500)
SQUARE: Final = rectangle(100, 100, 0, POINT)
CLOUD: Final = CloudOnField("c", "the cloud", rectangle(300, 300, 0, POINT))
WAY: Final = (Pose(Spot(1000, 700)),)
OWN, FOE = "own", "foe"


def scene() -> Field:
    """Something of everything: a company before wire and a trench, a battery, a tank, a block house, gas, a river."""
    pieces = (
        area(AreaKind.WOOD, 60, 30, 80, 40),
        Trench("front", "Front Street", path((0, 15), (240, 15)), 20, "british"),
        Trench("foe", "Hun Alley", path((0, 50), (240, 50)), 20, "german"),
        Wire("w", "the belt", path((90, 21.8), (110, 21.8)), 20),
        Road("r", "the chaussee", path((200, 0), (200, 120)), 40),
        area(AreaKind.BUILDINGS, 210, 70, 220, 80, "farm"),
        River("v", "the canal", path((0, 100), (240, 100)), 60),
    )
    battery: dict[str, Any] = {"base": FIELD_GUN, "unit_class": UnitClass.FIELD_GUN, "mover": Mover.FIELD_ARTILLERY}
    tank: dict[str, Any] = {"base": TANK, "unit_class": UnitClass.TANK, "mover": Mover.HEAVY_TANK, "firer": None}
    house: dict[str, Any] = {
        "unit_class": UnitClass.BLOCK_HOUSE,
        "mover": Mover.BLOCK_HOUSE,
        "firer": Firer.BLOCK_HOUSE,
    }
    stands = {
        OWN: at(100, 20, unit="a", formation="x"),
        "second": at(100, 18.5, unit="a", formation="x"),
        "third": at(140, 20, unit="a", formation="x"),
        "post": commander(102.5, 20, formation="x"),
        FOE: enemy(100, 50, formation="y"),
        "behind": enemy(100, 55, formation="y"),
        "gun": gun(110, 20, unit="m"),
        "battery": at(120, 6, **battery, firer=Firer.FIELD_GUN, unit="g"),
        "tank": at(150, 30, **tank, fighter=Fighter.HEAVY_TANK),
        "foe post": commander(97.5, 50, side=Side.DEFENDER, formation="y"),
        "foe tank": enemy(97, 60, **tank, fighter=Fighter.HEAVY_TANK),
        "house": enemy(130, 60, **house, fighter=Fighter.BLOCK_HOUSE),
    }
    nations = {Side.ATTACKER: "british", Side.DEFENDER: "german"}
    return replace(field(*pieces, **stands), clouds=(CLOUD,), nations=nations)


Found = Proposed | None | Surveyed | Survey | tuple[Surveyed, ...]
SCENES: Final[Mapping[str, Callable[[Field], tuple[Found, ...]]]] = {
    "AimFacts": lambda on: (weapon_arcs.point_in_arc(on, "battery", POINT, LATE),),
    "AirAttackFacts": lambda on: (cover_and_sight.cover(on, FOE, LATE),),
    "AirStand": lambda on: (indirect_fire.stand(on, Side.ATTACKER, FOE, LATE),),
    "AirTargetsFacts": lambda on: (indirect_fire.attack(on, Side.ATTACKER, POINT, 0, LATE),),
    "FireAreaFacts": lambda on: (
        area_coverage.point(on, Side.ATTACKER, POINT),
        area_coverage.line_of_fire(on, "gun", POINT),
        area_coverage.turned_like(on, Side.ATTACKER, FOE, "laid_on_deg"),
        area_coverage.turned_like(on, Side.ATTACKER, FOE, "position_deg"),
    ),
    "AreaFireFacts": lambda on: (
        indirect_fire.weapon(on, "battery", POINT, LATE),
        trenches_and_wire.in_front_line(on, "battery", UnitClass.FIELD_GUN, LATE),
    ),
    "AreaStand": lambda on: (indirect_fire.caught(on, Side.ATTACKER, Fire.BATTERY, Spot(1030, 540), LATE, "battery"),),
    "ArmourCoverFacts": lambda on: (cover_and_sight.armour_cover(on, "tank", LATE, "foe tank"),),
    "AssaultFacts": lambda on: (cover_and_sight.cover_as(on, FOE, "defender_cover", LATE),),
    "BarrageFacts": lambda on: (area_coverage.under(on, (rectangle(2400, 200, 0, (1200, 550)),), Side.ATTACKER, LATE),),
    "BeatenZoneFacts": lambda on: (direct_fire.first_depth(on, "gun", FOE, LATE),),
    "CardFacts": lambda on: (
        direct_fire.distance(on, OWN, "second", LATE, "apart_cm"),
        cover_and_sight.is_one_of(on, FOE, LATE, "fortified", Cover.FORTIFIED),
        trenches_and_wire.at_some(on, "a", "at_wire"),
    ),
    "ClearWireFacts": lambda on: (trenches_and_wire.touching(on, "a"), trenches_and_wire.belts(on, OWN)),
    "ClosingFireFacts": lambda on: (
        orders_and_assaults.closing(on, OWN, FOE, LATE),
        orders_and_assaults.ground_outside(on, OWN, FOE, LATE),
        gas_coverage.in_gas(on, FOE, LATE, "firer_in_gas"),
        cover_and_sight.armour_covered(on, "foe tank", LATE, "attacker_armour_in_cover"),
    ),
    "CombatFacts": lambda on: (
        orders_and_assaults.closing(on, OWN, FOE, LATE),
        orders_and_assaults.support(on, OWN),
        cover_and_sight.cover_as(on, FOE, "defender_cover", LATE),
    ),
    "CommandMoveFacts": lambda on: (move_paths.move(on, "post", WAY),),
    "CoverFacts": lambda on: (cover_and_sight.where(on, FOE, LATE),),
    "CoverageFacts": lambda on: (_as(area_coverage.base(on, Side.ATTACKER, FOE), "base"),),
    "DeviationFacts": lambda on: (cover_and_sight.observed(on, "post", POINT, LATE),),
    "Enemies": lambda on: (gas_coverage.in_gas(on, OWN, LATE, "firer_in_gas"),),
    "Enemy": lambda on: (direct_fire.enemies(on, OWN, LATE),),
    "EnterFacts": lambda on: (gas_coverage.entering(on, OWN, WAY, CLOUD),),
    "FacesHit": lambda on: (weapon_arcs.hit_face(on, OWN, "house", LATE, "hit"),),
    "FrontLineFacts": lambda on: (trenches_and_wire.front_line(on, "battery"),),
    "GasPathFacts": lambda on: (move_paths.waypoints(on, Side.ATTACKER, OWN, WAY),),
    "GasStand": lambda on: (gas_coverage.caught_by(on, CLOUD, (0.0, 0.0), LATE),),
    "HarmFacts": lambda on: (
        area_coverage.partly(on, FOE, SQUARE, LATE),
        cover_and_sight.cover_as(on, FOE, "trench", LATE),
    ),
    "InGasFacts": lambda on: (gas_coverage.cloud_share(on, FOE, CLOUD),),
    "IndirectGunFacts": lambda on: (indirect_fire.weapon(on, "gun", POINT, LATE),),
    "LeavingFacts": lambda on: (trenches_and_wire.in_own_work(on, FOE),),
    "MixedMoveFacts": lambda on: (move_paths.move(on, OWN, WAY),),
    "MortarFire": lambda on: (indirect_fire.spotting(on, "gun", "post", FOE, LATE),),
    "MortarFireFacts": lambda on: (
        indirect_fire.weapon(on, "gun", POINT, LATE),
        indirect_fire.nearest_of(on, POINT, (OWN, "second"), LATE, "battalion_cm"),
    ),
    "MoveFacts": lambda on: (move_paths.move(on, OWN, WAY),),
    "ObserverFacts": lambda on: (
        cover_and_sight.sees_point(on, "post", POINT, LATE),
        indirect_fire.sees_enemy_in(on, "post", SQUARE, LATE, "sees_enemy_in_area"),
    ),
    "Offset": lambda on: (weapon_arcs.offset(on, OWN, FOE, LATE),),
    "OrderFacts": lambda on: (
        orders_and_assaults.order(on, "a", "post", (OWN, "second"), LATE),
        orders_and_assaults.own_sight(on, "g", LATE),
    ),
    "MovePart": lambda on: (_as(move_paths.move(on, OWN, WAY), "going", "distance_cm"),),
    "PassThroughFacts": lambda on: (move_paths.passed(on, OWN, WAY),),
    "PassageFacts": lambda on: (move_paths.waypoints(on, Side.ATTACKER, OWN, WAY),),
    "PlannedFireFacts": lambda on: (
        indirect_fire.sees_enemy_in(on, "battery", SQUARE, LATE, "sees_target"),
        weapon_arcs.point_in_arc(on, "battery", POINT, LATE),
        cover_and_sight.observed(on, "post", POINT, LATE),
        trenches_and_wire.in_front_line(on, "battery", UnitClass.FIELD_GUN, LATE),
    ),
    "ShelterFacts": lambda on: (trenches_and_wire.in_own_work(on, FOE),),
    "Shot": lambda on: (direct_fire.shot(on, OWN, FOE, LATE), direct_fire.shot(on, OWN, "foe tank", LATE)),
    "SightFacts": lambda on: (
        cover_and_sight.sight(on, OWN, FOE, LATE),
        cover_and_sight.sight(_hill(on), OWN, "behind", LATE),
    ),
    "SosFacts": lambda on: (
        indirect_fire.sos(on, Side.ATTACKER, POINT, "battery", ("post",), LATE),
        trenches_and_wire.in_front_line(on, "battery", UnitClass.FIELD_GUN, LATE),
    ),
    "StripFacts": lambda on: (
        area_coverage.danger(on, OWN, (rectangle(2400, 100, 0, (1200, 290)),), Side.ATTACKER, 60, LATE),
        area_coverage.danger(on, "tank", (rectangle(2400, 100, 0, (1200, 430)),), Side.ATTACKER, 60, LATE),
    ),
    "StripStand": lambda on: (
        indirect_fire.caught(on, Side.ATTACKER, Fire.MACHINE_GUN, POINT, LATE, "gun"),
        indirect_fire.caught(on, Side.ATTACKER, Fire.MACHINE_GUN, Spot(970, 600), LATE, "gun"),
    ),
    "SuppressFacts": lambda on: (
        cover_and_sight.is_one_of(on, FOE, LATE, "in_hard_cover", Cover.HARD, Cover.FORTIFIED),
    ),
    "SweepFacts": lambda on: (_as(area_coverage.base(on, Side.ATTACKER, FOE), "base"),),
    "TankFireFacts": lambda on: (weapon_arcs.tank_offset(on, "tank", FOE),),
    "TankOffset": lambda on: (weapon_arcs.tank_offset(on, "tank", FOE),),
    "TankTarget": lambda on: (weapon_arcs.tank_offset(on, "tank", FOE), direct_fire.distance(on, "tank", FOE, LATE)),
    "Waypoint": lambda on: (area_coverage.point(on, Side.ATTACKER, POINT, "along_cm", "up_cm"),),
    "WireCrossingFacts": lambda on: (
        trenches_and_wire.belts(on, OWN),
        trenches_and_wire.on_way(on, "second", WAY, LATE),
    ),
    "ZoneAttackFacts": lambda on: (move_paths.through(on, OWN, WAY, SQUARE, LATE),),
    "ZoneStand": lambda on: direct_fire.behind(on, "gun", FOE, LATE),
    "BaseInAreaFacts": lambda on: (area_coverage.base(on, Side.ATTACKER, FOE),),
    "Distance": lambda on: (direct_fire.distance(on, OWN, FOE, LATE),),
}
"""What the survey proposes for each class of facts, asked of the scene."""


def _as(survey: Survey, *names: str) -> Survey:
    """Facts that are proposed as one value under another name."""
    assert survey
    return tuple(Proposed(name, None, "in one") for name in names)


def _hill(on: Field) -> Field:
    """The scene with a wood between, which is not looked over."""
    pieces = (*on.table.pieces, area(AreaKind.WOOD, 90, 30, 110, 40, "Wood 4"))
    return replace(on, table=replace(on.table, pieces=pieces))


def proposed(found: Sequence[Found]) -> Iterator[str]:
    """The names of all facts in what the survey answered."""
    for one in found:
        if isinstance(one, Proposed):
            yield one.fact
        elif isinstance(one, Surveyed):
            yield from proposed(one.facts)
        elif one:
            yield from proposed(one)


def classes() -> dict[str, type]:
    """Every class of facts that a question is asked with, those inside others too."""
    found: dict[str, type] = {}
    waiting = [resolution.facts for resolution in RESOLUTIONS.values()]
    while waiting:
        one = waiting.pop()
        found[one.__name__] = one
        hints = get_type_hints(one)
        waiting += [inner for told in fields(one) for inner in _inside(hints[told.name]) if inner not in found.values()]
    return found


def _inside(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for argument in get_args(hint):
        yield from _inside(argument)


def test_every_class_of_facts_is_listed_and_no_other() -> None:
    assert sorted(LISTED) == sorted(classes())


@pytest.mark.parametrize("name", sorted(LISTED))
def test_every_fact_is_listed_once(name: str) -> None:
    listed = LISTED[name]
    assert set(listed) <= SOURCES
    facts = [fact for source in listed.values() for fact in source]
    assert sorted(facts) == sorted(one.name for one in fields(classes()[name]))


@pytest.mark.parametrize("name", sorted(name for name, listed in LISTED.items() if "map" in listed))
def test_what_is_listed_as_of_the_map_is_proposed_from_it(name: str) -> None:
    assert set(LISTED[name]["map"]) <= set(proposed(SCENES[name](scene())))


def test_a_part_is_of_a_class_that_is_listed() -> None:
    for name, listed in LISTED.items():
        hints = get_type_hints(classes()[name])
        assert all(list(_inside(hints[part])) for part in listed.get("parts", ())), name
