"""The options of Lords of Middle-earth (LM-1.1, LM-16)."""

from rules.core.fields import OptionField

FIELDS = (
    OptionField(
        "lords",
        "Lords of Middle-earth",
        "boolean",
        False,
        silent=True,
        help="The first expansion, all of it: new Lords and Minions, their dice, Sméagol, Elven Rings with names. "
        "A game takes hardly longer, but each turn has more to weigh.",
    ),
    OptionField(
        "council_of_rivendell",
        "The Council of Rivendell",
        "boolean",
        False,
        silent=True,
        needs="lords",
        help="Companions in another form, chosen in secret; some may begin outside the Fellowship.",
    ),
    OptionField(
        "dunadan_guide",
        "Strider, Dúnadan as Guide",
        "choice",
        "fewer-dice",
        {"fewer-dice": "one Hunt die fewer, but at least one", "none": "nothing"},
        silent=True,
        needs="council_of_rivendell",
        help="What his card says of it is not public.",
    ),
    OptionField(
        "council_envoys",
        "Companions in the other form, for their Nation",
        "choice",
        "rouse-and-advance",
        {
            "rouse-and-advance": "it becomes active and advances a step",
            "rouse": "it becomes active",
            "none": "nothing",
        },
        silent=True,
        needs="council_of_rivendell",
        help="What any die does for the Nation of Boromir, Legolas, Gimli, Meriadoc or Peregrin in his place.",
    ),
)
