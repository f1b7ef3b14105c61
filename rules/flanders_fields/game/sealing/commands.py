"""What a side asks for about its fire plan."""

from dataclasses import dataclass, field

from rules.kernel.play import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class SealPlan:
    """Fix a side's fire plan before anybody deploys (FF-FPL-77). `plan` is its open document, whole.

    The `secret` that salts its fingerprint is drawn by the keeper of the game.
    """

    plan: dict[str, object] = field(default_factory=dict)
    secret: Secret = field(default_factory=Secret)


SealingCommand = SealPlan

SEALING_COMMANDS: dict[str, type[SealingCommand]] = {"seal_plan": SealPlan}
