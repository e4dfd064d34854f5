// The game page: answers without leaving it, live refresh, countdowns, papers. Everything works without it.

import { bringLong, forget, keep, prepare as prepareQuestion } from "./asking.js";

const game = document.querySelector(".game[data-version-url]");
const memory = sessionStorage;
let sending = false; // whether an answer is under way
let posts = 0; // how many forms were sent from here
let Idiomorph = null; // what brings the page to what another one shows: it comes with the first answer or news

/** Bring it, and what a long list needs: the next question stands where it is drawn at once. */
const bringMorph = async () => {
  [{ Idiomorph }] = await Promise.all([import("./vendor/idiomorph.js"), bringLong()]);
};

/** Write how long is left, and keep it fresh; where several plates stand side by side in as few words as they have room. */
function countDown() {
  const narrow = matchMedia("(max-width: 62.49rem)").matches;
  for (const time of document.querySelectorAll("[data-countdown]")) {
    const left = (new Date(time.dataset.countdown) - Date.now()) / 60000;
    const days = Math.floor(left / 1440), hours = Math.floor(left / 60) % 24, minutes = Math.floor(left) % 60;
    const units = days ? [`${days} d`, `${hours} h`] : [...(hours ? [`${hours} h`] : []), `${minutes} min`];
    if (!time.closest(narrow ? ".players, .mine-plate" : ".team, .players:has(> :nth-child(3))")) {
      units.push("left");
    } else if (narrow && time.closest(".players")) units.splice(1);
    time.textContent = left <= 0 ? "time is up" : units.join(" ");
  }
}

/** Write for how long a hand-over can be taken back, second by second. */
function countHeld() {
  for (const time of document.querySelectorAll("[data-held]")) {
    const left = Math.max(0, Math.round((new Date(time.dataset.held) - Date.now()) / 1000));
    time.textContent = left < 120 ? `${left} s` : `${Math.floor(left / 60)} min`;
  }
}

/** Fetch the page as it is now; null if it cannot be had. Whoever looks at it reads the chat. */
export async function freshPage(url, options = {}) {
  const visible = document.visibilityState === "visible" ? "1" : "0";
  const [answer] = await Promise.all([
    fetch(url, { ...options, headers: { "X-Requested-With": "fetch", "X-Visible": visible } }),
    bringMorph(),
  ]);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { ok: answer.ok, page };
}

// -- showing another position in the place of this one --------------------------------------------------------------

/** What the reader has arranged, and what is half-written: no new page changes it. */
const OWN = {
  style: ".map-canvas",
  hidden: ".map-tools, .map-mini, .tone-offer",
  open: "details",
  class: ".dock-panel, .ask-body, .map-canvas",
  "aria-current": ".dock-tabs a, .shell-tabs a",
  "aria-pressed": "[data-zoom]",
  ...Object.fromEntries(["x", "y", "width", "height"].map((side) => [side, ".mini-view"])),
  "data-part": ".shell",
};

/**
 * Whether the head of a fresh page has sheets or scripts that this one lacks, as a copy for planning that has just been
 * made. A sheet that stands beside what needs it, as that of a ranked list, comes with it.
 */
const needsMore = (page) =>
  [...page.head.querySelectorAll("link[rel=stylesheet], script[src]")].some((file) =>
    ![...document.head.children].some((own) => own.isEqualNode(file))
  );

/** Bring the page to what a fresh one shows: what is the same stays as it is, the map and its window above all. */
export function show(page) {
  const fresh = page.querySelector(".game"), at = whereabouts(), wasMine = isMine();
  for (const old of document.querySelectorAll("[data-slot]")) {
    const now = fresh.querySelector(`[data-slot="${old.dataset.slot}"]`);
    if (now && now.dataset.stamp !== old.dataset.stamp) renew(old, document.importNode(now, true));
  }
  Idiomorph.morph(document.querySelector(".game"), fresh, {
    callbacks: {
      beforeAttributeUpdated: (name, node) => !(OWN[name] && node.matches(OWN[name])),
      beforeNodeMorphed: (old, now) =>
        !old.isEqualNode(now) && !(old.nodeType === 1 && old.matches(".is-kept")) &&
        !(old.nodeType === 1 && now.nodeType === 1 && old.matches("textarea, .chat-marks, #moves, #plan") &&
          old.value &&
          old.id === now.id),
    },
  });
  document.title = page.title;
  document.querySelector("link[rel=icon]").href = page.querySelector("link[rel=icon]").getAttribute("href");
  if (!sending && !wasMine && isMine() && localStorage.getItem("sound")) {
    import("./sound.js").then(({ chime }) => chime());
  }
  papers();
  tellBoard();
  countDown();
  if (at && document.activeElement === document.body) {
    document.querySelector(at)?.focus({ preventScroll: true });
  }
}

/** Whether I am asked something. */
const isMine = () => document.querySelector(".shell-ask.is-mine") !== null;

/** Put what a slot holds now in the place of what it held; what was typed there stays. */
function renew(old, now) {
  const written = [...old.querySelectorAll("#moves, #plan, textarea")].filter((box) => box.value).map((
    box,
  ) => [box.id, box.value]);
  old.replaceWith(now);
  for (const [id, value] of written) {
    const box = now.querySelector(`#${CSS.escape(id)}`);
    if (!box) continue;
    box.value = value;
    box.closest("details")?.setAttribute("open", "");
  }
}

/** The control that has the focus, as a selector: it has the focus again when the page has changed around it. */
function whereabouts() {
  const here = document.activeElement, form = here?.form?.id ? `#${here.form.id} ` : "";
  if (!here || here === document.body) return "";
  if (here.id) return `#${CSS.escape(here.id)}`;
  if (here.dataset.option) return `[data-option="${CSS.escape(here.dataset.option)}"]`;
  return here.name ? `${form}[name="${CSS.escape(here.name)}"][value="${CSS.escape(here.value ?? "")}"]` : "";
}

/** The number of the position that a page shows; its version says the status of the game, too. */
const positionOf = (shown) => Number.parseInt(shown.dataset.version, 10);

/** Whether a page that was asked for when so many forms had been sent may be from before what is shown, or will be. */
const isStale = (page, asked) =>
  sending || asked !== posts || positionOf(page.querySelector(".game")) < positionOf(game);

/** Show the newest position and chat. */
async function refresh() {
  if (sending) return false;
  const asked = posts, { ok, page } = await freshPage(game.dataset.pageUrl + location.search);
  if (!ok || !page.querySelector(".game") || isStale(page, asked)) return false;
  keep();
  show(page);
  return true;
}

/** Say above the board what went wrong; the answer is still there. */
function complain(words) {
  const notes = document.getElementById("notes");
  const note = Object.assign(document.createElement("p"), {
    className: "message is-error",
    textContent: words,
  });
  note.setAttribute("role", "alert");
  notes?.replaceChildren(note);
}

/** Answers, acts, votes, plans: sent without leaving the page, and what is asked next is shown in its place. */
function sendForms() {
  document.addEventListener("submit", async (event) => {
    const target = event.target, button = event.submitter;
    if (
      event.defaultPrevented || !target.closest(".shell") || target.method !== "post" ||
      target.matches(".chat-form, .theme")
    ) return;
    const action = button?.hasAttribute("formaction") ? button.formAction : target.action;
    if (
      !new URL(action).pathname.startsWith(
        new URL(document.querySelector(".game").dataset.pageUrl, location.href).pathname,
      )
    ) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    posts += 1;
    document.getElementById("decision")?.setAttribute("aria-busy", "true");
    try {
      const data = new FormData(target, button);
      const sent = fetch(action, {
        method: "POST",
        body: new URLSearchParams(data),
        headers: { "X-Requested-With": "fetch", "X-Visible": "1" },
      });
      const [answer] = await Promise.all([sent, bringMorph()]);
      if (answer.ok) forget();
      else keep();
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector(".game"), here = document.querySelector(".game");
      if (
        fresh?.dataset.pageUrl === here.dataset.pageUrl && fresh.matches(".shell") &&
        !(answer.redirected && needsMore(page))
      ) {
        const typed = target.querySelector("#moves, #plan");
        if (typed && answer.ok) typed.value = "";
        if (answer.redirected && fresh.dataset.follows !== undefined) {
          history.replaceState(null, "", answer.url);
        }
        show(page);
        if (game) {
          game.dispatchEvent(
            new CustomEvent("shown", {
              detail: { version: fresh.dataset.version, chat: fresh.dataset.chat },
            }),
          );
        }
        focusQuestion();
      } else if (answer.redirected) location.assign(answer.url);
      else complain("That did not work. Load the page again, and see what has changed.");
    } catch {
      keep();
      complain(
        "It could not be sent: you seem to be offline. Your answer is kept; send it again in a moment.",
      );
    }
    document.getElementById("decision")?.removeAttribute("aria-busy");
    sending = false;
  });
}

/** After every answer the focus is on the next question, which is read out; nothing scrolls for it. */
function focusQuestion() {
  part("ask");
  document.getElementById("decision-title")?.focus({ preventScroll: true });
}

// -- papers, and the parts of the table on a phone ---------------------------------------------------------------------

const placeOf = (name) => `table:${name}`;

/** Show one of the papers beside the board. */
function paper(name) {
  const panel = document.getElementById(`panel-${name}`) ?? document.querySelector(".dock-panel");
  if (!panel) return;
  for (const one of document.querySelectorAll(".dock-panel")) {
    one.classList.toggle("is-current", one === panel);
  }
  for (const tab of document.querySelectorAll(".dock-tabs a")) {
    if (`panel-${tab.dataset.panel}` === panel.id) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
  memory.setItem(placeOf("paper"), panel.id.slice(6));
}

/** Show a part of the table in the sheet of a phone. */
function part(name) {
  const table = document.querySelector(".shell");
  if (!table) return;
  table.dataset.part = name;
  for (const tab of document.querySelectorAll(".shell-tabs a")) {
    if (tab.dataset.part === name) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
}

/** The papers as their reader left them, and panels over the board that were folded. */
function papers() {
  for (const panel of document.querySelectorAll("details.overlay[data-key]")) {
    const left = memory.getItem(placeOf(panel.dataset.key));
    if (left !== null) panel.open = left !== "folded";
  }
  const kept = memory.getItem(placeOf("paper")), sound = document.getElementById("sound");
  if (sound) sound.checked = Boolean(localStorage.getItem("sound"));
  const offer = document.querySelector(".tone-offer[hidden]");
  if (offer && !localStorage.getItem("sound") && !localStorage.getItem("tone-asked")) {
    import("./sound.js").then((tone) => tone.offer(offer));
  }
  if (kept && !document.querySelector(`#panel-${CSS.escape(kept)}.is-current`)) paper(kept);
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("a[data-panel], .shell-tabs a[data-part]");
  if (!tab || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (tab.dataset.panel) {
    paper(tab.dataset.panel);
    part("dock");
  } else part(tab.dataset.part);
});

/** An address may lead to something in the papers. */
function arrive() {
  const panel = document.getElementById(location.hash.slice(1))?.closest(".dock-panel");
  if (panel) {
    paper(panel.id.slice(6));
    part("dock");
  }
}

/** A panel over the board that its reader folds or opens stays so; what opens or folds by itself is not kept. */
document.addEventListener("click", (event) => {
  const panel = event.target.closest?.("details.overlay[data-key] > summary")?.parentNode;
  if (panel) memory.setItem(placeOf(panel.dataset.key), panel.open ? "folded" : "");
});

document.addEventListener("change", (event) => {
  if (event.target.id !== "sound") return;
  if (event.target.checked) localStorage.setItem("sound", "on");
  else localStorage.removeItem("sound");
  if (event.target.checked) import("./sound.js").then(({ chime }) => chime());
});

// -- what the others did, and help: they come when somebody first asks for them ------------------------------------------

const steps = () => import("./steps.js");
const help = () => {
  const { href } = document.querySelector(".help-link");
  import("./help.js").then((found) => found.open(href));
};

for (const kind of ["pointerover", "focusin", "click"]) {
  document.addEventListener(kind, (event) => {
    const told = event.target.closest?.(".story li, [data-walk]"),
      held = event.target.closest?.(".hand-card");
    if (told) steps().then(({ heard }) => heard(told, kind));
    if (held) import("./hand.js").then(({ opened }) => opened(held));
    if (kind !== "click" || !event.target.closest?.(".help-link") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    help();
  });
}

// -- the reader of rules and cards: it comes when somebody first points at one ------------------------------------------

let reader = null;
let isHere = false;

for (const kind of ["pointerover", "focusin", "click"]) {
  document.addEventListener(kind, (event) => {
    const named = event.target.closest?.("[data-rule], [data-card], .m-land, .seal");
    if (!named || isHere) return;
    const again = kind === "click" && named.matches("a, button") && !event.ctrlKey && !event.metaKey;
    if (again) event.preventDefault();
    reader ??= import("./handbook.js").then(() => {
      isHere = true;
    });
    reader.then(() => {
      if (again) named.click();
      else if (kind === "pointerover") {
        named.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: event.pointerType }));
      }
    }, () => {
      if (again && named.href) location.assign(named.href);
    });
  }, true);
}

if (matchMedia("(any-pointer: coarse)").matches) import("./long_press.js");

// -- what a player keeps for themselves: notes, arrows and rings; they come when there are some, or when they are wanted ---

const keepsMarks = () => document.querySelector(".game[data-marks] .map-area") !== null;
const marks = () => import("./marks.js");
const onRegion = () => keepsMarks() && document.activeElement?.closest(".m-land a");
let pressed = null; // where the right button went down

document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches?.("[data-note]")) import("./notes.js").then(({ bring }) => bring(target));
}, true);
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-draw]")) marks().then(({ draw }) => draw());
});
document.addEventListener("pointerdown", (event) => {
  pressed = null;
  if (event.button !== 2 || !keepsMarks() || !event.target.closest?.(".map-scroll")) return;
  marks();
  pressed = { x: event.clientX, y: event.clientY, shift: event.shiftKey, alt: event.altKey };
});
document.addEventListener("pointerup", (event) => {
  const down = pressed, up = { x: event.clientX, y: event.clientY };
  if (down && event.button === 2) marks().then(({ drawn }) => drawn(down, up));
  pressed = null;
});
document.addEventListener("contextmenu", (event) => {
  if (keepsMarks() && event.target.closest?.(".map-scroll")) event.preventDefault();
});
if (document.querySelector(".game[data-marked] .map-area")) {
  document.addEventListener("DOMContentLoaded", () => marks().then(({ begin }) => begin()));
}

// -- keys ----------------------------------------------------------------------------------------------------------------

const KEYS = {
  u: () => document.querySelector("#decision .acts button")?.click(),
  m: () => document.querySelector(".m-land a.is-choice, .m-land a")?.focus({ preventScroll: true }),
  h: () => {
    part("mine");
    document.querySelector(".hand [tabindex='0']")?.focus({ preventScroll: true });
  },
  d: () => document.querySelector(".tray summary")?.focus({ preventScroll: true }),
  t: () => {
    part("tracks");
  },
  s: () => {
    paper("story");
    part("dock");
  },
  ",": () => {
    paper("story");
    steps().then(({ walk }) => walk(-1));
  },
  ".": () => {
    paper("story");
    steps().then(({ walk }) => walk(1));
  },
  "?": help,
  o: (event) => {
    const link = onRegion();
    if (link) marks().then(({ pressed }) => pressed("o", link, event.shiftKey));
  },
  i: (event) => {
    const link = onRegion();
    if (link) marks().then(({ pressed }) => pressed("i", link, event.shiftKey));
  },
};

document.addEventListener("keydown", (event) => {
  if (
    event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select") ||
    !document.querySelector(".shell")
  ) return;
  const key = KEYS[event.key.toLowerCase()];
  if (key) {
    event.preventDefault();
    key(event);
  }
});

// -- chat ------------------------------------------------------------------------------------------------------------------

/** Send lines without leaving the page, one behind the other; what is written meanwhile stays. */
function sendChat() {
  let saying = null, next = ""; // the line that is under way, and the box of one that was sent off behind it
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches(".game .chat-form") || !window.FormData) return;
    event.preventDefault();
    const box = form.querySelector("textarea"),
      marks = form.querySelector(".chat-marks"),
      pointed = marks?.value,
      problem = form.querySelector(".chat-error"),
      button = form.querySelector("button");
    if (saying !== null) {
      if (box.value !== saying) next = box.id;
      return;
    }
    saying = box.value;
    button.disabled = true;
    problem.hidden = true;
    try {
      const asked = (posts += 1),
        { ok, page } = await freshPage(form.action, { method: "POST", body: new FormData(form) });
      if (ok) {
        if (box.value === saying) box.value = "";
        if (marks && marks.value === pointed) marks.value = "";
        if (!isStale(page, asked)) show(page);
        else form.elements.key.value = page.getElementById(box.id).form.elements.key.value;
      } else {
        problem.textContent =
          (page.querySelector("main .message.is-error") || page.querySelector("main h1"))?.textContent ||
          "It could not be sent.";
        problem.hidden = false;
      }
    } catch {
      problem.textContent = "It could not be sent: you seem to be offline. Send it again in a moment.";
      problem.hidden = false;
    }
    button.disabled = false;
    box.focus();
    const behind = document.getElementById(next);
    saying = null;
    next = "";
    behind?.form.requestSubmit();
  });
  document.addEventListener("keydown", (event) => {
    if (
      event.key !== "Enter" || !(event.ctrlKey || event.metaKey) ||
      !event.target.matches(".chat-form textarea")
    ) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  });
}

/** Listen for new versions and new lines; where the stream is not to be had, ask, and more and more slowly. */
function followGame() {
  const shown = { version: game.dataset.version, chat: game.dataset.chat };
  let newest = { ...shown }, working = false;
  const catchUp = async () => {
    if (working || (newest.version === shown.version && newest.chat === shown.chat)) return;
    working = true;
    const wanted = newest;
    try {
      if (await refresh()) Object.assign(shown, wanted);
    } catch { /* offline: try again later */ }
    working = false;
  };
  game.addEventListener("shown", ({ detail }) => {
    Object.assign(shown, detail);
  });
  /** A word that this page does not know tells nothing new: it may come from a newer server. */
  const heard = (now) => {
    if (typeof now?.version !== "string") return;
    newest = now;
    catchUp();
  };
  setInterval(catchUp, 3000);
  const SOON = 5000, SLOWEST = 60000, AGAIN = 120000;
  let timer = null, pause = SOON;
  const poll = async () => {
    try {
      const answer = await fetch(game.dataset.versionUrl);
      if (answer.ok) {
        const now = await answer.json();
        pause = now.version === newest.version && now.chat === newest.chat
          ? Math.min(pause * 1.5, SLOWEST)
          : SOON;
        heard(now);
      } else pause = Math.min(pause * 1.5, SLOWEST);
    } catch { /* offline: try again later */ }
    if (timer) timer = setTimeout(poll, pause);
  };
  const startPolling = () => {
    if (!timer) {
      pause = SOON;
      timer = setTimeout(poll, pause);
    }
  };
  const stopPolling = () => {
    clearTimeout(timer);
    timer = null;
  };
  if (!window.EventSource) {
    startPolling();
    return;
  }
  const listen = () => {
    const stream = new EventSource(game.dataset.eventsUrl);
    stream.onopen = stopPolling;
    stream.onmessage = (event) => heard(JSON.parse(event.data));
    stream.onerror = () => {
      startPolling();
      // A browser comes back by itself to a stream that has ended, but not to one that was refused.
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN * (0.75 + Math.random() / 2));
    };
  };
  listen();
}

/** Tell the scripts of the board that another one is shown. */
const tellBoard = () => document.dispatchEvent(new Event("boardshown"));

if (game && (game.dataset.live === "running" || document.getElementById("chat"))) followGame();
if (game) sendChat();
sendForms();
papers();
arrive();
countDown();
setInterval(countDown, 30000);
setInterval(countHeld, 1000);
/** A board without a map has no script of its own that makes the question live. */
for (const [target, name] of [[document, "boardshown"], [document, "DOMContentLoaded"]]) {
  target.addEventListener(name, () => {
    if (!document.querySelector(".map-area")) prepareQuestion();
  });
}
