// A long list: the nearest options, a field to search all of them, and a button that unfolds the rest. It comes with the
// first such list (see asking_view.js).

import { $, element, hooks, LISTED, search, taken, usual } from "./asking_state.js";

let whole = ""; // the step whose list was unfolded
let render = null;

const step = () => `${usual.words} ${taken().map((group) => group.id)}`;
const isWhole = () => whole === step();

/** The middle of a region on the map, if it lies there. */
function at(region) {
  const box = region && document.querySelector(`.m-land a[href="#r-${CSS.escape(region)}"]`)?.getBBox();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}

/** How far an option is on the map from the last step, or else from what the question is about; 0 where neither lies there. */
function distances() {
  const from = at(
    taken().findLast((group) => group.region)?.region ??
      document.querySelector(".m-glow .is-context")?.dataset.glow,
  );
  return ({ region }) => {
    const there = from && at(region);
    return there ? Math.hypot(there[0] - from[0], there[1] - from[1]) : 0;
  };
}

/** What is listed of the options: those that are searched for, or the nearest. */
function listed(found) {
  const filter = search();
  if (filter) return found.filter((option) => option.label.toLowerCase().includes(filter));
  if (found.length <= LISTED) return found;
  const far = distances(), places = new Map(found.map((option) => [option, far(option)]));
  const nearest = [...found].sort((a, b) => places.get(a) - places.get(b));
  return isWhole() ? nearest : nearest.slice(0, LISTED);
}

function filterBox() {
  const box = $(".ask-filter") ?? element("input", {
    type: "search",
    className: "ask-filter",
    placeholder: "Find…",
    ariaLabel: "Find a choice",
    autocomplete: "off",
    oninput: () => {
      search(box.value.trim().toLowerCase());
      render();
      box.focus({ preventScroll: true });
    },
  });
  if (box.value.trim().toLowerCase() !== search()) box.value = search();
  return box;
}

/** Unfolds all of the list, and folds it. */
function restButton(number) {
  const made = $(".ask-rest") ?? element("button", {
    type: "button",
    className: "button ask-rest",
    onclick: () => {
      whole = isWhole() ? "" : step();
      search("");
      render();
      made.focus({ preventScroll: true });
    },
  });
  made.dataset.key = "+";
  made.textContent = isWhole() ? "Fewer" : `${number} more`;
  made.ariaExpanded = String(isWhole());
  return made;
}

/** Let the question show its long lists so; `draw` shows it anew. */
export function begin(draw) {
  render = draw;
  hooks.long = {
    listed,
    head: (found) => [filterBox(), restButton(found.length - LISTED)],
    /** Whether the rows keep their height, whatever is listed. */
    stays: () => search() || isWhole(),
  };
}
