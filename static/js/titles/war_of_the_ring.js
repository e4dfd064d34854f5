// What War of the Ring tells its map (see hooks in map.js).

import { hooks } from "../map.js";

const MARCHES = /:(leader-move|move-armies|leader-attack|attack)$/;

Object.assign(hooks, {
  notation(value, facts) {
    if (facts.kind === "action") return value.includes(":") && !/^(skip|ring):/.test(value) ? `use ${value.replace(":", ": ")}` : value;
    const words = value.replace(/([a-z]+(?:-easterlings)?)-(regular|elite|leader)/g, "$1 $2").replace(">", " > ").replace("@", " at ").replace(":", " ");
    return `${facts.word}: ${words}`;
  },
  /** What the dice can do with an Army. */
  beside: (open) => open.filter((choice) => MARCHES.test(choice.value)),
  warning: "Dice or cards follow: this cannot be taken back.",
  nothing: "Nobody",
});
