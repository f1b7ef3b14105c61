"""Movement: through which ground, across wire, under fire, in which formation (FF-MOV, FF-TER, FF-WIR, FF-FRM)."""
