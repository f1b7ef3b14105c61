"""The turn: setting up, the order of planning and of execution, the end of a bound."""
