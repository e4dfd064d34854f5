// What War of the Ring tells its map and its question (see hooks in asking.js): first a die, or what it shall serve.
//
// An action and the questions behind it are answered at once: what those will ask comes with the page (#ahead), so that
// an Army's way, a Nation, a pile or a card can be tapped as soon as a die is taken, and nothing is sent before.

import { begin, choose, every, facts, form, hooks, open, options, render, step, taken } from "../asking.js";
import { group } from "../asking_forms.js";
import { deedOf } from "../asking_state.js";
import "../map.js";
import "../overlay.js";
import { nameOf } from "../map_window.js";

const DICE = {
  character: "sword",
  army: "banner",
  muster: "horn",
  "muster-army": "horn-banner",
  event: "scroll",
  "will-of-the-west": "star",
  eye: "eye",
};
/** What a use of a die concerns on the table, besides regions. */
const THINGS = {
  "move-fellowship": "fellowship",
  "hide-fellowship": "fellowship",
  separate: "company",
  boromir: "gondor",
  legolas: "elves",
  gimli: "dwarves",
  "boromir-captain-general-of-gondor": "gondor",
  "legolas-elven-prince": "elves",
  "gimli-dwarven-lord": "dwarves",
  "meriadoc-hobbit-of-the-shire": "north",
  "peregrin-hobbit-of-the-shire": "north",
  narya: "rings",
};
/** Uses that are taken apart in the list of a die, as long as it stays short; and how many it may hold. */
const APART = ["draw", "play-event", "play", "diplomacy"], SHORT = 9;

const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector) => [...document.querySelectorAll(selector)];
/** The die that an action uses; an Elven Ring and setting a die aside count to it, too. */
const dieOf = (value) => /^(?:ring:|skip:)?([a-z/-]+?)(?:[:>]|$)/.exec(value)?.[1];
/** A special die is its kind and what it shows. */
const isDie = (word) => word in DICE || !!word?.includes("/");
const useOf = (value) => /^(?:ring|skip):/.exec(value)?.[0].slice(0, -1) ?? value.split(":")[1];

const byRegion = hooks.split, labelOnMap = hooks.label, stepOnMap = hooks.step, onMap = hooks.group;

// -- what comes behind an answer --------------------------------------------------------------------------------------------

let ahead = null, source = null; // what #ahead says of the open question
const kept = { region: "", stay: {} }; // who of the Army in a region stays behind, as tapped
let leaver = ""; // the Companion whose seal was tapped to let him go

const written = (value) =>
  value.replace(/([a-z]+(?:-easterlings)?)-(regular|elite|leader)/g, "$1 $2").replace(">", " > ").replace(
    "@",
    " at ",
  );

/** Ways of an Army come together: from>to to to. */
function spread(value) {
  const [from, to] = value.split(">");
  return to ? to.split(" ").map((target) => [from, target].join(">")) : [value];
}

function lookAhead() {
  const told = $("#ahead")?.dataset.told;
  if (told !== source) {
    source = told;
    ahead = told ? JSON.parse(told) : null;
    for (const question of Object.values(ahead?.next ?? {})) {
      question.values = question.values.flatMap(spread);
    }
    Object.assign(kept, { region: "", stay: {} });
  }
  return ahead;
}

/** Who goes a way of an Army: nothing where that will be asked, or `all`. */
function party(kind, pair) {
  const [from] = pair.split(">"), everybody = ahead.who[from], barred = ahead.stay[`${kind} ${pair}`];
  const tapped = kept.region === from ? kept.stay : {};
  if (!Object.values(tapped).some(Boolean)) {
    if (barred === null) return "";
    if (!barred) return "; with: all";
  }
  const going = Object.entries(everybody).map((
    [figure, number],
  ) => [figure, Math.min(number - (tapped[figure] ?? 0), number - (barred?.[figure] ?? 0))]);
  return `; with: ${
    going.filter(([, number]) => number > 0).map(([figure, number]) => [number, written(figure)].join(" "))
      .join(", ")
  }`;
}

/** What is said of a way: what may be expected if all go it, and who stays behind whatever is tapped. */
function told(kind, pair, odds) {
  const barred = Object.keys(ahead.stay[`${kind} ${pair}`] ?? {});
  return [odds, barred.length && `Not all may: ${barred.map((figure) => ahead.names[figure]).join(", ")}`]
    .filter(Boolean).join(". ");
}

/** The ways of an Army with who goes them, where a question about Armies is open by itself. */
function withParty(choice, kind) {
  if (!lookAhead() || !choice.value.includes(">")) return null;
  return [{
    ...choice,
    army: true,
    note: told(kind, choice.value, choice.note),
    line: () => (party(kind, choice.value)
      ? `${kind === "attack" ? "attack" : "move"}: ${written(choice.value)}${party(kind, choice.value)}`
      : ""),
  }];
}

hooks.unfold = (choice) => {
  const { kind } = facts(), { value } = choice;
  if (kind === "army-move" || kind === "attack") return withParty(choice, kind);
  if (kind !== "action") return null;
  const die = dieOf(value),
    use = useOf(value),
    action = { ...choice, die, use, thing: use === "ring" ? "rings" : THINGS[use] };
  if (use === "play" || use === "play-event") return cards(action) ?? [action];
  const following = lookAhead()?.next[use];
  if (!following) return [action];
  const odds = JSON.parse(facts().outlook || "{}");
  return following.values.map((next) => {
    const army = next.includes(">"), question = following.word === "attack" ? "attack" : "army-move";
    return {
      ...action,
      next,
      army,
      value: `${value} ${next}`,
      regions: hooks.regionsOf(next),
      final: choice.final || following.word === "attack" || use === "draw",
      thing: use === "draw" ? `deck:${next}` : use === "diplomacy" ? next : undefined,
      note: army ? told(question, next, odds[next]) : "",
      plans: following.word === "attack",
      label: words(use, next),
      line: () =>
        `use ${die}: ${use}; ${following.word}: ${written(next)}${army ? party(question, next) : ""}`,
    };
  });
};

/** Who leaves the Fellowship is ticked: a region says where to, and that these are all. */
hooks.places = () => {
  const where = facts().kind === "separate" && lookAhead()?.where,
    leaving = where ? $$("#move-form input[name=item]:checked").map((box) => box.value) : [];
  const best = Math.max(...leaving.map((one) => ahead.levels[one]));
  return new Map(
    Object.keys(where || {}).filter((region) => where[region] <= best).map((region) => [region, {
      value: "fields",
      button: $("#move-form button[value=fields]"),
      label: `${leaving.map((one) => ahead.names[one]).join(", ")}: to ${nameOf(region)}`,
      regions: [region],
      line: () => `separate: ${leaving.join(", ")}; go: ${region}`,
    }]),
  );
};

/** A use that plays a card, card by card: the hand knows with which dice. */
function cards(action) {
  const lines = $$(`.hand-card button[name=moves][value^="use ${action.die}: ${action.use};"]`);
  if (!lines.length) return null;
  return lines.map((button) => {
    const card = button.closest(".hand-card").dataset.item;
    return {
      ...action,
      card,
      thing: card,
      value: `${action.value} ${card}`,
      label: button.closest(".hand-card").ariaLabel,
      line: () => button.value,
    };
  });
}

/** What an action and the answer behind it do, in words. */
function words(use, next) {
  const [from, to] = next.split(">");
  if (use === "draw") return `Draw a ${next[0].toUpperCase()}${next.slice(1)} card`;
  if (use === "diplomacy") return `Advance ${ahead.names[next]}`;
  if (!to) return `${ahead.names[next.split("@")[0]]} in ${nameOf(next.split("@")[1])}`;
  return ahead.names[next] ??
    (use.endsWith("attack") ? `${nameOf(from)} attacks ${nameOf(to)}` : `${nameOf(from)} to ${nameOf(to)}`);
}

// -- the steps of an action -------------------------------------------------------------------------------------------------

const nameOfDie = (die) => $(`[data-die="${die}"] span`)?.textContent.trim() ?? die;

/** The dice that open choices are for. Behind a region the die comes first, so that another region can be tapped. */
function byDie(choices, path) {
  const dice = [...new Set(choices.map((choice) => choice.die))].filter(isDie);
  const last = path.at(-1);
  return dice.map((die) => {
    const group = {
      id: `die:${die}`,
      die,
      label: nameOfDie(die),
      sign: $(`.tray [data-die="${die}"] .icon use`)?.getAttribute("href") ?? `#i-${DICE[die] ?? "die"}`,
      stays: !path.length,
      choices: choices.filter((choice) => choice.die === die),
    };
    if (last?.region) {
      group.go = () => {
        begin([{ ...group, choices: every().filter((choice) => choice.die === die) }]);
        step(hooks.group(last.id, open()));
      };
    }
    return group;
  });
}

/** What a die does, use by use; some uses are taken apart where there is room, and who has a use to himself comes at once. */
function byUse(choices) {
  const uses = new Map();
  for (const choice of choices) uses.set(choice.use, [...(uses.get(choice.use) ?? []), choice]);
  let number = [...uses.keys()].filter((use) => use !== "skip" && use !== "ring").length;
  const apart = new Set(
    APART.filter((use) =>
      uses.has(use) && number + uses.get(use).length - 1 <= SHORT && (number += uses.get(use).length - 1)
    ),
  );
  return [...uses].flatMap(([use, some]) => {
    if (use === "ring") return [{ id: "use:ring", label: "Use an Elven Ring", choices: some, stays: true }];
    if (
      use === "skip" || !some[0].next && !some[0].card || some[0].next?.startsWith(`${use}@`) ||
      apart.has(use)
    ) return some.map(single);
    return [{ id: `use:${use}`, label: some[0].short, choices: some, stays: true }];
  });
}

const single = (choice) => ({
  id: choice.value,
  label: hooks.label(choice, taken()),
  note: choice.note,
  card: choice.card,
  choice,
  choices: [choice],
  go: () => choose(choice),
});

/** An Army goes somewhere with whoever may go: what needs a Leader is left out where the same die does it without. */
const plainest = (choices) =>
  choices.filter((choice) =>
    !choice.use?.startsWith("leader-") ||
    !choices.some((other) =>
      other.next === choice.next &&
      other.use === { "leader-move": "move-armies", "leader-attack": "attack" }[choice.use]
    )
  );

Object.assign(hooks, {
  split(choices, path) {
    if (facts().kind !== "action") return byRegion(choices, path);
    const last = path.at(-1);
    if (last?.why) return [];
    if (last?.id === "thing:rings") return choices.map(single);
    if (!path.some((group) => group.die)) {
      const dice = byDie(choices, path);
      return dice.length ? [...dice, ...choices.filter((choice) => !isDie(choice.die)).map(single)] : null;
    }
    if (last.region) {
      return plainest(choices).map((choice) => ({
        ...single(choice),
        region: choice.regions[1] ?? choice.regions[0],
      }));
    }
    if (!last.die || path.length > 1) return byRegion(choices, path) ?? choices.map(single);
    return [
      ...byUse(choices),
      ...($(`[data-why="${last.die}"]`)
        ? [{ id: "why", label: "What else?", choices, go: () => step(hooks.group("why", choices)) }]
        : []),
    ];
  },
  group(id, choices) {
    if (id === "why") return { id, why: true, label: "What else?", choices, stays: true };
    const thing = id.startsWith("thing:") ? id.slice(6) : "",
      found = choices.filter((choice) => choice.thing && choice.thing === thing);
    if (!thing) return onMap(id, choices);
    return found.length ? { id, label: nameOfThing(thing), choices: found, stays: true } : null;
  },
  label(choice, path) {
    const [from, to] = choice.regions, at = path.find((group) => group.region)?.region;
    if (choice.next && at) {
      if (choice.army && (!to || to === from)) return choice.label; // an assault or a sortie
      return to
        ? `${choice.plans ? "Attack" : "To"} ${nameOf(to)}`
        : `${choice.use === "recruit" ? "Recruit " : ""}${ahead.names[choice.next.split("@")[0]]}`;
    }
    if (choice.next || choice.card) return choice.label;
    if (!path.some((group) => group.die || group.id.startsWith("thing:"))) return labelOnMap(choice, path);
    return choice.use === "ring"
      ? `${choice.label.replace(/^.*turn /, "").replace(" to ", " → ")}`
      : choice.short || choice.label;
  },
  notation(value, { kind, word }) {
    if (kind === "action") {
      return value.includes(":") && !/^(skip|ring):/.test(value) ? `use ${value.replace(":", ": ")}` : value;
    }
    return `${word}: ${written(value).replace(":", " ")}`;
  },
  step(path) {
    const last = path.at(-1), { id, region, die, label } = last, chosen = path.find((group) => group.die);
    if (facts().kind !== "action") return stepOnMap(path);
    if (last.why) return `What else does ${label === "What else?" ? nameOfDie(chosen.die) : label} do?`;
    if (die) return `${label} die: what for?`;
    if (!chosen) return id === "thing:rings" ? "Turn which die into what?" : withWhichDie(last);
    if (!region) return `${label}: ${last.choices.every((choice) => choice.army) ? "which Army?" : "which?"}`;
    return last.choices.some((choice) => choice.next && !choice.army)
      ? `In ${nameOf(region)}: what?`
      : stepOnMap(path);
  },
  backWords: (
    path,
  ) => (path.at(-1).why
    ? "Back"
    : path.at(-1).die
    ? "Another die"
    : path.at(-1).region
    ? "Another region"
    : "Back"),
  main: (choice) => (choice.army ? deedOfArmy(choice) : deedOf(choice)),
  aside: (path, proposed) => faces?.aside(path, proposed, ahead, kept) ?? [],
  face: (option) => faces?.face(option) ?? null,
  fields: () => faces?.fields(),
  warning: "Dice or cards follow: this cannot be taken back.",
});

/** What was tapped before a die was taken, as a question for the die. */
function withWhichDie({ id, label, choices }) {
  const [{ card, next, use }] = choices;
  if (card) return `Play ${label} with which die?`;
  if (id.startsWith("thing:deck:")) return "Draw a card with which die?";
  if (use === "diplomacy" && next) return `Advance ${label} with which die?`;
  return `${label}: with which die?`;
}

/** What an Army does, with who goes as far as it is known: `All three into Gap of Rohan`. */
function deedOfArmy(choice) {
  const [from, to = from] = choice.regions,
    attacks = choice.plans || facts().kind === "attack",
    line = choice.line(),
    everybody = ahead?.who[from] ?? {};
  const figures = line.includes("with:")
    ? group(
      Object.entries(everybody).map(([figure, number]) => {
        const going = line.endsWith("with: all") ? number : goingOf(line, figure);
        return [ahead.names[figure], going, number];
      }),
    )
    : "";
  if (attacks) {
    const attack = to === from ? choice.label : `Attack ${nameOf(to)}`;
    return figures ? `${attack} with ${figures}` : attack;
  }
  const words = figures ? `${figures} into ${nameOf(to)}` : `To ${nameOf(to)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How many of a figure a written answer takes along. */
function goingOf(line, figure) {
  const party = line.slice(line.lastIndexOf("with:") + 5).split(",");
  const found = party.map((part) => part.match(/^\s*(\d+) (.+?)\s*$/));
  return Number(found.find((one) => one?.[2] === written(figure))?.[1] ?? 0);
}

const nameOfThing = (thing) =>
  ({ fellowship: "The Fellowship", company: "The Fellowship", rings: "Elven Ring" })[thing] ??
    ($(`.hand-card[data-item="${thing}"]`)?.ariaLabel || ahead?.names[thing] || "Draw a card");

// -- what stands beside the options: it comes when somebody first points at the table, or a question needs it ------------------

let faces = null, coming = null;

/** Have rows of figures, faces of cards, and reasons; what somebody is just pressing stays under the finger. */
function comeFaces() {
  const draw = () => {
    if (form()) render();
  };
  coming ??= import("./war_of_the_ring_faces.js").then((found) => {
    faces = found;
    if ($("#decision :active")) {
      document.addEventListener("pointerup", () => setTimeout(draw), { once: true });
    } else draw();
  }, () => {
    coming = null;
  });
  return coming;
}

for (const kind of ["pointerover", "touchstart", "keydown"]) {
  document.addEventListener(kind, comeFaces, { once: true, passive: true });
}

// -- what lies on the table ---------------------------------------------------------------------------------------------------

/** The dice in the tray choose, too; the chosen one is put back. */
function takeDie(die) {
  const serves = options().find((option) => option.die === die),
    chosen = taken().find((group) => group.die)?.die;
  if (!serves) begin();
  const group = serves ?? (chosen !== die && options().find((option) => option.die === die));
  if (group) group.go();
}

document.addEventListener("click", (event) => {
  if (!form() || facts().kind !== "action") return;
  const why = event.target.closest("[data-why]")?.dataset.why,
    die = event.target.closest("summary[data-die]")?.dataset.die;
  if (why) {
    begin();
    takeDie(why);
    step(hooks.group("why", open()));
  } else if (die) {
    event.preventDefault();
    takeDie(die);
  } else {
    leaver = event.target.closest(".fellowship-who [data-item]")?.dataset.item ?? "";
    comeFaces().then(() => faces?.tap(event.target, ahead));
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(".rings[tabindex]")) event.target.click();
});

document.addEventListener("asking", () => {
  if (
    $("#move-form .count-field") ||
    options().some(({ id }) => id && $(`.hand-card[data-item="${CSS.escape(id)}"]`))
  ) comeFaces();
  const path = taken(),
    die = path.find((group) => group.die)?.die,
    serving = path.length && !die
      ? options().map((option) => option.die ?? option.choice?.die).filter(Boolean)
      : [];
  for (const one of $$(".tray .die")) {
    one.classList.toggle("is-chosen", one.dataset.die !== undefined && one.dataset.die === die);
    one.classList.toggle("serves", serving.includes(one.dataset.die));
  }
  for (const help of $$(".die-help")) help.hidden = false;
  const rings = $(".shell-mine .rings");
  if (rings && facts().kind === "action" && every().some((choice) => choice.thing === "rings")) {
    Object.assign(rings, { tabIndex: 0, role: "button", ariaLabel: "Use an Elven Ring" });
  }
  const things = new Set(
    facts().kind === "action" && path.length ? open().map((choice) => choice.thing) : [],
  );
  for (const at of $$("[data-nation], [data-deck], .hand-card, .fellowship-who, [data-thing]")) {
    const { nation, deck, item, thing } = at.dataset;
    at.classList.toggle("is-lit", things.has(nation ?? (deck ? `deck:${deck}` : item ?? thing ?? "company")));
  }
  if (leaver && facts().kind === "separate") {
    const box = form().querySelector(`input[name=item][value="${CSS.escape(leaver)}"]`);
    leaver = "";
    if (box && !box.checked) box.click();
  }
});
