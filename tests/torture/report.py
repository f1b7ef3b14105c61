"""What a long test tried and what was lost."""

from dataclasses import dataclass, field


@dataclass
class Report:
    """Counts of what was tried, by name, and a sentence for each loss."""

    tried: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)

    def count(self, what: str, how_often: int = 1) -> None:
        """Add to what was tried."""
        self.tried[what] = self.tried.get(what, 0) + how_often

    def expect(self, held: object, otherwise: str) -> None:
        """Note a loss where something did not hold."""
        if not held:
            self.lost.append(otherwise)

    def says(self) -> str:
        """Both in one line."""
        tried = ", ".join(f"{number:,} {what}" for what, number in self.tried.items())
        return f"{tried}; lost: {len(self.lost):,}"
