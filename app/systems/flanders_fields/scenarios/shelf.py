"""Scenarios of the server: those written here, in the database, and those that lie ready beside the rules."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.documents.shelf import DocumentKind, DocumentShelf, KeptDocument, ListedDocument
from app.store.tables import ScenarioRow
from app.store.tables import table_of as row_table
from app.systems.flanders_fields.scenarios.ready import ready_document
from rules.flanders_fields.game.muster import scenarios
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ListedScenario(ListedDocument):
    """A scenario in the list."""

    title: str
    date: str


KeptScenario = KeptDocument[ListedScenario, bytes]
ScenarioShelf = DocumentShelf[ListedScenario, bytes]
"""A scenario is kept as its open document: what it names of tables and forces is looked up when it is played."""


class _Heading(msgspec.Struct, frozen=True):
    title: str
    date: str


def _columns(document: bytes) -> Mapping[str, Any]:
    return msgspec.structs.asdict(msgspec.json.decode(document, type=_Heading))


def _ready() -> Mapping[str, Mapping[str, Any]]:
    return {key: {"title": one.title, "date": one.date} for key, one in scenarios().items()}


SCENARIOS: Final = DocumentKind(
    row_table(ScenarioRow), ListedScenario, bytes, bytes, _columns, ready=_ready, ready_one=ready_document
)
