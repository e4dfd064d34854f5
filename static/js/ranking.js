// A ranked list: what is tapped is named next, tapped again it is taken out, and the numbers follow. What is named stands in
// a strip: there a tap takes it up, and the next one puts it to another place. Without this script every item has a field
// for its number; these fields stay what is sent and kept.

/** From how many items on they are searched. */
const FILTERED = 12;
let moving = ""; // the item that is being put to another place
let keep = null, name = null; // the question keeps what is half-made, and its button names it (asking.js, which brings this)

const form = () => document.getElementById("move-form");
const set = () => form()?.querySelector(".place-fields.is-ranked");
const $$ = (selector) => [...(set()?.querySelectorAll(selector) ?? [])];
const fields = () => $$(".place input[type=number]");
const named = () => fields().filter((field) => field.value).sort((a, b) => a.value - b.value);
const labelOf = (field) => field.closest("label");
const boxOf = (field) => labelOf(field).querySelector("input[name=item]");
const nameOf = (field) => labelOf(field).querySelector(".place-name").textContent;
const most = () => Number(set().dataset.most);
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const renumber = (list) =>
  list.forEach((field, i) => {
    field.value = i + 1;
  });
const say = (words) => {
  set().querySelector("[role=status]").textContent = words;
};

/** Show the places that the fields hold. */
function draw() {
  if (!set()) return;
  const list = named(), full = list.length >= most();
  renumber(list);
  if (!list.some((field) => field.name === moving)) moving = "";
  for (const field of fields()) {
    const box = boxOf(field), place = field.value;
    box.checked = Boolean(place);
    box.dataset.place = place;
    box.disabled = full && !place;
    labelOf(field).classList.toggle("is-off", box.disabled);
    labelOf(field).querySelector(".visually-hidden").textContent = place ? ` place ${place}` : "";
  }
  const held = document.activeElement?.dataset.chip,
    strip = set().querySelector(".ranked"),
    grows = list.length > strip.children.length;
  strip.replaceChildren(...list.map(chip));
  set().querySelector("legend").classList.toggle("visually-hidden", list.length > 0);
  strip.hidden = !list.length;
  if (grows) strip.scrollLeft = strip.scrollWidth;
  if (held) focusChip(held);
  name();
}

function focusChip(name) {
  const found = $$("[data-chip]").find((one) => one.dataset.chip === name);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function chip(field, i) {
  const words = [
    element("b", { textContent: i + 1, ariaHidden: "true" }),
    nameOf(field),
    element("span", { className: "visually-hidden", textContent: ` place ${i + 1}` }),
  ];
  const made = element("button", {
    type: "button",
    className: "ranked-one",
    ariaPressed: String(field.name === moving),
    onclick: () => put(field, i),
  }, ...words);
  if (moving) made.title = field.name === moving ? "Take it out" : "Put it here";
  made.dataset.chip = field.name;
  return element("li", {}, made);
}

/** A name was tapped in the strip: it is taken up, or taken out, or what was taken up is put there. */
function put(field, at) {
  const list = named(), from = list.findIndex((one) => one.name === moving);
  if (from < 0) {
    moving = field.name;
    say(`${nameOf(field)}, place ${at + 1}: choose its new place, or press it again to take it out.`);
  } else if (moving === field.name) {
    turn(field, false);
    const next = named()[at] ?? named().at(-1);
    if (next) focusChip(next.name);
    else boxOf(field).focus({ preventScroll: true });
  } else {
    const [moved] = list.splice(from, 1);
    list.splice(at, 0, moved);
    renumber(list);
    moving = "";
    say(`${nameOf(moved)} is now at place ${at + 1}.`);
    draw();
    focusChip(moved.name);
  }
  draw();
  keep();
}

/** Name an item next, or take it out. */
function turn(field, wanted) {
  const count = named().length;
  field.value = wanted ? count + 1 : "";
  moving = "";
  draw();
  const now = named().length, all = now >= most() ? " That is as many as can be named." : "";
  say(wanted ? `${nameOf(field)}, place ${now}.${all}` : `${nameOf(field)} is taken out, ${now} named.`);
}

function search() {
  const box = set().querySelector(".ask-filter"), wanted = box?.value.trim().toLowerCase() ?? "";
  for (const field of fields()) labelOf(field).hidden = !nameOf(field).toLowerCase().includes(wanted);
}

/** Put boxes in the place of the fields; what stands in these stays. */
export function prepare(keeping, naming) {
  keep = keeping;
  name = naming;
  const place = form()?.querySelector(".place-fields");
  if (!place || set()) return;
  moving = "";
  place.classList.add("is-ranked");
  const legend = place.querySelector("legend");
  legend.textContent = legend.dataset.live;
  for (const field of fields()) {
    const label = labelOf(field), words = label.querySelector("span");
    label.classList.add("check");
    words.className = "place-name";
    words.after(element("span", { className: "visually-hidden" }));
    field.hidden = true;
    for (const name of ["min", "max"]) field.removeAttribute(name); // what is hidden says nothing of what is wrong with it
    label.prepend(
      element("input", {
        type: "checkbox",
        name: "item",
        value: field.name.slice("place-".length),
        autocomplete: "off",
      }),
    );
  }
  const box = element("input", {
    type: "search",
    className: "ask-filter",
    placeholder: "Find…",
    ariaLabel: "Find a choice",
    autocomplete: "off",
    oninput: search,
  });
  legend.after(
    element("ol", {
      className: "ranked",
      ariaLabel: "Named so far: press one, then the place where it shall stand",
    }),
    element("p", { className: "visually-hidden", role: "status" }),
    ...(fields().length > FILTERED ? [box] : []),
  );
  place.addEventListener("change", (event) => {
    if (event.target.matches("input[name=item]")) {
      turn(event.target.closest("label").querySelector("input[type=number]"), event.target.checked);
    }
  });
  place.addEventListener("keydown", (event) => {
    const { key, target } = event, searched = target.matches(".ask-filter");
    if (key === "Escape" && (moving || (searched && target.value))) {
      moving = "";
      if (searched) {
        target.value = "";
        search();
      }
      draw();
    } else if (key === "Enter" && searched && target.value.trim()) {
      const found = fields().filter((field) => !boxOf(field).disabled && !labelOf(field).hidden),
        begins = target.value.trim().toLowerCase();
      const best = found.find((field) => nameOf(field).toLowerCase().startsWith(begins)) ?? found[0];
      if (best) boxOf(best).click();
      target.value = "";
      search();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

document.addEventListener("asking", draw);
