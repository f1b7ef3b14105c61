"""What a side asks for about its fire plan."""

from dataclasses import field

from rules.kernel.play import Secret
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SealPlan:
    """Fix a side's fire plan before anybody deploys (FF-FPL-77). `plan` is its open document, whole.

    The `secret` that salts its fingerprint is drawn by the keeper of the game. Where the plan lets pass what the rules
    refuse, it is sealed once the other side has agreed; `reason` is what that side is told, in the asker's own words.
    """

    plan: dict[str, object] = field(default_factory=dict)
    secret: Secret = field(default_factory=Secret)
    reason: str = ""


SealingCommand = SealPlan

SEALING_COMMANDS: dict[str, type[SealingCommand]] = {"seal_plan": SealPlan}
