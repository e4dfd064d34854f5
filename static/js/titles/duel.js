// The board of Duel: one card is open at a time.

document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll("details.slot[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const open of document.querySelectorAll("details.slot[open]")) {
    open.open = false;
    open.querySelector("summary").focus();
  }
});
