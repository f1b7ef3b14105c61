"""The forms about gas: whom a cloud touches in its phase, and a stand that moves into one, as filled in so far."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from starlette.datastructures import QueryParams

from rules.kernel.values import dataclass

Shown = dict[str, Any]
TOLD: Final = {"cover": "soft", "coverage": "fully", "ends": "none", "at_start": "spared"}
SWITCHES: Final = ("sheltering", "armour_in_cover")


@dataclass(frozen=True, slots=True)
class GasForm:
    """What has been filled in: the stands the cloud in hand touches, and the stand that enters a cloud.

    `leaving` are those of this seat that are known to stand in gas.
    """

    caught: tuple[Shown, ...]
    entering: Shown | None
    leaving: tuple[str, ...] = ()

    def drafts(self, view: Mapping[str, Any]) -> dict[str, Shown]:
        """The commands under the names of their forms; their dice have not been thrown."""
        found: dict[str, Shown] = {}
        if attacks(view):
            cloud = view["gas"]["next"]["cloud"]
            found["gas"] = {"kind": "gas_attacks", "cloud": cloud, "caught": list(self.caught), "dice": []}
        if self.entering:
            found["entering"] = {"kind": "enter_gas", **self.entering, "dice": []}
        return found


def attacks(view: Mapping[str, Any]) -> bool:
    """Whether this seat is asked whom a cloud touches."""
    due = view["gas"]["next"]
    return bool(due) and due["what"] == "attack" and view["you"] in (due["side"], "referee")


def gas_form(view: Mapping[str, Any], query: QueryParams) -> GasForm:
    """What the address says; before anything was filled in, the stands known to stand in the cloud are proposed."""
    caught = tuple(_caught(view, query)) if attacks(view) else ()
    mine = [side for side in view["sides"] if view["you"] in (side["side"], "referee")] if view["gas"]["clouds"] else []
    leaving = (stand["id"] for stand in _all_stands(mine) if stand["in_gas"] and stand["alive"])
    return GasForm(caught, _entering(view, query), tuple(leaving))


def _caught(view: Mapping[str, Any], query: QueryParams) -> Iterator[Shown]:
    cloud = next(one for one in view["gas"]["clouds"] if one["id"] == view["gas"]["next"]["cloud"])
    filled = query.get("gas") == cloud["id"]
    stands = query.getlist("_stands[]") if filled else cloud["within"]
    told = dict(_told(query)) if filled else {}
    seen = {stand["id"]: stand for stand in _all_stands(view["sides"])}
    for stand in dict.fromkeys(stands):
        if stand in seen:
            yield {"stand": stand, **TOLD, "sheltering": False, "armour_in_cover": False} | told.get(stand, {})


def _told(query: QueryParams) -> Iterator[tuple[str, Shown]]:
    """The facts told so far, by their stand; the rows are numbered anew when another stand is chosen."""
    for name, stand in query.multi_items():
        if name.startswith("caught.") and name.endswith(".stand"):
            row = name.removesuffix("stand")
            yield stand, _facts(query, row)


def _facts(query: QueryParams, row: str) -> Shown:
    words = {name: query.get(f"{row}{name}", usual) for name, usual in TOLD.items()}
    return words | {name: query.get(f"{row}{name}") == "true" for name in SWITCHES}


def _entering(view: Mapping[str, Any], query: QueryParams) -> Shown | None:
    stand, clouds = query.get("caught.stand", ""), [one["id"] for one in view["gas"]["clouds"]]
    if query.get("entering") != "1" or not stand or not clouds:
        return None
    cloud = query.get("cloud", "")
    return {"cloud": cloud if cloud in clouds else clouds[0], "caught": {"stand": stand} | _facts(query, "caught.")}


def _all_stands(sides: Iterable[Shown]) -> Iterator[Shown]:
    for side in sides:
        for regiment in side["regiments"]:
            for holder in (regiment, *regiment["battalions"]):
                if holder.get("on_table", True):
                    yield holder["commander"]
                    for unit in holder["units"]:
                        yield from unit["stands"]
