// Lays out the open question and its steps (see questions.py): an expression, a function of what is wanted.
async ({ most, seed, few }) => {
  const { name } = performance.getEntriesByType("resource").find((one) => /\/js\/asking\.[^/]*js/.test(one.name));
  const asking = await import(name), drawn = () => new Promise((go) => requestAnimationFrame(() => go()));
  const $ = (selector) => document.querySelector(selector);
  if (!window.looksOnly) {
    window.looksOnly = true;
    addEventListener("submit", (event) => event.target.dataset.looks ?? event.preventDefault(), true);
  }
  const form = Object.assign(document.createElement("form"), {
    method: "post",
    action: `${$(".game").dataset.pageUrl}looked/`,
  });
  form.dataset.looks = "";
  $(".shell").append(form);
  $(".ask-body").scrollTop = 40;
  const shown = new Promise((go) => document.addEventListener("boardshown", go, { once: true }));
  form.requestSubmit();
  await shown;
  while (!$(".ask-body.is-live") || $("#decision").ariaBusy) await drawn();
  for (let frames = 0; frames < 4; frames += 1) await drawn(); // a list may bring a script of its own
  let state = seed >>> 0;
  const random = () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32;
  const visible = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const seen = (one, body) => {
    const box = one.getBoundingClientRect();
    if (box.top < body.top - 1 || box.bottom > body.bottom + 1 || box.left < body.left - 1) return false;
    const at = document.elementFromPoint(box.left + Math.min(box.width / 2, 12), box.bottom - 3);
    return one.contains(at) || at?.contains(one) === true && at.matches("label, span, div");
  };
  const rowsOf = (them) => {
    const rows = new Map();
    for (const one of them) {
      const box = one.getBoundingClientRect(), key = Math.round(box.top);
      rows.set(key, [...(rows.get(key) ?? []), box]);
    }
    return [...rows.values()];
  };
  const found = [];
  const look = () => {
    const body = $(".ask-body"), begins = body.scrollTop === 0;
    body.scrollTop = 0;
    const frame = body.getBoundingClientRect(), move = $("#move-form");
    const own = [...move.querySelectorAll(
      ".option:not(.ask-filter), .check, .place, .count-field, .going, .chip, button[name=choice]",
    )].filter((one) => visible(one) && !one.closest(".ask-menu"));
    const isNone = (one) => one.matches(".is-back, .is-main, .going-all, [value=fields]");
    const grid = [...document.querySelectorAll(".ask-options > .option:not(.ask-filter)")].filter(visible);
    const right = $(".ask-options")?.getBoundingClientRect().right ?? 0;
    const words = (one) => one.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
    const cut = [...move.querySelectorAll("*"), $("#decision-title"), $(".ask-note")].filter((one) => {
      if (!one || !visible(one) || !one.textContent.trim() || one.matches(".visually-hidden, input, select, option")) return false;
      const style = getComputedStyle(one);
      return (style.overflowX !== "visible" && style.overflowX !== "auto" && one.scrollWidth > one.clientWidth + 1) ||
        (style.overflowY === "hidden" && one.scrollHeight > one.clientHeight + 1) || one.scrollWidth > frame.width + 2 && style.display !== "inline";
    });
    const holes = rowsOf(grid).filter((row) => Math.max(...row.map((box) => box.right)) < right - 4);
    const main = move.querySelector(".option.is-main, button[value=fields]:not([hidden])");
    const last = own.length ? Math.max(...own.map((one) => one.getBoundingClientRect().bottom)) : 0;
    found.push({
      path: asking.taken().map((group) => group.id),
      title: $("#decision-title").textContent.trim().replace(/\s+/g, " "),
      options: own.filter((one) => !isNone(one)).length + asking.options().length - asking.listed().length,
      missing: own.filter((one) => !seen(one, frame)).map(words),
      cut: cut.map(words),
      holes: holes.map((row) => `${row.length}`),
      main: main ? words(main) : "",
      begins,
      needs: Math.ceil(last - frame.bottom),
    });
  };
  let left = most;
  const walk = async (depth) => {
    await drawn();
    look();
    if (depth > 2) return;
    const steps = asking.options().filter((one) => one.choices && (one.choices.length > 1 || one.stays));
    for (const one of steps.map((each) => [random(), each]).sort((a, b) => a[0] - b[0]).map((each) => each[1])) {
      if (left <= 0) return;
      left -= 1;
      const before = [...asking.taken()];
      $(".ask-body").scrollTop = 40;
      one.go();
      await walk(depth + 1);
      asking.begin(before);
    }
  };
  await walk(0);
  form.remove();
  return found;
}
