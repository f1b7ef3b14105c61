"""Shelters: deep ones and block houses (FF-DSH, FF-BLK)."""
