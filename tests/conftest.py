"""What holds for every test."""

from hypothesis import HealthCheck, settings

# A busy machine takes its time: speed is measured elsewhere, never by a test.
settings.register_profile("without a clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("without a clock")
