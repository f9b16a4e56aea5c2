"""The guide for players: a whole turn of each title with its pictures, made by ``make guide``."""
