// Stepping through a game or a branch: another step is shown without leaving the page, and the game plays by itself.

import { freshPage, show } from "./game.js";

const nav = () => document.querySelector(".replay-nav");
const player = () => nav()?.querySelector("[data-play]");
let wanted = null; // the step that was asked for last
let timer = null; // of the slider, or of the next step while the game plays
let plays = false; // whether the game plays by itself

/** Show a step; says whether it is the one that is still wanted. */
async function step(query) {
  wanted = query;
  const { ok, page } = await freshPage(location.pathname + query);
  if (!ok || wanted !== query) return false;
  show(page);
  tell();
  history.replaceState(null, "", query);
  return true;
}

/** Whether the step shown tells the reader anything. */
const tells = () => "tells" in nav().dataset;

/** What the address of a step is, by its number. */
const queryOf = (number) => nav().dataset.query + number;

/** Show whether the game plays. */
const tell = () => player()?.setAttribute("aria-pressed", plays);

function stop() {
  clearTimeout(timer);
  plays = false;
  tell();
}

/** Show one step after the other at the pace of the reader; what tells nothing is passed over. */
async function playOn() {
  const next = nav().querySelector("a[rel=next]");
  if (!next || document.hidden) return stop();
  const shown = await step(next.getAttribute("href")).catch(() => false);
  if (!shown || !plays) return shown || stop();
  timer = setTimeout(playOn, tells() ? Number(document.getElementById("pace").value) : 0);
}

function start() {
  plays = true;
  tell();
  const next = nav().querySelector("a[rel=next]");
  if (next) playOn();
  else step(nav().querySelector("a[rel=start]").getAttribute("href")).then((shown) => shown && playOn());
}

document.addEventListener("input", (event) => {
  const steps = event.target.dataset.steps?.split(" ");
  if (!steps) return;
  stop();
  timer = setTimeout(() => step(queryOf(steps[event.target.value])), 120);
});
document.addEventListener("change", (event) => {
  if (event.target.id !== "turn") return;
  stop();
  step(queryOf(event.target.value));
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) return plays ? stop() : start();
  const link = event.target.closest(".replay-nav a");
  if (!link) return;
  event.preventDefault();
  stop();
  step(link.getAttribute("href"));
});
document.addEventListener("submit", stop, true); // whoever plays on in a branch
document.addEventListener("keydown", (event) => {
  if (
    event.target.matches("input, textarea, select, .m-land a") || event.ctrlKey || event.metaKey ||
    event.altKey
  ) return;
  const rel = { ArrowLeft: "prev", u: "prev", ArrowRight: "next", Home: "start", End: "last" }[event.key];
  if (rel) nav()?.querySelector(`a[rel=${rel}]`)?.click();
  else if (event.key === " " && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    player()?.click();
  } else if (plays && event.key === "Escape") stop();
});
