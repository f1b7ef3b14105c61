"""The rolling barrage, where it lies and what it does (FF-BAR)."""
