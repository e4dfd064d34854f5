// The game page: confirmation, live refresh, countdowns, stepping. Everything works without it.

const game = document.querySelector(".game[data-version-url]");

/** Ask before a move is sent, where the player wants that. */
function confirmMoves() {
  const dialog = document.getElementById("confirm");
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#move-form[data-confirms]") || form.elements.confirmed || !dialog.showModal) return;
    event.preventDefault();
    const button = event.submitter;
    dialog.querySelector(".confirm-words").textContent =
      (button?.getAttribute("aria-label") || button?.textContent || "This move").trim() + "?";
    dialog.onclick = (click) => {
      const answer = click.target.value;
      if (!answer) return;
      dialog.close();
      if (answer !== "yes") return;
      const mark = document.createElement("input");
      mark.type = "hidden";
      mark.name = "confirmed";
      mark.value = "1";
      form.append(mark);
      form.requestSubmit(button);
    };
    dialog.showModal();
  });
}

/** Write how long is left, and keep it fresh. */
function countDown() {
  for (const time of document.querySelectorAll("[data-countdown]")) {
    const left = (new Date(time.dataset.countdown) - Date.now()) / 60000;
    const days = Math.floor(left / 1440), hours = Math.floor(left / 60) % 24, minutes = Math.floor(left) % 60;
    time.textContent = left <= 0 ? "time is up" : days ? `${days} d ${hours} h left` : hours ? `${hours} h ${minutes} min left` : `${minutes} min left`;
  }
}

/** Fetch the page as it is now; null if it cannot be had. Whoever looks at it reads the chat. */
async function freshPage(url, options = {}) {
  const visible = document.visibilityState === "visible" ? "1" : "0";
  const answer = await fetch(url, { ...options, headers: { "X-Requested-With": "fetch", "X-Visible": visible } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { ok: answer.ok, page };
}

/** Bring the lists of the chat up to date and leave everything else, such as a half-written line. */
function updateChat(page) {
  for (const list of document.querySelectorAll(".chat-lines")) {
    const fresh = page.querySelector(`.chat-lines[data-channel="${list.dataset.channel}"]`);
    if (!fresh) continue;
    list.querySelector(".chat-nothing")?.remove();
    for (const line of [...fresh.children]) {
      const known = [...list.children].find((old) => old.dataset.number === line.dataset.number);
      if (!known) list.append(document.adoptNode(line));
      else if (known.textContent !== line.textContent) known.replaceWith(document.adoptNode(line));
    }
  }
  const link = page.querySelector(".chat-link"), shown = document.querySelector(".chat-link");
  if (link && shown) shown.replaceWith(document.adoptNode(link));
}

/** Whether the player is in the middle of something that a new page would disturb. */
function isBusy() {
  const filled = (field) => (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  return Boolean(document.querySelector("dialog[open], details[data-busy][open], [data-busy]:not(details, [hidden])")
    || document.activeElement?.matches("input, textarea")
    || [...document.querySelectorAll("#move-form input")].some(filled)
    || [...document.querySelectorAll("#move-form select")].some((field) => field.selectedIndex > 0));
}

/** Show the newest position and chat; returns which of the two could be shown while the player does something. */
async function refresh(chatIsNew) {
  if (isBusy() && !chatIsNew) return { version: false, chat: false };
  const { ok, page } = await freshPage(game.dataset.pageUrl + location.search);
  const fresh = page.querySelector(".game");
  if (!ok || !fresh) return { version: false, chat: false };
  if (isBusy()) {
    updateChat(page);
    return { version: false, chat: true };
  }
  const written = [...document.querySelectorAll(".chat-form textarea, #moves, #plan")].map((box) => [box.id, box.value]);
  document.querySelector(".game").replaceWith(document.adoptNode(fresh));
  for (const [id, value] of written) {
    const box = value && document.getElementById(id);
    if (!box) continue;
    box.value = value;
    box.closest("details")?.setAttribute("open", "");
  }
  document.title = page.title;
  tellBoard();
  countDown();
  return { version: true, chat: true };
}

/** Send a line without leaving the page. */
function sendChat() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.matches(".game .chat-form") || !window.FormData) return;
    event.preventDefault();
    const box = form.querySelector("textarea"), problem = form.querySelector(".chat-error"), button = form.querySelector("button");
    button.disabled = true;
    problem.hidden = true;
    try {
      const { ok, page } = await freshPage(form.action, { method: "POST", body: new FormData(form) });
      if (ok) {
        updateChat(page);
        box.value = "";
        const key = page.querySelector(`#${box.id}`)?.form.elements.key;
        if (key) form.elements.key.value = key.value;
      } else {
        problem.textContent = (page.querySelector("main .message.is-error") || page.querySelector("main h1"))?.textContent || "It could not be sent.";
        problem.hidden = false;
      }
    } catch {
      problem.textContent = "It could not be sent: you seem to be offline. Send it again in a moment.";
      problem.hidden = false;
    }
    button.disabled = false;
    box.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !event.target.matches(".chat-form textarea")) return;
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
      const done = await refresh(wanted.chat !== shown.chat);
      if (done.version) shown.version = wanted.version;
      if (done.chat) shown.chat = wanted.chat;
    } catch { /* offline: try again later */ }
    working = false;
  };
  const heard = (now) => { newest = now; catchUp(); };
  setInterval(catchUp, 3000);
  const SOON = 5000, SLOWEST = 60000, AGAIN = 120000;
  let timer = null, pause = SOON;
  const poll = async () => {
    try {
      const answer = await fetch(game.dataset.versionUrl);
      if (answer.ok) {
        const now = await answer.json();
        pause = now.version === newest.version && now.chat === newest.chat ? Math.min(pause * 1.5, SLOWEST) : SOON;
        heard(now);
      } else { pause = Math.min(pause * 1.5, SLOWEST); }
    } catch { /* offline: try again later */ }
    if (timer) timer = setTimeout(poll, pause);
  };
  const startPolling = () => { if (!timer) { pause = SOON; timer = setTimeout(poll, pause); } };
  const stopPolling = () => { clearTimeout(timer); timer = null; };
  if (!window.EventSource) { startPolling(); return; }
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

/** Slider, links and arrow keys of the replay: another step is shown without leaving the page. */
function stepThrough() {
  const nav = document.querySelector(".replay-nav");
  if (!nav) return;
  let wanted = null, timer = null;
  const step = async (query) => {
    wanted = query;
    const { ok, page } = await freshPage(location.pathname + query);
    if (!ok || wanted !== query) return;
    for (const part of [".game-head", ".decision-area", ".board-area"]) {
      document.querySelector(`.replay ${part}`).replaceWith(document.adoptNode(page.querySelector(`.replay ${part}`)));
    }
    const links = page.querySelectorAll(".replay-nav > :not(form)"), pressed = nav.contains(document.activeElement) && document.activeElement.rel;
    nav.querySelectorAll(":scope > :not(form)").forEach((old, i) => old.replaceWith(document.adoptNode(links[i])));
    if (pressed) nav.querySelector(`a[rel=${pressed}]`)?.focus();
    nav.querySelector("input[data-steps]").value = page.querySelector("input[data-steps]").value;
    document.title = page.title;
    history.replaceState(null, "", query);
    tellBoard();
  };
  nav.addEventListener("input", (event) => {
    const steps = event.target.dataset.steps?.split(" ");
    clearTimeout(timer);
    if (steps) timer = setTimeout(() => step(`?at=${steps[event.target.value]}`), 120);
  });
  nav.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='?at=']");
    if (!link) return;
    event.preventDefault();
    step(link.getAttribute("href"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, textarea")) return;
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (rel) nav.querySelector(`a[rel=${rel}]`)?.click();
  });
}

if (document.getElementById("confirm")) confirmMoves();
if (game && (game.dataset.live === "running" || document.getElementById("chat"))) followGame();
if (game) sendChat();
stepThrough();
countDown();
setInterval(countDown, 30000);
