"""Turn 2 of both sides: a regiment's reserve arrives, the guns go on, and Prussian Discipline is used up."""

from typing import Final

from tests.browser.evening.step import (
    ATTACKER,
    DEFENDER,
    GONE,
    Step,
    company,
    fire,
    forged,
    go_on,
    laid,
    move,
    on_area,
    order,
    platoons,
    step,
)
from tests.game.evening import die, shot

S, K, N = "suppressed", "killed", "no_effect"
A, D = ATTACKER, DEFENDER

GERMAN: Final = [
    step(A, "FF-TRN-01", "start_turn", {"says": "Turn 2: the German side begins"}),
    step(A, "FF-SCN-10: arrivals come first", "next_step", {"refused": "FF-SCN-10"}),
    step(
        A,
        "FF-SCN-34: turn 2 asks for a 6",
        "roll_reinforcement",
        {"outcome": False},
        battalion="a1.3",
        die=die(5),
    ),
    step(
        A,
        "FF-SCN-34: the 6 is there",
        "roll_reinforcement",
        {"outcome": True},
        battalion="a2.3",
        die=die(6),
    ),
    go_on(A, "Mark the battalion commander who gets the staff bonus, 1st Regiment"),
    step(A, "FF-ORD-25: of this turn", "allot_staff_bonus", battalion="a1.2"),
    go_on(A, "Artillery, 1st Regiment"),
    order(A, "a1.b1", 4, (5, 1), "FF-ORD-19, AMB-18: in action and in sight, 4 + 1 = 5 is one action", own_sight=True),
    laid("a1.b1"),
    on_area(
        A,
        "a1.b1",
        "FF-DFM-09, FF-SHO-T1 field guns, soft 4/5: at 120 cm 6 - 1 = 5 kills",
        120,
        "d1.2.c1.p1",
        "soft",
        6,
        K,
        {"d1.2.c1.p1": GONE, "d1.2.c1.p2": 0},
    ),
    go_on(A, "Mark the battalion commander who gets the staff bonus, 2nd Regiment"),
    go_on(A, "Artillery, 2nd Regiment"),
    go_on(A, "Machine guns, I / 1st Regt"),
    order(A, "a1.1.mg1", 4, (3, 2), "FF-ORD-18: 4 - 1 (marker on the commander) = 3; FF-ORD-T1: 3 is two actions"),
    fire(
        A,
        "a1.1.mg1",
        "FF-NAT-01, FF-NAT-03: at 9.9 cm 1 + 2 (FF-DFM-01) would suppress in the open, but a natural 1 fails; "
        "FF-COV-02: in column on the road it is in the open",
        [shot("a1.1.mg1", "d1.2.c4.p1", 9.9, "open", 1)],
        [[N]],
        platoons("d1.2.c4", 4, 0),
    ),
    fire(
        A,
        "a1.1.mg1",
        "FF-DFM-01, FF-DFM-X1: at 9.9 cm 2 + 2 = 4; FF-SHO-T1 open: 4 kills",
        [shot("a1.1.mg1", "d1.2.c4.p1", 9.9, "open", 2)],
        [[K]],
        {"d1.2.c4.p1": GONE, "d1.2.c4.p2": 0},
    ),
    go_on(A, "Rifle companies, I / 1st Regt"),
    company(A, "a1.1.c1", 4, (3, 1), "FF-ORD-18: 4 - 1 = 3 is one action"),
    step(
        A,
        "FF-SUP-10, AMB-82: the shelling of turn 1 is shaken off",
        "remove_suppression",
        {"stands": platoons("a1.1.c1", 3, 0)},
        unit="a1.1.c1",
    ),
]

# The service is killed while this die is tapped.
THROWN_IN_THE_DARK: Final = company(
    A,
    "a1.1.c4",
    4,
    (5, 2),
    "FF-SCN-22: the third and last use (company 2 and the morale test were the others): 4 + 2 - 1 = 5",
    prussian_discipline=True,
)

GERMAN_AFTER_THE_CUT: Final = [
    move(A, "a1.1.c4", 20, "FF-MOV-T3: 20 cm"),
    Step(
        A,
        "FF-SUP-12",
        "next_step",
        {},
        {"says": "The battalion commander sheds his suppression, I / 1st Regt", "stands": {"a1.1.hq": 0}},
    ),
    go_on(A, "Machine guns, II / 1st Regt"),
    go_on(A, "Rifle companies, II / 1st Regt"),
    company(A, "a1.2.c1", 4, (5, 2), "FF-ORD-24: the staff bonus, 4 + 1 = 5", staff_bonus=True),
    step(
        A,
        "FF-HER-04, FF-HER-05: 5 succeeds, the gun is taken",
        "try_heroic_action",
        {"outcome": True, "stands": {"d1.2.mg1": GONE, "a1.2.c2.p1": 0}},
        stand="a1.2.c2.p1",
        deed="rushes the Vickers",
        die=die(5),
        removes=["d1.2.mg1"],
    ),
    go_on(A, "Machine guns, I / 2nd Regt"),
    go_on(A, "Rifle companies, I / 2nd Regt"),
    go_on(A, "Machine guns, II / 2nd Regt"),
    go_on(A, "Rifle companies, II / 2nd Regt"),
    go_on(A, "Machine guns, III / 2nd Regt"),
    go_on(A, "Rifle companies, III / 2nd Regt"),
    go_on(A, "Each command stand makes up to two moves"),
    step(A, "FF-TRN-01", "end_turn", {"says": "The German side ends turn 2"}),
]

BRITISH: Final = [
    step(D, "FF-TRN-01", "start_turn", {"says": "Turn 2: the British side begins"}),
    step(
        D,
        "FF-SCN-34: 3 is no 6",
        "roll_reinforcement",
        {"outcome": False},
        battalion="d1.4",
        die=die(3),
    ),
    go_on(D, "Mark the battalion commander who gets the staff bonus, The Brigade"),
    go_on(D, "Artillery, The Brigade"),
    order(D, "d1.b2", 4, (5, 1), "FF-ORD-19: in action and in sight, 4 + 1 = 5 is one action", own_sight=True),
    on_area(
        D,
        "d1.b2",
        "FF-DFM-10, FF-DFM-X4: at 151 cm 5 - 2 = 3; soft wants 4: nothing",
        151,
        "a1.2.c1.p1",
        "soft",
        5,
        N,
        {"a1.2.c1.p1": 0},
    ),
    go_on(D, "Rifle companies, 1st Battalion"),
    company(D, "d1.1.c4", 1, (2, 0), "FF-ORD-10, FF-ORD-20: a natural 1 fails though Veterans add 1"),
    go_on(D, "Rifle companies, 2nd Battalion"),
    company(D, "d1.2.c2", 2, (3, 1), "FF-ORD-20: 2 + 1 = 3 is one action"),
    forged(
        "its form offers no second one",
        step(
            D,
            "FF-SCN-33: its Mad Minute was in turn 1",
            "fire",
            {"refused": "FF-SPR-02"},
            unit="d1.2.c2",
            shots=[shot("d1.2.c2.p1", "a1.2.c1.p1", 50, "soft", 6, 6)],
            mad_minute=True,
        ),
    ),
    fire(
        D,
        "d1.2.c2",
        "FF-SCN-32: 60 cm is in reach; soft: 5 suppresses the stand alone",
        [shot("d1.2.c2.p1", "a1.2.c1.p1", 60, "soft", 5)],
        [[S]],
        {"a1.2.c1.p1": 1, "a1.2.c1.p2": 0},
    ),
    go_on(D, "Machine guns, 3rd Battalion"),
    go_on(D, "Rifle companies, 3rd Battalion"),
    go_on(D, "Each command stand makes up to two moves"),
    step(D, "FF-TRN-01", "end_turn", {"says": "The British side ends turn 2"}),
]

# What must stand on the referee's board at the end: platoons left of each battalion, and every battery's guns.
LEFT: Final = {
    "I / 1st Regt": "6 of 12",  # companies 2 and 3 shot away
    "II / 1st Regt": "12 of 12",
    "III / 1st Regt": "12 of 12",
    "I / 2nd Regt": "12 of 12",
    "II / 2nd Regt": "12 of 12",
    "III / 2nd Regt": "12 of 12",
    "1st Battalion": "4 of 16",  # only D Company
    "2nd Battalion": "14 of 16",  # a platoon of A Company and one of D Company
    "3rd Battalion": "16 of 16",
    "4th Battalion": "16 of 16",
}
GUNS: Final = {
    "77 mm, 1st Battery": "ready",
    "77 mm, 2nd Battery": "limbered",  # its only order failed
    "77 mm, 3rd Battery": "ready",
    "77 mm, 4th Battery": "limbered",  # so did this one's
    "77 mm, 5th Battery": "limbered",
    "105 mm howitzers": "ready",
    "18-pounder, 1st Battery": "ready",
    "18-pounder, 2nd Battery": "ready",
    "18-pounder, 3rd Battery": "limbered",
    "4.5 inch howitzers": "limbered",
}
