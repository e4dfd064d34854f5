"""Risk: The Lord of the Rings, Trilogy Edition, for two to four (rule numbers RK-…)."""

from rules.risk.title import Risk

TITLE = Risk()
