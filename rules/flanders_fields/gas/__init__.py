"""Gas: clouds, the wind they drift on, and what they do (FF-GAS)."""
