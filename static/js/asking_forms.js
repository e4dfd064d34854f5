// The fields of the question: numbers with a minus and a plus, what the main button says of them, and what is kept of
// answers that are half made (see asking.js).

import {
  $,
  $$,
  asked,
  element,
  every,
  facts,
  form,
  hooks,
  keysFor,
  open,
  propose,
  proposeChoice,
  taken,
  upper,
  usual,
  warningOf,
} from "./asking_state.js";

const memory = sessionStorage;

// -- the deed that the main button names ---------------------------------------------------------------------------------

const IN_WORDS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** The most letters of names on a button: more things are counted. */
const ROOM = 48;
const word = (number) => IN_WORDS[number] ?? String(number);
const joined = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** So many of one kind: `2 Elves Regulars`, or as the question says it of other things. */
export const several = (number, name, each = "") =>
  each
    ? each.replace("{number}", number).replace("{name}", name)
    : number === 1
    ? name
    : `${number} ${name.replace(/(Regular|Elite|Leader)$/, "$1s")}`;

/** Kinds with their numbers, [[name, number, of how many]], in words: all of them are `all three`. */
export function group(kinds, each = "") {
  const going = kinds.filter(([, number]) => number > 0), total = going.reduce((sum, one) => sum + one[1], 0);
  const isAll = !each && total > 1 && kinds.every(([, number, most]) => number === most);
  const names = joined(going.map(([name, number]) => several(number, name, each)));
  if (isAll) return total === 2 ? "both" : `all ${word(total)}`;
  return names.length > ROOM ? `${each ? "" : "these "}${word(total)}` : names;
}

/** What is chosen in the form: in words, how many, and whether anything. */
function chosen(button) {
  const amount = $("input[name=amount]", form());
  if (amount) return { words: amount.value, number: Number(amount.value), isNumber: true };
  const counts = $$("input[name^=count-]", form());
  if (counts.length) {
    const name = (field) =>
      document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent.replace(/\s*\(.*/, "")
        .trim();
    return {
      words: group(counts.map((one) => [name(one), Number(one.value), Number(one.max)]), button.dataset.each),
      number: counts.reduce((sum, one) => sum + Number(one.value), 0),
    };
  }
  const places = $$(".place input[type=number]", form()).filter((field) => field.value).sort((a, b) =>
    a.value - b.value
  );
  const names = places.length
    ? places.map((field) => $("span", field.closest("label")).textContent.trim())
    : $$(".choice-fields input[name=item]:checked", form()).map((box) =>
      box.closest("label").textContent.trim()
    );
  const said = joined(names);
  return { words: said.length > ROOM ? `these ${word(names.length)}` : said, number: names.length };
}

/** The words of a button for what is chosen, by its data (`asked.button` of the page). */
export function deed(
  { said = "{}", one, verb = "", nothing = "", least = 0 },
  { words, number, isNumber = false },
) {
  if (isNumber) return upper((one && number === 1 ? one : said).replace("{}", words));
  if (!number) return Number(least) ? verb : upper(said.replace("{}", nothing));
  const left = Number(least) - number;
  return upper(said.replace("{}", words)) + (left > 0 ? ` (${word(left)} more)` : "");
}

/** The main button of the form names what it would do now; each box has its key. */
export function nameDeed() {
  const boxes = $$(".choice-fields input[name=item]", form()), button = $("button[value=fields]", form());
  const keys = keysFor(boxes.map((box) => box.closest("label").textContent.trim()));
  for (const [i, key] of keys.entries()) if (key) boxes[i].parentNode.dataset.key = key;
  if (button?.dataset.said) button.textContent = deed(button.dataset, chosen(button));
  if (button && asked()?.button === button) {
    asked().label = button.textContent;
    const main = $(".option.is-main .option-words");
    if (main) main.textContent = button.textContent;
  }
}

// -- numbers ----------------------------------------------------------------------------------------------------------

/** Give number fields a minus and a plus. */
export function steppers() {
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

// -- half-made answers: they outlive news, a reload, a lost connection ------------------------------------------------

/** The fields in which something is typed or picked, wherever on the page. */
const typed = () =>
  [...(form()?.elements ?? [])].filter((field) => field.matches("input[type=number], select"));
const place = () => `asking:${document.querySelector(".game")?.dataset.pageUrl}`;
const question = () => `${form()?.dataset.kind} ${usual.words}`;

export function keep() {
  if (!form()) return;
  const fields = $$(".choice-fields input[name=item]:checked", form()).map((box) => ["item", box.value]);
  fields.push(
    ...typed().filter((field) => field.value !== (field.dataset.usual ?? field.value)).map((
      field,
    ) => [field.name, field.value]),
  );
  if (fields.length || taken().length || asked()) {
    memory.setItem(
      place(),
      JSON.stringify({
        asked: question(),
        fields,
        path: taken().map((group) => group.id),
        proposed: asked() && { name: asked().button.name, value: asked().value, at: asked().regions[0] },
      }),
    );
  } else forget();
}

/** The answer was taken: nothing of it is kept. */
export const forget = () => memory.removeItem(place());

/** Ask once more about what was asked about before, if it can still be chosen: a choice, places on the map, or what a
 *  button of the page plays. Says whether it can. */
function proposeAgain({ name, value, at }) {
  const choice = value === "fields" ? hooks.places().get(at) : every().find((one) => one.value === value);
  if (choice) {
    proposeChoice({ ...choice, warning: hooks.follows(choice, facts()) });
    return true;
  }
  const button = [...form().elements].find((one) => one.name === name && one.value === value);
  if (button) propose(button, warningOf(button));
  return Boolean(button);
}

export function restoreKept() {
  for (const field of typed()) field.dataset.usual ??= field.value;
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
    const group = hooks.split(open(), taken())?.find((one) => one.id === id && !one.go) ??
      hooks.group(id, open());
    if (!group) {
      lost += 1;
      break;
    }
    taken().push(group);
  }
  if (kept.proposed && !lost && !proposeAgain(kept.proposed)) lost += 1;
  const said = $(".ask-say");
  if (lost && said) {
    said.textContent =
      said.dataset.usual =
        `The position has changed: what no longer fits is taken out. ${said.textContent}`;
  }
}
