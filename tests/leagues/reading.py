"""Pages as somebody reads them: the forms that are offered, and the tables that are shown."""

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import Any


@dataclass
class Form:
    """A form of a page.

    Attributes:
        actions: the addresses of its buttons. said: what its fields hold. choices: what its lists offer, by name.
        needed: names of the empty fields that have to be filled.
    """

    action: str
    said: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    needed: list[str] = field(default_factory=list)
    further: list[str] = field(default_factory=list)
    plain: bool = False

    @property
    def actions(self) -> list[str]:
        return [*([self.action] if self.plain or not self.further else []), *self.further]


class _Forms(HTMLParser):
    """Finds the forms of a page that change something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.form: Form | None = None
        self.list = ""
        self.is_plain = self.is_chosen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "form":
            self.form = Form(given.get("action", "")) if given.get("method") == "post" else None
            if self.form is not None:
                self.found.append(self.form)
        if self.form is None:
            return
        if tag == "button":
            if "formaction" in given:
                self.form.further.append(given["formaction"])
            else:
                self.form.plain = True
        elif tag == "textarea":
            self.form.said[name] = ""
            self.form.needed += [name] * ("required" in given)
        elif tag == "select":
            self.list = name
            self.form.choices[name] = []
        elif tag == "option":
            self.is_plain = "value" not in given
            self.is_chosen = "selected" in given
            if not self.is_plain:
                self._option(self.form, given["value"])
        elif tag == "input" and name and name != "csrfmiddlewaretoken":
            self._input(self.form, name, given)

    def _input(self, form: Form, name: str, given: dict[str, str]) -> None:
        kind = given.get("type", "text")
        if kind in ("checkbox", "radio"):
            form.choices.setdefault(name, []).append(given.get("value", "on"))
            if "checked" in given:
                form.said[name] = given.get("value", "on")
            return
        form.said[name] = given.get("value", "")
        if "required" in given and not form.said[name]:
            form.needed.append(name)

    def _option(self, form: Form, value: str) -> None:
        form.choices[self.list].append(value)
        if self.is_chosen or self.list not in form.said:
            form.said[self.list] = value

    def handle_data(self, data: str) -> None:
        if self.form is not None and self.list and self.is_plain and data.strip():
            self._option(self.form, data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.list = ""


def forms_of(text: str) -> list[Form]:
    """Return the forms of a page that change something."""
    reader = _Forms()
    reader.feed(text)
    return reader.found


def acts_offered(text: str, where: str) -> dict[str, list[Form]]:
    """Return the forms of a page by the act that they ask for: the last word of an address below `where`."""
    found: dict[str, list[Form]] = {}
    for form in forms_of(text):
        for action in form.actions:
            if action.startswith(where):
                found.setdefault(action.removeprefix(where).strip("/"), []).append(form)
    return found


@dataclass(frozen=True)
class Shown:
    """A line of the standings as a page shows it; `mark` holds what stands beside the name."""

    rank: int
    name: str
    points: float
    games: tuple[int, int, int]
    mark: str


def standings_of(text: str) -> dict[str, list[Shown]]:
    """Return the tables of a page by their captions."""
    tables: dict[str, list[Shown]] = {}
    for table in re.findall(r'<table class="standings">(.*?)</table>', text, re.S):
        name = unescape(re.search(r"<caption>(.*?)</caption>", table)[1])  # type: ignore[index]
        body = table.split("<tbody>")[1]
        tables[name] = [_line(row) for row in re.findall(r"<tr.*?</tr>", body, re.S)]
    return tables


def _line(row: str) -> Shown:
    def cell(pattern: str) -> str:
        found = re.search(pattern, row, re.S)
        assert found, row
        return unescape(found[1])

    games = [int(figure) for figure in re.findall(r"<td>(\d+)</td>", row)]
    marked = re.search(r'class="move[^>]*>(.*?)</span></th>', row, re.S)
    return Shown(
        int(cell(r'<td class="rank">(\d+)</td>')),
        cell(r'<th class="who" scope="row" title="([^"]*)"'),
        float(cell(r'<td class="points">([^<]*)</td>')),
        (games[0], games[1], games[2]),
        " ".join(re.sub(r"<[^>]+>", " ", marked[1]).split()) if marked else "",
    )


def text_of(page: str) -> str:
    """Return a page as it is read, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def lines_of(document: dict[str, Any], factor: float) -> dict[str, list[tuple[int, str, float]]]:
    """Return the standings of an event's document, rank, name and points; these times `factor`."""
    return {
        table["name"]: [
            (line["rank"], line["player"], round(line["points"] * factor, 2)) for line in table["lines"]
        ]
        for table in document["standings"]
    }
