"""The sides of a game as rosters, from what a seat may know of them and from nothing else."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playsheets.flanders_fields.forms.roster import Roster, RosterFormation, StandLine, UnitLines
from rules.flanders_fields.vocabulary import Nation, Quality, Special, UnitClass
from rules.kernel.months import parse_month

Shown = Mapping[str, Any]
AWAY: Final = {"off": "off the table", "routed": "routed", "unseen": "commander out of sight"}


def roster_of_side(view: Shown, side: str, specimen_game: bool) -> Roster:
    """One side of a view. Its own side's and the referee's is theirs alone: reserves and what hides stand in it."""
    seen = next(one for one in view["sides"] if one["side"] == side)
    knows = view["you"] in (side, "referee")
    formations = tuple(_formation(one, view) for one in seen["regiments"])
    resisted = view["national"]["resisted"] if side == "defender" else 0
    return Roster(
        title=f"{seen['name']} roster",
        says=f"{view['title']}, {parse_month(view['date']).in_words}",
        nation=Nation(seen["nation"]),
        formations=formations,
        used=((Special.STUBBORN_RESISTANCE, resisted),),
        specimen_game=specimen_game,
        kept=only_for(seen["name"]) if knows else "",
    )


def only_for(side_name: str) -> str:
    """Who may read what a side keeps to itself."""
    return f"Secret: for the {side_name} side and the referee only"


def _formation(regiment: Shown, view: Shown) -> RosterFormation:
    battalions = tuple(_battalion(one, view) for one in regiment["battalions"])
    return RosterFormation(
        regiment["name"],
        _commander(regiment),
        says=AWAY["unseen"] if regiment["commander"]["unseen"] else "",
        promoted=regiment["field_promotion"],
        used=((Special.PRUSSIAN_DISCIPLINE, regiment["discipline_used"]),),
        units=tuple(_units(regiment)),
        battalions=battalions,
    )


def _battalion(one: Shown, view: Shown) -> RosterFormation:
    mutinous = one["id"] in view["national"]["mutinous"]
    used = [(Special(key), count) for key, count in one["uses"].items()]
    used += [(Special.PRUSSIAN_DISCIPLINE, one["discipline_used"]), (Special.MUTINY, int(mutinous))]
    used += [(Special.MAD_MINUTE, int(one["mad_minute_turn"] > 0))]
    return RosterFormation(
        one["name"],
        _commander(one),
        Quality(one["quality"]),
        says=", ".join(_away(one)),
        started=one["started"],
        left=one["left"],
        promoted=one["field_promotion"],
        used=tuple(used),
        units=tuple(_units(one)),
    )


def _away(battalion: Shown) -> Iterator[str]:
    if battalion["fate"] == "routed":
        yield AWAY["routed"]
    elif not battalion["on_table"]:
        yield AWAY["off"]
    if battalion["commander"]["unseen"]:
        yield AWAY["unseen"]


def _commander(formation: Shown) -> StandLine | None:
    stand = formation["commander"]
    return None if stand["unseen"] else _stand(stand)


def _units(holder: Shown) -> Iterator[UnitLines]:
    for unit in holder["units"]:
        lines = tuple(_stand(one) for one in unit["stands"])
        named = tuple((Special(key), count) for key, count in unit["uses"].items())
        yield UnitLines(
            unit["name"], UnitClass(unit["kind"]), lines, (*named, (Special.MAD_MINUTE, unit["mad_minutes"]))
        )


def _stand(stand: Shown) -> StandLine:
    return StandLine(stand["name"], stand["levels"], stand["alive"], tuple(stand["faces"]), stand["figures"])
