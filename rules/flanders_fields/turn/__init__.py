"""The turn: its steps, setting up, and when reinforcements arrive (FF-TRN, FF-SET, FF-SCN)."""
