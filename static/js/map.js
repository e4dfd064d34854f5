// Choosing on the map of any title: the map, the bar, forms. Everything works without it.

import { $, $$, arrow, board, facts, isRight, key, memory, nameOf, outline, press, regionOf, restore, scroller, take } from "./map_window.js";

/** What a title can say better than a map by itself: its own script puts its answers in the place of these. */
export const hooks = {
  /** A choice in the notation that players type; `kind` and `word` are the open decision's. */
  notation: (value, { word }) => `${word}: ${value}`,
  /** Which of the open choices concern a region where the player has figures, though they do not name it. */
  beside: () => [],
  /** What is said before a choice that chance follows at once. */
  warning: "Chance follows: this cannot be taken back.",
  /** What is said of a form in which nothing is chosen. */
  nothing: "Nothing",
};

let state = { source: null, choice: null };

const form = () => document.getElementById("move-form");

/** The regions a choice names: "a>b", "figure@a", "a". */
function regionsOf(value) {
  return value.slice(value.lastIndexOf("@") + 1).split(">").filter((part) => document.getElementById(`r-${part}`));
}

/** The open choices, read from the form that works without JavaScript. */
function choices() {
  return $$("button[name=choice]", form() ?? document.createElement("form"))
    .filter((button) => button.value !== "pass" && button.value !== "fields")
    .map((button) => ({ button, value: button.value, label: button.textContent.trim(), regions: regionsOf(button.value) }));
}

// -- the bar: what is chosen so far ---------------------------------------------------------------

function say(words, acts = [], { code = "", warning = "" } = {}) {
  const bar = $(".map-bar"), line = $(".bar-words", bar), row = $(".bar-acts", bar);
  line.textContent = words;
  if (warning) line.append(element("span", { className: "bar-warning", textContent: warning }));
  if (code) line.append(element("code", { textContent: code }));
  row.replaceChildren(...acts);
  showBar(true);
}

/** Show or hide the bar; what it would cover makes room for it. */
function showBar(shown) {
  const bar = $(".map-bar");
  bar.hidden = !shown;
  document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`);
}

const element = (name, properties) => Object.assign(document.createElement(name), properties);

function act(words, onclick, primary = false) {
  return element("button", { type: "button", className: primary ? "button button-primary" : "button", textContent: words, onclick });
}

const startAgain = () => Object.assign(act("Start again", reset), { className: "button bar-back" });

function reset() {
  memory.removeItem(key("from"));
  state = { source: null, choice: null };
  showBar(false);
  $$(".gazetteer .is-shown").forEach((entry) => entry.classList.remove("is-shown"));
  draw();
  if (stayed) ask();
}

let stayed = false; // whether the page stayed at the map after the last move

/** Say the open question in the bar while the form that asks it is outside the window. */
function ask() {
  const title = document.getElementById("decision-title"), place = title.getBoundingClientRect();
  if (place.top >= 0 && place.bottom <= innerHeight) return;
  const pass = form().querySelector("button[value=pass]");
  say(title.textContent, pass ? [act(pass.textContent, () => pass.click())] : []);
}

/** Remember where the map is in the window while it is in use: the next question may be one for the map too. */
function mark() {
  const place = $(".map-scroll").getBoundingClientRect();
  if (scrollY && place.top < innerHeight / 2 && place.bottom > innerHeight / 4) memory.setItem(key("map-top"), place.top);
}

/** After a move that was made on the map, keep the map where it was if it is asked again. */
function stay() {
  const top = memory.getItem(key("map-top"));
  memory.removeItem(key("map-top"));
  if (top === null || !form() || !$(".m-land a.is-choice")) return;
  scrollBy({ top: $(".map-scroll").getBoundingClientRect().top - Number(top), behavior: "instant" });
  stayed = true;
  ask();
}

/** Send a choice by its own button; the player has read the sentence already. */
function send(button) {
  const target = form();
  mark();
  target.append(element("input", { type: "hidden", name: "confirmed", value: "1" }));
  target.requestSubmit(button);
}

/** Show a whole choice as a sentence; it is sent from there. */
function propose(choice, warning = "") {
  state.choice = choice;
  const final = warning || (facts().final !== undefined ? hooks.warning : "");
  const play = act("Play it", () => send(choice.button), true);
  say(choice.label, [play, startAgain()], { code: choice.code ?? hooks.notation(choice.value, facts()), warning: final });
  draw();
  play.focus();
}

// -- the map ------------------------------------------------------------------------------------------

/** Draw what is chosen: the picked region, the targets that remain, the way as an arrow. */
function draw() {
  const open = choices(), { source, choice } = state;
  const from = choice?.regions[0] ?? source;
  const picked = $(".m-glow use.is-picked");
  if (from) picked.setAttribute("href", outline(from)); else picked.removeAttribute("href");
  const glow = new Set(open.filter((c) => !source || c.regions[0] === source).map((c) => c.regions[source ? 1 : 0] ?? c.regions[0]));
  if (open.some((c) => c.regions.length)) glowOnly(choice ? new Set(choice.regions) : glow);
  const ways = choice ? [choice] : source ? open.filter((c) => c.regions[0] === source) : [];
  $(".m-arrows").innerHTML = ways.filter((c) => c.regions.length === 2 && c.regions[0] !== c.regions[1]).map((c) => arrow(...c.regions)).join("");
  for (const { button, regions } of open) button.hidden = Boolean(source) && regions[0] !== source;
  if (choice?.regions.length || source) uncover();
}

/** Scroll what is asked for from under the bar, which covers the lower part of a small screen, and into the map's window. */
function uncover() {
  const boxes = $$(".m-land a").filter((link) => link.classList.contains("is-choice") || regionOf(link) === state.source).map((link) => link.getBoundingClientRect());
  const edge = (side, pick) => pick(...boxes.map((box) => box[side]));
  const low = edge("bottom", Math.max) + 8 - $(".map-bar").getBoundingClientRect().top;
  scrollBy({ top: Math.max(0, Math.min(low, edge("top", Math.min) - 8)), behavior: "instant" });
  const area = scroller(), frame = area.getBoundingClientRect();
  const left = edge("left", Math.min) - 8 - frame.left, right = edge("right", Math.max) + 8 - frame.right;
  if (right > 0) area.scrollLeft += Math.min(right, Math.max(0, left));
  else if (left < 0) area.scrollLeft += Math.max(left, right);
}

function glowOnly(regions) {
  const group = $(".m-glow");
  for (const use of $$("use[data-glow]", group)) {
    if (use.matches(".is-touched, .is-context")) use.classList.remove("is-choice"); else use.remove();
  }
  for (const region of regions) {
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", outline(region));
    use.setAttribute("class", "is-choice");
    use.dataset.glow = region;
    group.prepend(use);
  }
  for (const link of $$(".m-land a")) {
    const glows = regions.has(regionOf(link));
    link.classList.toggle("is-choice", glows);
    link.tabIndex = glows ? 0 : -1;
  }
}

/** A region was tapped: show it, and narrow the open decision. */
function tap(region) {
  $$(".gazetteer .is-shown").forEach((entry) => entry.classList.remove("is-shown"));
  const open = choices(), item = form()?.querySelector(`input[name=item][value="${CSS.escape(region)}"]`);
  if (item) { item.click(); return; }
  if (state.source && state.source !== region) {
    const there = open.find((c) => c.regions[0] === state.source && c.regions[1] === region);
    if (there) { propose(there); return; }
  }
  const here = open.filter((c) => c.regions[0] === region);
  if (here.length) { begin(region, here); return; }
  const towards = open.filter((c) => c.regions[1] === region);
  if (towards.length) {
    state = { source: null, choice: null };
    if (towards.length === 1) { propose(towards[0]); return; }
    say(`To ${nameOf(region)}: from where?`, [...towards.map((c) => act(nameOf(c.regions[0]), () => propose(c))), startAgain()]);
    return;
  }
  show(region, open);
}

function begin(region, here) {
  const pairs = here.filter((c) => c.value.includes(">"));
  state = { source: pairs.length ? region : null, choice: null };
  if (here.length === 1) { propose(here[0]); return; }
  const words = pairs.length ? `From ${nameOf(region)}: where to?` : `${nameOf(region)}: what?`;
  const name = (c) => (c.regions.length === 2 && c.regions[0] !== c.regions[1] ? nameOf(c.regions[1]) : c.label.replace(` in ${nameOf(region)}`, ""));
  say(words, [...here.map((c) => act(name(c), () => propose(c))), startAgain()]);
  draw();
}

/** Offer the choices that concern the player's figures in a region: it is remembered for the next question. */
function offer(region, entry, open) {
  if (!entry.classList.contains("is-mine") || $(".offers", entry)) return;
  const row = element("div", { className: "offers cluster" });
  for (const choice of hooks.beside(open)) {
    row.append(act(choice.label, () => {
      memory.setItem(key("from"), region);
      propose(choice);
    }));
  }
  entry.append(row);
}

/** Why a choice that begins elsewhere cannot end in a region, as far as the map shows it: they do not meet. */
function apart(entry, source) {
  const near = /Next to ([^.]*)\./.exec($(".beyond", entry).textContent)?.[1].split(", ") ?? [];
  return near.includes(nameOf(source)) || !facts().otherwise ? "" : `It is not next to ${nameOf(source)}.`;
}

function show(region, open) {
  const entry = document.getElementById(`r-${region}`);
  offer(region, entry, open);
  entry.classList.add("is-shown");
  entry.classList.toggle("is-left", isRight(region));
  if (open.some((c) => c.regions.length) && !$("button", entry)) {
    const asked = document.getElementById("decision-title")?.textContent ?? "";
    const why = state.source ? apart(entry, state.source) : $(".why", entry)?.textContent || facts().otherwise;
    say(`${nameOf(region)} cannot be chosen now. ${why || asked}`, [act("Well", reset)]);
  }
  entry.scrollIntoView({ block: "nearest" });
  draw();
}

// -- forms ------------------------------------------------------------------------------------------------

/** Give number fields a minus and a plus. */
function steppers() {
  for (const input of $$("input[type=number]", form() ?? document.createElement("form"))) {
    const change = (by) => {
      if (by > 0) input.stepUp(); else input.stepDown();
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const name = document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.textContent ?? "";
    const less = act("−", () => change(-1)), more = act("+", () => change(1));
    less.setAttribute("aria-label", `Less: ${name}`);
    more.setAttribute("aria-label", `More: ${name}`);
    const row = element("span", { className: "stepper" });
    input.replaceWith(row);
    row.append(less, input, more);
  }
}

/** What the fields of the form say, as a sentence. */
function filledIn() {
  const asked = document.getElementById("decision-title")?.textContent.trim() ?? "";
  const ticked = $$("input[name=item]:checked", form()).map((box) => box.closest("label").textContent.trim());
  const counted = $$("input[type=number]", form()).filter((input) => Number(input.value)).map((input) => {
    const words = document.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.textContent.replace(/\s*\(.*\)$/, "") ?? "";
    return input.name === "amount" ? input.value : `${words} ${input.value}`;
  });
  return `${asked} ${[...ticked, ...counted].join(", ") || hooks.nothing}.`;
}

/** A button that plays a choice at once asks first where chance follows. */
function intercept(event) {
  const button = event.target.closest("button[name=choice], button[name=moves]");
  if (!button || !board?.isConnected || button.form !== form() || !form() || button.value === "pass") return;
  const final = button.dataset.final !== undefined || facts().final !== undefined;
  if (!final && form().dataset.confirms === undefined && !board.contains(button)) return;
  if (button.value === "fields" && !form().reportValidity()) return;
  event.preventDefault();
  const label = button.value === "fields" ? filledIn() : button.getAttribute("aria-label") || button.textContent.trim();
  const value = button.value, code = button.name === "moves" ? value : value === "fields" ? "" : undefined;
  $$("details[data-busy][open]").forEach((sheet) => { sheet.open = false; });
  propose({ button, value, label, code, regions: regionsOf(value) }, final ? hooks.warning : "");
}

/** What lies on the board, such as cards, ticks the boxes of the form. */
function tick(event) {
  const thing = event.target.closest("[data-item]");
  if (!thing || event.target.closest("button, summary")) return;
  form()?.querySelector(`input[name=item][value="${CSS.escape(thing.dataset.item)}"]`)?.click();
}

function showTicked() {
  const boxes = $$("input[name=item]", form() ?? document.createElement("form"));
  for (const box of boxes) $(`[data-item="${CSS.escape(box.value)}"]`)?.classList.toggle("is-ticked", box.checked);
  const places = boxes.filter((box) => regionsOf(box.value).length);
  if (places.length) glowOnly(new Set(places.filter((box) => !box.checked).map((box) => box.value)));
}

// -- beginning --------------------------------------------------------------------------------------------

/** Make a fresh board live. */
function prepare() {
  const found = document.querySelector(".map-area")?.closest(".board-area");
  if (!found || found === board) return;
  take(found);
  document.documentElement.style.removeProperty("--bar");
  state = { source: null, choice: null };
  steppers();
  restore();
  showTicked();
  stay();
  const from = memory.getItem(key("from")), open = choices().filter((choice) => choice.regions.length);
  if (!from || !open.length) return;
  memory.removeItem(key("from"));
  const here = open.filter((c) => c.regions[0] === from && c.value.includes(">"));
  if (here.length > 1) begin(from, here);
}

document.addEventListener("click", (event) => {
  if (!board?.isConnected) return;
  const region = event.target.closest(".m-land a");
  if (region) { event.preventDefault(); tap(regionOf(region)); return; }
  if (!event.target.closest(".gazetteer, .map-bar, button, a")) $$(".gazetteer .is-shown").forEach((entry) => entry.classList.remove("is-shown"));
  tick(event);
});
document.addEventListener("click", intercept, true);
document.addEventListener("change", (event) => { if (event.target.matches("input[name=item]")) showTicked(); });
document.addEventListener("keydown", (event) => {
  if (!board?.isConnected) return;
  if (event.key === "Escape") reset(); else press(event);
});
document.addEventListener("boardshown", prepare); // the page has put another board in the place of the last one
document.addEventListener("DOMContentLoaded", prepare); // a title's own script has brought its hooks by then
