"""Requests as they can be sent, for the description of the service: a game of Mons, and how its first turn begins."""

from typing import Final

from app.games.examples import Examples, GameExamples
from app.systems.flanders_fields.scenarios.examples import RAID

OPENINGS: Final[Examples] = {
    "mons": {
        "summary": "The specimen game, as the scenario gives it",
        "value": {
            "system": "flanders-fields",
            "title": "Mons, Friday evening",
            "name": "Ann",
            "role": "referee",
            "command": {"kind": "create_game", "scenario": "mons-1914"},
        },
    },
    "with_a_house_rule": {
        "summary": "With a house rule, the sides named, and a request that may be sent again",
        "value": {
            "system": "flanders-fields",
            "title": "Mons, once more",
            "name": "Ann",
            "role": "attacker",
            "share": "9f3c",
            "request_id": "0vTq3mXc7hKpWn2sZdL8yA",
            "command": {
                "kind": "create_game",
                "scenario": "mons-1914",
                "attacker": "Ann",
                "defender": "Bea",
                "house_rules": [{"ruling": "AMB-13", "option": "reroll", "reason": "as we have always played"}],
            },
        },
    },
    "of_two_forces": {
        "summary": "A scenario of one's own: a brigade against a regiment, set up step by step",
        "value": {
            "system": "flanders-fields",
            "title": "A raid by night",
            "name": "Ann",
            "role": "referee",
            "command": {"kind": "create_game", "own": RAID},
        },
    },
}
# Sent one after the other, they are the beginning of the game above.
COMMANDS: Final[Examples] = {
    "start_turn": {
        "summary": "The first player turn begins",
        "value": {"command_id": "9q2f-1", "expected_seq": 1, "command": {"kind": "start_turn"}},
    },
    "to_the_staff_bonus": {
        "summary": "The next step of the turn",
        "value": {"command_id": "9q2f-2", "expected_seq": 2, "command": {"kind": "next_step"}},
    },
    "to_the_artillery": {
        "summary": "And the one after it",
        "value": {"command_id": "9q2f-3", "expected_seq": 3, "command": {"kind": "next_step"}},
    },
    "a_die_from_the_table": {
        "summary": "An order roll whose die was thrown at the table",
        "value": {
            "command_id": "9q2f-4",
            "expected_seq": 4,
            "command": {"kind": "roll_orders", "unit": "a1.b1", "die": {"pips": 4, "source": "entered"}},
        },
    },
    "a_die_of_the_app": {
        "summary": "An order roll whose die the app shall throw",
        "value": {
            "command_id": "9q2f-5",
            "expected_seq": 5,
            "command": {"kind": "roll_orders", "unit": "a1.b2", "die": {"pips": 0, "source": "rolled"}},
        },
    },
    "an_overruled_refusal": {
        "summary": "What the rules refused (it has been ordered), done all the same",
        "value": {
            "command_id": "9q2f-6",
            "expected_seq": 6,
            "command": {"kind": "roll_orders", "unit": "a1.b1", "die": {"pips": 5, "source": "entered"}},
            "overrule": "FF-TRN-05",
            "reason": "we agreed that the first die was cocked",
        },
    },
    "take_back": {
        "summary": "The newest deed is taken back",
        "value": {"command_id": "9q2f-7", "expected_seq": 8, "command": {"kind": "take_back"}},
    },
    "note": {
        "summary": "A note in the log",
        "value": {"command_id": "9q2f-8", "expected_seq": 9, "command": {"kind": "note", "text": "tea at eight"}},
    },
}
GAME: Final = GameExamples(OPENINGS, COMMANDS)
