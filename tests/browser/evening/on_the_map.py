"""The evening of Mons with its units on the map: what the forms have from the map of every step, worked out by hand.

The script is that of the evening without a map: the same dice are thrown and the same comes of them. What the forms
have is used as it stands there, but for what the players say otherwise.

All places are millimetres from the attacker's rear left corner. A platoon's base is 30 wide and 15 deep, a gun's 20 by
20, a commander's a circle 20 across (FF-BAS-01, FF-BAS-02, FF-BAS-05). Distances are read to the nearest millimetre
from base to base, a half as the greater one (FF-SHQ-04).
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from tests.browser.evening.step import Step

# Beside each distance the gaps it comes from, across and up the table.
DISTANCES: Final[Mapping[tuple[str, str], float]] = {
    # Square on: from the front of the gun at 710 to a front at 1020.5, and behind it one at 1052.5.
    ("a1.1.mg1", "d1.1.c1.p1"): 31.1,  # 310.5 up
    ("a1.1.mg1", "d1.1.c1.p2"): 34.3,  # 342.5 up
    # The gun at 630, 700 is turned by 65 degrees, so that the second platoon, which is nearer, is out of its arc: its
    # farthest corner lies 125 along and 352.5 up, 19.5 degrees to the right (FF-ARC-07). The nearest corner of the
    # third, 135 and 372.5, is 396.2 from the middle of the gun, almost beyond one of its corners, 14.1 from there.
    ("a1.1.mg2", "d1.1.c1.p3"): 38.2,
    ("a1.2.mg1", "d1.1.c2.p1"): 31.1,  # 15 and 310.5
    ("a1.2.mg2", "d1.1.c2.p1"): 31.1,  # 15 and 310.5
    ("a2.1.mg1", "d1.1.c3.p1"): 42.3,  # 10 and 422.5
    ("a2.1.mg2", "d1.1.c3.p2"): 42.3,  # 25 and 422.5
    ("d1.2.c1.p1", "a1.1.c2.p1"): 39.6,  # 45 and 393
    ("d1.2.c1.p2", "a1.1.c2.p2"): 40.3,  # 403 up
    ("d1.2.c1.p3", "a1.1.c2.p3"): 40.3,  # 15 and 403
    ("d1.2.c2.p1", "a1.1.c2.p3"): 37.0,  # 70 and 363
    ("d1.2.c2.p1", "a1.1.c3.p1"): 30.7,  # 90 and 293
    ("d1.2.c2.p2", "a1.1.c3.p1"): 29.3,  # 293 up
    ("d1.2.c2.p2", "a1.1.c3.p2"): 29.9,  # 60 and 293
    ("d1.2.c3.p1", "a1.1.c3.p2"): 26.5,  # 80 and 253
    ("d1.2.c3.p2", "a1.1.c3.p3"): 26.3,  # 70 and 253: 262.51
    ("d1.2.c3.p3", "a1.1.hq"): 55.5,  # 75 and 560.5 to his middle: 565.5, less 10
    ("d1.2.c2.p1", "a1.2.c1.p1"): 60.0,  # 600 up, corner to corner: exactly in reach (FF-SCN-32)
    ("a1.1.mg1", "d1.2.c4.p1"): 10.4,  # 103.5 up
}
# From the rear edge of the first base at 1035.5 to front edges at 1052.5, 1072.5 and 1142.5 (FF-BZN-03).
BEHIND: Final[Mapping[str, float]] = {"d1.1.c1.p2": 1.7, "d1.1.c1.p3": 3.7, "d1.1.c1.p4": 10.7}
# The straight line from middle to middle leads over one of their own; in this game that forbids nothing (FF-SHQ-17).
# Over the 1st company, which has moved without a word and stands nobody knows where, no line is known to lead.
PAST_FRIENDS: Final = frozenset(
    {
        ("a1.1.mg2", "d1.1.c1.p3"),  # over the corner of the 4th company's 3rd platoon at 655, 760.5
        ("d1.2.c1.p3", "a1.1.c2.p3"),  # at 1308 up it is 519 along: B Company's 2nd platoon stands from 515 to 545
    }
)
# Whatever lies nearest in the arc of a firer comes first (FF-TGT-01): here a platoon of the 3rd company. In the evening
# without a map nobody held them to it; here the players say that none comes first.
PASSED_OVER: Final = frozenset(
    {
        ("d1.2.c1.p1", "a1.1.c2.p1"),  # 45 and 333 to the 3rd platoon
        ("d1.2.c1.p2", "a1.1.c2.p2"),  # 333 to the 2nd
        ("d1.2.c1.p3", "a1.1.c2.p3"),  # 10 and 333 to the 1st
        ("d1.2.c2.p1", "a1.1.c2.p3"),  # 10 and 293 to the 2nd
        ("d1.2.c2.p1", "a1.1.c3.p1"),  # the same
        ("d1.2.c2.p2", "a1.1.c3.p2"),  # 293 to the 1st
        ("d1.2.c3.p1", "a1.1.c3.p2"),  # 253 to the 3rd
        ("d1.2.c3.p2", "a1.1.c3.p3"),  # 253 to the 2nd
        # Beyond 45 cm, where only the riflemen of 1914 still shoot (FF-SPR-01).
        ("d1.2.c3.p3", "a1.1.hq"),  # 253 to the 3rd
        ("d1.2.c2.p1", "a1.2.c1.p1"),  # 293 to the 2nd
    }
)
FREELY_CHOSEN: Final = "another enemy comes first no, not yes"
# From the commander at 560, 700 to the nearest corner of the farthest platoon, less 10.
FARTHEST: Final[Mapping[str, float]] = {
    "a1.1.c1": 25.4,  # 65 and 255.5
    "a1.1.c2": 19.1,  # 65 and 190.5
    "a1.1.c3": 30.8,  # 125 and 292.5: beyond 25 (FF-ORD-15)
}


def with_map(steps: Iterable[Step]) -> list[Step]:
    """The steps as they are done with units on the map: what it proposes is taken as it is."""
    return [_FILLED.get(one.kind, _as_it_is)(one) for one in steps]


def measured(one: Step, otherwise: str, **fields: Any) -> Step:
    """The step with something that the table shows otherwise than the map: the hand types it over."""
    return replace(one, fields={**one.fields, **fields}, otherwise=otherwise)


def _as_it_is(one: Step) -> Step:
    return one


def _ordered(one: Step) -> Step:
    """A company whose platoons and commander all stand on the map."""
    if one.by_fetch or one.fields["unit"] not in FARTHEST:
        return one
    far = {"farthest_platoon_cm": FARTHEST[one.fields["unit"]]}
    return replace(one, fields={**one.fields, **far}, on_map=far)


def _fired(one: Step) -> Step:
    """A fire action with whatever of it is on the map."""
    if one.by_fetch:
        return one
    shots, on_map = list[dict[str, Any]](), dict[tuple[str, str], dict[str, Any]]()
    for shot in one.fields["shots"]:
        pair = shot["firer"], shot["target"]
        told = _of_zone(one, shot) if "behind_cm" in shot else _of_shot(pair)
        if told:
            on_map[pair] = told | {"passes_over": pair in PASSED_OVER}
        shots.append({**shot, **told, **({"friends_in_line": True} if pair in PAST_FRIENDS else {})})
    otherwise = FREELY_CHOSEN if PASSED_OVER & on_map.keys() else ""
    return replace(one, fields={**one.fields, "shots": shots}, on_map=on_map, otherwise=otherwise)


def _of_shot(pair: tuple[str, str]) -> dict[str, Any]:
    """Whoever is Experienced or Veteran has soft cover in the open (FF-COV-04)."""
    return {"range_cm": DISTANCES[pair], "cover": "soft"} if pair in DISTANCES else {}


def _of_zone(one: Step, shot: Mapping[str, Any]) -> dict[str, Any]:
    """A stand behind the first is as much farther away as it stands behind it."""
    first, behind = one.fields["shots"][0], BEHIND[shot["target"]]
    far = round(DISTANCES[first["firer"], first["target"]] + behind, 1)
    return {"range_cm": far, "behind_cm": behind, "cover": "soft"}


_FILLED: Final = {"roll_orders": _ordered, "fire": _fired}
