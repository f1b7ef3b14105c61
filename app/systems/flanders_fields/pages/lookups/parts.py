"""The list of look-ups as it stands on its page: which belong together, and in what order."""

from typing import Final

from app.pages.lookups.laid_out.tool import Parts
from app.systems.flanders_fields.pages.lookups.tools.every import BY_SLUG

_LIST: Final = (
    ("Forces", "organisation grades gun force-ratio divisional-share scale"),
    ("Setting up", "zones deployment before-play"),
    ("The turn", "first-turn turn-sequence when-ordered reinforcements"),
    (
        "Orders and morale",
        "order-roll battalion-orders spending-actions morale-due morale weapons-morale suppression recovery "
        "commander-recovery heroic-action field-promotion fresh-raw-troops regiments-grade",
    ),
    ("National rules", "national-rule mutinous-move storm-part"),
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
        "Writing a fire plan",
        "grid-reference planned-numbers planned-point planned-barrage planned-gas planned-works plan-ready plan-change",
    ),
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
    ("After the game", "casualties after-the-game"),
)
PARTS: Final[Parts] = tuple((title, tuple(BY_SLUG[slug] for slug in slugs.split())) for title, slugs in _LIST)
