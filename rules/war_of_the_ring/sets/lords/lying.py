"""Lords' cards that lie on the table (LM-17)."""

from __future__ import annotations

WONT_GO_BACK = "lome-sh-char-25"
LORE = "lome-sh-char-26"
GATES = "lome-sh-char-27"
DESPAIR = "lome-sh-char-28"
SHALL_GET_IT = "lome-sh-special-we-shall-get-it"
