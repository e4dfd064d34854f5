// What War of the Ring tells its map and its question (see hooks in asking.js).

import { begin, facts, hooks, options, step, taken } from "../asking.js";
import "../map.js";

const MARCHES = /:(leader-move|move-armies|leader-attack|attack)$/;
const DICE = { character: "sword", army: "banner", muster: "horn", "muster-army": "horn-banner", event: "scroll", "will-of-the-west": "star", eye: "eye" };

/** The die that an action uses; an Elven Ring and setting a die aside count to it, too. */
const dieOf = (value) => /^(?:ring:|skip:)?([a-z-]+?)(?:[:>]|$)/.exec(value)?.[1];

const byRegion = hooks.split, labelOnMap = hooks.label, stepOnMap = hooks.step;

Object.assign(hooks, {
  /** An action begins with its die. */
  split(choices, path) {
    if (facts().kind !== "action" || path.length) return byRegion(choices, path);
    const dice = [...new Set(choices.map((choice) => dieOf(choice.value)))].filter((die) => die in DICE);
    if (!dice.length) return null;
    const rest = choices.filter((choice) => !dice.includes(dieOf(choice.value)));
    const name = (die) => document.querySelector(`[data-die="${die}"] span`)?.textContent.trim() ?? die;
    return [
      ...dice.map((die) => ({ id: `die:${die}`, die, label: name(die), sign: `#i-${DICE[die]}`, stays: true, choices: choices.filter((choice) => dieOf(choice.value) === die) })),
      ...rest.map((choice) => ({ id: choice.value, label: choice.label, choices: [choice] })),
    ];
  },
  label(choice, path) {
    if (!path[0]?.die) return labelOnMap(choice, path);
    return choice.value.startsWith("ring:") ? choice.label : choice.short || choice.label;
  },
  notation(value, { kind, word }) {
    if (kind === "action") return value.includes(":") && !/^(skip|ring):/.test(value) ? `use ${value.replace(":", ": ")}` : value;
    const words = value.replace(/([a-z]+(?:-easterlings)?)-(regular|elite|leader)/g, "$1 $2").replace(">", " > ").replace("@", " at ").replace(":", " ");
    return `${word}: ${words}`;
  },
  step: (path) => (path.at(-1).die ? "" : stepOnMap(path)),
  backWords: (path) => (path.at(-1).die ? "Another die" : path.at(-1).region ? "Another region" : "Back"),
  /** What the dice can do with an Army. */
  beside: (choices) => choices.filter((choice) => MARCHES.test(choice.value)),
  warning: "Dice or cards follow: this cannot be taken back.",
  nothing: "Nobody",
});

/** The dice in the tray choose, too; the chosen one is put back. */
document.addEventListener("click", (event) => {
  const die = event.target.closest("summary[data-die]")?.dataset.die;
  if (!die) return;
  event.preventDefault();
  const chosen = taken()[0]?.die;
  begin();
  const group = chosen !== die && options().find((option) => option.die === die);
  if (group) step(group);
});

document.addEventListener("asking", () => {
  for (const die of document.querySelectorAll(".tray .die")) die.classList.toggle("is-chosen", die.dataset.die !== undefined && die.dataset.die === taken()[0]?.die);
});
