// The reader: what a rule or a card says, beside whatever names it. Everything works without it: the links lead to pages.
//
// [data-rule] and [data-card] name what can be read; a link knows its page, anything else the nearest [data-reader].
// A mouse that rests on one opens it; a press of a link or button opens it with the focus, until it is closed, and so does
// a finger that stays on one (long_press.js), also where a tap answers. It never lies over the question that it was opened
// from, and goes when what it was opened from is gone.

import { ownerOf, sealAt, SEALS } from "./seals.js";

const NAMED = `[data-rule], [data-card], ${SEALS}`, MAP = ".map-canvas";
const REST = 250, REST_ON_MAP = 600, LINGER = 300, SLOW = 400, GAP = 8;
/** The part of a game's page that asks; how far down it begins, in pixels, where something can be read above it. */
const QUESTION = "#decision", LEAST = 160;
const SIGNS = { back: "M15 5l-7 7 7 7", close: "M6 6l12 12M18 6L6 18" };

const texts = new Map();
const changes = new MutationObserver(look);
let box = null,
  opener = null,
  inQuestion = false,
  shown = null,
  way = [],
  isHeld = false,
  timer = 0,
  asked = 0,
  pressed = "", // whose seal on the map was pressed, and not left since: that was meant for the map
  mouse = [0, 0];

/** The address of what an element names; "" where nobody says which title is read. */
function addressOf(element, known) {
  const { rule, card = known ?? ownerOf(element) } = element.dataset;
  const near = element.closest("[data-reader]")?.dataset.reader;
  const base = element.pathname?.match(/^.*\/handbook\/[^/]+\//)?.[0] || near;
  if (!base || !(rule || card)) return "";
  return `${base}${rule ? "rule" : "card"}/${encodeURIComponent(rule || card)}/`;
}

/** What stands at an address, fetched once. */
function textAt(address) {
  if (!texts.has(address)) {
    const coming = fetch(address, { headers: { "X-Requested-With": "fetch" } }).then((answer) => {
      if (!answer.ok && answer.status !== 404) throw new Error(answer.statusText);
      return answer.text();
    });
    coming.catch(() => texts.delete(address));
    texts.set(address, coming);
  }
  return texts.get(address);
}

function button(name, words, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `reader-${name}`;
  made.setAttribute("aria-label", words);
  made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SIGNS[name]}"/></svg>`;
  made.addEventListener("click", act);
  return made;
}

/** The one box, made when it is first needed. */
function makeBox() {
  box = document.createElement("div");
  box.className = "reader";
  box.tabIndex = -1;
  box.hidden = true;
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-modal", "false");
  box.setAttribute("aria-labelledby", "reader-title");
  if ("popover" in box) box.popover = "manual";
  const bar = document.createElement("div"), body = document.createElement("div");
  bar.className = "reader-bar";
  bar.append(
    button("back", "Back to what you read before", goBack),
    button("close", "Close", () => close(true)),
  );
  body.className = "reader-body";
  box.append(bar, body);
}

/** Put the box beside its opener, inside of the window; on a phone the style makes a sheet of it. What is opened from the
 *  question lies beside all of that, over the map: to its left, or above it where the window is narrow. */
function place() {
  opener = openerNow() || opener;
  if (!opener.isConnected) return;
  const question = opener.closest(QUESTION)?.getBoundingClientRect(),
    isBeside = question?.left >= box.offsetWidth + 2 * GAP;
  const isAbove = Boolean(question) && !isBeside && question.top >= LEAST;
  box.classList.toggle("is-above", isAbove);
  box.style.setProperty("--reader-most", `${question?.top - 2 * GAP}px`);
  const at = opener.getBoundingClientRect(), size = box.getBoundingClientRect();
  const most = document.documentElement.clientWidth - size.width - GAP,
    lowest = innerHeight - GAP - size.height;
  const below = at.bottom + GAP, above = at.top - GAP - size.height;
  let left = Math.min(at.left, most), top = below <= lowest ? below : above >= GAP ? above : lowest;
  if (isAbove) top = question.top - GAP - size.height;
  else if (isBeside) {
    [left, top] = [question.left - GAP - size.width, Math.min(at.top, question.bottom - size.height)];
  }
  box.style.setProperty("--reader-left", `${Math.max(GAP, left)}px`);
  box.style.setProperty("--reader-top", `${Math.max(GAP, top)}px`);
}

/** Write a text into the box and show it. */
function write(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const body = box.querySelector(".reader-body");
  body.replaceChildren(...page.body.childNodes);
  const heading = body.querySelector("h2");
  if (heading) heading.id = "reader-title";
  box.querySelector(".reader-back").hidden = !way.length;
  if (!box.isConnected) document.body.append(box);
  box.hidden = false;
  if (box.popover && !box.matches(":popover-open")) box.showPopover();
  box.scrollTop = 0;
  place();
}

/** Show what stands at an address. With `hold` the box takes the focus and stays. */
async function show(address, hold) {
  const mine = ++asked;
  if (!box) makeBox();
  const slow = hold && setTimeout(() => {
    if (mine === asked) write("<p>One moment …</p>");
  }, SLOW);
  const text = await textAt(address).catch(() =>
    "<h2>Not now</h2><p>This could not be fetched. Try again in a moment.</p>"
  );
  clearTimeout(slow);
  if (mine !== asked || !opener) return;
  shown = address;
  write(text);
  if (!hold) return;
  isHeld = true;
  box.focus({ preventScroll: true });
}

/** Open what an element names. */
function open(element, hold, card) {
  const address = addressOf(element, card);
  if (!address) return false;
  clearTimeout(timer);
  if (box?.contains(element)) {
    way.push(shown);
  } else {
    way = [];
    opener = element;
    inQuestion = Boolean(element.closest(QUESTION));
    changes.observe(document.body, { childList: true, subtree: true });
  }
  show(address, hold);
  return true;
}

/** Open what a finger has stayed on: what the element names, or the card that it stands for. */
export const read = (element, card) => open(element, true, card);

function goBack() {
  if (way.length) show(way.pop(), true);
}

/** The opener as it is now, for the page may have been renewed since: in the question, where it was there. */
function openerNow() {
  if (opener?.isConnected) return opener;
  const { rule, card } = opener?.dataset || {}, within = inQuestion ? `${QUESTION} ` : "";
  return rule || card
    ? document.querySelector(
      within + (rule ? `[data-rule="${CSS.escape(rule)}"]` : `[data-card="${CSS.escape(card)}"]`),
    )
    : null;
}

const underMouse = () => document.elementFromPoint(...mouse);

/** The page has changed: the box stays while its opener does, or one that says the same where the mouse is. */
function look() {
  if (!opener || opener.isConnected) return;
  const now = openerNow(), at = underMouse();
  if (now && (isHeld || now.contains(at) || box?.contains(at))) opener = now;
  else close(false);
}

/** Close the box; where it held the focus, this goes back to where it was. */
function close(giveBack) {
  clearTimeout(timer);
  changes.disconnect();
  asked++;
  if (!box || box.hidden) {
    opener = null;
    return;
  }
  const returns = giveBack || box.contains(document.activeElement);
  if (box.popover && box.matches(":popover-open")) box.hidePopover();
  box.hidden = true;
  if (returns && isHeld) {
    (openerNow() ?? document.querySelector(`${QUESTION}-title`))?.focus({ preventScroll: true });
  }
  opener = shown = null;
  isHeld = false;
}

const isOpen = () => Boolean(box && !box.hidden);

document.addEventListener("pointermove", ({ clientX, clientY, pointerType, target, buttons }) => {
  mouse = [clientX, clientY];
  const isOver = target.closest?.(MAP) || (opener?.closest(MAP) && !box?.contains(target));
  if (pointerType === "mouse" && !isHeld && isOver) overMap(buttons);
}, { passive: true });

const sealHere = () => underMouse()?.closest(MAP) ? sealAt(...mouse) : null;

/** A mouse that rests on a seal of the map opens its card, and one that leaves it closes that. */
function overMap(buttons) {
  const seal = buttons ? null : sealHere();
  if (!buttons && seal?.card !== pressed) pressed = "";
  const found = pressed ? null : seal;
  if (found?.element === opener && isOpen()) return;
  clearTimeout(timer);
  if (found) {
    const rests = () => sealHere()?.card === found.card && open(found.element, false, found.card);
    timer = setTimeout(rests, REST_ON_MAP);
  } else if (opener?.closest(MAP)) timer = setTimeout(() => close(false), isOpen() ? LINGER : 0);
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  if (isOpen() && !isHeld && box.contains(event.target)) return clearTimeout(timer);
  const element = event.target.closest?.(NAMED);
  if (!element || isHeld || box?.contains(element) || (isOpen() && element === opener)) {
    if (isOpen() && element && element === opener) clearTimeout(timer);
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(() => open(element, false), REST);
});

document.addEventListener("pointerout", (event) => {
  if (event.pointerType !== "mouse" || isHeld) return;
  const left = event.target.closest?.(`${NAMED}, .reader`);
  if (!left || left.contains(event.relatedTarget)) return;
  clearTimeout(timer);
  timer = setTimeout(() => close(false), isOpen() ? LINGER : 0);
});

document.addEventListener("click", (event) => {
  const element = event.target.closest?.(`a:is(${NAMED}), button:is(${NAMED})`);
  if (
    !element || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey
  ) return;
  if (open(element, true)) event.preventDefault();
});

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.(MAP)) {
    clearTimeout(timer);
    pressed = sealAt(event.clientX, event.clientY)?.card ?? "";
  }
  if (isOpen() && !box.contains(event.target) && !event.target.closest?.(NAMED)) close(false);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isOpen()) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  close(true);
}, true);

addEventListener("resize", () => {
  if (isOpen() && opener?.isConnected) place();
});
document.addEventListener("scroll", (event) => {
  if (!isOpen() || isHeld || box.contains(event.target)) return;
  close(false);
  timer = setTimeout(() => {
    const element = underMouse()?.closest(NAMED);
    if (element) open(element, false);
  }, REST);
}, { capture: true, passive: true });

// -- the page of all cards ------------------------------------------------------------------------------------------

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’]/g, "'").toLowerCase();

/** Show only the cards in which every word is found. */
function filterCards(form) {
  const faces = [...document.querySelectorAll("[data-face]")].map((face) => [face, plain(face.textContent)]);
  const field = form.querySelector("input"), found = form.querySelector("[data-found]");
  const update = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [face, text] of faces) {
      face.hidden = !words.every((word) => text.includes(word));
      count += !face.hidden;
    }
    for (const shelf of document.querySelectorAll("[data-shelf]")) {
      shelf.hidden = !shelf.querySelector("[data-face]:not([hidden])");
    }
    found.textContent = words.length ? `${count} of ${faces.length}` : "";
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", update);
  update();
}

const filter = document.querySelector("form[data-filters]");
if (filter) filterCards(filter);
