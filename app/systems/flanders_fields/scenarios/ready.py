"""Scenarios that lie ready, as the documents one takes along, opens in the editor, and changes as one's own."""

from functools import lru_cache

from app.systems.flanders_fields.grounds import ready_tables
from app.systems.flanders_fields.scenarios.document import write_scenario
from rules.flanders_fields.game.muster import scenarios
from rules.flanders_fields.turn.game.setting_up.rewriting import rewritten
from rules.tabletop.laid import laid


@lru_cache(maxsize=32)
def ready_document(scenario_id: str) -> bytes:
    """The document of a ready scenario, on its own table. Raises KeyError where there is none of that id."""
    ground = ready_tables().get(scenario_id)
    return write_scenario(rewritten(scenarios()[scenario_id], laid(ground.name, ground.table) if ground else None))
