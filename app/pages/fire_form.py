"""The fire form of the player's table: what has been filled in so far, for the form to show and as a command.

The facts stand in the page's address, so that a reload, a second device or a message from the table loses nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from starlette.datastructures import QueryParams

Unit = Mapping[str, Any]

MOST_BEHIND: Final = 4
ROUND_DISTANCES: Final = (10, 20, 30, 40, 50, 60)
SWITCHES: Final = {
    "in_arc": True,
    "direct_sight": True,
    "firer_in_gas": False,
    "passes_over": False,
    "friends_in_line": False,
    "from_the_flank": False,
}
WORDS: Final = {"line_crosses": "nothing", "slope": "level"}


@dataclass(frozen=True, slots=True)
class Aim:
    """One target as filled in: the names its fields are sent under begin with `prefix`; figures as they were typed."""

    prefix: str
    firer: str
    target: str
    range_cm: str
    cover: str
    behind_cm: str = ""
    fires: bool = True


@dataclass(frozen=True, slots=True)
class FireForm:
    """A fire action on its way to becoming a command."""

    unit: str
    way: str
    mad_minute: bool
    gun: bool
    firers: tuple[str, ...]
    aims: tuple[Aim, ...]
    behind: tuple[Aim, ...]
    switches: Mapping[str, bool]
    words: Mapping[str, str]
    in_front: str

    @property
    def zone(self) -> int:
        """How many stands behind the first are attacked with it."""
        return len(self.behind)

    @property
    def aimed(self) -> bool:
        """Whether every stand that fires has a target."""
        shots = self.shots
        return bool(shots) and all(shot["target"] for shot in shots)

    @property
    def shots(self) -> list[dict[str, Any]]:
        """The shots of the command, their dice not thrown yet."""
        in_front: int | str = int(self.in_front) if self.in_front.isdecimal() else self.in_front
        facts: dict[str, Any] = {**self.switches, **self.words, "stands_in_front": in_front, "dice": []}
        if self.way == "each":
            return [_shot(aim, aim.firer) | facts for aim in self.aims if aim.fires]
        first = [_shot(self.aims[0], firer) | facts for firer in self.firers]
        return first + [_shot(aim, first[0]["firer"]) | facts for aim in self.behind if first]

    @property
    def command(self) -> dict[str, Any]:
        """The command `fire` with no dice yet."""
        return {"kind": "fire", "unit": self.unit, "shots": self.shots, "mad_minute": self.mad_minute}


def fire_form(unit: Unit, query: QueryParams, before: Sequence[Mapping[str, Any]]) -> FireForm:
    """What the address says of this unit's fire action; what it does not say is as in its last one (`before`)."""
    gun = unit["kind"] == "machine_gun"
    ready = [stand["id"] for stand in unit["stands"] if stand["alive"] and not stand["levels"]]
    way = "each" if query.get("way") == "each" and len(ready) > 1 and not gun else "together"
    last = _first(before, "")
    firers = tuple(one for one in query.getlist("firers[]") if one in ready) if "range_cm" in query else tuple(ready)
    # Whoever comes from the other way of filling in has switched nobody off here.
    filled = any(name.startswith("aims.") for name in query)
    asked = query.get("zone", "0")
    zone = min(int(asked), MOST_BEHIND) if gun and asked.isdecimal() else 0
    first = _aim(query, "", last, ready[0] if ready else "")
    behind = tuple(_behind(query, n, first) for n in range(1, zone + 1))
    each = tuple(_aim(query, f"aims.{n}.", _first(before, one), one, filled) for n, one in enumerate(ready))
    return FireForm(
        unit=unit["id"],
        way=way,
        mad_minute=query.get("mad_minute") == "true" and unit["kind"] == "rifle_company",
        gun=gun,
        firers=firers,
        aims=each if way == "each" else (first,),
        behind=behind,
        switches={name: query.get(name, str(usual).lower()) == "true" for name, usual in SWITCHES.items()},
        words={name: query.get(name, usual) for name, usual in WORDS.items()},
        in_front=query.get("stands_in_front", "0"),
    )


def _first(shots: Sequence[Mapping[str, Any]], firer: str) -> Mapping[str, Any]:
    return next((shot for shot in shots if not firer or shot["firer"] == firer), {})


def _aim(query: QueryParams, prefix: str, last: Mapping[str, Any], firer: str, filled: bool = False) -> Aim:
    return Aim(
        prefix=prefix,
        firer=firer,
        target=query.get(f"{prefix}target", last.get("target", "")),
        range_cm=query.get(f"{prefix}range_cm", str(last.get("range_cm", 30))),
        cover=query.get(f"{prefix}cover", last.get("cover", "soft")),
        fires=not filled or query.get(f"{prefix}firer") == firer,
    )


def _behind(query: QueryParams, n: int, first: Aim) -> Aim:
    prefix = f"behind.{n}."
    behind = query.get(f"{prefix}behind_cm", str(3 * n))
    return Aim(
        prefix=prefix,
        firer=first.firer,
        target=query.get(f"{prefix}target", ""),
        range_cm=_farther(first.range_cm, behind),
        cover=query.get(f"{prefix}cover", "soft"),
        behind_cm=behind,
    )


def _farther(range_cm: str, by_cm: str) -> str:
    """A stand behind the first target is as much farther away as it was measured to stand behind it."""
    near, by = figure(range_cm), figure(by_cm)
    return f"{near + by:.1f}" if isinstance(near, float) and isinstance(by, float) else range_cm


def _shot(aim: Aim, firer: str) -> dict[str, Any]:
    shot = {"firer": firer, "target": aim.target, "range_cm": figure(aim.range_cm), "cover": aim.cover}
    return shot | ({"behind_cm": figure(aim.behind_cm)} if aim.behind_cm else {})


def figure(written: str) -> float | str:
    """A figure as typed, with a comma or a point; what is no figure stays as it was for the judge to say so."""
    try:
        return float(written.replace(",", ".").replace("−", "-"))
    except ValueError:
        return written
