// Seals of people on the table: each tells whose it is by its sign. Those of the map let taps through to the regions below
// them, so they are found by where they stand; of a pile that is fanned out those of the fan count.

export const SEALS = ".seal, .fig.is-named";

/** Whose a seal is, as cards are named; undefined for anything else. */
export const ownerOf = (seal) =>
  seal.matches(SEALS) ? seal.querySelector("[href^='#k-']")?.getAttribute("href").slice(3) : undefined;

const meets = (element, x, y) => {
  const box = element.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
};

/** Who stands at a point of the window with a seal on the map: the seal, and the card that tells of them. */
export function sealAt(x, y) {
  const fanned = document.querySelector(".m-fan")?.getAttribute("href"),
    fan = fanned && document.querySelector(`.pile ${fanned}`);
  if (fan) fan.style.display = "inline";
  const within = fan && meets(fan, x, y) ? fan : document.querySelector(".m-piles");
  const element = [...within.querySelectorAll(SEALS)].findLast((one) => meets(one, x, y));
  if (fan) fan.style.display = "";
  const card = element && ownerOf(element);
  return card ? { element, card } : null;
}
