"""Event cards, in the hand and played (FF-CRD)."""
