// The button that lets this browser take notices; without it the page works all the same.
"use strict";

const form = document.getElementById("push-form");

function bytesOf(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

async function subscribe() {
  const worker = await navigator.serviceWorker.register(form.dataset.worker, { scope: "/" });
  if ((await Notification.requestPermission()) !== "granted") return;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(form.dataset.key),
  });
  form.elements.subscription.value = JSON.stringify(subscription);
  form.submit();
}

if (form && "serviceWorker" in navigator && "PushManager" in window) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().catch(() => {
      document.getElementById("push-problem").hidden = false;
    });
  });
}
