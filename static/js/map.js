// The map of any title, in step with the question: what can be chosen glows, a tap narrows it down. Everything works without it.

import { regionAt } from "./fan.js";
import {
  ask,
  asked,
  begin,
  choose,
  every,
  facts,
  form,
  freeKeys,
  hooks,
  keyed,
  keysOf,
  listed,
  open,
  options,
  prepare as prepareQuestion,
  step,
  taken,
  usual,
} from "./asking.js";
import {
  $,
  $$,
  arrow,
  board,
  bring,
  gaze,
  isRight,
  key as placeOf,
  memory,
  middle,
  nameOf,
  outline,
  press,
  regionOf,
  restore,
  take,
} from "./map_window.js";

export { hooks };

/** The regions a choice names: "a>b", "figure@a", "a". */
hooks.regionsOf = (
  value,
) => (board
  ? value.slice(value.lastIndexOf("@") + 1).split(">").filter((part) => document.getElementById(`r-${part}`))
  : []);

/** Choices with a way from somewhere begin with where from. */
const byOrigin = (choices, path) => {
  if (
    path.some((group) => group.region) || !choices.length || !choices.every((choice) => choice.regions.length)
  ) return null;
  const origins = [...new Set(choices.map((choice) => choice.regions[0]))];
  if (origins.length < 2 && !choices.some((choice) => choice.value.includes(">"))) return null;
  if (choices.length === origins.length && !choices.some((choice) => choice.value.includes(">"))) return null;
  return origins.map((region) => ({
    id: `at:${region}`,
    label: nameOf(region),
    region,
    choices: choices.filter((choice) => choice.regions[0] === region),
    stays: choices.some((choice) => choice.value.includes(">")),
  }));
};
hooks.split = byOrigin;
/** What begins at a region, or leads to one. */
hooks.group = (id, choices) => {
  const [, word, region] = /^(at|to):(.+)$/.exec(id) ?? [],
    found = choices.filter((choice) => choice.regions[word === "to" ? 1 : 0] === region);
  if (!region || !found.length) return null;
  return word === "to"
    ? { id, label: `To ${nameOf(region)}`, region: null, choices: found }
    : { id, label: nameOf(region), region, choices: found, stays: true };
};
hooks.label = (choice, path) => {
  const from = path.find((group) => group.region)?.region, [first, second] = choice.regions;
  if (from && second && second !== first) return nameOf(second);
  return from ? choice.label.replace(` in ${nameOf(from)}`, "") : choice.label;
};
hooks.step = (path) => {
  const from = path.at(-1).region;
  if (!from) return "";
  return path.at(-1).choices.some((choice) => choice.value.includes(">"))
    ? `From ${nameOf(from)}: where to?`
    : `${nameOf(from)}: what?`;
};

const SVG = "http://www.w3.org/2000/svg", BADGES = 9;

/** Where choices begin that the list still keeps together, or boxes that are ticked can lead: a tap there is a step, too. */
function beginnings() {
  const found = options(), places = hooks.places();
  if (places.size && !asked()) return [...places.keys()];
  if (
    !taken().length || asked() || taken().some((group) => group.region) ||
    found.some((option) => option.region)
  ) return [];
  return [...new Set(open().flatMap((one) => one.regions.slice(0, 1)))];
}

/** Their keys are those that the list leaves. */
hooks.beyond = (key) => {
  const region = beginnings()[freeKeys().indexOf(key)];
  if (region) tap(region);
};

// -- what the map shows of the question ---------------------------------------------------------------------------------

function draw() {
  if (!board?.isConnected) return;
  const from = taken().findLast((group) => group.region)?.region,
    choice = asked(),
    about = choice?.regions[0] ?? from;
  const picked = $(".m-glow use.is-picked");
  if (about && outline(about)) picked.setAttribute("href", outline(about));
  else picked.removeAttribute("href");
  const found = options(), items = unticked(), placed = found.filter((option) => option.region);
  const begun = beginnings();
  const glow = choice ? choice.regions : [
    ...placed.map((option) => option.region).filter((region, _, all) =>
      region !== from || all.indexOf(region) === all.lastIndexOf(region)
    ),
    ...begun,
    ...items,
  ];
  glowOnly(new Set(glow));
  for (const link of $$(".m-land a")) link.classList.toggle("is-picked", regionOf(link) === about);
  $(".map-canvas").classList.toggle("is-asking", glow.length > 0);
  for (const panel of document.querySelectorAll(".overlay")) {
    panel.classList.toggle("is-under", glow.length > 0);
  }
  const ways = choice
    ? (choice.regions.length > 1 ? [choice.regions] : [])
    : from
    ? placed.filter((option) => option.region !== from).map((option) => [from, option.region])
    : [];
  $(".m-arrows").innerHTML = ways.filter(([a, b]) => a !== b).map(([a, b]) => arrow(a, b)).join("");
  const shown = listed(), keys = keysOf(shown), free = freeKeys();
  const first = (option) => option.region && shown.find((other) => other.region === option.region) === option;
  const badges = shown.slice(0, keyed ? keys.length : BADGES).map((
    option,
    i,
  ) => (keys[i] && first(option) ? badge(option.region, keys[i]) : ""));
  if (keyed) badges.push(...begun.map((region, i) => (free[i] ? badge(region, free[i]) : "")));
  $(".m-badges").innerHTML = badges.concat(grown()).join("");
  for (const thing of document.querySelectorAll("[data-item]")) {
    thing.classList.toggle(
      "is-choice",
      found.some((option) => option.id === thing.dataset.item),
    );
  }
  follow([...new Set(about ? [about, ...glow] : glow)]);
}

let onMap = false; // whether the last press was on the map
let looked = null; // the step that the window has been brought to
let coming = 0;

/** A new question, or a step that was not taken on the map, brings its regions into the window of a phone, once it is drawn. */
function follow(regions) {
  const { givesWord, kind } = form()?.dataset ?? {}, far = facts().gaze?.split(" ") ?? [];
  const question = [givesWord, kind, usual.words, ...far].join(" ");
  const step = JSON.stringify([taken().map((group) => group.id), asked()?.value]);
  const isFirst = looked === null,
    [lastQuestion, lastStep] = looked ?? memory.getItem(placeOf("looked"))?.split("\n") ?? [];
  if (question === lastQuestion && step === lastStep) return;
  looked = [question, step];
  memory.setItem(placeOf("looked"), looked.join("\n"));
  cancelAnimationFrame(coming);
  if (question === lastQuestion && onMap) return;
  const context = $$(".m-glow .is-context").map((use) => use.dataset.glow),
    lit = [regions, context, far].find((found) => found.length) ?? [];
  if (isFirst) gaze(lit);
  else coming = requestAnimationFrame(() => (coming = requestAnimationFrame(() => gaze(lit, true))));
}

/** A key on the map at the edge of a pile, the same as beside the option; the server keeps that place clear (`key` of games.boards.maps.marks). */
function badge(region, key, kind = "") {
  const kept = $(`.m-land a[href="#r-${region}"]`)?.dataset.key,
    [x, y] = kept?.split(" ").map(Number) ?? middle(region);
  return `<g class="m-badge${kind}" data-at="${region}" transform="translate(${x.toFixed(1)} ${
    y.toFixed(1)
  })"><circle r="9"/><text y="4.6">${key}</text></g>`;
}

/** The regions that boxes of the form can still tick, or where more can be placed. */
const unticked = () =>
  [...(form()?.querySelectorAll("input[name=item]:not(:checked)") ?? [])].map((box) => box.value).concat(
    counted().filter(canGrow).map(regionOfCount),
  ).filter((value) => document.getElementById(`r-${value}`));

// Of numbers of regions, a tap adds one; a badge says how many there are.
const counted = () => [...(form()?.querySelectorAll("input[name^='count-']") ?? [])];
const regionOfCount = (field) => field.name.slice(6);
const canGrow = (field) =>
  Number(field.value) < Number(field.max) &&
  counted().reduce((sum, one) => sum + Number(one.value), 0) <
    Number(form().querySelector("[data-most]")?.dataset.most ?? Infinity);
const grown = () =>
  counted().filter((field) => Number(field.value) > 0 && document.getElementById(`r-${regionOfCount(field)}`))
    .map((field) => badge(regionOfCount(field), `+${field.value}`, " is-count"));

/** What the form proposes would leave nothing to be tapped: numbers of regions begin with none. */
function emptyCounts() {
  const asks = form();
  if (!asks || "emptied" in asks.dataset) return;
  asks.dataset.emptied = "";
  for (const field of counted()) if (document.getElementById(`r-${regionOfCount(field)}`)) field.value = 0;
}

function glowOnly(regions) {
  const group = $(".m-glow");
  $(".mini-lit").innerHTML = [...regions].map((region) => {
    const [x, y] = middle(region);
    return `<circle cx="${x}" cy="${y}" r="17"/>`;
  }).join("");
  for (const use of $$("use[data-glow]", group)) {
    if (use.matches(".is-context")) use.classList.remove("is-choice");
    else use.remove();
  }
  for (const region of regions) {
    const use = document.createElementNS(SVG, "use");
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
  if (!regions.size) $(".m-land a")?.setAttribute("tabindex", "0");
}

// -- taps ------------------------------------------------------------------------------------------------------------------

const closeEntries = () => $$(".gazetteer .is-shown").forEach((entry) => entry.classList.remove("is-shown"));

/** Whether the map offers a region: what is asked about once more is played by its own button only. */
const isLit = (region) => !asked() && Boolean($(`.m-land a.is-choice[href="#r-${region}"]`));

/** A region was tapped: narrow the question, or show what is known of the region. What is not `lit` never answers: where one
 *  choice leads there, it is asked about. */
function tap(region, lit = isLit(region)) {
  closeEntries();
  const item = form()?.querySelector(`input[name=item][value="${CSS.escape(region)}"]`);
  if (item) {
    item.click();
    return;
  }
  const field = counted().find((one) => regionOfCount(one) === region);
  if (field && canGrow(field)) {
    field.stepUp();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return;
  }
  const whole = !asked() && hooks.places().get(region);
  if (whole) {
    choose(whole, true);
    return;
  }
  const here = options().filter((option) => option.region === region);
  if (here.length === 1) {
    if (here[0].choice) choose(here[0].choice, true, lit);
    else step(here[0], true, lit);
    return;
  }
  if (here.length && taken().at(-1)?.region === region) return; // the list tells apart what can be done there
  if (here.length) {
    step({
      id: `at:${region}`,
      label: nameOf(region),
      region,
      choices: here.map((option) => option.choice),
      stays: true,
    }, true);
    return;
  }
  if (!taken().some((group) => group.region)) {
    const about = hooks.group(`at:${region}`, open()) ?? hooks.group(`to:${region}`, open()),
      [only, ...more] = about?.choices ?? [];
    if (only && !more.length && !about.region) {
      begin([...taken(), hooks.group(`at:${only.regions[0]}`, open())]);
      choose(only, true, false);
      return;
    }
    if (about) {
      step(about, true, lit);
      return;
    }
  }
  const again = unplaced().filter((choice) => choice.regions[0] === region);
  if (again.length && taken().some((group) => group.region)) {
    begin(taken().filter((group) => !group.region));
    tap(region, lit);
    return;
  }
  show(region);
}

/** All choices that the steps without a region leave. */
const unplaced = () => taken().findLast((group) => !group.region)?.choices ?? every();

/** Why a choice that begins elsewhere cannot end in a region, as far as the map shows it: they do not meet. */
function apart(entry, source) {
  const near = /Next to ([^.]*)\./.exec($(".beyond", entry).textContent)?.[1].split(", ") ?? [];
  return near.includes(nameOf(source)) || !facts().otherwise ? "" : `It is not next to ${nameOf(source)}.`;
}

function show(region) {
  const entry = document.getElementById(`r-${region}`);
  entry.classList.add("is-shown");
  entry.classList.toggle("is-left", isRight(region));
  offerPointing(entry, region);
  const note = ask()?.querySelector(".ask-note");
  if (!note || !$(".m-land a.is-choice") || $("button", entry) || asked()?.regions.includes(region)) return;
  const from = taken().findLast((group) => group.region)?.region;
  const why = from ? apart(entry, from) : $(".why", entry)?.textContent || facts().otherwise;
  note.textContent = `${nameOf(region)} cannot be chosen now. ${why ?? ""}`.trim();
}

/** Where the page has a line to partners, a region that is looked at can be named in it, or be where an arrow from the last one ends. */
function offerPointing(entry, region) {
  const line = document.querySelector(".chat-marks");
  $(".entry-points", entry)?.remove();
  if (!line) return;
  const said = line.value.trim(), last = said.split(/[,;]/).at(-1).trim(), name = nameOf(region);
  const offers = [["Point here", said ? `${said}, ${name}` : name]];
  if (last && last !== name && !/[>→]/.test(last)) {
    offers.push([`Arrow from ${last}`, `${said} > ${name}`]);
  }
  const points = Object.assign(document.createElement("div"), { className: "entry-points cluster" });
  for (const [words, value] of offers) {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button",
      textContent: words,
    });
    button.addEventListener("click", () => {
      line.value = value;
      points.replaceChildren(`In your line in the chat: ${value}`);
    });
    points.append(button);
  }
  entry.append(points);
}

/** Show the region that a sentence names. */
function point(region) {
  closeEntries();
  show(region);
  $(".m-glow .is-focus").setAttribute("href", outline(region));
  bring(region);
}

/** What lies on the table, such as cards and seals, answers, or ticks the boxes of the form. */
function pick(event) {
  const item = event.target.closest("[data-item]")?.dataset.item;
  if (!item || event.target.closest("button, summary")) return;
  const box = form()?.querySelector(`input[name=item][value="${CSS.escape(item)}"]`),
    option = options().find((one) => one.id === item);
  if (box) box.click();
  else if (option?.choice) choose(option.choice, true);
  else option?.go();
}

function showTicked() {
  for (const box of form()?.querySelectorAll("input[name=item]") ?? []) {
    const item = document.querySelector(`[data-item="${CSS.escape(box.value)}"]`);
    item?.classList.add("is-tickable");
    item?.classList.toggle("is-ticked", box.checked);
  }
  draw();
}

// -- beginning ---------------------------------------------------------------------------------------------------------------

/** Make a fresh board, or a fresh question on the same board, live. */
function prepare() {
  const found = document.querySelector(".map-area")?.closest(".board-area");
  if (!found) return;
  if (found !== board) take(found);
  closeEntries();
  restore();
  emptyCounts();
  prepareQuestion();
  showTicked();
}

document.addEventListener("click", (event) => {
  if (!board?.isConnected) return;
  const region = event.target.closest(".m-land a");
  if (region) {
    event.preventDefault();
    tap((event.detail && regionAt(event.clientX, event.clientY)) || regionOf(region)); // figures may reach over a border
    return;
  }
  const told = event.target.closest("a.told-region");
  if (told) {
    event.preventDefault();
    point(told.dataset.region);
    return;
  }
  const close = event.target.closest(".entry-close");
  if (close) {
    event.preventDefault();
    closeEntries();
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    return;
  }
  if (!event.target.closest(".gazetteer, button, a")) closeEntries();
  pick(event);
});
document.addEventListener("click", (event) => {
  onMap = event.target.closest(".map-area") !== null;
}, true);
document.addEventListener("asking", draw);
document.addEventListener("input", (event) => {
  if (event.target.matches("[name^='count-']")) draw();
});
document.addEventListener("change", (event) => {
  if (event.target.matches("input[name=item]")) showTicked();
});
document.addEventListener("keydown", (event) => {
  if (!board?.isConnected) return;
  if (event.key === "Escape") closeEntries();
  else press(event);
});
document.addEventListener("boardshown", prepare); // the page shows another position
document.addEventListener("DOMContentLoaded", prepare); // a title's own script has brought its hooks by then
