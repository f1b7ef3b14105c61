"""Gas in a game: planned attacks are released, one wind blows, clouds drift, sink and go (FF-GAS-T4)."""
