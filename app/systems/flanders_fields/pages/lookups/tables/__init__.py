"""The whole tables behind the look-ups."""
