"""The library of tables: the ground one plays on, kept as open documents, read with refusals in plain words."""
