// What Risk tells its map and its question (see hooks in asking.js).

import "../map.js";
import { hooks } from "../asking.js";
import { nameOf } from "../map_window.js";

const labelOnMap = hooks.label;
hooks.label = (choice, path) => {
  const [from, to] = choice.regions;
  return from && to && !path.some((group) => group.region) ? `${nameOf(from)} → ${nameOf(to)}` : labelOnMap(choice, path);
};
