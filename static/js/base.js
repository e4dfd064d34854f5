// Small conveniences; every page works without them.
"use strict";

/** Propose the reader's own time zone in a form that has not been filled in yet. */
function proposeTimezone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const select of document.querySelectorAll("select[data-propose-timezone]")) {
    if (zone && [...select.options].some((option) => option.value === zone)) select.value = zone;
  }
  for (const select of document.querySelectorAll("select[data-propose-locale]")) {
    const wanted = (navigator.language || "").toLowerCase();
    const match = [...select.options].find((option) => option.value === wanted) ||
      [...select.options].find((option) => option.value === wanted.split("-")[0]);
    if (match) select.value = match.value;
  }
}

/** Tell the server the zone and the language of this browser, for visitors and for accounts that never chose. A
 *  visitor's first page, which was made without them, has its moments written anew: <time datetime data-here="form">. */
function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone, language = navigator.language || "en";
  if (!zone) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `zone=${
    encodeURIComponent([zone, language].join(" "))
  }; path=/; max-age=31536000; samesite=lax${secure}`;
  const date = { year: "numeric", month: "short", day: "numeric" };
  const moment = { ...date, hour: "numeric", minute: "2-digit", timeZoneName: "short" };
  for (const time of document.querySelectorAll("time[data-here]")) {
    time.textContent = new Date(time.dateTime).toLocaleString(
      language,
      time.dataset.here === "date" ? date : moment,
    );
  }
}

/** Tell the server that a game, or a table that waits, is looked at again: what came while it was hidden counted as not seen. */
function lookAgain() {
  if (!document.querySelector("[data-version-url], [data-watch]")) return;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    fetch(location.href, { method: "HEAD", headers: { "X-Requested-With": "fetch", "X-Visible": "1" } })
      .catch(() => {});
  });
}

/** Buttons that copy the text of a field: <button data-copy="field-id" hidden>. */
function enableCopying() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      await navigator.clipboard.writeText(field.value);
      const words = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = words;
      }, 2000);
    });
  }
}

/** Ask before a form that cannot be undone: <form data-confirm="Question?">. */
function enableQuestions() {
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.confirm || event.target.dataset.confirm;
    if (question && !window.confirm(question)) event.preventDefault();
  });
}

/** Show fields only while other fields have certain values, or have not: data-show-when="name=value|value name!=value". What stands in a fieldset is
 *  not sent while it is hidden, so that nothing in it stops the form, and what depends on it in turn is hidden too. */
function enableDependentFields() {
  const dependents = [...document.querySelectorAll("[data-show-when]")];
  if (!dependents.length) return;
  const update = () => {
    for (const element of dependents) {
      const sent = new FormData(element.closest("form"));
      element.hidden = !element.dataset.showWhen.split(" ").every((condition) => {
        const [, name, not, values] = /^(.*?)(!?)=(.*)$/.exec(condition);
        return values.split("|").includes(sent.get(name) ?? "") !== Boolean(not);
      });
      if (element.matches("fieldset")) element.disabled = element.hidden;
    }
  };
  document.addEventListener("change", update);
  update();
}

/** Show what fits the options of a new table or event, <… data-seats>, as soon as an option is changed. */
function updateSeats() {
  const button = document.querySelector("button[data-updates-seats]");
  if (!button) return;
  button.hidden = true;
  button.form.addEventListener("change", async (event) => {
    if (!event.target.name?.startsWith("option-")) return;
    const data = new FormData(button.form);
    data.set(button.name, button.value);
    try {
      const answer = await fetch(button.form.action, { method: "POST", body: data });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const shown = document.querySelectorAll("[data-seats]");
      page.querySelectorAll("[data-seats]").forEach((part, place) => shown[place]?.replaceWith(part));
    } catch {
      button.hidden = false;
    }
  });
}

/** A word for the draws that nobody can foresee: 128 bits. */
function freshWord() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** Words that this browser would not store, kept for as long as the page stays. */
const wordsOfThisPage = new Map();

/** The words for draws that this browser has given, the newest last: each with what it was first given for, and the
 *  fingerprint that was shown then (none beside those of moves that were kept long ago). */
function givenWords() {
  let stored = [];
  try {
    stored = JSON.parse(localStorage.getItem("words")) || [];
  } catch { /* those of this page are left */ }
  return [...stored, ...[...wordsOfThisPage].map(([word, kept]) => [word, ...kept])];
}

/** Remember a word: for a position (game, version and seat) with the fingerprint shown there, or for a fingerprint alone. */
function keepWord(word, what, shown = what) {
  const words = givenWords();
  if (words.some(([known]) => known === word)) return;
  words.push([word, what, shown]);
  try {
    localStorage.setItem("words", JSON.stringify(words.slice(-3000)));
  } catch {
    wordsOfThisPage.set(word, [what, shown]);
  }
}

/** Suggest a random word for the draws; the player may type another. */
function suggestSalts() {
  for (const field of document.querySelectorAll("input[data-suggest-salt]")) field.value ||= freshWord();
  document.addEventListener("submit", (event) => {
    const fields = event.target.elements, word = fields.salt?.value;
    const shown = fields.salt?.dataset?.commitment || fields.commitment?.value;
    if (word && shown) keepWord(word, shown);
  });
}

/** Let the seed of a game that begins at once be fixed before its player's word is made: <form data-reserves="address">. */
function reserveSeeds() {
  document.addEventListener("submit", async (event) => {
    const form = event.target, { commitment, salt } = form.elements;
    if (!form.dataset.reserves || commitment.value || form.dataset.tried) return;
    event.preventDefault();
    form.dataset.tried = "1";
    try {
      const answer = await fetch(form.dataset.reserves, { method: "POST", body: new FormData(form) });
      commitment.value = (await answer.json()).commitment;
      salt.value = freshWord();
    } catch { /* it begins without a word, and the record says so */ }
    form.requestSubmit(event.submitter);
  });
}

/** Give a word with every move: a fresh one for every position, so that a second try brings no other luck.
 *  A button that leads elsewhere makes no move, and a word that is seen before it counts is worth nothing. */
function giveWords() {
  let pressed = null;
  document.addEventListener("submit", (event) => {
    pressed = event.submitter;
  });
  document.addEventListener("formdata", (event) => {
    const { givesWord: position, commitment } = event.target.dataset;
    if (!position || (pressed?.form === event.target && pressed.hasAttribute("formaction"))) return;
    const word = givenWords().find(([, what]) => what === position)?.[0] || freshWord();
    keepWord(word, position, commitment);
    event.formData.set("word", word);
  });
}

/** What this browser can say of a word of a move: of `game`, in entry `seq` of `seat`, whose word before it came in `last`. */
function sayOfMove([, what, shown], { game, seat, seq, last, commitment }) {
  const [ofGame, version, ofSeat] = what.split(" ");
  const fits = ofGame === game && ofSeat === seat && Number(version) < Number(seq) && Number(version) >= last;
  if (!fits) return "given by this browser for another move";
  return shown && shown !== commitment
    ? "given by this browser for another fingerprint"
    : "given by this browser";
}

/** Say of the words of a game which ones this browser gave: <… data-word="word" data-mine> inside of
 *  <… data-words-of="game" data-commitment="shown">, those of moves with data-seq and data-seat, one that was given
 *  for a whole event with data-shown="fingerprint"; and which ones of its words are missing. */
function markWords() {
  const list = document.querySelector("[data-words-of]");
  if (!list) return;
  const { wordsOf: game, commitment } = list.dataset;
  const given = new Map(givenWords().map((kept) => [kept[0], kept]));
  const last = {}, found = new Set();
  for (const place of list.querySelectorAll("[data-word]")) {
    const { word, seat, seq, shown } = place.dataset, kept = given.get(word);
    let words = "mine" in place.dataset ? "not given by this browser" : "";
    if (kept && found.has(word)) words = "given by this browser only once";
    else if (kept && seq) words = sayOfMove(kept, { game, seat, seq, last: last[seat] ?? 0, commitment });
    else if (kept) {
      words = `given by this browser${
        kept[1].split(" ").includes(shown ?? commitment) ? "" : " for another fingerprint"
      }`;
    }
    if (seq) last[seat] = Number(seq);
    found.add(word);
    if (!words) continue;
    const mark = document.createElement("span");
    mark.className = words === "given by this browser" ? "tag tag-leaf" : "tag tag-blood";
    mark.textContent = words;
    place.append(" ", mark);
  }
  const newest = Number(list.dataset.newest);
  const missing = [...given.values()].filter(([word, what]) => {
    const [ofGame, version] = what.split(" ");
    return ofGame === game && !found.has(word) && Number(version) < newest;
  });
  const place = list.querySelector("[data-missing-words]");
  if (!place || !missing.length) return;
  place.hidden = false;
  place.querySelector("span").textContent = missing.map(([word, what]) =>
    `${word} (position ${what.split(" ")[1]})`
  ).join(", ");
}

/** Look now and then whether a table that waits has changed; not while somebody types. */
function watchTable() {
  const table = document.querySelector("[data-watch]");
  if (!table) return;
  setInterval(async () => {
    if (document.activeElement?.matches("input, textarea")) return;
    try {
      const answer = await fetch(location.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (page.querySelector("[data-watch]")?.dataset.watch !== table.dataset.watch) location.reload();
    } catch { /* offline: try again later */ }
  }, 6000);
}

proposeTimezone();
tellZone();
lookAgain();
watchTable();
suggestSalts();
reserveSeeds();
giveWords();
markWords();
enableCopying();
enableQuestions();
enableDependentFields();
updateSeats();
