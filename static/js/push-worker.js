// Shows notices on this device; runs only when one arrives.
"use strict";

self.addEventListener("push", (event) => {
  const notice = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(notice.title || "News of your games", {
      body: notice.body || "",
      tag: notice.tag || "wotr",
      data: { url: notice.url || "/my/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
