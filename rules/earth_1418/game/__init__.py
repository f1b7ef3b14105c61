"""The only part that knows a whole game: its state, what may be done, and what each seat may see."""
