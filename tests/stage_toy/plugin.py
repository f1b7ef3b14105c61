"""The toy as a service lists it: its game, its look-ups, its playsheet, its bands. Nothing else knows of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fastapi import Request

from app.documents.forces import (
    EntryKind,
    FieldOf,
    ForceCounted,
    ForceFindingShown,
    ForcesOffered,
    LengthOffered,
    New,
    NewGameOffered,
    OutlineRow,
    SumShown,
)
from app.lookups.queries import LookUpsOffered, PrintBeside, Samples
from app.plugins import PluginInfo
from app.printing.printables import NO_WAYS, Choosing, PrintsOffered
from app.system_service import SystemService
from tests.stage_toy import bands, sheet
from tests.stage_toy.book import QUESTIONS
from tests.stage_toy.reported import REPORTS
from tests.stage_toy.scenery import SCENERY
from tests.stage_toy.served import ServedToy

AT: Final = "/print/stage-toy"


def _choosing(_request: Request) -> Choosing[sheet.ToyWanted]:
    return Choosing(sheet.CATALOGUE, lambda _query: sheet.ToyWanted(), {"here": AT})


PRINTS: Final = PrintsOffered(AT, sheet.BOOK, sheet.CATALOGUE, _choosing, lambda _query: "stage-toy", NO_WAYS)


def _outline(band: bands.Band) -> OutlineRow:
    named = FieldOf("name", "Name", EntryKind.TEXT, band.name, most=40)
    stands = tuple(FieldOf(f"stands.{n}", f"Stand {n + 1}", EntryKind.TEXT, one) for n, one in enumerate(band.stands))
    more = New("stands", "Another stand", f"Stand {len(band.stands) + 1}")
    return OutlineRow("", "", band.name, f"{len(band.stands)} stands", (named, *stands), new=(more,))


def _nothing_wrong(_band: bands.Band) -> Sequence[ForceFindingShown]:
    return ()


def _sums(band: bands.Band) -> Sequence[SumShown]:
    return [SumShown(says="Stands", number=str(len(band.stands)), clause="TOY-1")]


BANDS: Final = ForcesOffered(
    key="stage-toy",
    sides=ServedToy.seating.sides,
    operations="stage_toy_",
    title="Two by two",
    says="A band and its stands",
    read=bands.read_band,
    write=bands.write_band,
    fresh=lambda name: bands.Band(name=name, stands=("a", "b")),
    renamed=bands.renamed,
    counted=lambda band: ForceCounted(band.name, "1916-07", 1, len(band.stands)),
    findings=_nothing_wrong,
    sums=_sums,
    outline=_outline,
    new_game=NewGameOffered(
        questions=lambda: QUESTIONS,
        length=LengthOffered("Turns", 12),
        options=(),
        opening=lambda both, _asked: bands.opening(*both)["command"],
        own_rules=lambda _band: (),
        dated=lambda band, _date: band,
    ),
    forms=lambda _band: (),
    sample=bands.document_of(bands.SAMPLE[0]),
    schema="ToyBand",
    schemas=bands.schemas,
)
LOOK_UPS: Final = LookUpsOffered(
    QUESTIONS,
    Samples("shot", "dice", "TOY-4", "R-1", "six"),
    "stage_toy_",
    prints=(PrintBeside("Playsheet", "To be printed", AT),),
)


SERVED: Final = ServedToy()
INFO: Final = PluginInfo("stage-toy")
MAPPED_INFO: Final = replace(INFO, edges=("South’s edge", "North’s edge"))
SERVICE: Final = SystemService(schemas=bands.schemas, forces=BANDS, prints=PRINTS, reports=REPORTS)
MAPPED_SERVICE: Final = replace(SERVICE, screen=SCENERY)
"""The same with a map on the play screen; without it the toy has no board and is played on cards alone."""
