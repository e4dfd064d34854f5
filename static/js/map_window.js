// A map in its window: what is on it and where, zoom, pan, mini-map, arrow keys.

const STEP = 1.35, MOST_ZOOM = 8;
/** On a small screen the map opens at this many pixels to its unit. */
const LEAST_SCALE = 1.25;
/** Below this many pixels to its unit the smallest names are left out. */
const FAR = 0.95;
export const memory = sessionStorage;
export let board = null; // the board on the page; the page may replace it when something happens
let life = new AbortController(); // ends the listeners of a board that was replaced

export const $ = (selector, within = board) => within.querySelector(selector);
export const $$ = (selector, within = board) => [...within.querySelectorAll(selector)];
export const key = (name) =>
  `map:${document.querySelector(".game")?.dataset.pageUrl ?? location.pathname}:${name}`;

/** The facts of the open decision that the page gives its map: kind, word, otherwise, final, centre. */
export const facts = () => $(".map-area").dataset;

/** The size of the map in its own units. */
const size = () => $(".map-canvas").viewBox.baseVal;

/** Make a board with a map the one that everything here is about. */
export function take(found) {
  board = found;
  life.abort();
  life = new AbortController();
  $(".map-tools").hidden = false;
  pointers();
}

// -- regions ---------------------------------------------------------------------------------------------

/** The region of a link on the map (links in SVG have no `hash`). */
export const regionOf = (link) => link.getAttribute("href").slice(3);

/** A region's name, as its panel writes it. */
export const nameOf = (region) => $(`#r-${region} h3`)?.firstChild.textContent.trim() ?? region;

/** The address of a region's outline in the file of the map. */
export function outline(region) {
  return $(`.m-land a[href="#r-${region}"] use`)?.getAttribute("href");
}

/** Where the figures of a region stand, or its middle, in the units of the map. */
export function middle(region) {
  const dot = $(`.mini-dots circle[data-r="${region}"]`);
  if (dot) return [dot.cx.baseVal.value, dot.cy.baseVal.value];
  const box = $(`.m-land a[href="#r-${region}"]`).getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Whether a region lies in the right half of the map. */
export const isRight = (region) => middle(region)[0] > size().width * 0.48;

/** How far the edge of a region's pile is from its middle in a direction; `least` where none stands, never beyond `most`. */
function edge(region, ux, uy, least, most) {
  const box = $(`[data-pile="${region}"] > g`)?.getBBox();
  return box
    ? Math.min((box.width / 2 + 2) / Math.abs(ux), (box.height / 2 + 2) / Math.abs(uy), most)
    : least;
}

/** The way from one region to another, from pile to pile: an edge in the colour of the paper below, the line above. */
export function arrow(from, to) {
  const [x1, y1] = middle(from), [x2, y2] = middle(to);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1, ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  const off = edge(from, ux, uy, 0, length * 0.4), end = edge(to, ux, uy, 8, length * 0.4);
  const sx = x1 + ux * off, sy = y1 + uy * off, ex = x2 - ux * end, ey = y2 - uy * end;
  const bend = `${(sx + ex) / 2 - uy * 8} ${(sy + ey) / 2 + ux * 8}`;
  const head = `M${ex - ux * 7 - uy * 5} ${ey - uy * 7 + ux * 5}L${ex} ${ey}L${ex - ux * 7 + uy * 5} ${
    ey - uy * 7 - ux * 5
  }`;
  const line = `M${sx} ${sy}Q${bend} ${ex} ${ey}${head}`;
  return `<path d="${line}"/><path d="${line}"/>`;
}

// -- zoom, pan, mini-map ----------------------------------------------------------------------------------

export const scroller = () => $(".map-scroll");
const zoomNow = () => $(".map-canvas").clientWidth / scroller().clientWidth;

/** Where a point of the map is, counted in pixels from the corner of its drawing; the other way round with `back`. */
function place(x, y, back = false) {
  const map = $(".map-canvas"),
    { width, height } = size(),
    scale = Math.min(map.clientWidth / width, map.clientHeight / height);
  const left = map.clientWidth - width * scale, top = (map.clientHeight - height * scale) / 2; // the sea is at the left
  return back ? [(x - left) / scale, (y - top) / scale] : [left + x * scale, top + y * scale];
}

/** Set the zoom, keeping the point (x, y) of the window where it is. */
function zoom(factor, x, y) {
  const area = scroller(), map = $(".map-canvas"), frame = area.getBoundingClientRect();
  x ??= frame.left + frame.width / 2;
  y ??= frame.top + frame.height / 2;
  const [mx, my] = place(area.scrollLeft + x - frame.left, area.scrollTop + y - frame.top, true);
  const kept = Math.min(Math.max(factor, 1), MOST_ZOOM);
  map.style.width = map.style.height = `${kept * 100}%`;
  const [ax, ay] = place(mx, my);
  area.scrollLeft = ax - (x - frame.left);
  area.scrollTop = ay - (y - frame.top);
  memory.setItem(key("zoom"), kept);
  look();
}

/** Draw what is seen on the mini-map, and remember it. */
function look() {
  const area = scroller(), map = $(".map-canvas"), view = $(".mini-view");
  map.classList.toggle(
    "is-far",
    Math.min(map.clientWidth / size().width, map.clientHeight / size().height) < FAR,
  );
  const [left, top] = place(area.scrollLeft, area.scrollTop, true),
    [right, bottom] = place(area.scrollLeft + area.clientWidth, area.scrollTop + area.clientHeight, true);
  $(".map-mini").toggleAttribute(
    "hidden",
    map.clientWidth <= area.clientWidth + 2 && map.clientHeight <= area.clientHeight + 2,
  );
  view.setAttribute("x", left);
  view.setAttribute("y", top);
  view.setAttribute("width", right - left);
  view.setAttribute("height", bottom - top);
  memory.setItem(key("at"), `${(left + right) / 2} ${(top + bottom) / 2}`);
}

/** Bring a point of the map into the middle of the window. */
function centre(x, y) {
  const area = scroller(), [px, py] = place(x, y);
  area.scrollLeft = px - area.clientWidth / 2;
  area.scrollTop = py - area.clientHeight / 2;
}

function pointers() {
  const area = scroller();
  let drag = null, pinch = null;
  area.addEventListener("scroll", look, { passive: true });
  area.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(zoomNow() * (event.deltaY < 0 ? STEP : 1 / STEP), event.clientX, event.clientY);
  }, { passive: false });
  area.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) {
      drag = { x: event.clientX, y: event.clientY, left: area.scrollLeft, top: area.scrollTop, moved: false };
    }
  });
  const whileShown = { signal: life.signal };
  window.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    drag.moved ||= Math.hypot(dx, dy) > 5;
    if (drag.moved) {
      area.scrollLeft = drag.left - dx;
      area.scrollTop = drag.top - dy;
    }
  }, whileShown);
  window.addEventListener("pointerup", () => {
    const was = drag;
    setTimeout(() => {
      if (drag === was) drag = null;
    });
  }, whileShown);
  area.addEventListener("dragstart", (event) => event.preventDefault());
  area.addEventListener("click", (event) => {
    if (drag?.moved) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  area.addEventListener("touchstart", (event) => {
    pinch = event.touches.length === 2 ? { spread: spread(event.touches), zoom: zoomNow() } : null;
  }, { passive: true });
  area.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches;
    zoom(
      pinch.zoom * spread([a, b]) / pinch.spread,
      (a.clientX + b.clientX) / 2,
      (a.clientY + b.clientY) / 2,
    );
  }, { passive: false });
  $(".map-mini").addEventListener("click", (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    centre(
      (event.clientX - box.left) / box.width * size().width,
      (event.clientY - box.top) / box.height * size().height,
    );
  });
}

// -- keyboard ---------------------------------------------------------------------------------------------

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Go to the nearest region in the direction of an arrow key. */
function roam(event) {
  const here = event.target.closest(".m-land a"), direction = DIRECTIONS[event.key];
  if (!here || !direction) return;
  event.preventDefault();
  const [dx, dy] = direction, [x, y] = middle(regionOf(here));
  let best = null, least = Infinity;
  for (const link of $$(".m-land a")) {
    const [lx, ly] = middle(regionOf(link)),
      along = (lx - x) * dx + (ly - y) * dy,
      aside = Math.abs((lx - x) * dy) + Math.abs((ly - y) * dx);
    if (along > 4 && along + aside * 2 < least) {
      best = link;
      least = along + aside * 2;
    }
  }
  if (!best) return;
  best.tabIndex = 0;
  best.focus();
  best.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Draw a line around the region that the keyboard is at, above all that covers the region itself. */
function ring() {
  if (!board?.isConnected) return;
  const at = document.activeElement?.closest(".m-land a:focus-visible"), line = $(".m-glow .is-focus");
  if (at) line.setAttribute("href", outline(regionOf(at)));
  else line.removeAttribute("href");
}

/** A key was pressed on the map: zoom, or go to another region. */
export function press(event) {
  if (event.target.closest?.(".map-scroll") && "+-0".includes(event.key)) {
    zoom({ "+": zoomNow() * STEP, "-": zoomNow() / STEP, 0: 1 }[event.key]);
  } else roam(event);
}

// -- beginning --------------------------------------------------------------------------------------------

/** Bring a region into sight, if it is not. */
export function bring(region) {
  const area = scroller(), [x, y] = place(...middle(region));
  if (
    x < area.scrollLeft || x > area.scrollLeft + area.clientWidth || y < area.scrollTop ||
    y > area.scrollTop + area.clientHeight
  ) centre(...middle(region));
}

let shown = null; // the canvas that has been brought to its place

/** Show the part of the map that was shown last; on a small screen begin where a choice is, else at the title's centre.
 *  Afterwards it stays where its reader has put it. */
export function restore() {
  if (shown === $(".map-canvas")) return;
  shown = $(".map-canvas");
  const area = scroller(),
    kept = Number(memory.getItem(key("zoom"))),
    at = memory.getItem(key("at"))?.split(" ").map(Number);
  const { width, height } = size(),
    small = (LEAST_SCALE * width) / area.clientWidth,
    fits = Math.min(area.clientWidth / width, area.clientHeight / height);
  zoom(kept || (fits < LEAST_SCALE / 2 ? small : 1));
  if (kept && at) centre(...at);
  else if (zoomNow() > 1.05) arrive();
  look();
}

/** Open on what matters on a small screen: a choice, else what the title gives as the centre. */
function arrive() {
  const first = $(".m-land a.is-choice, .m-land a.is-touched");
  const place = first ? middle(regionOf(first)) : facts().centre.split(" ").map(Number);
  centre(...place);
}

document.addEventListener("click", (event) => {
  const tool = board?.isConnected && event.target.closest("[data-zoom]");
  if (tool) zoom({ in: zoomNow() * STEP, out: zoomNow() / STEP, fit: 1 }[tool.dataset.zoom]);
});
for (const change of ["focusin", "focusout"]) document.addEventListener(change, () => setTimeout(ring));
window.addEventListener("resize", () => {
  if (board?.isConnected) look();
});
