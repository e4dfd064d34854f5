// What Risk tells its map and its question (see hooks in asking.js).

import "../map.js";
import { facts, hooks } from "../asking.js";
import { nameOf } from "../map_window.js";

const labelOnMap = hooks.label, regionsOnMap = hooks.regionsOf, followsOnMap = hooks.follows;
/** A bridge is its two ends together, and no way from one to the other. */
hooks.regionsOf = (value) => (facts().kind === "bridge" ? [] : regionsOnMap(value));
/** Whoever fights on is first asked how far: no die has rolled yet. */
hooks.follows = (
  choice,
  known,
) => (known.kind === "battle" && !/^\d$/.test(choice.value) ? "" : followsOnMap(choice, known));
hooks.label = (choice, path) => {
  const [from, to] = choice.regions;
  return from && to && !path.some((group) => group.region)
    ? `${nameOf(from)} → ${nameOf(to)}`
    : labelOnMap(choice, path);
};

/** The panel of an invasion has its own place: what finds it is there before the first one begins. */
const bringOverlay = () => import("../overlay.js").then(({ settle }) => settle());
for (const kind of ["pointerover", "touchstart", "keydown"]) {
  document.addEventListener(kind, bringOverlay, { once: true, passive: true });
}

/** Placing has its own buttons, which come with the first question of that kind. */
function bring() {
  if (document.querySelector("#move-form .count-field")) import("./risk_placing.js");
  if (document.querySelector(".invasion")) bringOverlay();
}
document.addEventListener("boardshown", bring);
bring();
