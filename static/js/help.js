// Keys and colours of the table, in a dialog over it. The same stands on a page of its own.

let dialog = null;

/** Open the dialog with what stands at an address. */
export async function open(address) {
  if (!dialog) {
    const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok) {
      location.assign(address);
      return;
    }
    dialog = Object.assign(document.createElement("dialog"), { className: "help" });
    dialog.setAttribute("aria-labelledby", "help-title");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const close = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button",
      textContent: "Close",
      autofocus: true,
    });
    close.addEventListener("click", () => dialog.close());
    dialog.append(...page.body.childNodes, close);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("keydown", (event) => event.stopPropagation()); // its keys are not the table's
  }
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
}
