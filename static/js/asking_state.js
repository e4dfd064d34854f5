// What is asked, what can be answered, and which steps were taken: what all that asks knows together (see asking.js).

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
  /** What is asked after the steps taken: it stands in the place of the question; "" leaves that. */
  step: () => "",
  /** What else is worth knowing of them, above the options. */
  say: () => "",
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
  /** What long lists do (asking_long.js), once there was one. */
  long: null,
  /** What an option looks like, if not like its words. */
  face: () => null,
  /** The regions that answer together with the boxes that are ticked, each with the choice that comes of it. */
  places: () => new Map(),
  /** What a key does that stands beside no option. */
  beyond: () => {},
  /** Puts something better in the place of the fields of the form. */
  fields: () => {},
  /** The button that plays what is asked about once more: the deed. */
  main: (choice) => deedOf(choice),
  /** What is said before a choice that chance follows at once. */
  warning: "Chance follows: this cannot be taken back.",
};

export const ask = () => document.getElementById("decision");
export const form = () => document.getElementById("move-form");
export const $ = (selector, within = ask()) => within?.querySelector(selector);
export const $$ = (selector, within = ask()) => [...(within?.querySelectorAll(selector) ?? [])];
/** An element with these properties and children. */
export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
/** The keys of the options: numbers, then letters that mean nothing else at the table and look like no number. */
const NUMBERS = [..."123456789"], LETTERS = [..."ABCEFGJKLNPQRVWXYZ"];
/** How many numbers can be chosen at once. */
const SHOWN = 9;
/** How many options are listed at first. */
export const LISTED = 12;

/** The facts of the open question that the page gives its board. */
export const facts = () => ({ ...form()?.dataset, ...document.querySelector(".map-area")?.dataset });

/** What asking.js does with options: it fills this. */
export const acts = {};
let all = []; // the open choices: { button, value, label, note, final, regions, line }
let path = []; // the steps taken: groups
let proposed = null; // the choice that is asked about once more
let filter = "";
/** Search the options for these words, "" shows all of them; returns what is searched for. */
export const search = (words = filter) => (filter = words);
/** Ask about a choice once more. */
export const proposeChoice = (choice) => {
  proposed = choice;
};
/** The choices that the steps taken leave. */
export const open = () => (path.length ? path.at(-1).choices : all);
export const taken = () => path;
/** Go on from these steps. */
export const takeSteps = (steps) => {
  path = steps;
};
/** All open choices, whatever steps were taken. */
export const every = () => all;
export const asked = () => proposed;

/** Read the choices that the form holds. */
export function read() {
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
      facts: button.dataset,
    };
    return hooks.unfold(choice) ?? [choice];
  });
}

/** The numbers that can be chosen, where a number is asked for and there are few. */
export function numbers() {
  const field = $("input[name=amount]", form()), low = Number(field?.min), count = Number(field?.max) - low;
  if (!field || !(count <= SHOWN)) return [];
  return Array.from({ length: count + 1 }, (_, i) => {
    const amount = low + i, note = $(`[data-amount="${amount}"]`, form())?.textContent;
    return { id: `amount:${amount}`, label: `${amount}`, amount, note, go: () => acts.amount(amount, note) };
  });
}

/** What can be chosen now, in the order of the numbers: groups or choices. */
export function options() {
  if (!all.length) return numbers();
  if (proposed) return [];
  const groups = hooks.split(open(), path);
  if (groups) return groups.map((group) => ({ go: () => acts.step(group), ...group }));
  return open().map((choice) => ({
    id: choice.value,
    label: hooks.label(choice, path),
    note: [choice.note, choice.final ? hooks.follows(choice, facts()) : ""].filter(Boolean).join(". "),
    region: choice.regions[path.some((group) => group.region) ? 1 : 0] ?? choice.regions[0],
    choice,
    go: () => acts.choose(choice),
  }));
}

/** The keys of what is called so, in its order. No number stands beside another one: where names begin with numbers there
 *  are letters, but for what alone is called by a number in a list of such, as of tiles. In mails, see `numbers_for` of
 *  rules.core.typed_text. */
export function keysFor(names) {
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

/** What is listed of options. */
export const searched = (found) => hooks.long?.listed(found) ?? found;
/** The options that the list shows, the keys of such, and those that they leave. */
export const listed = () => searched(options());
export const keysOf = (found) =>
  keysFor(found.map(({ label, choice }) => (/^\d+$/.test(choice?.value) ? choice.value : label)));
export const freeKeys = () => {
  const used = keysOf(listed());
  return LETTERS.filter((key) => !used.includes(key));
};

/** What the main button says of one of several choices: its name, where that is no deed with the verb of the question. */
export function deedOf(choice) {
  const { said } = $(".choice-buttons", form())?.dataset ?? {}, words = choice.label;
  if (!said || choice.value === "pass" || !choice.button?.closest(".choice-buttons")) return words;
  return upper(said.replace("{}", words));
}
export const upper = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** The words of the question, whatever step stands in its place. */
export const usual = { words: "" };

export const warningOf = ({ value, dataset }) =>
  hooks.follows({ final: dataset.final !== undefined, value }, facts());

/** What a button of the page plays, to be asked about once more. */
export function propose(button, warning) {
  const { value, name } = button;
  proposed = {
    button,
    value,
    label: button.getAttribute("aria-label") || button.textContent.trim(),
    code: name === "moves" ? value : value === "fields" || value === "pass" ? "" : undefined,
    note: button.dataset.note,
    warning: value === "pass" ? "" : warning,
    regions: hooks.regionsOf(value),
  };
}
