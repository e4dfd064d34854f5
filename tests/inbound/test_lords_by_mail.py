"""A whole game with Lords and the Council of Rivendell, in which one side has nothing but a mail program."""

import pytest

from rules.war_of_the_ring.position.catalogue import figure_name
from rules.war_of_the_ring.sets.lords.forms import ALTERNATES
from tests.inbound.golden_by_mail import (
    FREE,
    NAMES,
    SHADOW,
    Correspondent,
    begun,
    comes_to_its_end,
    play_out,
)
from tools.golden import recorded

RECORD = recorded("war_of_the_ring/lords-hasty.txt")
#: What each side answers in its mails, and in which words its mails tell it what is new.
SAID = {
    FREE: (
        "versions: gandalf-the-grey-keeper-of-narya, strider-dunadan, boromir-captain-general-of-gondor, "
        "legolas-elven-prince",
        "outside: boromir-captain-general-of-gondor",
        "use narya muster: elrond",
        "vilya: use",
        "special: vilya/muster",
        "nenya: use",
        "ring: muster > muster-army",
    ),
    SHADOW: (
        "token: advance-nation",
        "minion: balrog at moria",
        "special: balrog/character",
        "spear: pass",
        "use gothmog muster: minion",
        "card: the-gates-are-closed",
        "card: a-balrog-is-come",
    ),
}
TOLD = {
    FREE: (
        "Which Companions have their other form? Nobody sees them, except the Guide's.",
        "legolas-elven-prince -- Legolas, Elven Prince",
        "In their other form: Gandalf, Keeper of Narya; Strider, Dúnadan; Boromir, Captain General; Legolas,",
        "use narya muster: galadriel -- Narya die showing Muster: bring Galadriel into play",
        "The power of Vilya is used; the Ring goes to the Shadow.",
        "The Free Peoples may use the Narya die showing Muster again.",
        "Companions: Gandalf, Keeper of Narya; Strider, Dúnadan; Legolas, Elven Prince; Gimli;",
        "Which special die do you keep? The others are set aside until the next turn.",
        "special: nenya/card-draw -- Nenya: Card Draw",
        "A Hunt tile was drawn (Eye with reveal): use Nenya to remove it and draw another?",
        "Sméagol joins the Fellowship.",
    ),
    SHADOW: (
        "token: move-nazgul -- Move Nazgûl and Minions",
        "Forms not shown yet: Strider, Legolas, Gimli, Meriadoc Brandybuck, Peregrin Took",
        "Action Tokens of the Shadow: Advance a Nation",
        "The Balrog appears in Moria.",
        "special: balrog/character -- Balrog: Character",
        "Elrond appears in Rivendell.",
        "Elven Rings: Vilya with the Shadow",
        "The Gates are Closed",
    ),
}


@pytest.fixture
def table(transactional_db, monkeypatch):
    return begun(RECORD, monkeypatch)


def secrets_of(game):
    """Return the names of the other forms of Companions that the Shadow may not know yet."""
    hidden = game.view(SHADOW)["lords"].get("forms_hidden", ())
    return [figure_name(ALTERNATES[person]) for person in hidden if person in ALTERNATES]


@pytest.mark.long
@pytest.mark.parametrize("seat", NAMES)
def test_one_side_plays_a_whole_game_by_mail(smtp_door, mailboxes, table, seat):
    """Numbers and notation, whole actions in one mail; forms chosen in secret, dice with names, Rings, cards."""
    writer = Correspondent(seat, smtp_door, mailboxes)

    def forms_stay_secret(game):
        assert "Legolas, Elven Prince" in secrets_of(game)
        assert [name for name in secrets_of(game) if name in writer.told(SHADOW)] == []

    play_out(seat, RECORD, table, writer, forms_stay_secret)
    comes_to_its_end(RECORD, table, writer)
    assert set(SAID[seat]) <= set(writer.said)
    told = writer.told(seat)
    assert [words for words in TOLD[seat] if words not in told] == []
    assert len([lines for lines in writer.mails if lines > 1]) > 5
