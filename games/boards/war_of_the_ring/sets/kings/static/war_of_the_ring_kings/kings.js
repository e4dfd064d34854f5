// What Kings of Middle-earth tells the question: the Sovereigns whom the Shadow can try to corrupt stand behind one option,
// and who awakens where he is told so.

import { facts, hooks } from "../js/asking.js";
import "../js/titles/war_of_the_ring.js";

const isAttempt = ({ id }) => id?.startsWith("attempt:");
const split = hooks.split, label = hooks.label;

hooks.split = (choices, path) => {
  const groups = split(choices, path);
  if (facts().kind !== "action" || path.length || !groups) return groups;
  const attempts = groups.filter(isAttempt);
  if (attempts.length < 2) return groups;
  const together = {
    id: "attempts",
    label: "Try to corrupt a Sovereign",
    sign: "#i-crown",
    choices: attempts.flatMap((group) => group.choices),
    stays: true,
  };
  return groups.flatMap((group) => (group === attempts[0] ? [together] : isAttempt(group) ? [] : [group]));
};

hooks.label = (choice, path) => {
  const words = label(choice, path);
  return choice.use === "awaken" && path.some((group) => group.region) ? `Awaken ${words}` : words;
};
