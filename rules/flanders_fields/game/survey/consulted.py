"""What the map had proposed for a command, kept in its events beside what was used, so that the log tells both.

Only what everybody may know is asked: an event is told to both sides.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.outcomes import FromMap, Reasons
from rules.flanders_fields.game.registry import event_specs, measured_by
from rules.flanders_fields.game.survey.from_state import field_of
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.kernel.chapters import Command, Event
from rules.kernel.explain import Refusal
from rules.kernel.seats import Role

BY_HOUSE_RULE: Final = {
    "friends_in_line": ("SHQ-17", "forbid"),
    "from_the_flank": ("SHQ-62", "enfilade"),
    "attacker_cover": ("AMB-409", "both"),
    "defender_supported": ("AMB-407", "both"),
    "attacker_with_commander": ("AMB-413", "contact_too"),
    "defender_with_commander": ("AMB-413", "contact_too"),
    "centre_inside": ("AMB-302", "centre"),
    "at_start": ("AMB-447", "start_and_path"),
    "from_gun_cm": ("AMB-306", "each_stand"),
    "battalion_cm": ("AMB-394", "near"),
    "straight_out": ("AMB-321", "out_free"),
    "command_stand_sees": ("AMB-312", "unseen"),
    "trench": ("AMB-361", "gas_too"),
}
"""Facts that count only where a game plays so: elsewhere nobody is asked for them, and nobody overrules them."""


def consulted(table: JudgedTable, command: Command, judged: Judgement) -> Judgement:
    """The same judgement, with what the map had proposed of its facts kept in the first event that has reasons."""
    asked = measured_by().get(type(command))
    if asked is None or isinstance(judged, Refusal):
        return judged
    field = field_of(table.state, Role.SPECTATOR, table.book)
    said = (
        tuple(one for one in asked(table, field.as_placed, command) if _counts(one.fact, table.book)) if field else ()
    )
    return _kept(judged, said) if said else judged


def _counts(fact: str, book: RuleBook) -> bool:
    ruling, option = BY_HOUSE_RULE.get(fact, ("", ""))
    return not ruling or book.option(ruling) == option


def _kept(judged: Sequence[Event], said: tuple[FromMap, ...]) -> tuple[Event, ...]:
    events = list(judged)
    for place, event in enumerate(events):
        if told := _with(event, said):
            events[place] = told
            break
    return tuple(events)


def _with(event: Any, said: tuple[FromMap, ...]) -> Event | None:
    """The same event with what the map said; None for one that has no reasons."""
    happening = event_specs().get(type(event))
    if happening and happening.with_map:
        return happening.with_map(event, said)
    reasons = getattr(event, "reasons", None)
    return replace(event, reasons=replace(reasons, map=said)) if isinstance(reasons, Reasons) else None
