"""Forms with nothing on them yet, by name."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from playsheets.flanders_fields.forms.gun_cards import blank_cards
from playsheets.flanders_fields.forms.plan_form import blank_plan
from playsheets.flanders_fields.forms.referee_sheet import blank_referee
from playsheets.flanders_fields.forms.report_form import blank_report
from playsheets.flanders_fields.forms.scenario_sheet import blank_scenario
from playsheets.forms.content import Form
from rules.flanders_fields.vocabulary import Side

BLANK: Final[Mapping[str, Callable[[], Form]]] = {
    "plan-attacker": partial(blank_plan, Side.ATTACKER),
    "plan-defender": partial(blank_plan, Side.DEFENDER),
    "gun-cards": blank_cards,
    "scenario": blank_scenario,
    "report": blank_report,
    "referee": blank_referee,
}
