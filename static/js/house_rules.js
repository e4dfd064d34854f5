// How many house rules of a new table are not as usual, counted while they are changed; what is hidden counts nothing.

const rules = document.querySelector(".house-rules"), told = rules?.querySelector("[data-differ]");

/** A rule differs where its control holds something else than what is usual. */
function differs(rule) {
  const control = rule.querySelector("input, select");
  if (!control || rule.hidden) return false;
  return (control.type === "checkbox" ? (control.checked ? "on" : "") : control.value) !== rule.dataset.usual;
}

function count() {
  const number = [...rules.querySelectorAll(".house-rule")].filter(differs).length;
  const words = number === 1 ? "1 differs" : `${number || "none"} differ`;
  told.textContent = `(${words})`;
}

if (told) {
  rules.closest("form").addEventListener("change", () => requestAnimationFrame(count));
  rules.closest("form").addEventListener("input", count);
  count();
}
