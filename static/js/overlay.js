// A panel over the board keeps clear of the regions that it tells of (`data-clear`): at the right, else at the left, else
// lower or narrower, else at the foot; where no place is left it folds to its title. What its reader has folded or opened
// stays so.

const GAP = 6, LEAST = 180; // pixels: the air between panel and region, and the least height of an open panel
const wide = matchMedia("(min-width: 62.5rem)");

/** The frames of what must stay in sight: the land of each region and the figures that stand there. */
const framesOf = (panel) =>
  panel.dataset.clear.split(" ").flatMap((region) =>
    [document.querySelector(`.m-land a[href="#r-${region}"]`), document.getElementById(`pile-${region}`)]
      .filter(Boolean).map((shape) => shape.getBoundingClientRect())
  );

/** How high a panel may be where it stands now without covering any of the frames. */
function room(panel, frames) {
  const box = panel.getBoundingClientRect(), isLow = panel.style.top;
  const near = frames.filter((frame) => frame.left < box.right + GAP && frame.right > box.left - GAP);
  return Math.min(
    ...near.map((frame) => (isLow ? box.bottom - frame.bottom : frame.top - box.top) - GAP),
    Infinity,
  );
}

/** Put the panel where it covers none of its regions. */
export function settle() {
  const panel = document.querySelector(".overlay[data-clear]");
  if (!panel) return;
  panel.dataset.left ??= panel.classList.contains("is-left") ? "1" : "";
  const usual = panel.dataset.left === "1", own = sessionStorage.getItem(`table:${panel.dataset.key}`);
  if (panel.dataset.folded && own === null) panel.open = true;
  delete panel.dataset.folded;
  const place = (left, narrow, low) => {
    panel.classList.toggle("is-left", left);
    panel.classList.toggle("is-narrow", narrow);
    Object.assign(panel.style, { maxHeight: "", top: low ? "auto" : "", bottom: low ? "0.6rem" : "" });
  };
  place(usual, false);
  if (!wide.matches || !panel.open) return;
  const frames = framesOf(panel),
    ways = [[false, false], [true, false], [false, true], [true, true], [false, false, true]];
  for (const enough of [(high) => high >= panel.scrollHeight, (high) => high >= LEAST]) {
    for (const way of ways) {
      place(...way);
      const high = room(panel, frames);
      if (!enough(high)) continue;
      if (high < panel.offsetHeight) panel.style.maxHeight = `${high}px`;
      return;
    }
  }
  place(usual, false);
  if (own !== null) return;
  panel.dataset.folded = "1";
  panel.open = false;
  for (const way of ways) {
    place(...way);
    if (room(panel, frames) >= panel.offsetHeight) return;
  }
}

document.addEventListener("boardshown", settle);
document.addEventListener("DOMContentLoaded", settle);
document.addEventListener("toggle", ({ target }) => {
  if (target.matches?.(".overlay .round")) settle();
}, true);
addEventListener("resize", settle);
