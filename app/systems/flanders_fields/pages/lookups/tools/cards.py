"""The look-ups of event cards: what one does, and what a hand may hold."""

from typing import Final

from app.pages.lookups.laid_out.tool import Group, Tool
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import held, played

CARDS: Final[tuple[Tool, ...]] = (
    Tool(
        slug="event-card",
        title="Event card",
        about="What a card does, and when it may or must be played",
        key="event_card",
        groups=(
            Group("", (("suit", "Suit"), ("rank", "Rank"), ("drawn_by", "Drawn by"))),
            Group(
                "What is true",
                (
                    ("just_drawn", "Just drawn"),
                    ("own_turn", "Turn of whoever plays it"),
                    ("die_thrown", "Its die is thrown already"),
                    ("swapped", "Given by another player"),
                ),
            ),
            Group(
                "What single cards ask",
                (
                    ("target", "Target (King of Hearts, Ace of Clubs)"),
                    ("target_commands", "Target is a command stand"),
                    ("fortified", "Target is in a fortified position"),
                    ("second", "Second target, usually none (Ace of Clubs)"),
                    ("apart_cm", "Between the two"),
                    ("platoons_lost", "Platoons lost (Queen of Hearts)"),
                    ("roll", "Die to help (10 of Hearts)"),
                    ("at_wire", "Attackers at the wire (King of Diamonds)"),
                    ("gas_planned", "A side has gas (Jack of Spades)"),
                ),
                folded=True,
            ),
        ),
        outcome=played,
        start={"suit": "hearts", "rank": "ace"},
    ),
    Tool(
        slug="event-cards-in-hand",
        title="Cards in hand",
        about="How many event cards are drawn, kept and played",
        key="card_hand",
        groups=(
            Group(
                "Drawn now",
                (
                    ("red", "Red, 10 to ace"),
                    ("black", "Black, 10 to ace"),
                    ("dummies", "2 to 9"),
                    ("draws", "He draws"),
                ),
            ),
            Group(
                "In hand before",
                (
                    ("held", "His own"),
                    ("stubborn_defenders", "Stubborn Defenders, handed over"),
                    ("hard_days", "Hard Days, handed over"),
                ),
            ),
            Group("Other players", (("drawn_by_side", "Drawn by his side's others"),), folded=True),
        ),
        outcome=held,
    ),
)
