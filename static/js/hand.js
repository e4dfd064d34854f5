// A card of one's hand that is open can be closed, by its × or by Escape; it opens again when it is pointed at anew.

/** Close a card; a focus within stays on it. */
function close(card) {
  card.classList.add("is-shut");
  if (card.contains(document.activeElement)) card.focus({ preventScroll: true });
}

/** Give a card that opens what closes it. */
export function opened(card) {
  if (card.querySelector(".card-close")) return;
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "card-close",
    textContent: "×",
    ariaLabel: `Close ${card.ariaLabel}`,
  });
  button.addEventListener("click", () => close(card));
  card.querySelector(".event-card")?.prepend(button);
}

document.addEventListener("keydown", (event) => {
  const cards = document.querySelectorAll(".hand-card:is(:hover, :focus-within):not(.is-shut)");
  if (event.key !== "Escape" || !cards.length || document.querySelector(".reader:not([hidden])")) return;
  cards.forEach(close);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

for (const kind of ["pointerdown", "pointerover", "focusin"]) {
  document.addEventListener(kind, ({ target, relatedTarget }) => {
    const card = target.closest?.(".is-shut");
    if (card && (kind === "pointerdown" ? !target.closest(".card-close") : !card.contains(relatedTarget))) {
      card.classList.remove("is-shut");
    }
  });
}
