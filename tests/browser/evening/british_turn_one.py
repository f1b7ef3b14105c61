"""Turn 1 of the British side: a Mad Minute costs the Germans half a battalion."""

from typing import Final

from tests.browser.evening.step import (
    ATTACKER,
    DEFENDER,
    GONE,
    REFEREE,
    Step,
    asks_to_overrule,
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
D = DEFENDER


def _platoon(
    company_: str, number: int, target: str, *faces: int, cm: float = 50, cover: str = "soft"
) -> dict[str, object]:
    return shot(f"{company_}.p{number}", target, cm, cover, *faces)


SUPPORT: Final = [
    step(D, "FF-TRN-02", "start_turn", {"says": "Turn 1: the British side begins"}),
    go_on(D, "Mark the battalion commander who gets the staff bonus, The Brigade"),
    step(D, "FF-ORD-25", "allot_staff_bonus", battalion="d1.2"),
    go_on(D, "Artillery, The Brigade"),
    order(D, "d1.b1", 3, (3, 1), "FF-ORD-T2: 3 is one action"),
    unpack(D, "d1.b1"),
    order(D, "d1.b2", 6, (6, 2), "FF-ORD-T2: 6 is two"),
    unpack(D, "d1.b2"),
    laid("d1.b2"),
    on_area(
        D,
        "d1.b2",
        "FF-DFM-09, FF-DFM-X4: at 100 cm 5 - 1 = 4; FF-COV-08: in the wood it went into it is in soft cover; "
        "FF-SHO-T1 field guns, soft: 4 suppresses, the company with it",
        100,
        "a1.1.c1.p1",
        "soft",
        5,
        S,
        platoons("a1.1.c1", 3, 1),
    ),
]

FIRST_BATTALION: Final = [
    go_on(D, "Rifle companies, 1st Battalion"),
    company(D, "d1.1.c4", 5, (5, 2), "FF-ORD-18, FF-ORD-20: 5 + 1 (Veteran) - 1 (marker on the commander) = 5"),
    asks_to_overrule(
        D,
        "FF-SUP-02, FF-ORD-12: suppressed troops rally before they move",
        "FF-ORD-12",
        "move_unit",
        "They go back, not forward",
        "Asks to set aside FF-ORD-12: Suppressed: it may not move",
        unit="d1.1.c4",
    ),
    step(
        REFEREE,
        "the referee lets them go; FF-MOV-T3, FF-MOV-10: 20 cm, and 5 for Veterans",
        "answer",
        {
            "says": "Agreed: set aside FF-ORD-12: Suppressed: it may not move",
            "then_says": [
                "Overruled by the referee, FF-ORD-12: Suppressed: it may not move (They go back, not forward)",
                "D Company, 1st Battalion moves up to 25 cm, cross country",
            ],
            "stands": platoons("d1.1.c4", 4, 1),
        },
        agree=True,
    ),
    step(
        D,
        "FF-SUP-10, AMB-82: one level off every platoon of the company",
        "remove_suppression",
        {"stands": platoons("d1.1.c4", 4, 0)},
        unit="d1.1.c4",
    ),
    Step(
        D,
        "FF-SUP-12: the commander sheds his at the end of the battalion's orders, without an action",
        "next_step",
        {},
        {"says": "The battalion commander sheds his suppression, 1st Battalion", "stands": {"d1.1.hq": 0}},
    ),
]

SECOND_BATTALION: Final = [
    go_on(D, "Machine guns, 2nd Battalion"),
    order(D, "d1.2.mg1", 2, (2, 1), "FF-QUA-06, FF-ORD-T1: no Veteran bonus for its gun: 2 is one action"),
    unpack(D, "d1.2.mg1"),
    go_on(D, "Rifle companies, 2nd Battalion"),
    company(D, "d1.2.c1", 3, (4, 1), "FF-ORD-20, FF-ORD-T5: 3 + 1 (Veteran) = 4 is one action"),
    fire(
        D,
        "d1.2.c1",
        "FF-SCN-33, FF-SPR-02: two rolls each at 50 cm (FF-SCN-32); soft 5/6; "
        "rifles suppress only the stand (FF-SUP-05)",
        [
            _platoon("d1.2.c1", 1, "a1.1.c2.p1", 5, 6),
            _platoon("d1.2.c1", 2, "a1.1.c2.p2", 4, 6),
            _platoon("d1.2.c1", 3, "a1.1.c2.p3", 2, 5),
        ],
        [[S, K], [N, K], [N, S]],
        {"a1.1.c2.p1": GONE, "a1.1.c2.p2": GONE, "a1.1.c2.p3": 1},
        mad_minute=True,
    ),
    company(D, "d1.2.c2", 4, (6, 2), "FF-ORD-24, FF-ORD-20: 4 + 1 + 1 = 6 is two actions", staff_bonus=True),
    fire(
        D,
        "d1.2.c2",
        "GAP-36: the other companies of the battalion in the same turn; FF-SPR-10: a roll at the dead is lost",
        [_platoon("d1.2.c2", 1, "a1.1.c2.p3", 6, 6), _platoon("d1.2.c2", 2, "a1.1.c3.p1", 1, 4)],
        [[K, N], [N, N]],
        {"a1.1.c2.p3": GONE, "a1.1.c3.p1": 0},
        mad_minute=True,
    ),
    forged(
        "its form offers no second one",
        step(
            D,
            "FF-SPR-02: a company has it once",
            "fire",
            {"refused": "FF-SPR-02"},
            unit="d1.2.c2",
            shots=[_platoon("d1.2.c2", 1, "a1.1.c3.p1", 6, 6)],
            mad_minute=True,
        ),
    ),
    fire(
        D,
        "d1.2.c2",
        "FF-SHO-T1, infantry, soft: 6 kills, 5 suppresses that stand alone; FF-NAT-01: a natural 1 fails, "
        "at 4 cm (FF-DFM-03) too",
        [
            _platoon("d1.2.c2", 1, "a1.1.c3.p1", 6),
            _platoon("d1.2.c2", 2, "a1.1.c3.p2", 5),
            _platoon("d1.2.c2", 3, "a1.1.c4.p1", 1, cm=4),
        ],
        [[K], [S], [N]],
        {"a1.1.c3.p1": GONE, "a1.1.c3.p2": 1, "a1.1.c3.p3": 0, "a1.1.c4.p1": 0},
        due=[],
    ),
]

AFTER_RESTART: Final = [
    company(D, "d1.2.c3", 6, (7, 3), "FF-ORD-20, FF-ORD-T5: 6 + 1 = 7 is three actions"),
    fire(
        D,
        "d1.2.c3",
        "FF-CST-03, FF-COV-04: soft, 6 - 1 = 5 suppresses the command stand; 6 kills twice: 6 of 12 are lost, half "
        "(FF-MOR-08)",
        [
            _platoon("d1.2.c3", 1, "a1.1.c3.p2", 6),
            _platoon("d1.2.c3", 2, "a1.1.c3.p3", 6),
            _platoon("d1.2.c3", 3, "a1.1.hq", 6, cm=20),
        ],
        [[K], [K], [S]],
        {"a1.1.c3.p2": GONE, "a1.1.c3.p3": GONE, "a1.1.hq": 1},
        due=["a1.1 half"],
    ),
    step(
        ATTACKER,
        "FF-SCN-22, FF-MOR-T1: 2 + 2 (Prussian Discipline) = 4 holds",
        "test_morale",
        {"total": 4, "outcome": "holds", "due": []},
        battalion="a1.1",
        die=die(2),
        prussian_discipline=True,
    ),
    company(D, "d1.2.c4", 2, (3, 1), "FF-ORD-20: 2 + 1 = 3 is one action"),
    move(
        D, "d1.2.c4", 30, "FF-MOV-T3, FF-MOV-06, FF-MOV-10: by road in column 25, and 5", going="road", in_column=True
    ),
    go_on(D, "Machine guns, 3rd Battalion"),
    order(D, "d1.3.mg1", 2, (2, 1), "FF-ORD-T1: 2 is one action"),
    unpack(D, "d1.3.mg1"),
    go_on(D, "Rifle companies, 3rd Battalion"),
    company(D, "d1.3.c1", 5, (5, 2), "FF-ORD-T5: Experienced, 5 is two actions"),
    step(
        D,
        "FF-SUP-10, AMB-82",
        "remove_suppression",
        {"stands": platoons("d1.3.c1", 4, 0)},
        unit="d1.3.c1",
    ),
    company(D, "d1.3.c2", 2, (2, 1), "FF-ORD-T5: 2 is one action"),
    step(D, "FF-SUP-10: the corrected marker", "remove_suppression", {"stands": {"d1.3.c2.p1": 0}}, unit="d1.3.c2"),
    go_on(D, "Each command stand makes up to two moves"),
    step(D, "FF-TRN-01", "end_turn", {"says": "The British side ends turn 1"}),
]

BRITISH_TURN_ONE: Final = [*SUPPORT, *FIRST_BATTALION, *SECOND_BATTALION]
BRITISH_TURN_ONE_AFTER_RESTART: Final = AFTER_RESTART
