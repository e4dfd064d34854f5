// What the question shows: its title, the steps taken, the options as they fit, the main button (see asking.js).

import { nameDeed } from "./asking_forms.js";
import {
  $,
  $$,
  acts,
  ask,
  asked,
  element,
  facts,
  form,
  hooks,
  keysOf,
  LISTED,
  numbers,
  options,
  searched,
  taken,
  usual,
} from "./asking_state.js";

/** Letters of an option that takes a whole row: where there is room, and where not. */
const WIDE = [18, 18, 30, 30, 60], TIGHTEST = 4;
/** What a number of one's own is called: `2`, `1 die`. */
const NUMBER = /^\d{1,2}( \w{1,5})?$/;

// -- the title: the question, or that of the last step -----------------------------------------------------------------

const title = () => document.getElementById("decision-title");
let own = null; // the title as the page has it
let shown = ""; // which step, or what once more, the list was shown for
let pointed = null; // the number that is pointed at

/** A fresh question stands there; what is left of a step gives way. */
export function showQuestion() {
  if (own?.of === title() && "step" in own.of.dataset) restoreTitle();
  own = title() && { of: title(), nodes: [...title().childNodes] };
  usual.words = title()?.textContent.trim() ?? "";
  shown = "";
  pointed = null;
}

function restoreTitle() {
  own.of.replaceChildren(...own.nodes);
  delete own.of.dataset.step;
}

function nameStep() {
  const steps = taken(),
    words = steps.length ? hooks.step(steps) : "",
    said = $(".ask-say"),
    crumbs = $(".ask-path");
  if (words && own) {
    own.of.textContent = words;
    own.of.dataset.step = "";
  } else if (own && "step" in own.of.dataset) restoreTitle();
  if (crumbs) {
    const way = steps.filter((group, i) => !group.id.startsWith("use:") || i === steps.length - 1);
    crumbs.textContent = way.map((group) => group.label).join(" › ");
    crumbs.previousElementSibling.hidden = way.length > 0; // the way stands in the place of the phase
  }
  if (said) {
    said.dataset.usual ??= said.textContent;
    said.classList.toggle("is-hint", !steps.length);
    said.textContent = asked() ? "" : steps.length ? hooks.say(steps) : said.dataset.usual;
  }
}

// -- options -------------------------------------------------------------------------------------------------------------

function optionButton(option, key, classes = "") {
  const { label, note, sign, go, id } = option, face = hooks.face(option);
  const words = element(
    "span",
    { className: "option-words" },
    element("span", {}, face ?? label),
    ...(note && !face?.dataset.card ? [element("small", { textContent: note })] : []),
  );
  const made = element(
    "button",
    { type: "button", className: `button option ${face ? "has-face" : ""} ${classes}`, onclick: go },
    ...(key ? [element("span", { className: "badge-key", textContent: key, ariaHidden: "true" })] : []),
    ...(sign ? [signOf(sign)] : []),
    words,
  );
  if (id) made.dataset.option = id;
  return made;
}

function signOf(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"),
    use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "option-sign");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", name);
  svg.append(use);
  return svg;
}

export const focusMain = () => $(".option.is-main")?.focus({ preventScroll: true });

/** Numbers in one row; what may be expected of the one that is pointed at stands below. */
function chips(found) {
  const say = () => {
    const one = pointed ?? $("input[name=amount]", form())?.value,
      told = found.find((option) => String(option.amount) === String(one) && (pointed !== null || asked()));
    odds.textContent = told?.note ?? "";
  };
  const row = element("div", { className: "chips" }),
    odds = element("p", { className: "ask-odds small", ariaLive: "polite" });
  row.append(...found.map((option) => {
    const made = optionButton({ ...option, note: "" }, "", "chip"), { amount, note } = option;
    if (note) made.ariaDescription = note;
    if (amount !== undefined) {
      made.ariaPressed = String(Boolean(asked()) && $("input[name=amount]", form()).value === `${amount}`);
    }
    for (
      const [kind, now] of [["pointerenter", amount], ["focus", amount], ["pointerleave", null], [
        "blur",
        null,
      ]]
    ) {
      made.addEventListener(kind, () => {
        pointed = now ?? null;
        say();
      });
    }
    return made;
  }));
  say();
  return found.some((option) => option.note) ? [row, odds] : [row];
}

/** What is asked about once more: what follows of it, in the notation, and the button that names it. */
function proposal(choice, beside) {
  const code = choice.code ?? (choice.line?.() || hooks.notation(choice.value, facts())),
    again = beside
      ? []
      : [optionButton({ label: "Something else", go: acts.back }, "Esc", "is-back is-wide")];
  const told = beside ? [] : [choice.note].filter(Boolean);
  return [
    ...(code || told.length
      ? [element(
        "p",
        { className: "ask-proposed" },
        ...(code ? [element("code", { textContent: code })] : []),
        ...told.map((words) => element("small", { textContent: words })),
      )]
      : []),
    optionButton({ label: hooks.main(choice), id: "main", go: () => acts.send(choice) }, "↵", "is-main"),
    ...again,
  ];
}

/** Every option of a list in its place: short ones two in a row, and none is left alone beside nothing. */
function place(rows, level) {
  const wide = rows.map(({ option, made }) => {
    const drawn = $$(".option-words svg", made).length; // takes room from the words
    return made.matches(".is-long-face") ||
      Boolean(option.note && level < TIGHTEST && !$("[data-card]", made)) ||
      option.label.length + 3 * drawn > WIDE[level];
  });
  const columns = level === 3 && rows.every(({ option }) => !option.note && option.label.length < 13) ? 3 : 2;
  for (let i = 0; i < rows.length;) {
    let end = i;
    while (end < rows.length && end - i < columns && !wide[end]) end += 1;
    const alone = end === i, number = alone ? 1 : end - i;
    for (let at = i; at < i + number; at += 1) {
      rows[at].made.style.gridColumn = `span ${alone ? 6 : 6 / number}`;
    }
    i += number;
  }
}

/** Let all options be seen at once: lines closer together, then names only, then three in a row, then with what is told below each. */
function fit(rows) {
  const body = $(".ask-body"), asking = form(), { dataset } = ask(), stays = hooks.long?.stays();
  if (!body) return;
  for (let level = stays ? Number(dataset.fit ?? 2) : 0; level <= TIGHTEST; level += 1) {
    dataset.fit = level;
    place(rows, level);
    if (stays || asking.offsetTop - body.offsetTop + asking.offsetHeight <= body.clientHeight) return;
  }
}

/** Whether the list is a long one for the first time; `bringLong` brings what it needs. */
export const isLong = () => !hooks.long && options().length > LISTED;
export const bringLong = () => import("./asking_long.js").then((long) => long.begin(render));

export function render() {
  if (isLong()) {
    bringLong().then(render);
    return;
  }
  const list = $(".choice-buttons", form());
  document.dispatchEvent(new CustomEvent("asking"));
  const note = $(".ask-note"), amounts = list ? [] : numbers(), proposed = asked();
  if (note) note.textContent = proposed?.warning ?? "";
  nameStep();
  const fields = $$("fieldset, .count-field, :scope > .button, .battle-plan", form());
  for (const field of fields) {
    field.hidden = field.matches("[data-later]")
      ? !proposed?.plans
      : Boolean(proposed) && !field.matches(".battle-plan");
  }
  hooks.fields();
  nameDeed();
  const step = `${taken().map((group) => group.id).join(" ")} ${Boolean(proposed)}`;
  const top = () => {
    if (step !== shown) $(".ask-body").scrollTop = 0;
    shown = step;
  };
  if (!list && !proposed && !amounts.length) {
    $(".ask-options")?.remove();
    fit([]);
    top();
    return;
  }
  if (list) list.hidden = true;
  if (amounts.length) {
    for (const field of $$(".count-field, .amount-notes, button[value=fields]", form())) field.hidden = true;
  }
  const box = $(".ask-options") ??
      element("div", { id: "options", className: "ask-options", role: "group", tabIndex: -1 }),
    held = box.contains(document.activeElement),
    holder = held && document.activeElement.dataset.option;
  if (!box.isConnected) form().prepend(box);
  const rows = draw(box, proposed, amounts);
  box.ariaLabel = title()?.textContent.trim() || "Choices";
  fit(rows);
  top();
  if (proposed && held && !amounts.length) focusMain();
  else if (held && !box.contains(document.activeElement)) { // what was pressed may be gone
    ((holder && $(`[data-option="${CSS.escape(holder)}"]`, box)) || (proposed && $(".is-main", box)) || box)
      .focus({ preventScroll: true });
  }
}

/** Draw the options, or what is asked about once more; returns those that are placed in rows. */
function draw(box, proposed, amounts) {
  if (proposed || amounts.length) {
    box.replaceChildren(
      ...hooks.aside(taken(), proposed),
      ...(amounts.length ? chips(amounts) : []),
      ...(proposed ? proposal(proposed, amounts.length) : []),
    );
    return [];
  }
  const found = options(), listed = searched(found), keys = keysOf(listed), steps = taken();
  if (
    listed.length && !steps.length && found.length < LISTED &&
    found.every(({ label, note }) => NUMBER.test(label) && !note)
  ) {
    const row = element(
      "div",
      { className: "chips" },
      ...listed.map((option, i) => optionButton(option, keys[i], "chip")),
    );
    box.replaceChildren(...hooks.aside(steps), row);
    return [];
  }
  const rows = listed.map((option, i) => ({ option, made: optionButton(option, keys[i]) }));
  for (const { made } of rows) if ($(".is-long-face", made)) made.classList.add("is-long-face");
  if (steps.length) {
    const label = hooks.backWords(steps);
    rows.push({ option: { label }, made: optionButton({ label, go: acts.back }, "Esc", "is-back") });
  }
  box.replaceChildren(
    ...(rows.length > 1 ? hooks.aside(steps) : []),
    ...(found.length > LISTED ? hooks.long.head(found) : []),
    ...rows.map(({ made }) => made),
    ...(rows.length > 1 ? [] : hooks.aside(steps)),
  );
  return rows;
}
