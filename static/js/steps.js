// What the others did, one after the other: a line of the story lights its regions and its number on the board.

const SECONDS = 700, GLIDE = 240, SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const board = () => document.querySelector(".shell-board");
const lines = () => [...document.querySelectorAll(".recent li[data-mark]")];
let at = 0; // the step that is shown, from 1 on
let timer = 0; // while they are shown one after the other

/** Take back what was lit. */
function clear() {
  for (const one of document.querySelectorAll(".is-told")) {
    if (one.matches("use")) one.remove();
    else one.classList.remove("is-told");
  }
  board()?.classList.remove("is-walked");
}

/** Show the regions of a line, and its number; returns the regions. */
function light(line) {
  clear();
  line.classList.add("is-told");
  const regions = [
    ...new Set([...line.querySelectorAll("[data-region]")].map((link) => link.dataset.region)),
  ];
  for (const region of regions) {
    document.getElementById(`glow-${region}`)?.classList.add("is-told");
    const shape = board()?.querySelector(`.m-land a[href="#r-${region}"] use`)?.getAttribute("href");
    if (!shape) continue;
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", shape);
    use.setAttribute("class", "is-told");
    board().querySelector(".m-glow").append(use);
  }
  const marks = line.dataset.mark
    ? [...(board()?.querySelectorAll(`[data-mark="${line.dataset.mark}"]`) ?? [])]
    : [];
  for (const mark of marks) mark.classList.add("is-told");
  board()?.classList.toggle("is-walked", marks.length > 0);
  return { regions, marks };
}

/** Bring what a line tells of into the window of the map. */
async function bring({ regions, marks }) {
  if (!document.querySelector(".map-area")) return;
  const map = await import("./map_window.js");
  if (regions.length) map.bring(regions.at(-1));
  else marks.at(-1)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Let a number glide along its arrow. */
function glide(mark) {
  const from = mark.dataset.from?.split(" "),
    to = /translate\((\S+) (\S+)\)/.exec(mark.getAttribute("transform"));
  if (from && to && !still.matches) {
    mark.animate([{ transform: `translate(${from[0]}px, ${from[1]}px)` }, {
      transform: `translate(${to[1]}px, ${to[2]}px)`,
    }], { duration: GLIDE, easing: "ease-out" });
  }
}

/** Show a step; past the last one, and before the first, everything is shown again. */
function step(to) {
  const all = lines();
  at = to < 1 || to > all.length ? 0 : to;
  clear();
  if (!at) return;
  const line = all[at - 1], lit = light(line);
  line.scrollIntoView({ block: "nearest" });
  bring(lit);
  lit.marks.forEach(glide);
  say(line.textContent.trim());
}

/** Tell a screen reader which step is shown. */
function say(words) {
  const recent = document.querySelector(".recent");
  const voice = recent.querySelector(".step-words") ??
    recent.appendChild(
      Object.assign(document.createElement("p"), {
        className: "step-words visually-hidden",
        ariaLive: "polite",
      }),
    );
  voice.textContent = words;
}

function stop() {
  clearInterval(timer);
  timer = 0;
  document.querySelector('[data-walk="play"]')?.removeAttribute("aria-pressed");
}

function play() {
  step(1);
  timer = setInterval(() => {
    step(at + 1);
    if (!at) stop();
  }, SECONDS);
  document.querySelector('[data-walk="play"]')?.setAttribute("aria-pressed", "true");
}

/** Go one step on (1), one back (-1), or through all of them ("play"); from the beginning, or from the end. */
export function walk(how) {
  const played = timer;
  stop();
  if (how === "play") {
    if (!played) play();
    else step(0);
    return;
  }
  step(at || Number(how) > 0 ? at + Number(how) : lines().length);
}

/** A line or a button of the story was pointed at, reached, or pressed. */
export function heard(target, kind) {
  if (target.dataset.walk) {
    if (kind === "click") walk(target.dataset.walk);
    return;
  }
  if (timer) return;
  const lit = light(target);
  if (kind === "click") bring(lit);
}

/** What is no longer pointed at goes out; a step that was walked to is shown again. */
function leave(event) {
  const line = event.target.closest?.(".story li");
  if (!line || timer || line.contains(event.relatedTarget)) return;
  if (at) light(lines()[at - 1]);
  else clear();
}

for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, leave);
document.addEventListener("keydown", (event) => {
  if (timer) stop();
  if (event.key === "Escape") step(0);
}, true);
document.addEventListener("boardshown", () => {
  stop();
  at = 0;
});
