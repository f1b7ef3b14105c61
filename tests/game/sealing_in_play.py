"""What a side sends that seals its fire plan."""

import json
from typing import Any

from rules.flanders_fields.fire_plan import WrittenPlan
from rules.flanders_fields.fire_plan_document import write_plan

SECRET = {"drawn": "5a" * 32, "about": "evening"}


def document(plan: WrittenPlan) -> Any:
    """A plan as a seat sends it."""
    return json.loads(write_plan(plan))
