// A finger that stays on what names a card, a Character or a rule opens it to be read, and answers nothing.

import { ownerOf, sealAt, SEALS } from "./seals.js";

const LONG = 450, SLIP = 10; // milliseconds; how far a finger may slip, in pixels
const NAMES = `[data-card], [data-rule], [data-reads], .option[data-option], ${SEALS}`;
let pressed = null; // { element, card, x, y, timer }: a finger is down on something that can be read
let isRead = false; // whether what the finger is on has been opened: its release answers nothing

/** What is named at a place, and the card that it is, where its own attributes do not say so. */
function namedAt({ target, clientX, clientY }) {
  if (target.closest?.(".map-canvas")) return sealAt(clientX, clientY);
  const element = target.closest?.(NAMES), option = element?.dataset.option;
  if (!element || element.closest(".reader")) return null;
  const face = option
    ? element.querySelector("[data-card]") ??
      document.querySelector(`:is([data-reads="${CSS.escape(option)}"], [data-card="${CSS.escape(option)}"])`)
    : element;
  return face && { element, card: face.dataset.card ?? face.dataset.reads ?? ownerOf(face) };
}

/** A finger has come down. */
function begin(event) {
  stop();
  isRead = false;
  if (event.pointerType !== "touch" || !event.isPrimary) return;
  const found = namedAt(event);
  if (!found) return;
  pressed = { ...found, x: event.clientX, y: event.clientY };
  const coming = import("./handbook.js"), mine = pressed;
  mine.timer = setTimeout(() => {
    if (mine !== pressed || !mine.element.isConnected) return;
    isRead = true;
    coming.then(({ read }) => read(mine.element, mine.card), () => {});
  }, LONG);
}

function stop() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

/** What a finger does after it has opened something is for nobody else. */
const swallow = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

addEventListener("pointerdown", begin, true);
addEventListener("pointermove", (event) => {
  if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP) stop();
}, true);
for (const kind of ["pointerup", "pointercancel", "scroll"]) {
  addEventListener(kind, stop, { capture: true, passive: true });
}
addEventListener("touchend", (event) => {
  if (isRead && event.cancelable) event.preventDefault();
}, { capture: true, passive: false });
addEventListener("click", (event) => {
  if (isRead && event.detail) {
    isRead = false;
    swallow(event);
  }
}, true);
for (const kind of ["contextmenu", "selectstart", "dragstart"]) {
  addEventListener(kind, (event) => {
    if (pressed || isRead) swallow(event);
  }, true);
}
