"""What a side asks for about its fire plan."""

from rules.kernel.dice import Secret
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SealPlan:
    """Fix a side's fire plan before anybody deploys (FF-FPL-77). `plan` is its open document, whole.

    The `secret` that salts its fingerprint is drawn by the keeper of the game. Where the plan lets pass what the rules
    refuse, it is sealed once the other side has agreed; `reason` is what that side is told, in the asker's own words.
    """

    plan: dict[str, object] = fact("the fire plan", factory=dict)
    secret: Secret = fact("what salts its fingerprint", default=Secret())
    reason: str = fact("what the other side is told", default="")


SealingCommand = SealPlan
