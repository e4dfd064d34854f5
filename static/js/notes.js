// Notes for oneself, about a game or a person: they are kept while one writes. Everything works without it.

const PAUSE = 900; // milliseconds without a key before a note is saved
let timer = 0;

const tell = (form, words) => {
  form.querySelector(".note-state").textContent = words;
};

/** Save what is written; what is typed meanwhile is saved after it. */
async function save(form, leaving = false) {
  clearTimeout(timer);
  const { text, before } = form.elements, sent = text.value;
  if (form.dataset.saving || sent.trim() === before.value) return;
  form.dataset.saving = "yes";
  tell(form, "Saving …");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { "X-Requested-With": "fetch" },
      keepalive: leaving,
    });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"),
      kept = page.querySelector(".note-form");
    if (answer.ok && kept) before.value = kept.elements.before.value;
    const refused = page.querySelector(".message.is-error")?.textContent.trim();
    tell(form, answer.ok ? "Saved" : refused ?? "This could not be saved.");
    if (answer.ok && text.value !== sent) timer = setTimeout(save, PAUSE, form);
  } catch {
    tell(form, "Not saved: you seem to be offline. It is tried again when you go on writing.");
  }
  delete form.dataset.saving;
}

/** Bring a note into its place on the table. */
export async function bring(place) {
  if (place.querySelector("form")) return;
  const answer = await fetch(place.dataset.note, { headers: { "X-Requested-With": "fetch" } });
  const form = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".note-form");
  if (!answer.ok || !form || place.querySelector("form")) return;
  place.querySelector("p").replaceWith(document.importNode(form, true));
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest(".note-form");
  if (!form) return;
  clearTimeout(timer);
  tell(form, "");
  timer = setTimeout(save, PAUSE, form);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".note-form")) return;
  event.preventDefault();
  save(event.target);
}, true);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") return;
  for (const form of document.querySelectorAll(".note-form")) save(form, true);
});
