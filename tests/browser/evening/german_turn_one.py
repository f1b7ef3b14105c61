"""Turn 1 of the German side: two British companies are shot away from the 1st Battalion, then a third."""

from typing import Final

from tests.browser.evening.step import (
    ATTACKER,
    DEFENDER,
    GONE,
    NOTHING_LEFT,
    REFEREE,
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
    unpack,
)
from tests.game.evening import die, shot

S, K, N = "suppressed", "killed", "no_effect"
A = ATTACKER


def _gun(name: str, target: str, *, face: int, stands: dict[str, int], why: str, due: list[str] | None = None) -> Step:
    """A machine gun at one platoon at 40 cm in soft cover: 4 suppresses (FF-SHO-T1), and its whole company with it."""
    return fire(A, name, f"FF-SHO-T1, FF-SUP-06: {why}", [shot(name, target, 40, "soft", face)], [[S]], stands, due)


SUPPORT: Final = [
    forged(
        "the defender's tablet waits and has no such button",
        step(DEFENDER, "FF-TRN-02: the attacker has the first turn", "start_turn", {"refused": "FF-TRN-01"}),
    ),
    step(A, "FF-TRN-02", "start_turn", {"says": "Turn 1: the German side begins"}),
    go_on(A, "Mark the battalion commander who gets the staff bonus, 1st Regiment"),
    step(A, "FF-ORD-25: allotted ahead of time", "allot_staff_bonus", battalion="a1.1"),
    go_on(A, "Artillery, 1st Regiment"),
    order(A, "a1.b1", 5, (5, 1), "FF-ORD-T2, early: 3 to 5 is one action"),
    unpack(A, "a1.b1"),
    order(A, "a1.b2", 2, (2, 0), "FF-ORD-T2: 1 and 2 earn nothing: a failed order"),
    forged(NOTHING_LEFT, step(A, "FF-ORD-02: no action, no move", "move_unit", {"refused": "FF-ORD-02"}, unit="a1.b2")),
    order(A, "a1.b3", 6, (6, 2), "FF-ORD-T2: 6 is two actions"),
    unpack(A, "a1.b3"),
    laid("a1.b3"),
    on_area(
        A,
        "a1.b3",
        "FF-SHO-T1, field guns, medium cover: 5 suppresses; under 100 cm nothing is taken off; FF-SUP-06: all four",
        80,
        "d1.3.c1.p1",
        "medium",
        5,
        S,
        platoons("d1.3.c1", 4, 1),
    ),
    go_on(A, "Mark the battalion commander who gets the staff bonus, 2nd Regiment"),
    step(A, "FF-ORD-25", "allot_staff_bonus", battalion="a2.1"),
    go_on(A, "Artillery, 2nd Regiment"),
    Step(
        A,
        "FF-ORD-10, FF-SPR-11: a natural 1 fails, though with Prussian Discipline it makes 3",
        "roll_orders",
        {"unit": "a2.b1", "die": die(1), "prussian_discipline": True},
        {"total": 3, "outcome": 0},
    ),
    order(A, "a2.b3", 4, (4, 1), "FF-ORD-T2: 4 is one action"),
    unpack(A, "a2.b3"),
]

FIRST_BATTALION_GUNS: Final = [
    go_on(A, "Machine guns, I / 1st Regt"),
    order(A, "a1.1.mg1", 6, (6, 3), "FF-ORD-T1: 6 is three actions"),
    unpack(A, "a1.1.mg1"),
    fire(
        A,
        "a1.1.mg1",
        "FF-BZN-05, FF-SHO-T1 soft 4/5: 5 kills; 5 - 1 = 4 suppresses; 5 - 2 = 3 and 6 - 3 = 3 do nothing. "
        "FF-SUP-06: the one suppression falls on all three that are left",
        [
            shot("a1.1.mg1", "d1.1.c1.p1", 30, "soft", 5),
            shot("a1.1.mg1", "d1.1.c1.p2", 33, "soft", 5, behind_cm=3),
            shot("a1.1.mg1", "d1.1.c1.p3", 39, "soft", 5, behind_cm=9),
            shot("a1.1.mg1", "d1.1.c1.p4", 42, "soft", 6, behind_cm=12),
        ],
        [[K], [S], [N], [N]],
        {"d1.1.c1.p1": GONE} | platoons("d1.1.c1", 4, 1, first=2),
    ),
    _gun("a1.1.mg1", "d1.1.c1.p2", face=4, stands=platoons("d1.1.c1", 4, 2, first=2), why="a second level on all"),
    forged(
        NOTHING_LEFT,
        step(
            A,
            "FF-ORD-02: three actions are spent",
            "fire",
            {"refused": "FF-ORD-02"},
            unit="a1.1.mg1",
            shots=[shot("a1.1.mg1", "d1.1.c1.p2", 40, "soft", 4)],
        ),
    ),
    order(A, "a1.1.mg2", 4, (4, 2), "FF-ORD-T1: 3 to 5 is two actions"),
    unpack(A, "a1.1.mg2"),
    _gun(
        "a1.1.mg2",
        "d1.1.c1.p3",
        face=4,
        stands=platoons("d1.1.c1", 4, GONE, first=2),
        why="a third level destroys all three (FF-SUP-08, FF-DBS-01); 4 of 16 lost calls for no test",
        due=[],
    ),
]

FIRST_BATTALION: Final = [
    go_on(A, "Rifle companies, I / 1st Regt"),
    company(A, "a1.1.c1", 4, (5, 2), "FF-ORD-24, FF-ORD-T5: 4 + 1 = 5 is two actions", staff_bonus=True),
    move(A, "a1.1.c1", 20, "FF-MOV-T3: cross country 20 cm"),
    step(
        A,
        "the wrong ground was named",
        "take_back",
        {"says": "Taken back: 1 Company: moves up to 20 cm, cross country"},
    ),
    move(A, "a1.1.c1", 10, "FF-MOV-T3, AMB-39: close terrain 10 cm", going="close_terrain"),
    step(A, "FF-TRN-05: it keeps what it has not spent, and is done", "finish_unit", unit="a1.1.c1"),
    company(A, "a1.1.c2", 3, (5, 2), "FF-SPR-08: 3 + 2 = 5 is two actions", prussian_discipline=True),
    move(A, "a1.1.c2", 20, "FF-MOV-T3: 20 cm"),
    move(A, "a1.1.c2", 20, "FF-ORD-11: the same kind again"),
    forged(NOTHING_LEFT, step(A, "FF-ORD-02", "move_unit", {"refused": "FF-ORD-02"}, unit="a1.1.c2")),
    company(A, "a1.1.c3", 2, (1, 0), "FF-ORD-15: beyond 25 cm 2 - 1 = 1, nothing earned: a failed order", far=30),
    forged(
        "its chip shows the card of its roll and no dice",
        Step(
            A,
            "FF-TRN-05: nobody rolls twice",
            "roll_orders",
            {"unit": "a1.1.c3", "die": die(6)},
            {"refused": "FF-TRN-05"},
        ),
    ),
]

SECOND_BATTALION: Final = [
    go_on(A, "Machine guns, II / 1st Regt"),
    order(A, "a1.2.mg1", 6, (6, 3), "FF-ORD-T1"),
    unpack(A, "a1.2.mg1"),
    _gun("a1.2.mg1", "d1.1.c2.p1", face=4, stands=platoons("d1.1.c2", 4, 1), why="one level on all four"),
    _gun("a1.2.mg1", "d1.1.c2.p1", face=4, stands=platoons("d1.1.c2", 4, 2), why="two levels on all four"),
    order(A, "a1.2.mg2", 3, (3, 2), "FF-ORD-T1: 3 is two actions"),
    unpack(A, "a1.2.mg2"),
    _gun(
        "a1.2.mg2",
        "d1.1.c2.p1",
        face=4,
        stands=platoons("d1.1.c2", 4, GONE),
        why="FF-MOR-01, FF-MOR-09: 8 of 16 are lost, half",
        due=["d1.1 half"],
    ),
    step(A, "FF-MOR-04: the test is taken at once", "next_step", {"refused": "FF-MOR-04"}),
    step(
        DEFENDER,
        "FF-MOR-05, FF-MOR-T1: Veteran, 3 + 1 = 4 holds",
        "test_morale",
        {"total": 4, "outcome": "holds", "due": []},
        battalion="d1.1",
        die=die(3),
    ),
]

SECOND_REGIMENT: Final = [
    go_on(A, "Rifle companies, II / 1st Regt"),
    go_on(A, "Machine guns, I / 2nd Regt"),
    order(A, "a2.1.mg1", 6, (6, 3), "FF-ORD-T1"),
    unpack(A, "a2.1.mg1"),
    _gun("a2.1.mg1", "d1.1.c3.p1", face=4, stands=platoons("d1.1.c3", 4, 1), why="one level on all four"),
    _gun("a2.1.mg1", "d1.1.c3.p1", face=4, stands=platoons("d1.1.c3", 4, 2), why="two levels on all four"),
    order(A, "a2.1.mg2", 5, (5, 2), "FF-ORD-T1: 5 is two actions"),
    unpack(A, "a2.1.mg2"),
    _gun(
        "a2.1.mg2",
        "d1.1.c3.p2",
        face=4,
        stands=platoons("d1.1.c3", 4, GONE),
        why="FF-MOR-02, FF-MOR-09: 12 of 16 are lost, three quarters",
        due=["d1.1 three_quarters"],
    ),
    step(
        DEFENDER,
        "FF-MOR-02, FF-MOR-05: 2 + 1 - 2 = 1: 40 cm back, suppressed (AMB-89), its crewed weapon abandoned (AMB-90)",
        "test_morale",
        {
            "total": 1,
            "outcome": "retreat_40",
            "due": [],
            "stands": {"d1.1.mg1": GONE, "d1.1.hq": 1} | platoons("d1.1.c4", 4, 1),
        },
        battalion="d1.1",
        die=die(2),
    ),
    step(
        REFEREE,
        "the physical table is the truth",
        "correct",
        {"stands": {"d1.3.c2.p1": 1}},
        of="d1.3.c2.p1",
        what="levels",
        value=1,
        reason="a marker lies there",
    ),
    step(ATTACKER, "what the table may want to know later", "note", text="The river is 40 cm away"),
    go_on(A, "Rifle companies, I / 2nd Regt"),
    go_on(A, "Machine guns, II / 2nd Regt"),
    go_on(A, "Rifle companies, II / 2nd Regt"),
    go_on(A, "Each command stand makes up to two moves"),
    step(A, "FF-TRN-01", "end_turn", {"says": "The German side ends turn 1"}),
]

GERMAN_TURN_ONE: Final = [*SUPPORT, *FIRST_BATTALION_GUNS]
GERMAN_TURN_ONE_AFTER_RELOAD: Final = [*FIRST_BATTALION, *SECOND_BATTALION, *SECOND_REGIMENT]
