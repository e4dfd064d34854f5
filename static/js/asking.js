// The question: what can be answered, step by step, in the one place that asks. Everything works without it.
//
// The form of the page holds every choice; here they are narrowed down: to those of a die, of a region, of one filter. A
// choice plays at once, and is asked about once more only where it cannot be taken back and was tapped on the board, or
// where the player wants to confirm everything.

import { forget, keep, nameDeed, restoreKept, steppers } from "./asking_forms.js";
import {
  $,
  $$,
  acts,
  ask,
  asked,
  element,
  every,
  facts,
  form,
  freeKeys,
  hooks,
  keysOf,
  listed,
  open,
  options,
  propose,
  proposeChoice,
  read,
  search,
  taken,
  takeSteps,
  usual,
  warningOf,
} from "./asking_state.js";
import { bringLong, focusMain, isLong, render, showQuestion } from "./asking_view.js";

export {
  ask,
  asked,
  bringLong,
  every,
  facts,
  forget,
  form,
  freeKeys,
  hooks,
  keep,
  keysOf,
  listed,
  open,
  options,
  render,
  taken,
  usual,
};

/** Whether keys are used now, so that the board shows more of them. */
export let keyed = false;

/** Take a step: only the choices of a group are left; where that is one, it is the choice. */
export function step(group, byTouch = false, isLit = true) {
  const [only, ...more] = group.choices;
  if (!more.length && !group.stays) {
    choose(only, byTouch, isLit);
    return;
  }
  taken().push(group);
  proposeChoice(null);
  search("");
  if (!more.length && byTouch && hooks.follows(only, facts())) choose(only, true);
  else render();
}

/** Go one step back; says whether there was one. */
export function back() {
  if (asked()) proposeChoice(null);
  else if (taken().length) taken().pop();
  else return false;
  search("");
  render();
  return true;
}

/** Begin again, or after some steps that were taken. */
export function begin(steps = []) {
  takeSteps([...steps]);
  proposeChoice(null);
  render();
}

/** Make a choice: it goes out at once, or is asked about once more. `byTouch`: on the board, where a finger may slip;
 *  `isLit`: whether the board offered what was pressed, for nothing else is ever sent by a press. */
export function choose(choice, byTouch = false, isLit = true) {
  const warning = hooks.follows(choice, facts());
  if (isLit && form().dataset.confirms === undefined && !(warning && byTouch)) {
    send(choice);
    return;
  }
  proposeChoice({ ...choice, warning });
  render();
  focusMain();
}

/** Send a choice by its own button, or with the answers behind it in one line; the player has read the sentence already. */
function send({ button, line }) {
  const target = form();
  if (target.dataset.confirms !== undefined && !target.elements.confirmed) {
    target.append(element("input", { type: "hidden", name: "confirmed", value: "1" }));
  }
  const written = line?.();
  if (!written) {
    target.requestSubmit(button);
    return;
  }
  const pressed = element("button", { name: "moves", value: written, hidden: true });
  target.append(pressed);
  target.requestSubmit(pressed);
  pressed.remove();
}
/** A button of the page that plays a choice asks first where that cannot be taken back, or where the player wants it. */
function intercept(event) {
  const button = event.target.closest("button[name=choice], button[name=moves]");
  if (!button || button.form !== form() || !form()) return;
  const wanted = form().dataset.confirms !== undefined;
  if (button.value === "fields" && !form().reportValidity()) {
    event.preventDefault();
    return;
  }
  const warning = warningOf(button);
  const own = ask().contains(button); // chosen where it is asked: its words say what follows
  if (!wanted && !(warning && (!own || button.value === "fields"))) return;
  event.preventDefault();
  propose(button, warning);
  render();
  focusMain();
}

/** A number was chosen: it goes out, or a finger has pointed at it first. */
function amount(number, note) {
  const button = $("button[value=fields]", form());
  form().elements.amount.value = number;
  proposeChoice(null);
  nameDeed();
  if (!note || !matchMedia("(hover: none)").matches) button.click();
  else {
    propose(button, warningOf(button));
    render();
  }
}

Object.assign(acts, { amount, back, choose, send, step });

/** Close what opens over the question; says whether it was open. */
function closeMenu() {
  const menu = $(".ask-menu[open]");
  menu?.removeAttribute("open");
  return Boolean(menu);
}

/** Make a fresh question live. */
export function prepare() {
  showQuestion();
  takeSteps([]);
  proposeChoice(null);
  search("");
  read();
  if (!form()) {
    document.dispatchEvent(new CustomEvent("asking"));
    return;
  }
  steppers();
  const asking = form(),
    begin = () => {
      if (form() !== asking) return;
      restoreKept();
      $(".ask-body").classList.add("is-live"); // what is fitted looks as it stays
      render();
    };
  const brought = $(".place-fields", asking)
    ? import("./ranking.js").then((ranking) => ranking.prepare(keep, nameDeed))
    : isLong() && bringLong();
  if (brought) brought.then(begin, begin);
  else begin();
}

/** The form was filled in further: what was asked about before that is not what it says now. */
function filled({ target }) {
  if (asked() && target.closest("[hidden]")) back();
  nameDeed();
  keep();
}

document.addEventListener("click", intercept, true);
document.addEventListener("change", (event) => {
  if (event.target.form === form()) filled(event);
});
document.addEventListener("input", (event) => {
  if (form()?.contains(event.target) && event.target.type === "number") filled(event);
});
document.addEventListener("asking", keep);
document.addEventListener("pointerdown", ({ target }) => {
  keyed = false;
  if (!target.closest(".ask-menu")) closeMenu();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, target } = event, fields = () => $(".option.is-main, #move-form button[value=fields]");
  keyed = true;
  if (key === "Escape" && closeMenu()) {
    event.preventDefault();
    $(".ask-menu > summary").focus();
    return;
  }
  if (key === "Enter" && target.matches("input") && form()?.contains(target)) { // and not the first button of the form
    event.preventDefault();
    (target.matches(".ask-filter") ? search() && $(".option[data-option]") : fields())?.click();
    return;
  }
  if (target.matches("input:not([type=checkbox]), textarea, select")) return;
  if (key === "Escape") {
    if (back()) event.preventDefault();
    return;
  }
  if (key === "Enter" && !target.closest("a, button, summary, input, [tabindex='0']")) fields()?.click();
  const amount = /^\d$/.test(key) && options().find((option) => option.amount === Number(key)),
    pressed = key.toUpperCase();
  if (amount) amount.go();
  else if (key === "+") $(".ask-rest")?.click();
  else if (key === "0" && !target.closest(".map-scroll")) $("button[value=pass]", form())?.click();
  else if (/^[1-9A-Z]$/.test(pressed)) {
    const named = $$(".ask-options .option").find((option) =>
      $(".badge-key", option)?.textContent === pressed
    ) ?? $(`.choice-fields:not([hidden]) [data-key="${pressed}"] input`, form());
    if (named) named.click();
    else hooks.beyond(pressed);
  }
});
