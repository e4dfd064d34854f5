// Placing battalions: only territories that get some stand in the list, and one press places all, the rest or as many each.

import { nameOf } from "../map_window.js";

const form = () => document.getElementById("move-form");
const regionOf = (field) => field.name.slice("count-".length);
const fields = () => [...(form()?.querySelectorAll(".count-field input[name^='count-']") ?? [])];
const isPlacing = () =>
  fields().length > 1 && fields().every((field) => document.getElementById(`r-${regionOf(field)}`));
const most = () => Number(form().querySelector("[data-most]")?.dataset.most ?? 0);
const used = () => fields().filter((field) => Number(field.value) > 0);
const left = () => most() - fields().reduce((sum, field) => sum + Number(field.value), 0);

let last = ""; // where something was placed last
let showsAll = false;

const lastField = () =>
  used().find((field) => regionOf(field) === last) ?? (used().length === 1 ? used()[0] : undefined);

/** Set numbers by territory; the others stay as they are, or none. */
function place(numbers, others = "stay") {
  for (const field of fields()) {
    const wanted = numbers.get(field) ?? (others === "stay" ? Number(field.value) : 0);
    field.value = Math.max(0, Math.min(Number(field.max), wanted));
  }
  (numbers.keys().next().value ?? fields()[0]).dispatchEvent(new Event("input", { bubbles: true }));
}

/** So many in each of these, the first ones one more where it does not come out even. */
function spread(over) {
  const each = Math.floor(most() / over.length), more = most() % over.length;
  place(new Map(over.map((field, i) => [field, each + (i < more ? 1 : 0)])), "none");
}

/** What one press does now: its key, its words, and what it does. */
function acts() {
  const found = [], field = lastField(), chosen = used();
  if (field && Number(field.value) < most()) {
    const name = nameOf(regionOf(field));
    if (chosen.length > 1 || !left()) {
      found.push(["A", `All ${most()} to ${name}`, () => place(new Map([[field, most()]]), "none")]);
    }
    if (left()) {
      const words = chosen.length > 1 ? `The rest, ${left()}, to ${name}` : `All ${most()} to ${name}`;
      found.push([
        chosen.length > 1 ? "R" : "A",
        words,
        () => place(new Map([[field, Number(field.value) + left()]])),
      ]);
    }
  }
  const over = chosen.length > 1 ? chosen : !chosen.length && fields().length <= most() ? fields() : [];
  if (over.length) found.push(["E", `Evenly over ${over.length}`, () => spread(over)]);
  if (chosen.length) found.push(["Esc", "Start again", () => place(new Map(), "none")]);
  return found;
}

function button(words, key, go) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "button" });
  if (key) {
    made.append(
      Object.assign(document.createElement("span"), { className: "badge-key", textContent: key }),
    );
    made.firstChild.ariaHidden = "true";
    made.setAttribute("aria-keyshortcuts", key === "Esc" ? "Escape" : key);
  }
  made.append(words);
  made.addEventListener("click", go);
  return made;
}

/** Draw the buttons, and leave only those territories in the list that get some. */
function draw() {
  if (!isPlacing()) return;
  const rows = fields().map((field) => field.closest(".count-field"));
  let box = form().querySelector(".placing");
  if (!box) {
    box = Object.assign(document.createElement("div"), { className: "placing" });
    rows.at(-1).after(box);
    last = "";
    showsAll = false;
  }
  const focused = box.contains(document.activeElement) ? document.activeElement.textContent : null;
  box.hidden = rows[0].hidden;
  for (const [i, field] of fields().entries()) {
    rows[i].classList.toggle("is-unused", !showsAll && Number(field.value) === 0);
  }
  const all = button(showsAll ? "Only those that get some" : `All ${rows.length} territories`, "", () => {
    showsAll = !showsAll;
    draw();
  });
  all.setAttribute("aria-expanded", String(showsAll));
  box.replaceChildren(...acts().map(([key, words, go]) => button(words, key, go)), all);
  if (focused !== null) {
    const again = [...box.children].find((one) => one.textContent === focused) ?? box.firstChild;
    again.focus({ preventScroll: true });
  }
}

document.addEventListener("input", (event) => {
  if (!event.target.matches?.(".count-field input[name^='count-']") || !isPlacing()) return;
  if (Number(event.target.value) > 0) last = regionOf(event.target);
  draw();
});

// A number places so many where the last tap was; these keys come before those of the page.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !isPlacing()) return;
  if (form().querySelector(".placing")?.hidden || target.matches("input, textarea, select")) return;
  const field = lastField(), number = /^[1-9]$/.test(key) ? Number(key) : 0;
  const act = acts().find(([own]) => own === key.toUpperCase() || (own === "Esc" && key === "Escape"));
  if (act) act[2]();
  else if (number && field) place(new Map([[field, Math.min(number, Number(field.value) + left())]]));
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("asking", draw);
document.addEventListener("boardshown", draw);
draw();
