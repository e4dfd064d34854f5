// Piles too large for the map fan out where one points, is with the keyboard, or taps. The page may replace the map at
// any time: nothing is remembered here, and without this script the panels of the regions list everything.

const SLACK = 3; // how far beside a pile the pointer still counts, in pixels

/** The region whose figures lie under a point of the window: they may reach over its border. */
export function regionAt(x, y, piles = ".pile") {
  const found = [...document.querySelectorAll(piles)].findLast((pile) => {
    const box = pile.getBoundingClientRect();
    return x >= box.left - SLACK && x <= box.right + SLACK && y >= box.top - SLACK && y <= box.bottom + SLACK;
  });
  return found?.dataset.pile ?? null;
}

/** Show the whole pile of a region above all others; none where it is not heaped. */
export function fan(region) {
  const sheet = document.querySelector(".m-fan");
  if (!sheet) return;
  if (region && document.getElementById(`fan-${region}`)) sheet.setAttribute("href", `#fan-${region}`);
  else sheet.removeAttribute("href");
}

/** The region of a link of the map, or of what lies in one. */
const ofLink = (target) => target.closest?.(".m-land a")?.getAttribute("href").slice(3) ?? null;
let frame = 0;

function follow({ clientX, clientY, target }) {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() =>
    fan(
      target.closest?.(".map-canvas")
        ? (regionAt(clientX, clientY, ".pile.is-heap") ?? ofLink(target))
        : null,
    )
  );
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse") follow(event);
}, { passive: true });
document.addEventListener("click", (event) => {
  if (event.detail) follow(event);
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.(":focus-visible")) fan(ofLink(event.target));
});
document.addEventListener("focusout", () => fan(null));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") fan(null);
});
