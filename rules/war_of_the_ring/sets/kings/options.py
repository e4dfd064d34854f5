"""The options of Kings of Middle-earth (KM-1.1, KM-11)."""

from rules.core.fields import OptionField

FIELDS = (
    OptionField(
        "kings",
        "Kings of Middle-earth",
        "boolean",
        False,
        silent=True,
        help="The second expansion, all of it: Sovereigns who awaken or are corrupted, Chieftains, Ruler dice. "
        "A game takes about as long as without.",
    ),
    OptionField(
        "dismay_tokens",
        "Dismay tokens",
        "boolean",
        False,
        silent=True,
        needs="kings",
        help="Used Ruler tokens go to the Shadow, which has Ruler dice rolled again for them. Meant for Lords, too.",
    ),
    OptionField(
        "visible_corruption_tiles",
        "Corruption tiles lie face up",
        "boolean",
        False,
        silent=True,
        needs="kings",
        help="As in tournaments: everybody sees the tiles on the Sovereigns, and with them the Hunt Pool.",
    ),
    OptionField(
        "sequential_corruption_draw",
        "Corruption tiles one after the other",
        "boolean",
        False,
        silent=True,
        needs="kings",
        help="As in tournaments: the Shadow may stop after any tile, and the last one is put on the Sovereign.",
    ),
    OptionField(
        "no_ruler_tokens",
        "No Ruler tokens",
        "boolean",
        False,
        silent=True,
        needs="kings",
        help="As in tournaments: the Free Peoples get no Ruler tokens.",
    ),
)
#: The variants, by option.
VARIANTS = tuple(one.name for one in FIELDS if one.needs == "kings")
