"""How pages write what the rules say."""
