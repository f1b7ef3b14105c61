"""How many taps every deed takes on the stage: each is walked as its page walks it, by what the service answers."""
