"""The list of look-ups as it stands on its page: which belong together, in what order, and which speak of a word."""

from functools import cache
from typing import Final

from app.lookups.describing import question
from app.pages.lookup_tool import Tool
from app.pages.lookup_tools import BY_SLUG

_LIST: Final = (
    ("Setting up", "zones deployment before-play"),
    ("The turn", "first-turn turn-sequence when-ordered reinforcements"),
    (
        "Orders and morale",
        "order-roll battalion-orders spending-actions morale-due morale weapons-morale suppression recovery "
        "commander-recovery heroic-action field-promotion fresh-raw-troops regiments-grade",
    ),
    ("National rules", "national-rule mutinous-move"),
    (
        "Movement and sight",
        "movement mixed-move command-move column river cavalry limbering turning wire caught-on-wire way-through-wire "
        "cover visibility",
    ),
    ("Bases and formations", "formation closing-up passing-through base"),
    ("Shooting", "shooting scores fire-action beaten-zone armour arc target-priority range"),
    (
        "Artillery, mortars, indirect fire",
        "artillery-fire mortar-fire indirect-machine-guns sos-call zone-or-not fire-zone observed-fire deviation",
    ),
    ("Points and areas", "aiming-point mortar-spotting fire-area coverage zone-path front-line"),
    (
        "Fire plans and barrages",
        "deep-suppression rolling-barrage danger-strip barrage-duration barrage-band planned-fire "
        "hurricane-bombardment superimposed-batteries superimposed-order defending-artillery",
    ),
    (
        "Tanks and block houses",
        "tank-guns tank-sector tank-fire armour-class cover-of-armour block-house-fire block-house-hit",
    ),
    (
        "Assault",
        "order-of-an-assault who-may-assault closing-fire combat-factors close-combat assault-support drawn-fight "
        "after-a-win against-armour into-a-shelter shelter-under-fire deep-shelter",
    ),
    ("Gas", "gas-release gas into-gas in-gas way-through-gas gas-sweep first-wind wind wind-card gas-cloud"),
    ("Aircraft", "air-mission air-targets air-attack gun-after-aircraft"),
    ("Event cards and dice", "event-card event-cards-in-hand two-dice d3"),
)
Parts = tuple[tuple[str, tuple[Tool, ...]], ...]
PARTS: Final[Parts] = tuple((title, tuple(BY_SLUG[slug] for slug in slugs.split())) for title, slugs in _LIST)


def parts_about(find: str) -> Parts:
    """The look-ups that speak of all these words, by their parts; every one where nothing is looked for."""
    words = find.lower().split()
    found = ((title, tuple(tool for tool in tools if _speaks_of(tool, title, words))) for title, tools in PARTS)
    return tuple((title, tools) for title, tools in found if tools)


def _speaks_of(tool: Tool, part: str, words: list[str]) -> bool:
    told = f"{part.lower()} {_told(tool.slug)}"
    return all(word in told for word in words)


@cache
def _told(slug: str) -> str:
    """All that a look-up speaks of: what it is called, the facts it asks for, the clauses of its chapter."""
    tool = BY_SLUG[slug]
    asked = question(tool.key)
    labels = [group.title for group in tool.groups]
    labels += [label for group in tool.groups for _, label in group.facts]
    if tool.rows:
        more = tool.rows.more.facts if tool.rows.more else ()
        labels += [tool.rows.label, *(label for _, label in (*tool.rows.facts, *more))]
    return " ".join((tool.title, tool.about, asked.title, asked.chapter, *labels, *asked.clauses)).lower()
