"""Saved forces of any rule system: kept, listed, shared; built, where a system says what its force consists of."""
