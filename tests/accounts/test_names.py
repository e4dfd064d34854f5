"""New names: of one script, like nobody else's to look at, none of the house's own words; old ones stay (ACC-2)."""

import pytest
from django.core.exceptions import ValidationError

from accounts import names
from accounts.adapter import AccountAdapter
from accounts.forms import ProfileForm, check_free
from accounts.models import User
from tests.conftest import person

OF_ONE_SCRIPT = "of one script"
OF_THE_HOUSE = "somebody who speaks for this server"
LOOKS_LIKE = "a name that looks like this one"

ALL_THE_WORLD = """
    frodo Frodo_9 Éowyn Þórin œdipe Владимир Ἀλέξανδρος Արամ דוד محمد अमर สมชาย 山田太郎 やまだタロウ タロー 佐々木
    김철수 1234 3p observer talbot shadow-hunter red-book modest Gesamt
"""
THE_HOUSE = """
    admin ADMIN Admin1 7admin adm1n M0derat0r mod TheModerator frodo-moderator wotr wotr.news ｗｏｔｒ WOTR2 System
    server director support_team nobody everyone here guest squire Captain squire.bot SquireBot squirebot bot-7
    sauron Sauron SAUR0N Free-Peoples FreePeoples free_peoples fellowship red1
"""


def refusal(name):
    with pytest.raises(ValidationError) as refused:
        names.check(name)
    return refused.value.messages[0]


@pytest.mark.parametrize("name", ALL_THE_WORLD.split())
def test_names_of_all_the_world(name):
    assert names.check(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "frоdo",  # Cyrillic о
        "Αragorn",  # Greek Alpha
        "sam٣",  # an Arabic digit
        "ᎪᏞᏙ",  # Cherokee, in which nearly everything looks like Latin
        "𐐒𐐄",  # Deseret
        "oʼneill",  # a letter that is a mark
        "samᛟ",
    ],
)
def test_a_name_has_letters_of_one_script_and_plain_digits(name):
    assert OF_ONE_SCRIPT in refusal(name)


@pytest.mark.parametrize("name", THE_HOUSE.split())
def test_no_name_is_one_of_the_house_s_own_words(name):
    assert OF_THE_HOUSE in refusal(name)


def test_the_name_of_the_site_is_its_own(settings):
    settings.SITE_NAME = "The Prancing Pony"
    assert OF_THE_HOUSE in refusal("ThePrancingPony")
    assert names.check("Pony") == "Pony"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("held", "wanted"),
    [
        ("legolas", "Iegolas"),
        ("legolas", "1egolas"),
        ("Frodo", "Fr0do"),
        ("merry", "rnerry"),
        ("cope", "соре"),  # Cyrillic throughout
        ("соре", "COPE"),
        ("KATE", "ΚΑΤΕ"),  # Greek throughout
        ("оса", "ОСА"),
        ("Вася", "вася"),  # SQLite knows small and capital letters of ASCII only
        ("асе", "ace"),
        ("ago", "ɑgo"),  # another Latin a
        ("ハロー", "八口一"),
    ],
)
def test_two_names_do_not_look_alike(held, wanted):
    User.objects.create_user(held, "held@example.org")
    with pytest.raises(ValidationError):
        check_free(wanted)
    check_free(wanted, User.objects.get())
    check_free("Gandalf")


@pytest.mark.django_db
def test_what_looks_like_no_other_is_free():
    for name in ("Éowyn", "frodo", "Мерри", "sam1"):
        User.objects.create_user(name, "held@example.org")
    for name in ("Eowyn", "frodo2", "merry", "sam2", "sam"):
        check_free(name)


def profile(user, name):
    given = {"username": name, "timezone": "UTC", "locale": "en"}
    return ProfileForm(given, instance=User.objects.get(pk=user.pk))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Fr\u043edo", "admin", "Sauron", "deletedorc", "x" * 40, "a+b"])
def test_old_names_stay_and_keep_their_look(name):
    """A name from before the rules: its owner signs in, changes the rest of the profile, and nobody else looks so."""
    old = User.objects.create(username=name, email="old@example.org")
    for _ in range(2):
        form = profile(old, name)
        assert form.is_valid(), form.errors
        assert form.save().username == name
    assert not profile(person("sam"), name).is_valid()
    with pytest.raises(ValidationError):
        check_free(name)
    assert profile(old, "Underhill").is_valid()


@pytest.mark.django_db
def test_both_ways_to_a_name_refuse_the_same(client):
    merry, _ = person("merry"), person("frodo")
    for name, words in (
        ("Fr0do", LOOKS_LIKE),
        ("FRODO", "has that name"),
        ("мeow", OF_ONE_SCRIPT),
        ("adm1n", OF_THE_HOUSE),
    ):
        assert words in str(profile(merry, name).errors["username"]), name
        with pytest.raises(ValidationError, match=words):
            AccountAdapter().clean_username(name)
        facts = {
            "username": name,
            "email": "new@example.org",
            "password1": "under-the-tree",
            "password2": "under-the-tree",
        }
        answer = client.post("/accounts/signup/", facts)
        assert words in answer.content.decode(), name
    assert User.objects.count() == 2
    assert profile(merry, "Merry").is_valid(), "one's own name in other letters"


@pytest.mark.django_db
def test_names_from_before_may_look_alike_and_no_third_one_may():
    person("frodo")
    User.objects.create(username="fr0do", email="other@example.org")
    assert dict(User.objects.values_list("username", "skeleton")) == {"frodo": "frodo", "fr0do": "frodo"}
    for name in ("Frodo", "FR0DO", "frod0"):
        with pytest.raises(ValidationError):
            check_free(name)
