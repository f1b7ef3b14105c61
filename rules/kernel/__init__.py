"""What every rule system shares: dice, explanations, odds, sources, tables, rulings, play."""
