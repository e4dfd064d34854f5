// The question: what can be answered, step by step, in the one place that asks. Everything works without it.
//
// The form of the page holds every choice; here they are narrowed down: to those of a die, of a region, of one filter. A
// choice plays at once, and is asked about once more only where it cannot be taken back and was tapped on the board, or
// where the player wants to confirm everything.

/** What a title, or its map, can say better: their own scripts put their answers in the place of these. */
export const hooks = {
  /** The regions that a choice names, the one where it begins first. */
  regionsOf: () => [],
  /** The choices in groups, where a first step says what the choice is about: [{ id, label, note, region, choices }]. */
  split: () => null,
  /** How a choice is called after the steps taken so far. */
  label: (choice) => choice.label,
  /** What follows a choice that cannot be taken back: "" where nothing does. */
  follows: (choice, facts) => (choice.final || facts.final !== undefined ? hooks.warning : ""),
  /** The step taken last, in words, for the line above the options. */
  step: () => "",
  /** What the button says that takes the last step back. */
  backWords: () => "Back",
  /** A choice in the notation that players type; `kind` and `word` are the open question's. */
  notation: (value, { word }) => (word ? `${word}: ${value}` : ""),
  /** The choices that a choice and the answers behind it come to, each with the `line` that sends them; null: just it. */
  unfold: () => null,
  /** A step that something on the table stands for, by its id; null where nothing open concerns it. */
  group: () => null,
  /** What stands above the options after the steps taken so far: elements. */
  aside: () => [],
  /** What an option looks like, if not like its words. */
  face: () => null,
  /** The regions that answer together with the boxes that are ticked, each with the choice that comes of it. */
  places: () => new Map(),
  /** What a key does that stands beside no option. */
  beyond: () => {},
  /** Puts something better in the place of the fields of the form. */
  fields: () => {},
  /** What is asked about once more, in words. */
  proposal: (choice) => choice.label,
  /** The button that plays what is asked about once more. */
  main: () => "Play it",
  /** What is said before a choice that chance follows at once. */
  warning: "Chance follows: this cannot be taken back.",
  /** What is said of a form in which nothing is chosen. */
  nothing: "Nothing",
};

/** The keys of the options: numbers, then letters that mean nothing else at the table and look like no number. */
const NUMBERS = [..."123456789"], LETTERS = [..."ABCEFGJKLNPQRVWXYZ"];
/** How many numbers can be chosen at once; from how many options on they are searched; letters of an option that takes a whole row. */
const SHOWN = 9, FILTERED = 12, WIDE = 20;
const TICKED = { 1: "Choose this one", 2: "Choose these two", 3: "Choose these three" };
const memory = sessionStorage;
export const ask = () => document.getElementById("decision");
export const form = () => document.getElementById("move-form");
const $ = (selector, within = ask()) => within?.querySelector(selector);
const $$ = (selector, within = ask()) => [...(within?.querySelectorAll(selector) ?? [])];

/** The facts of the open question that the page gives its board. */
export const facts = () => ({ ...form()?.dataset, ...document.querySelector(".map-area")?.dataset });

let all = []; // the open choices: { button, value, label, note, final, regions, line }
let path = []; // the steps taken: groups
let proposed = null; // the choice that is asked about once more
let filter = "";
/** Whether keys are used now, so that the board shows more of them. */
export let keyed = false;

/** The choices that the steps taken leave. */
export const open = () => (path.length ? path.at(-1).choices : all);
export const taken = () => path;
/** All open choices, whatever steps were taken. */
export const every = () => all;
export const asked = () => proposed;

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

function read() {
  all = $$(".choice-buttons button[name=choice]", form()).flatMap((button) => {
    const value = button.value,
      twin = document.querySelector(`.shell [form="move-form"][name="choice"][value="${CSS.escape(value)}"]`);
    const choice = {
      button,
      value,
      label: button.textContent.trim(),
      note: button.dataset.note,
      short: twin?.textContent.trim(),
      final: twin?.dataset.final !== undefined,
      regions: hooks.regionsOf(value),
    };
    return hooks.unfold(choice) ?? [choice];
  });
}

/** The numbers that can be chosen, where a number is asked for and there are few. */
function numbers() {
  const field = $("input[name=amount]", form()), low = Number(field?.min), count = Number(field?.max) - low;
  if (!field || !(count <= SHOWN)) return [];
  const say = (number) => {
    field.value = number;
    $("button[value=fields]", form()).click();
  };
  return Array.from(
    { length: count + 1 },
    (_, i) => ({
      id: `amount:${low + i}`,
      label: `${low + i}`,
      amount: low + i,
      note: $(`[data-amount="${low + i}"]`, form())?.textContent,
      go: () => say(low + i),
    }),
  );
}

/** What can be chosen now, in the order of the numbers: groups or choices. */
export function options() {
  if (proposed) return [];
  if (!all.length) return numbers();
  const groups = hooks.split(open(), path);
  if (groups) return groups.map((group) => ({ go: () => step(group), ...group }));
  return open().map((choice) => ({
    id: choice.value,
    label: hooks.label(choice, path),
    note: [choice.note, choice.final ? hooks.follows(choice, facts()) : ""].filter(Boolean).join(". "),
    region: choice.regions[path.some((group) => group.region) ? 1 : 0] ?? choice.regions[0],
    choice,
    go: () => choose(choice),
  }));
}

/** The keys of what is called so, in its order. No number stands beside another one: where names begin with numbers there
 *  are letters, but for what alone is called by a number in a list of such, as of tiles. In mails, see `numbers_for` of
 *  rules.core.typed_text. */
function keysFor(names) {
  const begins = names.map((name) => /^\d+/.exec(name)?.[0]), letters = [...LETTERS];
  if (!begins.some(Boolean)) return [...NUMBERS, ...LETTERS].slice(0, names.length);
  const areNumbers = begins.filter(Boolean).length * 2 >= names.length;
  const isOwn = (number, i) => {
    const called = names.includes(number) ? names : begins;
    return areNumbers && NUMBERS.includes(number) && called.indexOf(number) === i &&
      called.lastIndexOf(number) === i;
  };
  return begins.map((number, i) => (isOwn(number, i) ? number : letters.shift()));
}

const searched = (
  found,
) => (filter ? found.filter((option) => option.label.toLowerCase().includes(filter)) : found);
/** The options that the list shows, the keys of such, and those that they leave. */
export const listed = () => searched(options());
export const keysOf = (found) =>
  keysFor(found.map(({ label, choice }) => (/^\d+$/.test(choice?.value) ? choice.value : label)));
export const freeKeys = () => {
  const used = keysOf(listed());
  return LETTERS.filter((key) => !used.includes(key));
};

/** Take a step: only the choices of a group are left; where that is one, it is the choice. */
export function step(group, byTouch = false, isLit = true) {
  const [only, ...more] = group.choices;
  if (!more.length && !group.stays) {
    choose(only, byTouch, isLit);
    return;
  }
  path.push(group);
  proposed = null;
  filter = "";
  if (!more.length && byTouch && hooks.follows(only, facts())) choose(only, true);
  else render();
}

/** Go one step back; says whether there was one. */
export function back() {
  if (proposed) proposed = null;
  else if (path.length) path.pop();
  else return false;
  filter = "";
  render();
  return true;
}

/** Begin again, or after some steps that were taken. */
export function begin(steps = []) {
  path = [...steps];
  proposed = null;
  render();
}

/** Make a choice: it goes out at once, or is asked about once more. `byTouch`: on the board, where a finger may slip;
 *  `isLit`: whether the board offered what was pressed, for nothing else is ever sent by a press. */
export function choose(choice, byTouch = false, isLit = true) {
  const warning = hooks.follows(choice, facts());
  if (isLit && form().dataset.confirms === undefined && !(warning && byTouch)) {
    send(choice);
    return;
  }
  proposed = { ...choice, warning };
  render();
  focusMain();
}

/** Send a choice by its own button, or with the answers behind it in one line; the player has read the sentence already. */
function send({ button, line }) {
  const target = form();
  if (target.dataset.confirms !== undefined && !target.elements.confirmed) {
    target.append(element("input", { type: "hidden", name: "confirmed", value: "1" }));
  }
  const written = line?.();
  if (!written) {
    target.requestSubmit(button);
    return;
  }
  const pressed = element("button", { name: "moves", value: written, hidden: true });
  target.append(pressed);
  target.requestSubmit(pressed);
  pressed.remove();
}

// -- what is shown -------------------------------------------------------------------------------------------------

function optionButton(option, number, classes = "") {
  const { label, note, sign, go, id } = option, face = hooks.face(option);
  const words = element(
    "span",
    { className: "option-words" },
    face ?? label,
    ...(note ? [element("small", { textContent: note })] : []),
  );
  const key = number
    ? [element("span", { className: "badge-key", textContent: number, ariaHidden: "true" })]
    : [];
  const made = element(
    "button",
    { type: "button", className: `button option ${face ? "is-wide has-face" : classes}`, onclick: go },
    ...key,
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

export function render() {
  const list = $(".choice-buttons", form());
  document.dispatchEvent(new CustomEvent("asking"));
  const place = $(".ask-options"), note = $(".ask-note");
  if (note) note.textContent = proposed?.warning ?? "";
  const crumbs = $(".ask-path");
  if (crumbs) crumbs.textContent = path.map((group) => group.label).join(" › ");
  const said = $(".ask-say");
  if (said) {
    said.dataset.usual ??= said.textContent;
    said.textContent = proposed ? "" : path.length ? hooks.step(path) : said.dataset.usual;
  }
  const fields = $$("fieldset, .count-field, :scope > .button, .battle-plan, .always", form());
  for (const field of fields) {
    field.hidden = field.matches("[data-later]")
      ? !proposed?.plans
      : Boolean(proposed) && !field.matches(".battle-plan, .always");
  }
  hooks.fields();
  nameTicked();
  const amounts = list || proposed ? [] : numbers();
  if (!list && !proposed && !amounts.length) {
    place?.remove();
    return;
  }
  if (list) list.hidden = true;
  if (amounts.length) {
    for (const field of $$(".count-field, .amount-notes, button[value=fields]", form())) {
      field.hidden = true;
    }
  }
  const box = place ??
      element("div", { id: "options", className: "ask-options", role: "group", tabIndex: -1 }),
    held = box.contains(document.activeElement),
    holder = held && document.activeElement.dataset.option;
  if (!place) form().prepend(box);
  if (proposed) {
    box.className = "ask-options";
    const code = proposed.code ?? (proposed.line?.() || hooks.notation(proposed.value, facts()));
    box.replaceChildren(
      ...hooks.aside(path, proposed),
      element(
        "p",
        { className: "ask-proposed strong", textContent: hooks.proposal(proposed) },
        ...(code ? [element("code", { textContent: code })] : []),
        ...(proposed.note ? [element("small", { textContent: proposed.note })] : []),
      ),
      optionButton({ label: hooks.main(proposed), id: "main", go: () => send(proposed) }, "↵", "is-main"),
      optionButton({ label: "Something else", go: back }, "Esc", "is-back is-wide"),
    );
    if (held) focusMain();
    return;
  }
  const found = options(), shown = searched(found), keys = keysOf(shown);
  box.className = `ask-options${
    amounts.length ? (amounts[0].note ? " is-told" : " is-numbers") : shown.length < 5 ? " is-long" : ""
  }`;
  const rows = shown.map((option, i) =>
    optionButton(
      option,
      amounts.length ? "" : keys[i],
      option.note || option.label.length > WIDE ? "is-wide" : "",
    )
  );
  if (path.length) rows.push(optionButton({ label: hooks.backWords(path), go: back }, "Esc", "is-back"));
  box.replaceChildren(...hooks.aside(path), ...(found.length > FILTERED ? [filterBox()] : []), ...rows);
  box.ariaLabel = crumbs?.textContent || "Choices";
  if (!held || box.contains(document.activeElement)) return;
  (holder ? $(`[data-option="${CSS.escape(holder)}"]`, box) ?? box : box).focus({ preventScroll: true }); // what was pressed may be gone
}

const focusMain = () => $(".option.is-main")?.focus({ preventScroll: true });

function filterBox() {
  const kept = $(".ask-filter");
  const box = kept ??
    element("input", {
      type: "search",
      className: "ask-filter option is-wide",
      placeholder: "Find…",
      ariaLabel: "Find a choice",
      autocomplete: "off",
    });
  if (!kept) {
    box.addEventListener("input", () => {
      filter = box.value.trim().toLowerCase();
      render();
      box.focus({ preventScroll: true });
    });
  }
  if (box.value.trim().toLowerCase() !== filter) box.value = filter;
  return box;
}

// -- forms ---------------------------------------------------------------------------------------------------------

/** Give number fields a minus and a plus. */
function steppers() {
  for (const input of $$("input[type=number]", form())) {
    if (input.closest(".stepper, .place-fields")) continue;
    const change = (by) => {
      if (by > 0) input.stepUp();
      else input.stepDown();
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const name = document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.textContent ?? "";
    const less = element("button", {
      type: "button",
      className: "button",
      textContent: "−",
      ariaLabel: `Less: ${name}`,
      onclick: () => change(-1),
    });
    const more = element("button", {
      type: "button",
      className: "button",
      textContent: "+",
      ariaLabel: `More: ${name}`,
      onclick: () => change(1),
    });
    const row = element("span", { className: "stepper" });
    input.replaceWith(row);
    row.append(less, input, more);
  }
}

/** Of boxes the button says how many are ticked; each has its key. */
function nameTicked() {
  const boxes = $$(".choice-fields input[name=item]", form()), button = $("button[value=fields]", form());
  const keys = keysFor(boxes.map((box) => box.closest("label").textContent.trim()));
  for (const [i, key] of keys.entries()) if (key) boxes[i].parentNode.dataset.key = key;
  if (boxes.length && button) {
    button.textContent = TICKED[boxes.filter((box) => box.checked).length] ?? "Choose these";
  }
}

/** What the fields of the form say, as a sentence. */
function filledIn() {
  const asks = document.getElementById("decision-title")?.textContent.trim() ?? "";
  const ticked = $$(".choice-fields input[name=item]:checked", form()).map((box) =>
    box.closest("label").textContent.trim()
  );
  const places = $$(".place input[type=number]", form()).filter((field) => field.value).sort((a, b) =>
    a.value - b.value
  );
  ticked.push(...places.map((field) => `${field.value}. ${$("span", field.closest("label")).textContent}`));
  const counted = $$("input[type=number]", form()).filter((input) =>
    !places.includes(input) && (input.name === "amount" || Number(input.value))
  ).map((input) => {
    const words =
      document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.textContent.replace(/\s*\(.*\)$/, "") ??
        "";
    return input.name === "amount" ? input.value : `${words} ${input.value}`;
  });
  return `${asks} ${[...ticked, ...counted].join(", ") || hooks.nothing}.`;
}

const warningOf = ({ value, dataset }) =>
  hooks.follows({ final: dataset.final !== undefined, value }, facts());

/** A button of the page that plays a choice asks first where that cannot be taken back, or where the player wants it. */
function intercept(event) {
  const button = event.target.closest("button[name=choice], button[name=moves]");
  if (!button || button.form !== form() || !form()) return;
  const wanted = form().dataset.confirms !== undefined;
  if (button.value === "fields" && !form().reportValidity()) {
    event.preventDefault();
    return;
  }
  const warning = warningOf(button);
  const own = ask().contains(button); // chosen where it is asked: its words say what follows
  if (!wanted && !(warning && (!own || button.value === "fields"))) return;
  event.preventDefault();
  propose(button, warning);
  render();
  focusMain();
}

/** What a button of the page plays, to be asked about once more. */
function propose(button, warning) {
  const { value, name } = button;
  proposed = {
    button,
    value,
    label: value === "fields" ? filledIn() : button.getAttribute("aria-label") || button.textContent.trim(),
    code: name === "moves" ? value : value === "fields" || value === "pass" ? "" : undefined,
    note: button.dataset.note,
    warning: value === "pass" ? "" : warning,
    regions: hooks.regionsOf(value),
  };
}

// -- half-made answers: they outlive news, a reload, a lost connection ------------------------------------------------

const place = () => `asking:${document.querySelector(".game")?.dataset.pageUrl}`;
const question = () => `${form()?.dataset.kind} ${document.getElementById("decision-title")?.textContent}`;

export function keep() {
  if (!form()) return;
  const fields = $$(".choice-fields input[name=item]:checked", form()).map((box) => ["item", box.value]);
  fields.push(
    ...$$("input[type=number], select", form()).filter((field) =>
      field.value !== (field.dataset.usual ?? field.value)
    ).map((field) => [field.name, field.value]),
  );
  if (fields.length || path.length || proposed) {
    memory.setItem(
      place(),
      JSON.stringify({
        asked: question(),
        fields,
        path: path.map((group) => group.id),
        proposed: proposed && { name: proposed.button.name, value: proposed.value, at: proposed.regions[0] },
      }),
    );
  } else forget();
}

/** The answer was taken: nothing of it is kept. */
export const forget = () => memory.removeItem(place());

/** Ask once more about what was asked about before, if it can still be chosen: a choice, places on the map, or what a
 *  button of the page plays. Says whether it can. */
function proposeAgain({ name, value, at }) {
  const choice = value === "fields" ? hooks.places().get(at) : all.find((one) => one.value === value);
  if (choice) {
    proposed = { ...choice, warning: hooks.follows(choice, facts()) };
    return true;
  }
  const button = [...form().elements].find((one) => one.name === name && one.value === value);
  if (button) propose(button, warningOf(button));
  return Boolean(button);
}

function restoreKept() {
  for (const field of $$("input[type=number], select", form())) field.dataset.usual ??= field.value;
  let kept = null;
  try {
    kept = JSON.parse(memory.getItem(place()));
  } catch { /* nothing was kept */ }
  if (!kept || kept.asked !== question()) {
    forget();
    return;
  }
  let lost = 0;
  for (const [name, value] of kept.fields) {
    const field = name === "item"
      ? $(`input[name=item][value="${CSS.escape(value)}"]`, form())
      : form().elements[name];
    if (!field) lost += 1;
    else if (name === "item") field.checked = true;
    else if (field.max && Number(value) > Number(field.max)) {
      field.value = field.max;
      lost += 1;
    } else field.value = value;
  }
  for (const id of kept.path) {
    const group = hooks.split(open(), path)?.find((one) => one.id === id) ?? hooks.group(id, open());
    if (!group) {
      lost += 1;
      break;
    }
    path.push(group);
  }
  if (kept.proposed && !lost && !proposeAgain(kept.proposed)) lost += 1;
  const said = $(".ask-say");
  if (lost && said) {
    said.textContent =
      said.dataset.usual =
        `The position has changed: what no longer fits is taken out. ${said.textContent}`;
  }
}

/** Make a fresh question live. */
export function prepare() {
  path = [];
  proposed = null;
  filter = "";
  all = [];
  if (!form()) {
    document.dispatchEvent(new CustomEvent("asking"));
    return;
  }
  read();
  steppers();
  const asking = form(),
    begin = () => {
      if (form() !== asking) return;
      restoreKept();
      render();
      $(".ask-body").classList.add("is-live");
    };
  if (!$(".place-fields", asking)) begin();
  else {import("./ranking.js").then((ranking) => {
      ranking.prepare(keep);
      begin();
    }, begin);}
}

/** The form was filled in further: what was asked about before that is not what it says now. */
function filled({ target }) {
  if (proposed && target.closest("[hidden]")) back();
  nameTicked();
  keep();
}

document.addEventListener("click", intercept, true);
document.addEventListener("change", (event) => {
  if (form()?.contains(event.target)) filled(event);
});
document.addEventListener("input", (event) => {
  if (form()?.contains(event.target) && event.target.type === "number") filled(event);
});
document.addEventListener("asking", keep);
document.addEventListener("pointerdown", () => {
  keyed = false;
}, true);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, target } = event, fields = () => $(".option.is-main, #move-form button[value=fields]");
  keyed = true;
  if (key === "Enter" && target.matches("input") && form()?.contains(target)) { // and not the first button of the form
    event.preventDefault();
    (target.matches(".ask-filter") ? filter && $(".option[data-option]") : fields())?.click();
    return;
  }
  if (target.matches("input:not([type=checkbox]), textarea, select")) return;
  if (key === "Escape") {
    if (back()) event.preventDefault();
    return;
  }
  if (key === "Enter" && !target.closest("a, button, summary, input, [tabindex='0']")) fields()?.click();
  const amount = /^\d$/.test(key) && options().find((option) => option.amount === Number(key)),
    pressed = key.toUpperCase();
  if (amount) amount.go();
  else if (key === "0" && !target.closest(".map-scroll")) $("button[value=pass]", form())?.click();
  else if (NUMBERS.includes(pressed) || LETTERS.includes(pressed)) {
    const named = $$(".ask-options .option").find((option) =>
      $(".badge-key", option)?.textContent === pressed
    ) ?? $(`.choice-fields:not([hidden]) [data-key="${pressed}"] input`, form());
    if (named) named.click();
    else hooks.beyond(pressed);
  }
});
