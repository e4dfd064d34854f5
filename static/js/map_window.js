// A map in its window: what is on it and where, zoom, pan, mini-map, where a phone looks, arrow keys.

const STEP = 1.35, MOST_ZOOM = 8;
/** On a small screen the map opens at this many pixels to its unit. */
const LEAST_SCALE = 1.25;
/** Below this many pixels to its unit the smallest names are left out. */
const FAR = 0.95;
/** How long the map glides, in milliseconds; how much around the middle of a region is to be seen, in pixels; how many
 *  free parts of the window are tried. */
const GLIDE = 240, AROUND = 24, ROOMS = 8;
const narrow = matchMedia("(max-width: 62.49rem)"), still = matchMedia("(prefers-reduced-motion: reduce)");
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

/** Whether the whole map is in its window. */
const isWhole = () => {
  const area = scroller(), map = $(".map-canvas");
  return map.clientWidth <= area.clientWidth + 2 && map.clientHeight <= area.clientHeight + 2;
};

/** How many pixels a unit of the map has when all of it is shown. */
const fits = () => Math.min(scroller().clientWidth / size().width, scroller().clientHeight / size().height);

/** Set the zoom, keeping the point (x, y) of the window where it is. */
function zoom(factor, x, y) {
  if (!fits()) return; // a window without height shows nothing
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

let scale = 0; // pixels to a unit of the map
let middleOf = [0, 0]; // what is in the middle of the window

/** Draw what is seen on the mini-map, and remember it. */
function look() {
  const area = scroller(), map = $(".map-canvas"), view = $(".mini-view"), whole = isWhole();
  if (!fits()) return;
  scale = Math.min(map.clientWidth / size().width, map.clientHeight / size().height);
  map.classList.toggle("is-far", scale < FAR);
  const [left, top] = place(area.scrollLeft, area.scrollTop, true),
    [right, bottom] = place(area.scrollLeft + area.clientWidth, area.scrollTop + area.clientHeight, true);
  $(".map-mini").toggleAttribute("hidden", whole);
  $("[data-zoom=fit]").ariaPressed = whole;
  view.setAttribute("x", left);
  view.setAttribute("y", top);
  view.setAttribute("width", right - left);
  view.setAttribute("height", bottom - top);
  middleOf = [(left + right) / 2, (top + bottom) / 2];
  memory.setItem(key("at"), middleOf.join(" "));
}

/** Bring a point of the map into the middle of the window. */
function centre(x, y) {
  const area = scroller(), [px, py] = place(x, y);
  area.scrollLeft = px - area.clientWidth / 2;
  area.scrollTop = py - area.clientHeight / 2;
}

/** Show the whole map, or again the part that was shown before; at a desk there is no way back but the other buttons. */
function whole() {
  if (!isWhole()) {
    memory.setItem(key("before"), [scale, ...middleOf].join(" "));
    zoom(1);
  } else if (narrow.matches) {
    const [before, ...at] = memory.getItem(key("before"))?.split(" ").map(Number) ?? [LEAST_SCALE];
    zoom(before / fits());
    if (at.length) centre(...at);
    else arrive();
  }
}

/** The window has another shape, as of a phone that was turned: as much of the map as before, around the same place. */
function reshape() {
  if (!board?.isConnected) return;
  const at = middleOf;
  if (narrow.matches && Number(memory.getItem(key("zoom"))) > 1.05 && scale && fits()) {
    zoom(scale / fits());
    centre(...at);
  }
  look();
}

// -- where a phone looks ----------------------------------------------------------------------------------

const overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What lies over the window of the map, from its corner: chips, buttons, the mini-map, panels that leave the most of it. */
function covers() {
  const frame = scroller().getBoundingClientRect();
  const over = document.querySelectorAll(
    ".map-facts, .map-tools > *, .map-mini, .shell .overlay, [data-over-board]",
  );
  return [...over].map((one) => one.getBoundingClientRect()).filter((box) =>
    box.width && box.height < frame.height / 2 && overlaps(box, frame)
  ).map((box) => ({
    left: box.left - frame.left,
    right: box.right - frame.left,
    top: box.top - frame.top,
    bottom: box.bottom - frame.top,
  }));
}

/** The largest parts of the window that nothing covers. */
function rooms(covered) {
  const { clientWidth, clientHeight } = scroller();
  const edges = (low, high, most) => {
    const all = covered.flatMap((box) => [box[low], box[high]]).filter((at) => at > 0 && at < most);
    return [...new Set([0, ...all, most])].sort((a, b) => a - b);
  };
  const spans = (all) => all.flatMap((from, i) => all.slice(i + 1).map((to) => [from, to]));
  const downs = spans(edges("top", "bottom", clientHeight)), found = [];
  for (const [left, right] of spans(edges("left", "right", clientWidth))) {
    for (const [top, bottom] of downs) {
      const room = { left, right, top, bottom };
      if (!covered.some((box) => overlaps(room, box))) found.push(room);
    }
  }
  const area = (room) => (room.right - room.left) * (room.bottom - room.top);
  return found.sort((a, b) => area(b) - area(a)).slice(0, ROOMS);
}

const around = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)),
  right: Math.max(...boxes.map((box) => box.right)),
  top: Math.min(...boxes.map((box) => box.top)),
  bottom: Math.max(...boxes.map((box) => box.bottom)),
});

/** The land of a region, counted in pixels from the corner of the drawing. */
function landOf(region) {
  const box = $(`.m-land a[href="#r-${region}"]`).getBBox();
  const [left, top] = place(box.x, box.y), [right, bottom] = place(box.x + box.width, box.y + box.height);
  return { left, right, top, bottom };
}

/** The middle of a region, and what there is to be seen around it. */
function spotOf(region) {
  const [x, y] = place(...middle(region)), map = $(".map-canvas");
  return {
    left: Math.max(x - AROUND, 0),
    right: Math.min(x + AROUND, map.clientWidth),
    top: Math.max(y - AROUND, 0),
    bottom: Math.min(y + AROUND, map.clientHeight),
  };
}

/** Those of the boxes that a window of this size shows most of at once. */
function densest(boxes, room) {
  const width = room.right - room.left, height = room.bottom - room.top;
  const near = boxes.map((one) =>
    boxes.filter((other) => {
      const both = around([one, other]);
      return both.right - both.left <= width / 2 + AROUND && both.bottom - both.top <= height / 2 + AROUND;
    })
  );
  return near.reduce((best, one) => (one.length > best.length ? one : best), near[0]);
}

/** Where the map has to be scrolled to show these regions: in the middle, and clear of what lies over it. */
function aim(regions) {
  const area = scroller(), covered = covers(), spots = regions.map(spotOf), free = rooms(covered);
  const most = { x: area.scrollWidth - area.clientWidth, y: area.scrollHeight - area.clientHeight };
  const seen = ({ x, y }) =>
    spots.filter((spot) => {
      const box = { left: spot.left - x, right: spot.right - x, top: spot.top - y, bottom: spot.bottom - y };
      return box.left >= 0 && box.top >= 0 && box.right <= area.clientWidth &&
        box.bottom <= area.clientHeight &&
        !covered.some((other) => overlaps(box, other));
    }).length;
  const within = (at, limit) => Math.round(Math.min(Math.max(at, 0), limit));
  const here = { x: area.scrollLeft, y: area.scrollTop },
    all = around(spots),
    land = around(regions.map(landOf));
  let best = null;
  for (const room of free) {
    for (const box of [land, all, around(densest(spots, room))]) {
      const at = {
        x: within((box.left + box.right - room.left - room.right) / 2, most.x),
        y: within((box.top + box.bottom - room.top - room.bottom) / 2, most.y),
      };
      const count = seen(at);
      if (count > (best?.count ?? -1)) best = { ...at, count };
    }
  }
  return best && best.count < spots.length && seen(here) >= best.count ? here : best ?? here;
}

let gliding = null;

/** Bring regions into the middle of what a phone shows of the map; where they are too far apart, as many as it can. `glides`:
 *  the map is seen to move, which changes nothing but how it is drawn. */
export function gaze(regions, glides = false) {
  if (!narrow.matches || !regions.length || !fits() || isWhole()) return;
  const area = scroller(), { scrollLeft, scrollTop } = area, { x, y } = aim(regions);
  area.scrollLeft = x;
  area.scrollTop = y;
  const dx = area.scrollLeft - scrollLeft, dy = area.scrollTop - scrollTop;
  gliding?.cancel();
  gliding = glides && (dx || dy) && !still.matches
    ? $(".map-canvas").animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
      duration: GLIDE,
      easing: "ease-out",
    })
    : null;
  look();
}

/** Let a map that glides stop where it is seen: what a finger lies on stays below it. */
function halt() {
  if (!gliding || gliding.playState === "finished") return;
  const { m41, m42 } = new DOMMatrix(getComputedStyle($(".map-canvas")).transform), area = scroller();
  gliding.cancel();
  area.scrollLeft -= m41;
  area.scrollTop -= m42;
}

// -- the pointer ------------------------------------------------------------------------------------------

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
    halt();
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
 *  Afterwards it stays where its reader, or a question, has put it. */
export function restore() {
  if (shown === $(".map-canvas") || !fits()) return;
  shown = $(".map-canvas");
  const kept = Number(memory.getItem(key("zoom"))), at = memory.getItem(key("at"))?.split(" ").map(Number);
  zoom(kept || (fits() < LEAST_SCALE / 2 ? LEAST_SCALE / fits() : 1));
  if (kept && at) centre(...at);
  else if (zoomNow() > 1.05) arrive();
  look();
}

/** Open on what matters on a small screen: what can be chosen, else what the title gives as the centre. */
function arrive() {
  const found = $$(".m-land :is(a.is-choice, a.is-touched)");
  centre(...facts().centre.split(" ").map(Number));
  gaze(found.map(regionOf));
}

document.addEventListener("click", (event) => {
  const tool = board?.isConnected && event.target.closest("[data-zoom]");
  if (!tool) return;
  if (tool.dataset.zoom === "fit") whole();
  else zoom({ in: zoomNow() * STEP, out: zoomNow() / STEP }[tool.dataset.zoom]);
});
for (const change of ["focusin", "focusout"]) document.addEventListener(change, () => setTimeout(ring));
window.addEventListener("resize", reshape);
