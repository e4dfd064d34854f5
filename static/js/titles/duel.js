// What Duel tells its question (see hooks in asking.js): first a card or a landmark, then what to do with it.

import { begin, facts, hooks, keysOf, listed, options, taken } from "../asking.js";

const $ = (selector) => document.querySelector(selector);
const thing = (id) => document.querySelector(`.duel details[data-thing="${CSS.escape(id)}"]`);
const region = (id) => document.querySelector(`.region[data-region="${CSS.escape(id)}"]`);
const regionName = (id) => region(id)?.dataset.name ?? id;
const table = matchMedia("(min-width: 62.5rem)");
let looked = ""; // the card whose panel is open without being chosen

/** Choices in groups by what `key` says of them, in their order. */
function grouped(choices, key) {
  const found = new Map();
  for (const choice of choices) {
    const id = key(choice);
    if (!found.has(id)) found.set(id, []);
    found.get(id).push(choice);
  }
  return [...found];
}

function things(choices) {
  return grouped(choices, (choice) => /^(?:play|discard|take)-(.+)$/.exec(choice.value)?.[1] ?? choice.value)
    .map(([id, some]) => {
      const { name, note, sign } = thing(id)?.dataset ?? {};
      return name
        ? { id, thing: id, label: name, note, sign, stays: true, choices: some }
        : { id, label: some[0].label, choices: some };
    });
}

Object.assign(hooks, {
  regionsOf: (choice) => choice.split(">").filter(region),
  split(choices, path) {
    if (path.length) return null;
    if (facts().kind === "choose-action") return things(choices);
    if (facts().kind !== "move-unit") return null;
    return grouped(choices, (choice) => choice.regions[0]).map(([id, some]) => ({
      id,
      region: id,
      label: `From ${regionName(id)}`,
      stays: true,
      choices: some,
    }));
  },
  label(choice, path) {
    const step = path.at(-1);
    if (step?.region) return `To ${regionName(choice.regions[1])}`;
    return step?.thing
      ? choice.label.replace(step.label, "it").replace(
        / \((.*)\)$/,
        (_, how) => (/coin/.test(how) ? ` for ${how}` : `, ${how}`),
      )
      : choice.label;
  },
  step(path) {
    const { region, label } = path.at(-1);
    return region ? `${label}: where to?` : `What do you do with ${label}?`;
  },
  say(path) {
    const { words = "", frees = "" } = thing(path.at(-1).thing ?? "")?.dataset ?? {};
    return frees ? `${words} Taking it frees ${frees}.` : words;
  },
  backWords: (path) => (path.at(-1).region ? "Another region" : "Another"),
});

/** The same choice once more puts it back; without one a card is only looked at. */
function tap(id) {
  const before = taken()[0]?.id;
  looked = "";
  if (
    taken().length && (before === id || !options().some((option) => option.id === id || option.region === id))
  ) begin();
  if (before === id) return;
  const found = taken().length
    ? options().find((option) => option.region === id)
    : options().find((option) => option.id === id || option.region === id);
  if (found) found.go();
  else if (thing(id)) {
    looked = id;
    paint();
  }
}

/** Show numbers and light where something can be chosen, and the panel of the card that is. */
function paint() {
  const chosen = taken()[0]?.thing, found = options().filter((option) => option.id || option.region);
  for (const key of document.querySelectorAll(".duel .key")) key.textContent = "";
  const moves = facts().kind === "move-unit";
  const lit = new Set(found.filter((option) => option.region && !chosen).map((option) => option.region));
  const shown = listed(), keys = keysOf(shown);
  for (const [i, option] of shown.slice(0, 9).entries()) {
    const id = CSS.escape((option.region && !chosen ? option.region : option.id) ?? "");
    const key = $(`.duel .region[data-region="${id}"] .key, .duel [data-thing="${id}"] .key`);
    if (key && !chosen) key.textContent = keys[i];
  }
  const named = thing(chosen ?? looked)?.dataset.regions?.split(",") ?? [];
  for (const land of document.querySelectorAll(".duel .land")) {
    const glow = $(`#glow-${land.dataset.region}`), { region: id } = land.dataset;
    if (moves || !$("#move-form")) {
      land.classList.toggle("is-choice", lit.has(id));
      glow.classList.toggle("is-choice", lit.has(id));
    }
    glow.classList.toggle("is-named", named.includes(regionName(id)));
  }
  for (const one of document.querySelectorAll(".duel details[data-thing]")) {
    one.classList.toggle("is-chosen", one.dataset.thing === chosen);
  }
  $(".duel")?.classList.toggle("has-chosen", Boolean(chosen));
  panel(chosen ?? looked, Boolean(chosen));
}

/** The card large, beside the felt. */
function panel(id, chosen) {
  const box = $("#card-panel"), card = thing(id);
  if (!box) return;
  box.hidden = !card;
  box.classList.toggle("is-chosen", chosen);
  if (!card) {
    box.replaceChildren();
    return;
  }
  const sheet = card.querySelector(".card-sheet").cloneNode(true),
    gains = card.querySelector(".card-gains")?.cloneNode(true);
  sheet.querySelector(".sheet-acts")?.remove();
  const close = Object.assign(document.createElement("button"), {
    type: "button",
    className: "panel-close",
    textContent: "×",
    ariaLabel: "Close",
  });
  close.addEventListener("click", () => {
    looked = "";
    begin();
  });
  box.className = `card-panel ${[...card.classList].find((name) => name.startsWith("colour-")) ?? ""}${
    chosen ? " is-chosen" : ""
  }`;
  box.replaceChildren(...(gains ? [gains] : []), ...sheet.children, close);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("button, a")) return;
  const at = event.target.closest(
    ".duel [data-thing] > summary, .duel .race, .duel .alliance-token, .duel .region, .duel .land",
  );
  if (!at) {
    if (looked && !event.target.closest(".card-panel")) {
      looked = "";
      paint();
    }
    return;
  }
  event.preventDefault();
  const own = at.dataset.region ?? at.closest("[data-thing]").dataset.thing;
  tap(own);
  if (!table.matches && at.matches("summary") && taken().length) $('.shell-tabs [data-part="ask"]')?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && looked) {
    looked = "";
    paint();
  }
});
document.addEventListener("asking", () => {
  if (taken().length) looked = "";
  paint();
});
document.addEventListener("boardshown", () => {
  if (looked && !thing(looked)) looked = "";
});
