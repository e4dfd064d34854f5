// Arrows and rings that a player draws on the map for themselves. They come when there are some, or when somebody draws.

import { arrow, board, middle, nameOf, regionOf } from "./map_window.js";
import { regionAt } from "./fan.js";

const SVG = "http://www.w3.org/2000/svg", MOST = 60, PAUSE = 500, RING = 22;
const COLOURS = ["Teal", "Orange", "Pink"];
let marks = null; // [region, region or "", colour] each; null until they have been asked for
let asked = ""; // from where: each step of a branch has its own
let colour = 0; // of what is drawn without a modifier
let isDrawing = false; // whether every press on the map draws
let start = null; // the region from which an arrow is drawn by keys
let timer = 0;
let pending = false; // whether something that was drawn is still to be saved

const game = () => document.querySelector(".game");
const part = () => document.getElementById("own-marks");
const tools = () => document.querySelector(".draw-tools");

/** Ask for what was drawn before, once. */
async function ask() {
  const from = game().dataset.marks;
  if (marks && asked === from) return;
  marks = [];
  asked = from;
  if (game().dataset.marked === undefined) return;
  const answer = await fetch(from, { headers: { "X-Requested-With": "fetch" } });
  const found = answer.ok ? (await answer.json()).marks : [];
  if (asked === from) marks = [...found, ...marks];
}

/** Keep what is drawn now on the server. */
async function keep() {
  pending = false;
  const token = part()?.querySelector("[name=csrfmiddlewaretoken]");
  if (!token) return;
  const answer = await fetch(asked, {
    method: "POST",
    body: new URLSearchParams({ csrfmiddlewaretoken: token.value, marks: JSON.stringify(marks) }),
    headers: { "X-Requested-With": "fetch" },
    keepalive: true,
  }).catch(() => null);
  if (answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer?.text() ?? "", "text/html"),
    refused = page.querySelector("[role=alert]")?.textContent.trim();
  say(refused ?? "Your arrows and rings could not be saved: draw once more in a moment.");
}

function changed() {
  show();
  clearTimeout(timer);
  timer = setTimeout(keep, PAUSE);
  pending = true;
}

function say(words) {
  const place = part()?.querySelector(".own-marks-words");
  if (place) place.textContent = words;
}

const ring = (region) => {
  const [x, y] = middle(region);
  return `<circle cx="${x}" cy="${y}" r="${RING}"/><circle cx="${x}" cy="${y}" r="${RING}"/>`;
};
const isHere = (region) => !region || board.querySelector(`.m-land a[href="#r-${CSS.escape(region)}"]`);

/** Draw all marks on the map that is shown now, and tell of them in words. */
export function show() {
  if (!board?.isConnected || !marks) return;
  const canvas = board.querySelector(".map-canvas"),
    seen = marks.filter((mark) => mark.slice(0, 2).every(isHere));
  let group = canvas.querySelector(".m-own");
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "m-own");
    canvas.querySelector(".m-arrows").before(group);
  }
  group.innerHTML = seen.map(([from, to, tint]) =>
    `<g class="is-tint-${tint}">${to ? arrow(from, to) : ring(from)}</g>`
  ).join("");
  const told = seen.map(([from, to]) => to ? `${nameOf(from)} to ${nameOf(to)}` : `ring at ${nameOf(from)}`);
  say(told.length ? `Drawn: ${told.join("; ")}.` : "");
  const clear = part()?.querySelector("[data-clear]");
  if (!clear && marks.length) part().querySelector("form").append(clearButton());
  else if (clear && !marks.length) clear.remove();
}

function clearButton() {
  const button = Object.assign(document.createElement("button"), {
    className: "button button-quiet",
    textContent: "Clear my arrows and rings",
    name: "marks",
    value: "[]",
  });
  button.dataset.clear = "";
  return button;
}

/** Draw a mark, or take it away where it is already; another colour changes it. */
function toggle(from, to, tint) {
  const same = marks.findIndex((mark) => mark[0] === from && mark[1] === to);
  const [old] = same < 0 ? [] : marks.splice(same, 1);
  if (!old || old[2] !== tint) {
    if (marks.length >= MOST) say(`There is room for ${MOST} arrows and rings: clear some first.`);
    else marks.push([from, to, tint]);
  }
  changed();
}

const regionUnder = ({ x, y }) => {
  const piled = regionAt(x, y), link = document.elementFromPoint(x, y)?.closest?.(".m-land a");
  return piled ?? (link && regionOf(link));
};

/** A pointer went down at one place and up at another one: a ring where both are in one region, else an arrow. */
export async function drawn(down, up) {
  await ask();
  if (!board?.isConnected) return;
  const from = regionUnder(down), to = regionUnder(up);
  if (!from || !to) return;
  toggle(from, from === to ? "" : to, down.shift ? 1 : down.alt ? 2 : colour);
}

/** A key was pressed on a region: `o` draws a ring, `i` begins an arrow there, or ends it. */
export async function pressed(key, link, shift) {
  await ask();
  const region = regionOf(link), tint = shift ? 1 : colour;
  if (key === "o") toggle(region, "", tint);
  else if (start && start !== region) {
    toggle(start, region, tint);
    start = null;
  } else {
    start = start ? null : region;
    say(start ? `An arrow from ${nameOf(start)}: go to where it ends, and press I again.` : "");
  }
}

/** Show what was drawn before. */
export async function begin() {
  await ask();
  show();
}

// -- drawing with a finger, or with the left button ----------------------------------------------------------------------

/** Let every press on the map draw, or answer again. */
export async function draw() {
  await ask();
  isDrawing = !isDrawing;
  board?.classList.toggle("is-drawing", isDrawing);
  part()?.querySelector("[data-draw]")?.setAttribute("aria-pressed", isDrawing);
  tools()?.remove();
  if (isDrawing) {
    for (const panel of board.querySelectorAll("details.overlay[open]")) panel.open = false;
    board.append(toolbar());
  }
  show();
}

function toolbar() {
  const bar = Object.assign(document.createElement("div"), {
    className: "draw-tools",
    role: "toolbar",
    ariaLabel: "Drawing",
  });
  const words = Object.assign(document.createElement("span"), { textContent: "Tap: ring. Drag: arrow." });
  const pots = COLOURS.map((name, tint) => {
    const pot = Object.assign(document.createElement("button"), {
      type: "button",
      className: `button is-tint-${tint}`,
      ariaLabel: name,
    });
    pot.setAttribute("aria-pressed", tint === colour);
    pot.addEventListener("click", () => {
      colour = tint;
      for (const [i, one] of pots.entries()) one.setAttribute("aria-pressed", i === tint);
    });
    return pot;
  });
  const done = Object.assign(document.createElement("button"), {
    type: "button",
    className: "button",
    textContent: "Done",
  });
  done.addEventListener("click", draw);
  bar.append(words, ...pots, done);
  return bar;
}

let down = null; // where a pointer went down while everything draws
const onMap = (event) => isDrawing && event.target.closest?.(".map-scroll");
const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

addEventListener("pointerdown", (event) => {
  if (!onMap(event) || event.button || !event.isPrimary) return;
  stop(event);
  down = { x: event.clientX, y: event.clientY, shift: event.shiftKey, alt: event.altKey };
}, true);
addEventListener("pointerup", (event) => {
  if (down && isDrawing) drawn(down, { x: event.clientX, y: event.clientY });
  down = null;
}, true);
addEventListener("pointercancel", () => {
  down = null;
}, true);
for (const kind of ["click", "mousedown", "touchstart"]) {
  addEventListener(kind, (event) => {
    if (onMap(event) && !(event.touches?.length > 1)) stop(event);
  }, { capture: true, passive: false });
}
addEventListener("click", (event) => {
  if (!event.target.closest("button[data-clear]")) return;
  stop(event);
  marks = [];
  changed();
}, true);
document.addEventListener("keydown", (event) => {
  if (isDrawing && event.key === "Escape") {
    stop(event);
    draw();
  }
}, true);
document.addEventListener("boardshown", () => {
  if (isDrawing) {
    board?.classList.add("is-drawing");
    if (!tools()) board?.append(toolbar());
  }
  if (asked === game().dataset.marks) show();
  else {
    clearTimeout(timer);
    if (pending) keep();
    begin();
  }
});
