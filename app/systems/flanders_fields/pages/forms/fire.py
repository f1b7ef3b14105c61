"""The fire form of the player's table: what has been filled in so far, for the form to show and as a command.

The facts stand in the page's address, so that a reload, a second device or a message from the table loses nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Final

from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.on_map.proposed import Proposals, Whence
from rules.kernel.values import dataclass

Unit = Mapping[str, Any]

MOST_BEHIND: Final = 4
ROUND_DISTANCES: Final = (10, 20, 30, 40, 50, 60)
NEAR_DISTANCES: Final = (5, 10, 15, 20, 25, 30)
CLOSE_DISTANCES: Final = (1, 2, 3, 4, 5)
SWITCHES: Final = {
    "in_arc": True,
    "direct_sight": True,
    "firer_in_gas": False,
    "friends_in_line": False,
    "from_the_flank": False,
}
WORDS: Final = {"line_crosses": "nothing", "slope": "level"}
FACES: Final = ("front", "left", "right")


@dataclass(frozen=True, slots=True)
class Aim:
    """One target as filled in: the names its fields are sent under begin with `prefix`; figures as they were typed.

    `kind` is what the target is where that asks for more (`armour`, `block_house`): armour may be `in_cover`, a block
    house is hit on a `face`. `sector` is the side of the tank or the face that fires, `behind` what is hit behind it.
    `proposed` is what the map has of it.
    """

    prefix: str
    firer: str
    target: str
    range_cm: str
    cover: str
    behind_cm: str = ""
    fires: bool = True
    kind: str = ""
    face: str = ""
    in_cover: bool = False
    sector: str = ""
    behind: tuple["Aim", ...] = ()
    proposed: Proposals = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class FireForm:
    """A fire action on its way to becoming a command.

    `proposed` is what the map has of the facts that all shots share, `surveyed` what each shot has of its own of them,
    `map_key` the shots this was asked for (pages/on_map/fire.py). `passes` are the pairs, as "firer>target", for which
    another enemy comes first, `asked` those the player has been asked about, `first_told` what the map has of it.
    `may_mad_minute`: its company has a Mad Minute to fire.
    """

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
    in_gas: bool = False
    moving: bool = False
    gas_possible: bool = True
    map_key: str = ""
    may_mad_minute: bool = False
    proposed: Proposals = field(default_factory=dict)
    surveyed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    passes: frozenset[str] = frozenset()
    first_told: Mapping[str, Whence] = field(default_factory=dict)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every firer with its first target: for each of them another enemy may come first (FF-TGT-03)."""
        if self.way == "together":
            return [(firer, self.aims[0].target) for firer in self.firers if self.aims[0].target]
        return [(aim.firer, aim.target) for aim in self.aims if aim.fires and aim.target]

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
        return [merged(shot, self.surveyed) for shot in self._as_filled]

    @property
    def _as_filled(self) -> list[dict[str, Any]]:
        in_front = counted(self.in_front)
        told = self.in_front if in_front is None else in_front
        facts: dict[str, Any] = {**self.switches, **self.words, "stands_in_front": told, "dice": []}
        if facts["firer_in_gas"] is self.in_gas:
            # Each stand as the game knows it: of a company some may stand in gas.
            facts["firer_in_gas"] = None
        if self.way == "each":
            return [self._first_shot(aim, aim.firer) | facts for aim in self.aims if aim.fires]
        if self.way == "sides":
            zones = [
                (self._first_shot(aim, aim.firer), *(_shot(one, one.firer) for one in aim.behind)) for aim in self.aims
            ]
            return [shot | facts for zone in zones for shot in zone]
        first = [self._first_shot(self.aims[0], firer) | facts for firer in self.firers]
        return first + [_shot(aim, first[0]["firer"]) | facts for aim in self.behind if first]

    def _first_shot(self, aim: Aim, firer: str) -> dict[str, Any]:
        return _shot(aim, firer) | {"passes_over": pair_of(firer, aim.target) in self.passes}

    @property
    def command(self) -> dict[str, Any]:
        """The command `fire` with no dice yet."""
        fire = {"kind": "fire", "unit": self.unit, "shots": self.shots, "mad_minute": self.mad_minute}
        return fire | ({"on_the_move": True} if self.moving else {})


def pair_of(firer: str, target: str) -> str:
    """A firer and its target under one name."""
    return f"{firer}>{target}"


def merged(shot: Mapping[str, Any], surveyed: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A shot with its own facts of the map, wherever the form still holds what was proposed for all."""
    shown = surveyed.get("shown", {})
    own = surveyed.get("own", {}).get(pair_of(shot["firer"], shot["target"]), {})
    kept = {name: value for name, value in own.items() if name in shown and shot.get(name) == shown[name]}
    return {**shot, **kept}


def fire_form(
    unit: Unit, query: QueryParams, before: Sequence[Mapping[str, Any]], kinds: Mapping[str, str] | None = None
) -> FireForm:
    """What the address says of this unit's fire action; what it does not say is as in its last one (`before`).

    `kinds` tells which stands are armour, and which block houses.
    """
    sides = sides_of(unit)
    made = _by_sides(unit, query, before, sides) if sides else _by_stands(unit, query, before)
    asked, passes = (frozenset(query.getlist(name)) for name in ("_asked[]", "passes[]"))
    return _with_kinds(replace(made, asked=asked, passes=passes), query, kinds or {})


def sides_of(unit: Unit) -> tuple[str, ...]:
    """The sides of a tank that have a gun, or the faces of a block house; none for what fires straight ahead."""
    tank = unit.get("tank")
    if tank:
        return tuple(tank["sides"])
    return FACES if unit["kind"] == "block_house" else ()


def most_targets(unit: Unit) -> int:
    """How many targets a tank or a block house may fire at with one action."""
    tank = unit.get("tank")
    return int(tank["targets"]) if tank else len(FACES)


def round_distances(unit: Unit) -> tuple[int, ...]:
    """The distances offered at one tap: as far as tanks and flamethrowers reach, others from 10 to 60 cm."""
    if unit["kind"] == "flamethrower":
        return CLOSE_DISTANCES
    return NEAR_DISTANCES if unit.get("tank") else ROUND_DISTANCES


def _by_sides(unit: Unit, query: QueryParams, before: Sequence[Mapping[str, Any]], sides: tuple[str, ...]) -> FireForm:
    """A tank's or a block house's targets, each with the side that fires at it."""
    firer, in_gas = unit["stands"][0]["id"], bool(unit["stands"][0].get("in_gas"))
    count = min(max(1, counted(query.get("targets", "")) or 1), most_targets(unit))
    first = [shot for shot in before if not shot["place"]]
    aims = list[Aim]()
    for n in range(count):
        aim = _aim(query, f"aims.{n}.", first[n] if n < len(first) else {}, firer)
        sector = query.get(f"aims.{n}.sector", sides[min(n, len(sides) - 1)])
        zone = counted(query.get(f"zone.{n}", "")) or 0
        many = min(zone, MOST_BEHIND) if unit["kind"] == "block_house" else 0
        aim = replace(aim, sector=sector, fires=True)
        behind = tuple(_behind(query, m, aim, f"aims.{n}.behind.{m}.") for m in range(1, many + 1))
        aims.append(replace(aim, behind=behind))
    return FireForm(
        unit=unit["id"],
        way="sides",
        mad_minute=False,
        gun=False,
        firers=(firer,),
        aims=tuple(aims),
        behind=(),
        switches=_switches(query, in_gas),
        words=_words(query),
        in_front=query.get("stands_in_front", "0"),
        in_gas=in_gas,
        moving=query.get("moving") == "true",
    )


def _with_kinds(form: FireForm, query: QueryParams, kinds: Mapping[str, str]) -> FireForm:
    """The aims with what their targets ask for besides."""
    aims = tuple(_of_kind(aim, query, kinds) for aim in form.aims)
    return replace(form, aims=aims, behind=tuple(_of_kind(aim, query, kinds) for aim in form.behind))


def _of_kind(aim: Aim, query: QueryParams, kinds: Mapping[str, str]) -> Aim:
    kind = kinds.get(aim.target, "")
    return replace(
        aim,
        kind=kind,
        face=query.get(f"{aim.prefix}face", FACES[0]) if kind == "block_house" else "",
        in_cover=kind == "armour" and query.get(f"{aim.prefix}armour_in_cover") == "true",
        behind=tuple(_of_kind(one, query, kinds) for one in aim.behind),
    )


def _switches(query: QueryParams, in_gas: bool) -> dict[str, bool]:
    usual_here = {**SWITCHES, "firer_in_gas": in_gas}
    return {name: query.get(name, str(usual).lower()) == "true" for name, usual in usual_here.items()}


def _words(query: QueryParams) -> dict[str, str]:
    return {name: query.get(name, usual) for name, usual in WORDS.items()}


def _by_stands(unit: Unit, query: QueryParams, before: Sequence[Mapping[str, Any]]) -> FireForm:
    gun = unit["kind"] == "machine_gun"
    ready = [one["id"] for one in unit["stands"] if one["alive"] and not one["levels"] and not one.get("below")]
    way = "each" if query.get("way") == "each" and len(ready) > 1 and not gun else "together"
    last = _first(before, "")
    firers = tuple(one for one in query.getlist("firers[]") if one in ready) if "range_cm" in query else tuple(ready)
    # Whoever comes from the other way of filling in has switched nobody off here.
    filled = any(name.startswith("aims.") for name in query)
    zone = min(counted(query.get("zone", "")) or 0, MOST_BEHIND) if gun else 0
    first = _aim(query, "", last, ready[0] if ready else "")
    behind = tuple(_behind(query, n, first) for n in range(1, zone + 1))
    each = tuple(_aim(query, f"aims.{n}.", _first(before, one), one, filled) for n, one in enumerate(ready))
    in_gas = any(stand.get("in_gas") for stand in unit["stands"] if stand["id"] in ready)
    return FireForm(
        unit=unit["id"],
        way=way,
        mad_minute=query.get("mad_minute") == "true" and unit["kind"] == "rifle_company",
        gun=gun,
        firers=firers,
        aims=each if way == "each" else (first,),
        behind=behind,
        switches=_switches(query, in_gas),
        words=_words(query),
        in_front=query.get("stands_in_front", "0"),
        in_gas=in_gas,
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


def _behind(query: QueryParams, n: int, first: Aim, prefix: str = "") -> Aim:
    prefix = prefix or f"behind.{n}."
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
    more: dict[str, Any] = {"behind_cm": figure(aim.behind_cm)} if aim.behind_cm else {}
    more |= {"sector": aim.sector} if aim.sector else {}
    more |= {"face": aim.face} if aim.face else {}
    return shot | more | ({"armour_in_cover": True} if aim.in_cover else {})


def figure(written: str) -> float | str:
    """A figure as typed, with a comma or a point; what is no figure stays as it was for the judge to say so."""
    try:
        return float(written.replace(",", ".").replace("−", "-"))
    except ValueError:
        return written


def counted(written: str) -> int | None:
    """A whole number as typed, not below 0; None for anything else, and for more digits than a machine reads."""
    try:
        return int(written) if written.isdecimal() else None
    except ValueError:
        return None
