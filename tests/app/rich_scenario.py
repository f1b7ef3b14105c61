"""A scenario with more of everything than a form has room for at first: nothing of it may be lost."""

from typing import Any

from tests.app.test_own_scenarios import with_whole_forces

BATTALIONS = ("1.2.2", "1.2.3", "1.2.4")
ZONES = [
    {"left_mm": 0, "near_mm": 0, "right_mm": 1200, "far_mm": 150},
    {"left_mm": 125, "near_mm": 150, "right_mm": 600, "far_mm": 205},
    {"left_mm": 800, "near_mm": 150, "right_mm": 10_000, "far_mm": 200},
    {"left_mm": 0, "near_mm": 300, "right_mm": 400, "far_mm": 10_000},
]


def rich_scenario() -> dict[str, Any]:
    """The raid with four zones a side, an arrival for each battalion, every beginning, and objectives that are held."""
    one = with_whole_forces()
    reserves = [
        {"battalion": of, "first_turn": turn, "needed": needed, "where": where}
        for of, turn, needed, where in zip(
            BATTALIONS[1:], (1, 4), ([5, 3], []), ("by the road", "through the wood"), strict=True
        )
    ]
    starts = [
        {"of": "1.2.2", "begins": "under_fire"},
        {"of": "1.2.2", "begins": "promoted"},
        {"of": "1.2.2.2", "begins": "twice_suppressed"},
        {"of": "1.2.2.3", "begins": "below"},
        {"of": "1.5.1.1", "begins": "on_the_move"},
    ]
    one["attacker"] |= {"zones": ZONES, "name": "The 62nd, and what the corps had to spare of its heavy guns"}
    one["attacker"] |= {"starts": [{"of": "1.2.6", "begins": "suppressed"}], "in_action": False}
    one["attacker"] |= {"behind_the_table": ["1.5.1", "1.5.3"], "plan": {"bombardments": 3, "gas": 1}}
    one["attacker"] |= {"heavy_artillery": True}
    one["specimen_rules"] = True
    one["defender"] |= {"zones": ZONES[::-1], "reserves": reserves, "starts": starts, "behind_the_table": ["1.5.1.2"]}
    one["house_rules"] = [{"ruling": "AMB-99", "option": "defender_first", "reason": "as we have always done"}]
    one["objectives"] = [
        {"name": f"Farm {number}", "points": number, "side": "attacker", "holder": "defender", "x_mm": 605, "y_mm": 900}
        for number in range(1, 5)
    ] + [{"name": "A prisoner", "points": 2}, {"name": "The mill", "points": 0, "holder": "attacker"}]
    one["situation"] = ["One line.", "Another line."]
    one["decides"] = ["More points win.", "Equal points are a draw."]
    one["special_rules"] = ["No moving at night.", "Rain: everybody moves 5 cm less."]
    return one
