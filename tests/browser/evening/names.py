"""What the people at the table call things: the names as they stand on the screens."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Names:
    """The name of every stand, unit, battalion and regiment by its id, and what each belongs to."""

    called: Mapping[str, str]
    belongs: Mapping[str, str]

    def unit(self, unit: str) -> str:
        """As the log names a unit: 'A Company, 1st Battalion'; a battery by its own name alone."""
        holder = self.belongs[unit]
        return f"{self.called[unit]}, {self.called[holder]}" if "." in holder else self.called[unit]

    def stand(self, stand: str) -> str:
        """A stand with its unit and battalion: '1st Platoon, A Company, 1st Battalion'; a commander by his own name."""
        if _is_platoon(stand):
            return f"{self.called[stand]}, {self.unit(self.belongs[stand])}"
        return self.called[stand] if stand.endswith(".hq") else self.unit(stand)


def _is_platoon(stand: str) -> bool:
    return ".p" in stand


def names_of(view: Mapping[str, Any]) -> Names:
    """The names in a view of the referee: he sees every formation."""
    called: dict[str, str] = {}
    belongs: dict[str, str] = {}
    for one, holder in _things(view):
        called.setdefault(one["id"], one["name"])
        belongs.setdefault(one["id"], holder)
    return Names(called, belongs)


def _things(view: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Every named thing with the id of what it belongs to; a gun is its unit and its stand under one id."""
    for regiment in (one for side in view["sides"] for one in side["regiments"]):
        for formation in (regiment, *regiment["battalions"]):
            yield formation, regiment["id"]
            yield formation["commander"], formation["id"]
            for unit in formation["units"]:
                yield unit, formation["id"]
                yield from ((stand, unit["id"]) for stand in unit["stands"])
