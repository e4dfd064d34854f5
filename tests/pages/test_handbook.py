"""The rules and cards of every title: pages for everybody, fragments for the reader, links in sentences."""

import re
from html import unescape
from random import Random

import pytest
from django.template import Context, Template

import rules
from games.boards.mentions import lexicon_of
from games.boards.references import Reference
from games.boards.shelves import Part, of_reference
from games.templatetags.handbook_tags import told, told_line, told_off_board
from rules import Game, Seeded
from rules.core import registry
from tests.browsing import page_at

TITLES = ("duel", "risk", "war-of-the-ring")
HOSTILE = '<script>alert("1")</script>\' onmouseover=x & “WR-4.4” <b>Gollum</b>'


def told_games(name, moves=400):
    """The story of a random game, as a page finds its lines."""
    title, rng = rules.title(name), Random(5)
    play = Game.start(title, title.normalise_options({}), Seeded(5))
    for _ in range(moves):
        if not play.is_over:
            decision = rng.choice(play.pending)
            play.choose(decision.seat, title.fuzz_choice(decision, rng))
    return [{"text": title.sentence(line), "kind": line.kind, "data": line.data} for line in play.lines]


# -- pages ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("name", TITLES)
def test_all_rules_stand_on_one_page_with_an_anchor_each(client, name):
    page = page_at(client, f"/handbook/{name}/")
    anchors = re.findall(r' id="([A-Z]+-[\d.]+)"', page)
    assert anchors == [rule.code for rule in lexicon_of(name).handbook.rules()]
    for section in lexicon_of(name).handbook.sections:
        assert f'href="#{section.code}"' in page  # the contents
    for code in re.findall(rf'href="/handbook/{name}/#([\w.-]+)"', page):
        assert code in anchors
    for anchor in re.findall(rf'href="/handbook/{name}/cards/#([\w-]+)"', page):
        assert any(anchor == face.anchor for face in lexicon_of(name).faces.values())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "cards", "characters"),
    [("duel", 69 + 7 + 18, 0), ("risk", 22 + 38 + 64 + 2, 0), ("war-of-the-ring", 96 + 14 + 19, 14 + 14 + 8)],
)
def test_all_cards_and_characters_stand_on_one_page_with_an_anchor_each(client, name, cards, characters):
    page = page_at(client, f"/handbook/{name}/cards/")
    assert len(set(re.findall(r' id="card-([\w-]+)"', page))) == cards
    assert len(set(re.findall(r' id="character-([\w-]+)"', page))) == characters
    for face in lexicon_of(name).faces.values():
        assert f">{face.name}</h3>" in unescape(page)
        for part in face.parts:
            assert part.text


@pytest.mark.django_db
def test_the_list_of_games_leads_to_what_can_be_read_and_every_page_to_the_list(client):
    assert 'href="/handbook/"' in page_at(client, "/")
    page = page_at(client, "/handbook/")
    for name in TITLES:
        assert f'href="/handbook/{name}/"' in page
        assert f'href="/handbook/{name}/cards/"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["nothing/", "nothing/cards/", "WR-4/"])
def test_of_a_game_that_is_not_here_there_is_nothing_to_read(client, address):
    assert "This is on no map of ours" in page_at(client, f"/handbook/{address}", 404)


@pytest.mark.django_db
def test_a_title_from_elsewhere_may_have_nothing_to_read(client, monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "isles", "tests.boards.isles")
    assert "Nothing to read yet." in page_at(client, "/handbook/")
    page_at(client, "/handbook/isles/", 404)
    page_at(client, "/handbook/isles/cards/", 404)
    page_at(client, "/handbook/isles/rule/IS-1/", 404)
    assert told("From Dunmere to <i>Saltings</i> (IS-1)", "isles") == (
        "From Dunmere to &lt;i&gt;Saltings&lt;/i&gt; (IS-1)"
    )
    registry.title.cache_clear()


def test_a_board_with_a_reference_alone_has_its_cards_on_one_shelf():
    reference = Reference(
        cards={"salt": ("Salt",)},
        regions={},
        card=lambda id: ["Salt (a card)", "Worth one coin.", "Melts."],
        region=lambda view, id: [],
        place=lambda view, id: "",
    )
    [shelf] = of_reference(reference)
    [face] = shelf.faces
    assert (face.name, face.parts, face.anchor) == (
        "Salt",
        (Part("", "Worth one coin. Melts."),),
        "card-salt",
    )


# -- fragments --------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("name", TITLES)
def test_every_rule_and_every_card_has_a_fragment_of_its_own(client, name):
    lexicon = lexicon_of(name)
    for rule in lexicon.handbook.rules():
        page = page_at(client, f"/handbook/{name}/rule/{rule.code}/")
        assert rule.heading in unescape(page)
        assert "<html" not in page
    for id, face in lexicon.faces.items():
        page = page_at(client, f"/handbook/{name}/card/{id}/")
        assert f'<h2 class="face-name">{face.name}</h2>' in unescape(page)


def test_a_part_of_a_rule_opens_the_whole_of_it(client):
    assert "What rouses a Nation" in page_at(client, "/handbook/war-of-the-ring/rule/WR-13.3b/")


@pytest.mark.parametrize("address", ["rule/@-99/", "rule/DU-4/", "card/nobody/", "rule/%3Cb%3E/"])
def test_what_is_not_there_is_said_in_words(client, address):
    page = page_at(client, f"/handbook/war-of-the-ring/{address.replace('@', 'WR')}", 404)
    assert "There is no such rule or card here." in page
    assert "<b>" not in page


def test_a_fragment_is_kept_by_browsers_and_asked_for_by_its_tag(client):
    address = "/handbook/war-of-the-ring/card/fp-str-10/"
    first = client.get(address)
    assert first["Cache-Control"] == "public, max-age=3600"
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    other = client.get("/handbook/war-of-the-ring/card/fp-str-11/", headers={"If-None-Match": first["ETag"]})
    assert other.status_code == 200
    assert not first.cookies


def test_a_fragment_says_the_same_to_everybody_and_asks_for_no_game(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        client.get("/handbook/duel/rule/DU-4.2/")


# -- links in sentences -----------------------------------------------------------------------------------


def links(html):
    """What a sentence links to: kind, id and words of each link."""
    return re.findall(r'<a class="told-(\w+)" data-\w+="([\w.-]+)" href="[^"]+">([^<]+)</a>', unescape(html))


def test_rules_cards_characters_and_regions_are_linked():
    line = told("The Shadow plays Return of the Witch-king at Minas Tirith (WR-6.2).", "war-of-the-ring")
    assert links(line) == [
        ("card", "sh-str-12", "Return of the Witch-king"),
        ("region", "minas-tirith", "Minas Tirith"),
        ("rule", "WR-6.2", "WR-6.2"),
    ]
    assert 'href="/handbook/war-of-the-ring/cards/#card-sh-str-12"' in line
    assert 'href="#r-minas-tirith"' in line
    assert 'href="/handbook/war-of-the-ring/#WR-6.2"' in line
    assert 'href="/handbook/war-of-the-ring/cards/#character-boromir"' in told(
        "Boromir leaves.", "war-of-the-ring"
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Shadow shows No Quarter (Help Unlooked For).", ["No Quarter (Help Unlooked For)"]),
        ("Old Forest Road to Old Forest.", ["Old Forest Road", "Old Forest"]),
        ("They go to the Shire, to The Shire.", ["Shire", "The Shire"]),
        ("Balrog of Moria leaves the table.", ["Balrog of Moria"]),
        ("Gollum’s way, Gollum's way.", ["Gollum", "Gollum"]),
        ("See WR-13.3b, WR-4.9.1 and WR-4.", ["WR-13.3b", "WR-4.9.1", "WR-4"]),
        ("The shadow is moving in a dale, a last battle.", []),
        ("Wormtongues, Strider-like? Balefire. Breeland.", ["Strider"]),
        ("@-99, @-4.99, X@-4, wr-4, @-4x9", []),
    ],
)
def test_whole_exact_names_are_linked_the_longest_first(text, found):
    assert [words for _, _, words in links(told(text.replace("@", "WR"), "war-of-the-ring"))] == found


def test_words_in_a_sentence_stay_what_they_are():
    for name in TITLES:
        for line in told_games(name):
            for html in (told(line["text"], name), told_line(line, name)):
                assert unescape(re.sub(r"</?a[^>]*>", "", html)) == line["text"]


def test_every_card_of_the_story_can_be_read():
    """Where a line of the story names a card or a region in its data, its sentence links to it."""
    for line in told_games("war-of-the-ring", 900):
        if line["kind"] in ("card-played", "combat-card-shown", "table-card-discarded", "card-seen"):
            assert ("card", line["data"]["card"]) in [
                (k, id) for k, id, _ in links(told(line["text"], "war-of-the-ring"))
            ]
        if line["kind"] in ("recruited", "settlement-captured", "retreated"):
            assert "region" in [kind for kind, _, _ in links(told(line["text"], "war-of-the-ring"))]
    faces = lexicon_of("duel").faces
    for line in told_games("duel", 900):
        if line["kind"] in (
            "card-played",
            "card-discarded",
            "token-kept",
            "landmark-taken",
            "card-turned-up",
        ):
            id = line["data"].get("card") or line["data"].get("token") or line["data"]["landmark"]
            [linked] = [id for kind, id, _ in links(told_line(line, "duel")) if kind == "card"]
            assert faces[linked] is faces[id]


def test_cards_that_share_a_name_are_linked_only_where_the_line_says_which():
    text = "Fellowship plays Quest 1 (blue) for nothing."
    assert links(told(text, "duel")) == []
    line = {"text": text, "data": {"seat": "fellowship", "card": "c1-blue-one-fish"}}
    assert links(told_line(line, "duel")) == [("card", "c1-blue-one-fish", "Quest 1 (blue)")]
    two = {"text": "Quest 1 (blue), Quest 1 (blue)", "data": {"cards": ["c2-blue-one", "c1-blue-one-fish"]}}
    assert [id for _, id, _ in links(told_line(two, "duel"))] == ["c2-blue-one", "c1-blue-one-fish"]
    kept = {"text": "Sauron keeps “Quest 2”.", "data": {"token": "wizards-quest"}}
    assert links(told_line(kept, "duel")) == [("card", "wizards-quest", "Quest 2")]


def test_without_a_map_regions_are_words_only():
    assert told_off_board("From Bree by WR-8.1", "war-of-the-ring").startswith("From Bree by <a")


@pytest.mark.parametrize("filter", [told, told_off_board])
def test_hostile_text_is_escaped(filter):
    html = filter(HOSTILE, "war-of-the-ring")
    assert "<script" not in html
    assert "<b>" not in html
    assert unescape(re.sub(r"</?a[^>]*>", "", html)) == HOSTILE
    assert [words for _, _, words in links(html)] == ["WR-4.4", "Gollum"]
    assert "<script" not in filter(HOSTILE, "nothing")
    assert "<script" not in told_line({"text": HOSTILE, "data": {"<b>": [HOSTILE, 3, None]}}, "duel")


def test_a_safe_string_is_plain_text_too():
    page = Template("{% load handbook_tags %}{{ text|safe|told:'duel' }}").render(
        Context({"text": "<b>Bree</b>"})
    )
    assert page.startswith("&lt;b&gt;<a ")


def test_the_aid_for_a_question_is_shown_and_nothing_where_there_is_none():
    page = "{% load handbook_tags %}{% player_aid title kind phase %}"
    context = {"title": rules.title("war-of-the-ring"), "kind": "hit", "phase": "actions"}
    shown = Template(page).render(Context(context))
    assert "A round of battle: losses" in shown
    assert 'data-rule="WR-10.12"' in shown
    assert Template(page).render(Context(context | {"kind": "", "phase": ""})).strip() == ""


# -- for programs -----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_programs_read_the_same(client):
    told_all = client.get("/api/v1/titles/war-of-the-ring/handbook/").json()
    [section] = [s for s in told_all["sections"] if s["code"] == "WR-17"]
    assert section["paragraphs"][0]["blocks"][0]["text"].startswith("At 12 Corruption")
    assert [len(shelf["cards"]) for shelf in told_all["shelves"]] == [10, 4, 24, 24, 24, 24]
    assert "hit" in [kind for aid in told_all["aids"] for kind in aid["kinds"]]
    assert client.get("/api/v1/titles/nothing/handbook/").status_code == 404
