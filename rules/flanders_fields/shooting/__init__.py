"""Shooting: at whom, how far, through which arc, and what a die does (FF-RCB, FF-SHO, FF-BZN, FF-TGT)."""
