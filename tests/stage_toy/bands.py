"""A document of the toy's own: a band, which is its name and those of its stands."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.serialization import (
    Misfit,
    NoDocument,
    NotFitting,
    NotPlain,
    build,
    plain,
    read_object,
    schema_of_file,
    take_kind,
    written,
)

FORMAT: Final = ("stage-toy-band", 1)
USUAL: Final = "a band of the toy"
MOST_BYTES: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Those who fight on a side."""

    name: str = fact("what the band is called", longest=40)
    stands: tuple[str, ...] = fact("what its stands are called", fewest=1, longest=4)


def read_band(data: bytes) -> Band:
    """The band in a file. Raises NotFitting."""
    try:
        told = read_object(data, MOST_BYTES, USUAL)
        take_kind(told, FORMAT, USUAL)
        told.pop("system", None)
        band = build(Band, told)
    except NoDocument as bad:
        raise NotFitting(Misfit("", bad.because, bad.instead)) from None
    except NotPlain as bad:
        raise NotFitting(Misfit("", f"{bad.field}: {bad.wrong}", bad.right)) from None
    if len(set(band.stands)) < len(band.stands):
        raise NotFitting(Misfit("", "two stands bear one name", "give each a name of its own"))
    return band


def document_of(band: Band) -> dict[str, Any]:
    return {"format": FORMAT[0], "version": FORMAT[1], "system": "stage-toy", **plain(band)}


def write_band(band: Band) -> bytes:
    return written(document_of(band))


def renamed(band: Band, name: str) -> Band:
    return replace(band, name=name)


def opening(north: Band, south: Band) -> Mapping[str, Any]:
    """What opens a game of two bands."""
    begin = {"kind": "begin", "north": list(north.stands), "south": list(south.stands)}
    title = f"{north.name} against {south.name}"
    return {"system": "stage-toy", "title": title, "role": "north", "command": begin}


def schemas() -> Mapping[str, Any]:
    return {
        "ToyBand": schema_of_file(Band, {"format": FORMAT[0], "version": FORMAT[1], "system": "stage-toy"})["$defs"][
            "Band"
        ]
    }


SAMPLE: Final[Sequence[Band]] = (
    Band(name="The hill", stands=("Ann", "Bea")),
    Band(name="The brook", stands=("Cid", "Dan", "Eve")),
)
