"""The settings of tests and benchmarks whose devices all have one address, and are faster than people."""

from typing import Any, Final

UNLIMITED: Final[dict[str, Any]] = dict.fromkeys(
    (
        "commands_per_minute",
        "prompts_per_minute",
        "checks_per_minute",
        "lookups_per_minute",
        "reports_per_minute",
        "changes_per_minute",
        "pages_per_minute",
        "imports_per_hour",
        "sent_mib_per_hour",
        "log_mib_per_hour",
    ),
    0,
)
"""Limits of requests that are off."""
STREAMS: Final[dict[str, Any]] = {"streams_of_device": 0, "streams_of_address": 0}
"""The same for streams."""
