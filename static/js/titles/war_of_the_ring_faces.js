// What stands beside the options of War of the Ring: figures that go, faces of cards, why a die does no more; and what
// lies on the table to be tapped.

import { asked, begin, choose, every, facts, form, hooks, open, render, step, taken } from "../asking.js";

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector) => [...document.querySelectorAll(selector)];
const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** What stands above the options; `ahead` and `kept` say who is there and who stays. */
export const aside = (path, proposed, ahead, kept) =>
  [whoGoes(path, proposed, ahead, kept), whyNot(path)].filter(Boolean);

/** The figures that go: one less for each tap, and all of them again. */
function whoGoes(path, proposed, ahead, kept) {
  const region = path.findLast((group) => group.region)?.region, choices = proposed ? [proposed] : open();
  if (!region || !ahead?.who[region] || !choices.some((choice) => choice.army)) return null;
  if (kept.region !== region) Object.assign(kept, { region, stay: {} });
  const figures = Object.entries(ahead.who[region]).map((
    [kind, number],
  ) => [kind, ahead.names[kind], number - (kept.stay[kind] ?? 0), number]);
  return rowOf(figures, (kind, going, number) => {
    kept.stay[kind] = number - going;
  });
}

/** A row of figures with how many of each go: one less for each tap, behind none all again. */
function rowOf(figures, change) {
  const button = ([kind, name, going, number], place) =>
    element("button", {
      type: "button",
      className: "going",
      ariaLabel: `Less: ${name} (${going} of ${number} go)`,
      title: `${name}: one less`,
      innerHTML: figure(kind, going),
      onclick: () => {
        change(kind, going ? going - 1 : number, number);
        render();
        $$(".going")[place]?.focus({ preventScroll: true });
      },
    });
  const all = () => {
    for (const [kind, , , number] of figures) change(kind, number, number);
    render();
    $(".going-all")?.focus({ preventScroll: true });
  };
  return element(
    "div",
    { className: "who-goes", role: "group", ariaLabel: "Who goes" },
    element("span", { textContent: "Who goes" }),
    ...figures.map(button),
    element("button", { type: "button", className: "going-all", textContent: "all of them", onclick: all }),
  );
}

/** The same row where who goes is a question of its own: it stands for the fields of the form. */
export function fields() {
  const boxes = [...(form()?.querySelectorAll("input[name^=count-]") ?? [])],
    kinds = boxes.map((field) => field.name.slice(6));
  form()?.querySelector(":scope > .who-goes")?.remove();
  if (
    !boxes.length ||
    !kinds.every((kind) =>
      kind === "nazgul" || /-(regular|elite|leader)$/.test(kind) || document.getElementById(`k-${kind}`)
    )
  ) return;
  const names = boxes.map((field) =>
    form().querySelector(`label[for="${field.id}"]`).textContent.replace(/ \(.*/, "")
  );
  const row = rowOf(
    boxes.map((field, i) => [kinds[i], names[i], Number(field.value), Number(field.max)]),
    (kind, going) => {
      const field = boxes[kinds.indexOf(kind)];
      field.value = going;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
  );
  for (const field of boxes) field.closest(".count-field").hidden = true;
  if (!asked()) form().prepend(row);
}

/** A figure as on the map, with its number. */
function figure(kind, number) {
  const [, nation, sort] = /^(.+)-(regular|elite|leader)$/.exec(kind) ?? [],
    shadow = $(".shell-mine.side-shadow") ? "shadow" : "free";
  const gone = number ? "" : " is-gone";
  if (sort === "leader" && document.getElementById(`k-${nation}`)) {
    return `<svg viewBox="-3 -5 22 29" class="${gone}" aria-hidden="true"><g class="fig leader is-named"><use href="#f-leader"/><use href="#k-${nation}" class="sign" transform="translate(0 .8) scale(.8)"/></g></svg>`;
  }
  if (!sort && kind !== "nazgul") {
    const side = shadow === "shadow" ? "minion" : "companion";
    return `<svg viewBox="-2 -2 24 24" class="seal${gone}" aria-hidden="true"><use href="#s-${side}" class="${side}"/><use href="#k-${kind}" class="of-${side}"/></svg>`;
  }
  const shape = sort === "leader" || !sort ? sort ?? "nazgul" : `${sort}-${shadow}`;
  return `<svg viewBox="-3 -5 22 29" class="n-${nation}${gone}" aria-hidden="true"><g class="fig ${
    sort ?? "nazgul"
  }"><use href="#f-${shape}"/><text x="8" y="${
    { elite: 17.4, leader: 15.6 }[sort] ?? 16.8
  }">${number}</text></g></svg>`;
}

/** What a die can do now, and what not. */
function whyNot(path) {
  const die = path.at(-1)?.why && path.find((group) => group.die)?.die;
  if (!die) return null;
  const can = new Set(
    open().filter((choice) => !["ring", "skip"].includes(choice.use)).map((choice) => choice.short),
  );
  const list = $(`[data-why="${die}"]`).parentNode.querySelector(".die-cannot ul")?.cloneNode(true) ??
    element("ul", {});
  list.prepend(
    element(
      "li",
      {},
      element("b", { textContent: "It can" }),
      `: ${[...can].join(", ") || "only be set aside, or turned by an Elven Ring"}.`,
    ),
  );
  return list;
}

/** A card as an answer in a battle: what is given away, which half of it is used, when it comes, and what for. */
function battleFace({ name, half, first, says }, card) {
  const made = element(
    "span",
    { className: "option-face is-long-face" },
    element("span", { className: "coin", textContent: first, title: `Initiative ${first}` }),
    element("span", {}, element("b", { textContent: name }), " ", element("i", { textContent: half })),
    ...(says ? [element("small", { textContent: says })] : []),
  );
  made.firstChild.ariaLabel = `initiative ${first}:`;
  made.dataset.card = card;
  return made;
}

/** An option as it looks: who is lost, or a card of the hand with its kind, its title and what it does. */
export function face({ id, card = id, label, choice }) {
  if (choice?.facts?.half) return battleFace(choice.facts, id);
  const [, how, lost] = (facts().kind === "hit" && /^(lose|reduce):(.+)$/.exec(id)) || [];
  if (lost) {
    return element("span", {
      className: "option-figures",
      innerHTML: figure(lost, 1) +
        (how === "reduce" ? "→" + figure(lost.replace("-elite", "-regular"), 1) : ""),
    }, element("b", { textContent: label }));
  }
  const held = card && $(`.hand-card[data-item="${CSS.escape(card)}"]`);
  if (!held || !form()) return null;
  const says = held.querySelector(".card-head");
  const made = element(
    "span",
    { className: `option-face is-${held.matches(".is-character") ? "character" : "strategy"}` },
    says.querySelector("svg").cloneNode(true),
    element("b", { textContent: held.ariaLabel }),
  );
  made.dataset.card = card;
  return made;
}

/** What a click on the table names: a Nation, a pile, a card, the Fellowship, the Rings. */
function thingAt(target) {
  const at = target.closest(
    "[data-nation], [data-deck], .hand [data-item], .fellowship-who [data-item], [data-thing]",
  );
  if (!at || target.closest("button, a, summary")) return "";
  const { nation, deck, item, thing } = at.dataset;
  if (item && !at.closest(".hand")) return "company";
  return nation ?? (deck ? `deck:${deck}` : item ?? thing);
}

/** Take what was tapped with the die that is taken, or see which dice serve it; `ahead` says what holds a Nation back. */
export function tap(target, ahead) {
  const thing = thingAt(target);
  if (!thing) return;
  const here = taken().some((group) => group.die) && hooks.group(`thing:${thing}`, open()),
    group = here || hooks.group(`thing:${thing}`, every());
  if (!group) {
    const why = ahead?.held[thing] ?? $(`.hand-card[data-item="${CSS.escape(thing)}"] .why`)?.textContent;
    if (why) $(".ask-note").textContent = why;
    return;
  }
  if (here && here.choices.length === 1) {
    choose(here.choices[0]);
    return;
  }
  if (!here) {
    const again = taken()[0]?.id === group.id;
    begin();
    if (again) return;
  }
  step(group);
}
