"""A side's fire plan as it is written before the game: what it holds, its file, its checks, its seal (FF-FPL)."""
