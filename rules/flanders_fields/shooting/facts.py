"""The facts of one shot, and the words for them."""

from rules.flanders_fields.not_yet import BLOCK_HOUSE, GAS, STORM_BATTALION
from rules.flanders_fields.only_where import OF_A_STAND, OF_ARMOUR
from rules.flanders_fields.vocabulary import Cover, Crossing, Firer, Quality, Slope, TargetKind
from rules.kernel.contradictions import only
from rules.kernel.facts import fact
from rules.kernel.values import dataclass

ARTILLERY = frozenset({Firer.FIELD_GUN, Firer.FIELD_HOWITZER, Firer.HEAVY_ARTILLERY, Firer.SUPER_HEAVY_ARTILLERY})
FIELD_ARTILLERY = frozenset({Firer.FIELD_GUN, Firer.FIELD_HOWITZER})
MORTARS = frozenset({Firer.LIGHT_MORTAR, Firer.MEDIUM_MORTAR, Firer.HEAVY_MORTAR})
MACHINE_GUNS = frozenset({Firer.MACHINE_GUN, Firer.BLOCK_HOUSE})
CREWED = ARTILLERY | MORTARS | MACHINE_GUNS
TANK_WEAPONS = frozenset({Firer.TANK_GUN, Firer.LIGHT_TANK_GUN, Firer.TANK_LMG})
STORM_FIRERS = frozenset(Firer) - TANK_WEAPONS - {Firer.GAS, Firer.CAVALRY, Firer.BLOCK_HOUSE}
RIFLES = frozenset({Firer.INFANTRY, Firer.LMG, Firer.CAVALRY, Firer.ANTI_TANK_RIFLE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One die at one target stand (FF-RCB-04): who fires with what, how far, at whom, and what disturbs the aim."""

    firer: Firer = fact("Who fires, and with what", example="infantry", dated=BLOCK_HOUSE)
    range_cm: float = fact(
        "Distance, nearest edge to nearest edge of the bases", unit="cm", least=0, most=1000, example=20.0
    )
    cover: Cover = fact("What protects the target", example="soft")
    target: TargetKind = fact("A stand, or armour (it has a table of its own)", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact(
        "The armoured target is in cover, a building or the like", default=False, only=OF_ARMOUR
    )
    target_is_command: bool = fact("The target is a command stand", default=False, only=OF_A_STAND)
    in_arc: bool = fact("The target is inside the firer's arc", default=True)
    direct_sight: bool = fact("The firer sees the target", default=True)
    indirect: bool = fact("Indirect fire, on a point the firer need not see", default=False)
    firer_quality: Quality = fact("Quality of the firing stand", default=Quality.EXPERIENCED)
    storm_troops: bool = fact(
        "The firing stand are storm troops",
        default=False,
        only=only("FF-QUA-07", "firer", STORM_FIRERS, "troops on foot and their weapons"),
        dated=STORM_BATTALION,
    )
    firer_in_gas: bool = fact("The firer stands in a gas cloud", default=False, dated=GAS)
    line_crosses: Crossing = fact("What the line of fire enters or passes through", default=Crossing.NOTHING)
    slope: Slope = fact("Whether the shot goes uphill (the target stands higher) or downhill", default=Slope.LEVEL)
    fired_on_the_move: bool = fact("The shot ends a move made in the same action", default=False)
    place_in_beaten_zone: int = fact(
        "Place in the beaten zone: 0 is the first target, 1 to 3 the stands behind it", default=0, least=0, most=3
    )
    partly_in_zone: bool = fact(
        "The stand lies only partly in the beaten zone",
        default=False,
        only=only("FF-BZN-04", "place_in_beaten_zone", {1, 2, 3}, "a stand behind the first target"),
    )
    on_area: bool = fact("The fire covers an area about an aiming point", default=False)
    partly_in_area: bool = fact(
        "The stand lies only partly in that area",
        default=False,
        only=only("FF-ART-25", "on_area", True, "fire that covers an area"),
    )
    moves_through_zone: bool = fact("The stand moves into or through an area already under fire", default=False)
    in_danger_strip: bool = fact("The stand is too close behind its own barrage", default=False)
    superb_shooting_card: bool = fact("The Superb Shooting card is in force for the firer", default=False)
    good_shooting_card: bool = fact("The Good Shooting card is in force for the firer", default=False)
    long_range_marksmanship: bool = fact(
        "The firer are riflemen of the BEF",
        default=False,
        only=only("FF-SPR-01", "firer", {Firer.INFANTRY}, "riflemen"),
    )
    more_light_guns: bool = fact(
        "The firer are late French or German riflemen, with more light machine guns (house rule)",
        default=False,
        only=only("FF-TOE-13", "firer", {Firer.INFANTRY}, "riflemen"),
    )
    calibre_over_75_mm: bool = fact(
        "The field piece has a calibre over 75 mm",
        default=False,
        only=only("FF-ARM-05", "firer", FIELD_ARTILLERY, "field artillery"),
    )
    from_the_flank: bool = fact("The shot comes from the target's flank", default=False)
    stands_in_front: int = fact("Friendly stands directly in front of the firer", default=0, least=0, most=10)
    friends_in_line: bool = fact("Friends stand in the line of fire, not directly in front", default=False)
    at_assaulters: bool = fact("A tank fires at those who assault it", default=False)
    turned_to_face: bool = fact("The firer has just turned to an assault on its flank", default=False)
    firer_is_command: bool = fact("The firer is a command stand", default=False)
    suppressed: bool = fact("The firer is suppressed", default=False)
    packed: bool = fact(
        "The firer is limbered or packed up",
        default=False,
        only=only("FF-RCB-12", "firer", CREWED - {Firer.BLOCK_HOUSE}, "a weapon with a crew"),
    )
    mounted: bool = fact(
        "The firing cavalry is still mounted",
        default=False,
        only=only("FF-DFM-14", "firer", {Firer.CAVALRY}, "cavalry"),
    )


def is_indirect(shot: Shot) -> bool:
    """Whether the shot works through a point rather than the firer's sight: mortars, gas, guns that see nothing.

    In an area it is told of each stand by itself (AMB-304).
    """
    unseeing = shot.firer in ARTILLERY and not shot.direct_sight
    if shot.on_area and shot.firer in ARTILLERY:
        return unseeing
    return shot.indirect or unseeing or shot.firer in MORTARS or shot.firer is Firer.GAS


def over_open_sights(shot: Shot) -> bool:
    """Whether a gun fires directly at what it sees (FF-RNG-07): in an area, of the whole of its fire (AMB-306)."""
    if shot.on_area:
        return shot.firer in ARTILLERY and not shot.indirect
    return shot.firer in ARTILLERY and not is_indirect(shot)


def falls_from_above(shot: Shot) -> bool:
    """Whether neither range nor what lies between disturbs a shot: fire that is not laid by eye."""
    return not over_open_sights(shot) if shot.firer in ARTILLERY else is_indirect(shot)
