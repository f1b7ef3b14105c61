"""Outcomes of lookups in words: the result on the card, its number, its colour."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from app.lookups.vocabulary import counted
from app.pages.lookups.lookup_layout import Outcome
from app.systems.flanders_fields.lookups import retreat_figure, words
from rules.kernel.numerals import signed

# Shooting and sight

SHOTS: Final = {
    "no_effect": Outcome("none", "nothing"),
    "suppressed": Outcome("suppressed", "suppressed"),
    "killed": Outcome("killed", "killed"),
}
THIRDS: Final = ("some", "more", "most")
MORALE: Final = {
    "rout": Outcome("killed", "routs"),
    "holds": Outcome("good", "holds"),
}
RETREATS: Final = {"retreat_40": "none", "retreat_20": "some"}


def actions(value: int) -> Outcome:
    """Actions earned by an order roll."""
    kind = ("none", "some", "more", "most")[min(value, 3)]
    return Outcome(kind, "action" if value == 1 else "actions", str(value)) if value else Outcome(kind, "no action")


def summed(value: int) -> Outcome:
    """The sum of two dice."""
    return Outcome("some", "on two dice", str(value))


def as_d3(value: int) -> Outcome:
    """What a die counts as a D3."""
    return Outcome(THIRDS[value - 1], "on a D3", str(value))


def shot(value: str) -> Outcome:
    """What one shot does."""
    return SHOTS[value]


def zone(value: Sequence[Mapping[str, Any]]) -> Outcome:
    """What a machine gun's fire action does to all its targets together."""
    killed = sum(one["result"] == "killed" for one in value)
    suppressed = sum(one["result"] == "suppressed" for one in value)
    if not killed and not suppressed:
        return SHOTS["no_effect"]
    both = [f"{n} {word}" for n, word in ((killed, "killed"), (suppressed, "suppressed")) if n]
    return Outcome("killed" if killed else "suppressed", ", ".join(both))


def morale(value: Mapping[str, Any]) -> Outcome:
    """What a morale roll brings."""
    return morale_result(value["result"])


def morale_result(result: str) -> Outcome:
    """What a battalion does by the result of its test, with the figure of the table (FF-MOR-07)."""
    if result in RETREATS:
        return Outcome(RETREATS[result], f"retreats {retreat_figure(result)} cm")
    return MORALE[result]


def deviated(value: Mapping[str, Any]) -> Outcome:
    """How far off, and towards which hour of the clock."""
    if value["clock"] is None:
        return Outcome("good", "on the point")
    return Outcome("none", f"cm towards {value['clock']} o'clock", f"{value['distance_cm']:g}")


def crossed(value: Mapping[str, Any]) -> Outcome:
    """How many stands get across the wire."""
    tried = value["crossed"] + value["caught"]
    return Outcome(
        "good" if value["crossed"] else "none", f"of {counted(tried, 'stand')} across", str(value["crossed"])
    )


def allowance(value: Mapping[str, Any]) -> Outcome:
    """How far, or at what price in actions."""
    if value["way"] == "distance":
        return Outcome("good", "cm in one move action", f"{value['mm'] / 10:g}")
    if value["way"] == "actions":
        return Outcome("some", f"{'action' if value['actions'] == 1 else 'actions'} to cross", str(value["actions"]))
    return Outcome("good", "free to cross") if value["way"] == "free" else Outcome("none", "cannot move there")


def seen(value: Mapping[str, Any]) -> Outcome:
    """Whether the target is seen, and to what distance it would be."""
    limit = value["limit_mm"]
    reach = f", up to {limit / 10:g} cm" if limit else ""
    return Outcome("good", f"seen{reach}") if value["seen"] else Outcome("none", f"not seen{reach}")


def cover(value: str) -> Outcome:
    """A class of cover."""
    return Outcome("good", words(value))


def first_in_line(value: Mapping[str, Any]) -> Outcome:
    """Which enemies may be chosen."""
    return Outcome("good", " or ".join(value["names"]) or "no target")


def blown(value: Mapping[str, Any]) -> Outcome:
    """The wind after its die, or the end of the gas."""
    if value["disperses"]:
        return Outcome("good", "the gas disperses")
    right = value["direction_deg"]
    side = "straight ahead" if not right else f"{abs(right)} degrees {'right' if right > 0 else 'left'} of ahead"
    return Outcome("some", f"cm, {side}", f"{value['speed_cm']:g}")


def attacked_in_turn(value: Sequence[str]) -> Outcome:
    """Whom aircraft attack, the first first."""
    return Outcome("good", ", then ".join(value)) if value else Outcome("none", "no target")


def laid_again(value: Mapping[str, Any]) -> Outcome:
    """Whether a machine gun finds its line again, and what it has left to fire."""
    if not value["relaid"]:
        return Outcome("none", "not on its line yet")
    left = value["fire_actions"]
    return Outcome("good", f"on its line again, {counted(left, 'fire action') if left else 'no action'} left")


def one_by_one(value: Mapping[str, Any]) -> Outcome:
    """How many steps an assault has."""
    return Outcome("good", "steps, in this order", str(len(value["steps"])))


def added(value: Mapping[str, Any]) -> Outcome:
    """What each side adds to its combat die."""
    return Outcome("some", f"attacker {signed(value['attacker'])}, defender {signed(value['defender'])}")


def fought(value: Mapping[str, Any]) -> Outcome:
    """Who wins a fight."""
    winner = value["winner"]
    if winner == "draw":
        return Outcome("none", "a draw")
    return Outcome("good" if winner == "attacker" else "killed", f"{winner} wins")


def closed(value: Mapping[str, Any]) -> Outcome:
    """Whether a stand that is fired at closes."""
    if value["closes"]:
        return Outcome("none", "it closes")
    return SHOTS["killed"] if "killed" in value["results"] else SHOTS["suppressed"]


def shelled(value: Mapping[str, Any]) -> Outcome:
    """What fire on an area does to all it catches together."""
    return zone(value["results"])


def passed(value: Mapping[str, Any]) -> Outcome:
    """What a fire zone does to a stand that moves."""
    return SHOTS[value["result"]] if value["attacked"] else Outcome("good", "no attack")


STATES: Final = {
    "live": Outcome("some", "a fire zone: it attacks"),
    "ranging": Outcome("none", "no zone yet: ranging only"),
    "sleeps": Outcome("suppressed", "the zone sleeps"),
    "gone": Outcome("none", "no zone any more"),
    "never": Outcome("none", "never a zone"),
}


def zoned(value: str) -> Outcome:
    """Whether an area is a fire zone."""
    return STATES[value]


def deep(value: Mapping[str, Any]) -> Outcome:
    """What deep suppression takes off the orders it touches, and whether a battery is lost."""
    if not value["modifier"]:
        return SHOTS["no_effect"]
    kind, word = ("killed", "and a battery") if value["battery_lost"] else ("suppressed", "on orders")
    return Outcome(kind, word, f"\u2212{-value['modifier']}")


def swept(value: Mapping[str, Any]) -> Outcome:
    """What a rolling barrage does to a stand."""
    return SHOTS[value["result"]] if value["rolls"] else Outcome("good", "no roll")


def under_own_barrage(value: Mapping[str, Any]) -> Outcome:
    """What becomes of a stand close behind its own barrage."""
    return SHOTS[value["result"]] if value["at_risk"] else Outcome("good", "safe")


PLAYS: Final = {
    "may": ("good", "may be played"),
    "must": ("killed", "must be played at once"),
    "hand_over": ("suppressed", "is handed to the enemy"),
}


def played(value: Mapping[str, Any]) -> Outcome:
    """Whose good a card is, and whether it is played; of a rally, what its die brings."""
    if value["play"] == "dummy":
        return Outcome("none", "a dummy")
    if value["event"] == "rally":
        return Outcome("good", "platoon returns" if value["count"] == 1 else "platoons return", str(value["count"]))
    kind, says = PLAYS[value["play"]]
    return Outcome(kind, f"{words(value['event'])} {says}")


def held(value: Mapping[str, Any]) -> Outcome:
    """How many cards must be played, or that all may be kept."""
    must = value["must_play"]
    if must:
        return Outcome("killed", "must be played", str(must))
    return Outcome("good", f"{counted(value['in_hand'], 'card')} in hand")


# Actions, commanders, fresh troops and horses


def left_to_spend(value: int) -> Outcome:
    """What is left after an action that may be spent."""
    return Outcome("good", f"it may, {counted(value, 'action') if value else 'none'} left after it")


def replaced(value: Mapping[str, Any]) -> Outcome:
    """When a dead commander is replaced, and where the new one stands."""
    if value["appears"] == "never":
        return Outcome("none", "nobody replaces him")
    when = "at once" if value["appears"] == "at_once" else "next turn"
    where = "in place of a rifle platoon" if value["platoon_lost"] else f"touching a {words(value['beside']).lower()}"
    return Outcome("some", f"{when}, {where}")


def rides(value: str) -> Outcome:
    """As what cavalry counts."""
    return Outcome("good", f"counts as {words(value).lower()}")


# Orders and tests of battalions, national rules


def earned(value: Sequence[int]) -> Outcome:
    """The actions all companies of a battalion earn together."""
    together = sum(value)
    if len(value) == 1 or not together:
        return actions(together)
    return Outcome("some", "action in all" if together == 1 else "actions in all", str(together))


def tests_due(value: Sequence[str]) -> Outcome:
    """Which morale tests a battalion owes."""
    if not value:
        return Outcome("good", "no test")
    return Outcome("suppressed", f"must test, {' and '.join(words(one).lower() for one in value)} lost")


def uses_left(value: int | None) -> Outcome:
    """Leave to use a national rule, and what is left of it afterwards."""
    if value is None:
        return Outcome("good", "may be used, without limit")
    return Outcome("good", f"may be used, {counted(value, 'use')} left" if value else "may be used, for the last time")


# Arcs, bases, formations, moves and fire actions

SIDES_OF_A_TANK: Final = {
    "front": "ahead of it",
    "left": "on its left",
    "right": "on its right",
    "rear": "behind it",
}


def rolled_at(value: Sequence[str]) -> Outcome:
    """What all rolls at one target do together."""
    times = sum(one == "suppressed" for one in value)
    if "killed" in value or times < 2:
        return SHOTS["killed" if "killed" in value else "suppressed" if times else "no_effect"]
    return Outcome("suppressed", f"suppressed by {times} rolls")


def needed(value: Mapping[str, Any]) -> Outcome:
    """Which faces suppress and which kill."""
    suppress, kill = (_faces(value[name]) for name in ("suppressed_on", "killed_on"))
    if not suppress and not kill:
        return Outcome("none", "no face does anything")
    says = [f"{done} on {faces}" for done, faces in (("suppressed", suppress), ("killed", kill)) if faces]
    return Outcome("killed" if kill else "suppressed", ", ".join(says))


def _faces(faces: Sequence[int]) -> str:
    """Faces of a die in words; those of one result always lie side by side."""
    if len(faces) < 3:
        return " or ".join(map(str, faces))
    return f"{faces[0]} to {faces[-1]}"


def on_side(value: str) -> Outcome:
    """Which side of a tank a target lies on."""
    found = SIDES_OF_A_TANK.get(value)
    return Outcome("good", found) if found else Outcome("none", "in none of its sectors")


def base(value: Mapping[str, Any]) -> Outcome:
    """The recommended base: its front first."""
    across, deep = value["width_mm"] / 10, value["depth_mm"] / 10
    size = "across" if value["shape"] == "circle" else f"wide, {deep:g} cm deep"
    return Outcome("good", f"cm {size}, {value['shape']}", f"{across:g}")


def together(value: Mapping[str, Any]) -> Outcome:
    """Whether a company keeps its gaps."""
    apart = ", ".join(value["apart"])
    return Outcome("good", "in formation") if value["holds"] else Outcome("none", f"out of it: {apart}")


def closer(value: Mapping[str, Any]) -> Outcome:
    """How far a stand closes up."""
    word = "cm, in formation again" if value["restored"] else "cm, not in formation yet"
    return Outcome("good" if value["restored"] else "some", word, f"{value['moves_mm'] / 10:g}")


def in_river(value: Mapping[str, Any]) -> Outcome:
    """Where one action of a crossing leads."""
    place = words(value["stage"]).lower()
    return Outcome("good" if value["across"] else "some", f"{place}, counts as {words(value['cover'])}")


def turned(value: int) -> Outcome:
    """What it costs to turn a weapon."""
    return Outcome("some", f"{counted(value, 'move action')} first") if value else Outcome("good", "no action")


def made_ready(value: int) -> Outcome:
    """What packing or limbering costs."""
    return Outcome("some", "action" if value == 1 else "actions", str(value)) if value else Outcome("good", "no action")


def gone(value: Mapping[str, Any]) -> Outcome:
    """How far one move leads over changing ground, and what is left of it."""
    if not value["reaches"]:
        return Outcome("some", "cm of the way, no farther", f"{value['goes_mm'] / 10:g}")
    left = f", {value['left_mm'] / 10:g} cm left" if value["left_mm"] else ""
    return Outcome("good", f"cm, all the way{left}", f"{value['goes_mm'] / 10:g}")


def commander_moves(value: Mapping[str, Any]) -> Outcome:
    """How far a command stand gets in its phase."""
    if value["each"]["way"] != "distance":
        return allowance(value["each"])
    return Outcome("good", f"cm in {counted(value['moves'], 'move')}", f"{value['in_all_mm'] / 10:g}")


# Plans, areas, tanks and block houses


def word(value: str) -> Outcome:
    """An answer that is a word of the rules."""
    return Outcome("good", words(value))


def laid(value: Mapping[str, Any]) -> Outcome:
    """What laying a point costs, and whether fire can follow."""
    redirects = value["redirects"]
    cost = counted(redirects, "redirect") if redirects else "no action"
    left = value["fire_actions"]
    follows = f"{counted(left, 'fire action')} left" if left else "no fire after it"
    return Outcome("good" if left else "some", f"{cost}, {follows}")


def area(value: Mapping[str, Any]) -> Outcome:
    """The sides of an area, and how it is turned."""
    turned = f", turned {value['turned_deg']} degrees" if value["turned_deg"] else ""
    return Outcome("good", f"cm across and {value['depth_cm']:g} deep{turned}", f"{value['width_cm']:g}")


COVERED: Final = {
    "fully": Outcome("killed", "fully covered"),
    "partly": Outcome("suppressed", "partly covered"),
    "spared": Outcome("good", "spared"),
}


def covered(value: Mapping[str, Any]) -> Outcome:
    """How an area catches a base."""
    return COVERED[value["coverage"]]


def planned(value: Mapping[str, Any]) -> Outcome:
    """Whether fire falls by the plan, and whether it may stray."""
    if not value["fires"]:
        return Outcome("none", "no fire by the plan")
    return Outcome("good", "fire falls and may deviate" if value["may_deviate"] else "fire falls on the point")


def batteries(value: Mapping[str, Any]) -> Outcome:
    """How many batteries may be superimposed."""
    heavy = f"{value['heavy']} heavy, {value['super_heavy']} super heavy"
    return Outcome("good", f"field, {heavy}", str(value["field"]))


def brigades(value: Mapping[str, Any]) -> Outcome:
    """What artillery a defender has behind him, about."""
    return Outcome("good", f"field, {value['heavy_batteries']} heavy batteries", str(value["field_batteries"]))


def lasts(value: int) -> Outcome:
    """How many turns a barrage lasts."""
    return Outcome("good", "turns", str(value))


def lies(value: Mapping[str, Any]) -> Outcome:
    """Where the band of a rolling barrage lies."""
    if not value["on_table"]:
        return Outcome("good", "it has lifted")
    caught = ", the stand is caught" if value["touched"] else ""
    return Outcome("killed" if caught else "some", f"from {value['rear_cm']:g} to {value['front_cm']:g} cm{caught}")


def mirrored(value: Mapping[str, Any]) -> Outcome:
    """What the other side writes for a place."""
    return Outcome("good", f"along, {value['up_cm']:g} up for the other side", f"{value['along_cm']:g}")


def course(value: Mapping[str, Any]) -> Outcome:
    """The rear edge of a planned barrage in each of its turns."""
    lines = ", ".join(f"{one:g}" for one in value["rear_cm"])
    return Outcome("some", f"{lines} cm, turn by turn")


def cloud(value: Mapping[str, Any]) -> Outcome:
    """Where a planned cloud will lie."""
    return Outcome("good", f"wholly planned: its middle {value['along_cm']:g} along, {value['up_cm']:g} up")


def works_hit(value: Sequence[str]) -> Outcome:
    """On which rows the works of a plan are attacked."""
    return Outcome("good", ", ".join(dict.fromkeys(words(row) for row in value)))


def entered(value: Mapping[str, Any]) -> Outcome:
    """Whether a side may plan that much, and how much of it is unusual."""
    unusual = value["unusual"]
    if not unusual:
        return Outcome("good", "all of it may be planned")
    return Outcome("some", f"may be planned; {counted(unusual, 'number')} above what is usual")


def spotted(value: int) -> Outcome:
    """What a mortar's sight takes off its order roll."""
    return (
        Outcome("some", "on its order roll", f"\u2212{-value}") if value else Outcome("good", "may fire, nothing off")
    )


def hidden(value: str) -> Outcome:
    """On which column of the armour table a vehicle is read."""
    return Outcome("good", "in cover") if value == "cover" else Outcome("none", "in the open")


def carried(value: Mapping[str, Any]) -> Outcome:
    """What a tank carries."""
    gun = "" if value["gun"] == "none" else f"{counted(value['guns'], 'gun')} of {words(value['gun'])}"
    lmgs = f"{value['lmgs']} light MGs" if value["lmgs"] else "light MGs" if not gun else ""
    return Outcome("good", ", ".join(part for part in (gun, lmgs) if part))


def aimed(value: Sequence[Mapping[str, Any]]) -> Outcome:
    """At how many of its targets a tank fires, and with what."""
    if not value:
        return Outcome("none", "no target")
    dice = sum(one["rolls"] for one in value)
    return Outcome("good", f"{'target' if len(value) == 1 else 'targets'}, {counted(dice, 'roll')}", str(len(value)))


def faces(value: Sequence[str]) -> Outcome:
    """Which faces of a block house fire."""
    return Outcome("good", f"{', '.join(value)} {'fires' if len(value) == 1 else 'fire'}")


def faces_after(value: Mapping[str, Any]) -> Outcome:
    """The levels on the three faces, or the end of the block house."""
    if value["killed"]:
        return Outcome("killed", "destroyed")
    front, left, right = value["levels"]
    return Outcome("suppressed", f"front {front}, left {left}, right {right}")


# Assaults, suppression, ranges and wind

RANGES: Final = {
    "out_of_range": Outcome("none", "out of range"),
    "too_close": Outcome("none", "too close"),
}


def ranged(value: str) -> Outcome:
    """Whether a target is in range."""
    return RANGES.get(value) or Outcome("good", words(value).lower())


def assaults(value: str) -> Outcome:
    """Which kind of assault it is."""
    return Outcome("good", f"may assault: {words(value).lower()}")


def supports(value: int) -> Outcome:
    """What support from behind adds."""
    return Outcome("good", "on its combat die", f"+{value}") if value else Outcome("none", "no support")


def falls_back(value: Mapping[str, Any]) -> Outcome:
    """How far the attacker falls back after a draw, and into what cover."""
    cover = f", in {words(value['cover'])}" if value["cover"] else ""
    return Outcome("some", f"cm back{cover}", f"{value['distance_mm'] / 10:g}")


def wins(value: Mapping[str, Any]) -> Outcome:
    """What the winner of a fight may do."""
    may = [
        says
        for name, says in (("may_reface", "turn"), ("takes_place", "take its place"), ("may_follow_up", "follow up"))
        if value[name]
    ]
    return Outcome("good", f"may {', '.join(may)}") if may else Outcome("none", "stays where it is")


def stands(value: Mapping[str, Any]) -> Outcome:
    """Whether troops stand against armour."""
    if not value["tested"]:
        return Outcome("good", "no test")
    return Outcome("good", "stands") if value["stands"] else Outcome("killed", "does not stand")


def below(value: int) -> Outcome:
    """What going below costs."""
    return Outcome("good", f"with {counted(value, 'move action')}" if value else "may start below")


def levels_after(value: Mapping[str, Any]) -> Outcome:
    """The suppression on each stand after a result, and who dies of it."""
    stands = zip(value["levels"], value["killed"], strict=True)
    told = ["destroyed" if killed else str(levels) for levels, killed in stands]
    return Outcome("killed" if any(value["killed"]) else "suppressed", f"levels {', '.join(told)}")


def recovered(value: Sequence[int]) -> Outcome:
    """The suppression left on each stand."""
    return Outcome("good", f"levels {', '.join(map(str, value))}")


def shed(value: Mapping[str, Any]) -> Outcome:
    """What suppression is left on a commander, and when it falls away."""
    left = counted(value["levels"], "level") if value["levels"] else "no level"
    return Outcome("good", f"{left} left, {'before' if value['before_moving'] else 'after'} it moves")


def wind(value: Mapping[str, Any]) -> Outcome:
    """A wind: its speed, and where it blows to."""
    right = value["direction_deg"]
    side = "straight ahead" if not right else f"{abs(right)} degrees {'right' if right > 0 else 'left'} of ahead"
    return Outcome("some", f"cm, {side}", f"{value['speed_cm']:g}")


def cleared(value: Mapping[str, Any]) -> Outcome:
    """The way made through wire, and what it takes."""
    return Outcome("good", f"cm wide, {counted(value['actions'], 'action')}", f"{value['width_mm'] / 10:g}")


# Setting up, turns, reinforcements and gas


def steps_taken(value: Sequence[str]) -> Outcome:
    """How many steps a turn has."""
    return Outcome("good", "step" if len(value) == 1 else "steps", str(len(value)))


def stepped(value: Sequence[str]) -> Outcome:
    """How many steps lead to the first turn."""
    return Outcome("good", "steps, in this order", str(len(value)))


def when(value: Mapping[str, Any]) -> Outcome:
    """The place of a unit's orders in the turn."""
    step = f", step {value['label']}" if value["label"] else ""
    return Outcome("good", f"in phase {value['phase']}{step}")


def arrive(value: int) -> Outcome:
    """How many battalions arrive."""
    if not value:
        return Outcome("none", "nobody arrives")
    return Outcome("good", "battalion arrives" if value == 1 else "battalions arrive", str(value))


def rear(value: Mapping[str, Any]) -> Outcome:
    """What the zones leave for the defender's rear."""
    return Outcome("good", "cm for the defender's rear", f"{value['rear_mm'] / 10:g}")


def takes_turns(value: Sequence[str]) -> Outcome:
    """Whose battalions are set up, first to last; several in a row are counted."""
    rows = [(side, len(list(run))) for side, run in groupby(value)]
    says = ", ".join(
        words(side).lower() if count == 1 else f"{words(side).lower()} {count} times" for side, count in rows
    )
    return Outcome("good", says) if says else Outcome("none", "nobody to set up")


def released(value: Mapping[str, Any]) -> Outcome:
    """Where a cloud comes down."""
    hour, off = value["deviation"]["clock"], value["deviation"]["distance_cm"]
    lies = f"middle {value['along_cm']:g} cm along, {value['up_cm']:g} up"
    return Outcome("none", f"{off:g} cm off towards {hour} o'clock, {lies}") if hour else Outcome("good", lies)


def through_gas(value: Mapping[str, Any]) -> Outcome:
    """How a cloud catches a base on its way; one that begins in it is not attacked for entering."""
    made = covered(value)
    return replace(made, word=f"{made.word}, it begins in the gas") if value["began_inside"] else made


def gassed(value: Mapping[str, Any]) -> Outcome:
    """Whether a stand is in gas, and what that takes off its orders and its fire."""
    if not value["in_gas"]:
        return Outcome("good", "not in gas")
    minus = [f"{value[one]} on {one}".replace("-", "\u2212") for one in ("orders", "fire")]
    return Outcome("suppressed", f"in gas, {' and '.join(minus)}")


def caught(value: Mapping[str, Any]) -> Outcome:
    """How a cloud catches a base in its phase."""
    attacks = value["attacks"]
    if not attacks:
        return Outcome("good", "not caught")
    how = " and ".join(f"{words(one).lower()} covered" for one in attacks)
    return Outcome("killed", f"{counted(len(attacks), 'attack')}, {how}")


# Forces and losses


def part(value: Mapping[str, Any]) -> Outcome:
    """What one part of a table of organisation comes to."""
    battalions = value["battalions"] + value["pioneers"]
    stands = value["rifle_stands"] + value["mounted_stands"] + value["command_stands"]
    models = sum(one["models"] for one in value["weapons"])
    told = [counted(battalions, "battalion")] if battalions > 1 else []
    told += [counted(stands, "stand")] if stands else []
    told += [counted(models, "weapon")] if models else []
    return Outcome("good", ", ".join(told) or "nothing on the table")


def within_limits(value: Mapping[str, Any]) -> Outcome:
    """What the limits leave."""
    (least, most), (_, veteran) = value["raw"], value["veteran"]
    raw = f"{least}" if least == most else f"{least} to {most}"
    return Outcome("good", f"allowed: {raw} Raw, at most {veteran} Veteran")


def gun(value: Mapping[str, Any]) -> Outcome:
    """The class of a piece, and how far it is printed to reach."""
    reach = f", {value['range_m']:,} m" if value["range_m"] else ""
    return Outcome("good", f"{words(value['unit_class']).lower()}{reach}")


def strong(value: Mapping[str, Any]) -> Outcome:
    """How strong the attacker is."""
    return Outcome("good" if value["enough"] else "some", "to 1", f"{value['to_one']:g}")


def stands_for(value: Mapping[str, Any]) -> Outcome:
    """What stands on the table in men, weapons and metres."""
    weapons = (("machine_guns", "machine gun"), ("guns", "gun"), ("tanks", "tank"))
    told = [f"{value['men']:,} men"] if value["men"] else []
    told += [counted(value[key], word) for key, word in weapons if value[key]]
    told += [f"{value['metres']:,g} m"] if value["metres"] else []
    return Outcome("good", ", ".join(told) or "nothing")


def brings(value: Mapping[str, Any]) -> Outcome:
    """What a part of a division brings."""
    who = "and its commander" if value["commander"] else "without its commander"
    return Outcome("good", f"at most, {who}", str(value["assets"]))


def lost(value: Mapping[str, int]) -> Outcome:
    """How many men a game has cost."""
    return (
        Outcome("killed", f"men, {value['dead']} of them dead", str(value["all"]))
        if value["all"]
        else Outcome("good", "nobody")
    )


def goes_on(value: Mapping[str, Any]) -> Outcome:
    """The grade a battalion goes on with."""
    grade = words(value["quality"])
    return Outcome("some", f"now {grade}") if value["changed"] else Outcome("good", f"stays {grade}")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    actions,
    summed,
    as_d3,
    shot,
    zone,
    morale,
    morale_result,
    deviated,
    crossed,
    allowance,
    seen,
    cover,
    first_in_line,
    blown,
    attacked_in_turn,
    laid_again,
    one_by_one,
    added,
    fought,
    closed,
    shelled,
    passed,
    zoned,
    deep,
    swept,
    under_own_barrage,
    played,
    held,
    left_to_spend,
    replaced,
    rides,
    earned,
    tests_due,
    uses_left,
    rolled_at,
    needed,
    on_side,
    base,
    together,
    closer,
    in_river,
    turned,
    made_ready,
    gone,
    commander_moves,
    word,
    laid,
    area,
    covered,
    planned,
    batteries,
    brigades,
    lasts,
    lies,
    mirrored,
    course,
    cloud,
    works_hit,
    entered,
    spotted,
    hidden,
    carried,
    aimed,
    faces,
    faces_after,
    ranged,
    assaults,
    supports,
    falls_back,
    wins,
    stands,
    below,
    levels_after,
    recovered,
    shed,
    wind,
    cleared,
    steps_taken,
    stepped,
    when,
    arrive,
    rear,
    takes_turns,
    released,
    through_gas,
    gassed,
    caught,
    part,
    within_limits,
    gun,
    strong,
    stands_for,
    brings,
    lost,
    goes_on,
)
